//! Facts about e ⇓ v.

use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::program::program;
use cajal_semantics::cajal::eval::{Stopped, machine, subst};
use cajal_semantics::cajal::syntax::ItemKind;

/// ∅ ⊢ e : τ ⟹ exactly one v with e ⇓ v, and ∅ ⊢ v : τ
pub const PRESERVATION: Theorem = Theorem {
    name: "preservation-termination-determinism",
    statement: "∅ ⊢ e : τ ⟹ exactly one v with e ⇓ v, and ∅ ⊢ v : τ",
    about: About::Closed,
    check: preservation,
};

fn preservation(subject: &Subject) -> Outcome {
    let main = subject.closed()?;
    let value = &subject.evaluated()?.value;
    let again = machine::eval(main, subject.fuel)?.value;
    if again != *value {
        return Err(Otherwise::Violated(format!("two values: {value:?} and {again:?}")));
    }
    // The value is written out and typed anew; the definitions it may mention are kept.
    let definitions = subject.program.items.iter().filter(|item| matches!(item.kind, ItemKind::Def(_)));
    let typed = subject.derived(program(definitions.cloned().collect(), value.to_term()))?;
    let found = typed.main()?.ty();
    if found != main.ty() {
        return Err(Otherwise::Violated(format!("a term of type {} has a value of type {found}", main.ty())));
    }
    Ok(())
}

/// The substitution evaluator and the environment machine give the same value, in the same number of steps.
pub const TWO_MACHINES: Theorem = Theorem {
    name: "two-machines-agree",
    statement: "substitution evaluator = environment machine, in values and in steps",
    about: About::Closed,
    check: two_machines,
};

fn two_machines(subject: &Subject) -> Outcome {
    let main = subject.closed()?;
    let by_substitution = subst::eval(main, subject.fuel);
    if let Err(Stopped::TooDeep { .. }) = by_substitution {
        return Err(Otherwise::Limit("the derivation is nested too deeply".into()));
    }
    let by_machine = match subject.evaluated() {
        Ok(evaluated) => Ok(evaluated.clone()),
        Err(Otherwise::Limit(_)) => Err(Stopped::OutOfFuel { fuel: subject.fuel }),
        Err(other) => return Err(other),
    };
    if by_substitution != by_machine {
        return Err(Otherwise::Violated(format!("{by_substitution:?} against {by_machine:?}")));
    }
    by_machine.map(|_| ()).map_err(Otherwise::from)
}
