//! Arbitrary surface syntax: well-typed or not, as deep as it comes; and equality up to places.

use cajal_semantics::cajal::syntax::{Binder, Ident, Item, ItemKind, Main, Name, Program, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use cajal_semantics::source::Span;
use proptest::prelude::{Just, Strategy, any};
use proptest::{collection, option, prop_oneof};

pub(crate) fn new(kind: TermKind) -> Term {
    Term::new(kind, Span::default())
}

pub(crate) fn ident(name: &str) -> Ident {
    Ident { name: name.into(), span: Span::default() }
}

pub(crate) fn binder(name: &str, ty: Ty) -> Binder {
    Binder { ident: ident(name), ty, ty_span: Span::default() }
}

/// Names, of which some look like other things.
pub(crate) fn name() -> impl Strategy<Value = Name> {
    const NAMES: &[&str] =
        &["x", "y", "f", "x'", "_", "N", "R", "Bool", "o", "é", "iterate", "tt1", "a_rather_long_name_for_one"];
    proptest::sample::select(NAMES).prop_map(Name::from)
}

pub(crate) fn ty() -> impl Strategy<Value = Ty> {
    let base = prop_oneof![Just(Ty::Bool), Just(Ty::Nat), any::<u64>().prop_map(|k| Ty::Real(k.max(1)))];
    base.prop_recursive(5, 12, 2, |side| (side.clone(), side).prop_map(|(dom, cod)| Ty::fun(dom, cod)))
}

fn binders() -> impl Strategy<Value = Binder> {
    (name(), ty()).prop_map(|(name, ty)| binder(&name, ty))
}

/// Any term.
pub(crate) fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        name().prop_map(TermKind::Var),
        Just(TermKind::True),
        Just(TermKind::False),
        any::<u128>().prop_map(|n| TermKind::Num(n.into())),
        (0u32..3).prop_map(|n| TermKind::Num(n.into())),
    ];
    leaf.prop_map(new).prop_recursive(8, 60, 3, |e| {
        prop_oneof![
            e.clone().prop_map(TermKind::Succ),
            (binders(), e.clone()).prop_map(|(x, e)| TermKind::Lam(x, e)),
            (e.clone(), e.clone()).prop_map(|(e1, e2)| TermKind::App(e1, e2)),
            (e.clone(), e.clone(), e.clone()).prop_map(|(e1, e2, e3)| TermKind::If(e1, e2, e3)),
            (e.clone(), name(), e.clone(), e.clone()).prop_map(|(base, y, step, count)| TermKind::Iter {
                base,
                var: ident(&y),
                step,
                count
            }),
            (binders(), e.clone(), e).prop_map(|(x, e1, e2)| TermKind::Let(x, e1, e2)),
        ]
        .prop_map(new)
    })
}

/// Any file, without comments.
pub(crate) fn program() -> impl Strategy<Value = Program> {
    let kind = prop_oneof![Just(ItemKind::Extern), Just(ItemKind::Input), term().prop_map(|e| ItemKind::Def(Some(e))),];
    let item = (binders(), kind).prop_map(|(binder, kind)| Item { span: Span::default(), binder, kind });
    let main =
        (any::<bool>(), term()).prop_map(|(keyword, e)| Main { keyword: keyword.then(Span::default), term: Some(e) });
    (collection::vec(item, 0..4), option::of(main)).prop_map(|(items, main)| Program {
        items,
        main,
        ..Program::default()
    })
}

/// Everything but the places.
pub(crate) fn shape(program: &Program) -> String {
    let items: Vec<String> = program
        .items
        .iter()
        .map(|item| {
            let body = match &item.kind {
                ItemKind::Extern | ItemKind::Input => String::new(),
                ItemKind::Def(body) => body.as_ref().map_or("?".to_owned(), term_shape),
            };
            format!("{} {} {} {body}", item.keyword(), item.binder.ident.name, item.binder.ty)
        })
        .collect();
    let main = program.main.as_ref().map(|main| (main.keyword.is_some(), main.term.as_ref().map(term_shape)));
    format!("{items:?} {main:?}")
}

/// The term, fully parenthesised by a printer that knows no layout.
pub(crate) fn term_shape(e: &Term) -> String {
    match e.kind() {
        TermKind::Var(x) => format!("{x}"),
        TermKind::True => "true".to_owned(),
        TermKind::False => "false".to_owned(),
        TermKind::Num(n) => format!("#{n}"),
        TermKind::Succ(e) => format!("S({})", term_shape(e)),
        TermKind::Lam(x, e) => format!("L({}:{}.{})", x.ident.name, x.ty, term_shape(e)),
        TermKind::App(e1, e2) => format!("A({},{})", term_shape(e1), term_shape(e2)),
        TermKind::If(e1, e2, e3) => format!("I({},{},{})", term_shape(e1), term_shape(e2), term_shape(e3)),
        TermKind::Iter { base, var, step, count } => {
            format!("R({}|{}.{}|{})", term_shape(base), var.name, term_shape(step), term_shape(count))
        }
        TermKind::Let(x, e1, e2) => format!("T({}:{}={},{})", x.ident.name, x.ty, term_shape(e1), term_shape(e2)),
    }
}
