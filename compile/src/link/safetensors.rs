//! The safetensors format: the length of a JSON header, the header, the entries of all tensors.

use super::npy::{exactly, half};
use super::{Numbers, Tensor, volume};
use serde_json::{Map, Value, json};

/// A longer header is refused (the limit of the format's own library).
const MAX_HEADER: u64 = 100_000_000;

/// Reads the tensor of this name, or the only one.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Tensor, String> {
    let (length, rest) = bytes.split_first_chunk::<8>().ok_or("this is no safetensors file")?;
    let length = u64::from_le_bytes(*length);
    if length > MAX_HEADER || length > rest.len() as u64 {
        return Err(format!("the header should have {length} bytes, the file has {} more", rest.len()));
    }
    let (header, data) = rest.split_at(length as usize);
    let header: Value = serde_json::from_slice(header).map_err(|e| format!("the header is no JSON: {e}"))?;
    let Value::Object(header) = header else { return Err("the header is no JSON object".into()) };
    let tensors: Vec<(&String, &Value)> = header.iter().filter(|(key, _)| *key != "__metadata__").collect();
    let entry = match (header.get(name), &tensors[..]) {
        (Some(entry), _) => entry,
        (None, [(_, only)]) => *only,
        (None, _) => {
            let names: Vec<&str> = tensors.iter().map(|(name, _)| name.as_str()).take(20).collect();
            return Err(format!("there is no tensor `{name}`, but {}", names.join(", ")));
        }
    };
    let shape = entry["shape"].as_array().ok_or("a tensor has no shape")?;
    let dimension = |d: &Value| d.as_u64().and_then(|d| usize::try_from(d).ok()).ok_or("a dimension is no number");
    let shape = shape.iter().map(dimension).collect::<Result<Vec<_>, _>>()?;
    let offset = |i: usize| entry["data_offsets"][i].as_u64().and_then(|o| usize::try_from(o).ok());
    let range = offset(0).zip(offset(1)).filter(|(a, b)| a <= b);
    let (start, end) = range.ok_or("a tensor has no data_offsets")?;
    let data = data.get(start..end).ok_or("the data of a tensor are not in the file")?;
    let numbers = numbers(entry["dtype"].as_str().unwrap_or_default(), data, volume(&shape)?)?;
    Ok(Tensor { shape, numbers })
}

fn numbers(dtype: &str, data: &[u8], count: usize) -> Result<Numbers, String> {
    macro_rules! entries {
        ($numbers:ident, $ty:ty, $into:expr) => {{
            let chunks = exactly::<{ size_of::<$ty>() }>(data, count)?;
            Numbers::$numbers(chunks.iter().map(|c| $into(<$ty>::from_le_bytes(*c))).collect())
        }};
    }
    Ok(match dtype {
        "F64" => entries!(Real, f64, |x| x),
        "F32" => entries!(Real, f32, f64::from),
        "F16" => entries!(Real, u16, half),
        "BF16" => entries!(Real, u16, |x| f64::from(f32::from_bits(u32::from(x) << 16))),
        "I64" => entries!(Integer, i64, |x| x),
        "I32" => entries!(Integer, i32, i64::from),
        "I16" => entries!(Integer, i16, i64::from),
        "I8" => entries!(Integer, i8, i64::from),
        "U8" | "BOOL" => entries!(Integer, u8, i64::from),
        "U16" => entries!(Integer, u16, i64::from),
        "U32" => entries!(Integer, u32, i64::from),
        _ => return Err(format!("entries of type `{dtype}` are not read")),
    })
}

/// A tensor to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Its entries.
    pub numbers: Vec<f64>,
}

/// A safetensors file of these tensors, in double precision, with metadata.
pub fn write_safetensors(entries: &[Entry], metadata: &[(&str, String)]) -> Vec<u8> {
    let mut header = Map::new();
    let metadata: Map<String, Value> = metadata.iter().map(|(k, v)| ((*k).to_owned(), json!(v))).collect();
    header.insert("__metadata__".into(), Value::Object(metadata));
    let mut at = 0;
    for Entry { name, shape, numbers } in entries {
        let end = at + 8 * numbers.len();
        header.insert(name.clone(), json!({ "dtype": "F64", "shape": shape, "data_offsets": [at, end] }));
        at = end;
    }
    let mut header = Value::Object(header).to_string().into_bytes();
    // The entries are aligned.
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header);
    bytes.extend(entries.iter().flat_map(|e| &e.numbers).flat_map(|x| x.to_le_bytes()));
    bytes
}
