//! NumPy's NPY format, versions 1 to 3: a magic number, a header in the notation of Python, the entries.

use super::{Numbers, Tensor, volume};

const MAGIC: &[u8] = b"\x93NUMPY";

pub(super) fn read(bytes: &[u8]) -> Result<Tensor, String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("this is no NPY file")?;
    let truncated = "the file ends within its header";
    let (version, rest) = rest.split_at_checked(2).ok_or(truncated)?;
    let (length, rest) = match version[0] {
        1 => {
            let (n, rest) = rest.split_first_chunk::<2>().ok_or(truncated)?;
            (u64::from(u16::from_le_bytes(*n)), rest)
        }
        2 | 3 => {
            let (n, rest) = rest.split_first_chunk::<4>().ok_or(truncated)?;
            (u64::from(u32::from_le_bytes(*n)), rest)
        }
        other => return Err(format!("version {other} of NPY is not known")),
    };
    let length = usize::try_from(length).map_err(|_| truncated)?;
    let (header, data) = rest.split_at_checked(length).ok_or(truncated)?;
    let header = std::str::from_utf8(header).map_err(|_| "the header is not UTF-8")?;
    let descr = quoted(value(header, "descr")?)?;
    let fortran = match value(header, "fortran_order")? {
        v if v.starts_with("True") => true,
        v if v.starts_with("False") => false,
        _ => return Err("`fortran_order` is neither True nor False".into()),
    };
    let shape = tuple(value(header, "shape")?)?;
    let count = volume(&shape)?;
    let numbers = numbers(descr, data, count)?;
    let numbers = if fortran { row_major(numbers, &shape) } else { numbers };
    Ok(Tensor { shape, numbers })
}

/// What stands behind a key of the header.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, String> {
    let at = [format!("'{key}':"), format!("\"{key}\":")].iter().find_map(|k| header.find(k).map(|i| i + k.len()));
    at.map(|i| header[i..].trim_start()).ok_or_else(|| format!("the header has no `{key}`"))
}

fn quoted(text: &str) -> Result<&str, String> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"')).ok_or("structured types are not read")?;
    text[1..].split(quote).next().ok_or_else(|| "an unfinished string".into())
}

fn tuple(text: &str) -> Result<Vec<usize>, String> {
    let inside = text.strip_prefix('(').and_then(|t| t.split(')').next()).ok_or("`shape` is no tuple")?;
    let dimensions = inside.split(',').map(str::trim).filter(|d| !d.is_empty());
    dimensions.map(|d| d.parse().map_err(|_| format!("{d} is no dimension"))).collect()
}

/// The entries, of one of NumPy's types.
fn numbers(descr: &str, data: &[u8], count: usize) -> Result<Numbers, String> {
    let big = descr.starts_with('>');
    let kind = descr.trim_start_matches(['<', '>', '|', '=']);
    macro_rules! entries {
        ($numbers:ident, $ty:ty, $into:expr) => {{
            let chunks = exactly::<{ size_of::<$ty>() }>(data, count)?;
            let decode =
                |c: &[u8; size_of::<$ty>()]| if big { <$ty>::from_be_bytes(*c) } else { <$ty>::from_le_bytes(*c) };
            Numbers::$numbers(chunks.iter().map(decode).map($into).collect::<Result<_, String>>()?)
        }};
    }
    Ok(match kind {
        "f2" => entries!(Real, u16, |x| Ok(half(x))),
        "f4" => entries!(Real, f32, |x| Ok(f64::from(x))),
        "f8" => entries!(Real, f64, Ok),
        "b1" | "u1" => entries!(Integer, u8, |x| Ok(i64::from(x))),
        "i1" => entries!(Integer, i8, |x| Ok(i64::from(x))),
        "i2" => entries!(Integer, i16, |x| Ok(i64::from(x))),
        "u2" => entries!(Integer, u16, |x| Ok(i64::from(x))),
        "i4" => entries!(Integer, i32, |x| Ok(i64::from(x))),
        "u4" => entries!(Integer, u32, |x| Ok(i64::from(x))),
        "i8" => entries!(Integer, i64, Ok),
        "u8" => entries!(Integer, u64, |x| i64::try_from(x).map_err(|_| format!("{x} is too large"))),
        _ => return Err(format!("entries of type `{descr}` are not read")),
    })
}

/// The data as entries of N bytes, neither more nor fewer than there should be.
pub(super) fn exactly<const N: usize>(data: &[u8], count: usize) -> Result<&[[u8; N]], String> {
    let (chunks, rest) = data.as_chunks::<N>();
    if chunks.len() == count && rest.is_empty() {
        return Ok(chunks);
    }
    Err(format!("the header promises {count} entries of {N} bytes, the file has {} bytes of data", data.len()))
}

/// IEEE 754 half precision.
pub(super) fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

/// From the order in which the first dimension varies fastest.
fn row_major(numbers: Numbers, shape: &[usize]) -> Numbers {
    fn reorder<T: Clone>(x: &[T], shape: &[usize]) -> Vec<T> {
        let mut strides = vec![1; shape.len()];
        (1..shape.len()).for_each(|i| strides[i] = strides[i - 1] * shape[i - 1]);
        let at = |mut i: usize| {
            let digits = shape.iter().zip(&strides).rev().map(|(d, stride)| {
                let digit = i % d;
                i /= d;
                digit * stride
            });
            digits.sum::<usize>()
        };
        (0..x.len()).map(|i| x[at(i)].clone()).collect()
    }
    match numbers {
        Numbers::Real(x) => Numbers::Real(reorder(&x, shape)),
        Numbers::Integer(x) => Numbers::Integer(reorder(&x, shape)),
        Numbers::Written(x) => Numbers::Written(reorder(&x, shape)),
    }
}
