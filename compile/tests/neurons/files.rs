//! Data from files, broken ones included, and the forms that networks are written in.

use super::{BLUR, simplified, translated};
use cajal_compile::Network;
use cajal_compile::export::{self, ExportError, Horizons};
use cajal_compile::link::{self, Data, LinkError};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::cajal::vector;
use cajal_semantics::scalar::{F64, Rat};

fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn doubles(x: &[f64]) -> Vec<u8> {
    x.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn safetensors(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

/// What a file gives for a type: the text of the vectors, or the message.
fn linked(ty: &Ty, path: &str, bytes: &[u8]) -> Result<Vec<String>, String> {
    let tensor = link::read(path, bytes, "w").map_err(|e| e.to_string())?;
    match link::elements(&F64, ty, &tensor).map_err(|e| e.to_string())? {
        Data::One(v) => Ok(vec![vector::show(&F64, &v)]),
        Data::Batch(list) => Ok(list.iter().map(|v| vector::show(&F64, v)).collect()),
    }
}

#[test]
fn tensors_are_read_in_the_order_of_their_type() {
    let matrix = Ty::fun(Ty::Real(3), Ty::Bool);
    let expected = Ok(vec!["[[1, 2, 3], [4, 5, 6]]".to_owned()]);
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
    assert_eq!(linked(&matrix, "w.npy", &npy(header, &doubles(&[1., 2., 3., 4., 5., 6.]))), expected);
    let header = "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }";
    assert_eq!(linked(&matrix, "w.npy", &npy(header, &doubles(&[1., 4., 2., 5., 3., 6.]))), expected);
    let header = "{'descr': '>i2', 'fortran_order': False, 'shape': (2, 3), }";
    assert_eq!(linked(&matrix, "w.npy", &npy(header, &[0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6])), expected);
    assert_eq!(linked(&matrix, "w.json", b"[[1, 2, 3], [\"4\", 5, 6.0]]"), expected);
    let data = doubles(&[1., 2., 3., 4., 5., 6.]);
    let header = r#"{"other":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"w":{"dtype":"F64","shape":[2,3],"data_offsets":[0,48]}}"#;
    assert_eq!(linked(&matrix, "w.safetensors", &safetensors(header, &data)), expected);
    let header = r#"{"w":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]}}"#;
    let halves: Vec<u8> =
        [0x3c00u16, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(linked(&matrix, "w.safetensors", &safetensors(header, &halves)), expected);
    // The last argument is outermost, as in the text form.
    let curried = Ty::fun(Ty::Bool, Ty::fun(Ty::Real(1), Ty::Bool));
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1, 2), }";
    let found = linked(&curried, "w.npy", &npy(header, &doubles(&[1., 2., 3., 4.])));
    assert_eq!(found, Ok(vec!["[[[1, 2]], [[3, 4]]]".to_owned()]));
}

#[test]
fn a_dimension_in_front_is_a_batch() {
    let found = linked(&Ty::Nat, "n.json", b"[[0, 1], [0.5, 0]]");
    assert_eq!(found, Ok(vec!["[0, 1]".to_owned(), "[0.5]".to_owned()]));
    let found = linked(&Ty::Bool, "c.json", b"[[0, 1], [1, 0], [0.5, 0.5]]");
    assert_eq!(found.map(|list| list.len()), Ok(3));
}

#[test]
fn a_wrong_shape_is_named_with_the_right_one() {
    let tensor = link::read("w.json", b"[[1, 2], [3, 4], [5, 6]]", "w").expect("it is a tensor");
    let error = link::elements(&F64, &Ty::fun(Ty::Real(3), Ty::Bool), &tensor).expect_err("it is transposed");
    assert!(matches!(error, LinkError::Shape { .. }));
    let message = error.to_string();
    assert!(message.contains("(2, 3)") && message.contains("(3, 2)"), "{message}");
}

#[test]
fn broken_files_are_errors() {
    let good = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", &doubles(&[1., 2.]));
    for cut in 0..good.len() {
        assert!(linked(&Ty::Bool, "w.npy", &good[..cut]).is_err(), "cut at {cut}");
    }
    for (i, _) in good.iter().enumerate() {
        let mut bad = good.clone();
        bad[i] ^= 0x55;
        // An error or other numbers, but no panic.
        let _ = linked(&Ty::Bool, "w.npy", &bad);
    }
    let good = safetensors(r#"{"w":{"dtype":"F64","shape":[2],"data_offsets":[0,16]}}"#, &doubles(&[1., 2.]));
    for cut in 0..good.len() {
        assert!(linked(&Ty::Bool, "w.safetensors", &good[..cut]).is_err(), "cut at {cut}");
    }
    for (i, _) in good.iter().enumerate() {
        let mut bad = good.clone();
        bad[i] ^= 0x55;
        let _ = linked(&Ty::Bool, "w.safetensors", &bad);
    }
    let huge = [
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967295, 4294967295, 4294967295), }", &[]),
        npy("{'descr': '<f8', 'fortran_order': False, 'shape': (18446744073709551615,), }", &[]),
        npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", &[]),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(),
    ];
    huge.iter().for_each(|bytes| assert!(linked(&Ty::Bool, "w.npy", bytes).is_err()));
    let huge = [
        u64::MAX.to_le_bytes().to_vec(),
        safetensors(r#"{"w":{"dtype":"F64","shape":[4294967295,4294967295,4294967295],"data_offsets":[0,0]}}"#, &[]),
        safetensors(r#"{"w":{"dtype":"F64","shape":[2],"data_offsets":[16,0]}}"#, &[0; 16]),
        safetensors(r#"{"w":[]}"#, &[]),
        safetensors("[]", &[]),
    ];
    huge.iter().for_each(|bytes| assert!(linked(&Ty::Bool, "w.safetensors", bytes).is_err()));
    let deep = "[".repeat(100_000);
    for bad in ["", "{}", "[[1], [1, 2]]", "[1, [2]]", "[null, 1]", "[1, 2", &deep] {
        assert!(linked(&Ty::Bool, "w.json", bad.as_bytes()).is_err(), "{bad:.20}");
    }
    // Not-a-number is a float, and no rational number.
    let nan = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", &doubles(&[f64::NAN, f64::INFINITY]));
    assert_eq!(linked(&Ty::Bool, "w.npy", &nan), Ok(vec!["[NaN, inf]".to_owned()]));
    let tensor = link::read("w.npy", &nan, "w").expect("it is a tensor");
    assert!(matches!(link::elements(&Rat, &Ty::Bool, &tensor), Err(LinkError::Scalar(_))));
}

#[test]
fn what_is_no_network_is_not_read() {
    let good = translated(BLUR).to_string();
    assert!(good.parse::<Network>().is_ok());
    let bad = [
        ("", "no output"),
        (&good.replace("output %", "output %9"), "a wire that is not there"),
        (&good.replace("recur init %0", "recur init %1"), "an initial state of another type"),
        (&good.replace("in s0", "in s1"), "a cell that is not closed"),
        (&good.replace("R[4]", "R["), "a type that is none"),
        (&good.replace("apply", "reply"), "an unknown operation"),
        ("%0 : 2 = true\n%1 : 2 = gate %0 ? %0 : %2\noutput %1", "an operand that comes later"),
        ("%0 : 2 = param s2 in s0\noutput %0", "a parameter out of its scope"),
        ("%0 : 2 -o 2 = matrix 1 2 3\noutput %0", "a matrix with too few entries"),
        ("%0 : N = true\noutput %0", "a boolean of type N"),
    ];
    for (text, why) in bad {
        assert!(text.parse::<Network>().is_err(), "{why}:\n{text}");
    }
}

#[test]
fn matrices_are_exported_with_the_length_that_they_need() {
    let network = simplified("input n : N\nmain = iter{ 1 | y -> succ succ y }(n)");
    let horizons = |list: &[(&str, usize)]| {
        let list: Vec<(String, usize)> = list.iter().map(|(name, k)| ((*name).to_owned(), *k)).collect();
        Horizons::new(&network, &list)
    };
    let program = |list: &[(&str, usize)]| export::safetensors(&network, &horizons(list)?);
    assert!(matches!(horizons(&[("m", 3)]), Err(ExportError::NoSuchInput(_))));
    assert!(matches!(program(&[]), Err(ExportError::Horizon(_))));
    let too_short = program(&[("n", 3), ("output", 5)]);
    assert_eq!(too_short, Err(ExportError::OutputTooShort { given: 5, needed: 6 }));
    let bytes = program(&[("n", 3)]).expect("it is exported");
    let tensor = link::read("p.safetensors", &bytes, "program").expect("it is read");
    assert_eq!(tensor.shape, [6, 3]);
    let found = link::elements(&F64, &Ty::fun(Ty::Nat, Ty::Nat), &tensor).expect("it is a matrix");
    let Data::One(v) = found else { panic!("{found:?}") };
    assert_eq!(vector::show(&F64, &v), "[[0, 0, 0], [1, 0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]]");
}

#[test]
fn pictures_show_every_operation() {
    let network = translated(BLUR);
    let svg = network.to_svg().expect("it is small");
    assert_eq!(svg.matches("<rect ").count(), network.nodes().len() + 1);
    assert!(svg.contains("stroke-dasharray") && svg.ends_with("</svg>\n"), "{svg}");
    let dot = network.to_dot();
    assert_eq!(dot.matches(", color=").count(), network.nodes().len(), "{dot}");
    assert!(dot.contains("style=dashed"), "{dot}");
    let many = translated(&format!("{}0{}", "iter{ 0 | y -> y }(".repeat(2_000), ")".repeat(2_000)));
    assert!(matches!(many.to_svg(), Err(ExportError::TooLarge(_))));
}
