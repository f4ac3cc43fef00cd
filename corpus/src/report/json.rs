//! The report for programs.

use super::{by_group, codes, expected, found, verb};
use crate::grade::Status;
use crate::protocol::PROTOCOL;
use crate::runner::Run;
use crate::store::{CORPUS, LANGUAGE};
use serde_json::{Map, Value, json};

/// One object: versions, totals, groups, and all cases in order.
pub fn json(run: &Run<'_>) -> Value {
    let counts = |counts: &[usize]| -> Map<String, Value> {
        Status::ALL.iter().zip(counts).map(|(status, n)| (status.name().to_owned(), json!(n))).collect()
    };
    let groups: Map<String, Value> = by_group(run).iter().map(|(g, c)| (g.clone(), json!(counts(c)))).collect();
    let [right, other, absent] = codes(run);
    let cases: Vec<Value> = run
        .outcomes
        .iter()
        .map(|outcome| {
            let (case, grade) = (outcome.case, &outcome.grade);
            json!({
                "id": case.question.id,
                "group": case.group,
                "verb": verb(&case.question),
                "status": grade.status,
                "code": grade.code,
                "detail": grade.detail,
                "expected": expected(outcome),
                "found": found(outcome),
                "seconds": outcome.took.as_secs_f64(),
            })
        })
        .collect();
    json!({
        "versions": { "protocol": PROTOCOL, "corpus": CORPUS, "language": LANGUAGE },
        "implementation": run.implementation.as_ref().map(|i| &i.implementation),
        "totals": counts(&Status::ALL.map(|status| run.count(status))),
        "codes": { "right": right, "other": other, "absent": absent },
        "groups": groups,
        "noise": run.noise,
        "starts": run.starts,
        "interrupted": run.interrupted,
        "seconds": run.took.as_secs_f64(),
        "cases": cases,
    })
}
