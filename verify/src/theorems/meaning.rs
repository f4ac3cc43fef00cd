//! Evaluation and meaning agree.

use super::observe::{Valuation, closed_term, meaning, meaning_in, model, same};
use super::{About, Otherwise, Outcome, Subject, Theorem};
use crate::generate::Draw;
use crate::generate::substitute::substitute;
use cajal_semantics::cajal::denote::{Element, Env};
use cajal_semantics::cajal::eval::{self, Value, machine};
use cajal_semantics::cajal::syntax::{ItemKind, Main};
use cajal_semantics::scalar::{Int, Nat};
use dashu_int::{IBig, UBig};

/// e ⇓ v ⟹ ⟦e⟧ = ⟦v⟧
pub const SOUNDNESS: Theorem =
    Theorem { name: "soundness", statement: "e ⇓ v ⟹ ⟦e⟧ = ⟦v⟧", about: About::Closed, check: soundness };

fn soundness(subject: &Subject) -> Outcome {
    let main = subject.closed()?;
    let value = subject.evaluated()?.value.to_typed();
    let none = Valuation::none(subject.fuel);
    same("⟦e⟧ = ⟦v⟧", &meaning(&Nat, main, &none)?, &meaning(&Nat, &value, &none)?)
}

/// For e : 2 or N, e ⇓ v ⟺ ⟦e⟧ = ⟦v⟧
pub const ADEQUACY: Theorem =
    Theorem {
        name: "adequacy", statement: "for e : 2 or N, e ⇓ v ⟺ ⟦e⟧ = ⟦v⟧", about: About::Closed, check: adequacy
    };

/// The value is read off the meaning: it is one-hot, and its index is the value. So ⟦e⟧ is the meaning of that value and of
/// no other one. (Nothing is denoted but e: this does not rely on ⟦v⟧.)
fn adequacy(subject: &Subject) -> Outcome {
    let main = subject.closed()?;
    let expected = match &subject.evaluated()?.value {
        Value::True => UBig::ZERO,
        Value::False => UBig::ONE,
        Value::Num(n) => n.clone(),
        Value::Lam(_) => return Err(Otherwise::Silent),
    };
    let seen = meaning(&Nat, main, &Valuation::none(subject.fuel))?;
    let one_hot = [(expected, UBig::ONE)].into();
    same("the meaning of a program is one-hot at its value", &seen, &vec![one_hot])
}

/// ⟦e\[x:=v\]⟧(s) = ⟦e⟧(s, x↦⟦v⟧)
pub const SUBSTITUTION: Theorem = Theorem {
    name: "substitution",
    statement: "⟦e[x:=v]⟧(s) = ⟦e⟧(s, x↦⟦v⟧)",
    about: About::Open,
    check: substitution,
};

/// For one of the inputs and a random value. Also: substitution in the source and in the typed term are the same.
fn substitution(subject: &Subject) -> Outcome {
    let (main, source) = (subject.main()?, subject.main_term()?);
    let inputs = subject.inputs();
    if inputs.is_empty() || inputs.iter().any(|x| has_real(&x.ty)) {
        return Err(Otherwise::Silent);
    }
    let mut rng = subject.rng();
    let i = Draw::new(&mut rng).below(inputs.len() as u32) as usize;
    let value = machine::eval(&closed_term(&mut rng, &inputs[i].ty, 10), subject.fuel)?.value;

    let mut program = subject.program.clone();
    program.items.retain(|item| !matches!(item.kind, ItemKind::Input) || item.binder.ident.name != inputs[i].name);
    let substituted = substitute(source, &inputs[i].name, &value.to_term());
    program.main = Some(Main { keyword: None, term: Some(substituted) });
    let substituted = subject.derived(program)?;
    if i + 1 == inputs.len() {
        let typed = eval::substitute(main, 1, &mut |_| value.to_typed());
        if typed != *substituted.main()? {
            return Err(Otherwise::violated("substitution in the typed term is another term"));
        }
    }

    let minus_one = IBig::NEG_ONE;
    let mut valuation = Valuation::draw(&Int, Some(&minus_one), subject, &mut rng)?;
    let meaning_of_value = model(&Int, &valuation).denote(&value.to_typed(), &Env::new())?;
    let with_value = |(j, v)| if i == j { meaning_of_value.clone() } else { Element::of_vector(v) };
    let s = valuation.inputs.iter().enumerate().map(with_value).collect();
    let right = meaning_in(&mut model(&Int, &valuation), main, &s)?;
    valuation.inputs.remove(i);
    same("⟦e[x:=v]⟧(s) = ⟦e⟧(s, x↦⟦v⟧)", &meaning(&Int, substituted.main()?, &valuation)?, &right)
}

/// Does R\[k\] occur, of which there are no values?
pub(super) fn has_real(ty: &cajal_semantics::cajal::types::Ty) -> bool {
    use cajal_semantics::cajal::types::Ty;
    cajal_semantics::deep::grow(|| match ty {
        Ty::Bool | Ty::Nat => false,
        Ty::Real(_) => true,
        Ty::Fun(arrow) => has_real(&arrow.dom) || has_real(&arrow.cod),
    })
}
