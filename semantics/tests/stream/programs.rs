//! The programs of `corpus/streams/` on both denotations, against the expectations of their independent witnesses.

use crate::cases::{compare, value};
use cajal_semantics::stream::denote::{demand, kleene};
use cajal_semantics::stream::inputs::Given;
use cajal_semantics::stream::{Horizon, check, elaborate, parse};
use serde_json::Value as Json;
use std::path::Path;

#[test]
fn all_programs() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/streams"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut programs = 0;
    for entry in std::fs::read_dir(folder.join("expected")).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let mut case: Json = serde_json::from_str(&read(&path)).expect("JSON");
        if case["kind"] != "eval" {
            continue;
        }
        case["name"] = case["program"].clone();
        let name = case["program"].as_str().expect("a program").to_owned();
        let program = parse(&read(&folder.join(&name))).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let main = case["main"].as_str().expect("a node");
        check(&program, main, Horizon::Finite).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let elaborated = elaborate(&program, main).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let system = &elaborated.system;
        let lines: Vec<Json> = match case["input"].as_str() {
            None => vec![],
            Some(input) => {
                read(&folder.join(input)).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
            }
        };
        let given = system.inputs.iter().map(|x| {
            let variable = system.variable(*x);
            let at =
                |line: &Json| Some(&line[&*variable.name]).filter(|v| !v.is_null()).map(|v| value(v, &variable.ty));
            lines.iter().map(at).collect()
        });
        let given: Vec<Given> = given.collect();
        let horizon = case["horizon"].as_u64().expect("a horizon") as usize;
        let outputs = demand::denote(system, &given, horizon, &system.outputs).expect("the inputs fit");
        compare(&case, system, &outputs);
        if horizon < 50 {
            let again = kleene::denote(&elaborated.nodes, system, &given, horizon).expect("the inputs fit");
            assert_eq!(outputs, again, "{name}: the two denotations differ");
        }
        programs += 1;
    }
    assert_eq!(programs, 22);
}
