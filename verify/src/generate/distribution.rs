//! What a sample of programs exercises: a generator whose distribution nobody looked at may draw one shape for ever.

use super::sites::{Site, sites};
use super::term::Variable;
use cajal_semantics::cajal::syntax::{ItemKind, Program, Term, TermKind};
use cajal_semantics::cajal::types::Ty;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Shares of a sample, in programs.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    /// How many programs.
    pub programs: usize,
    /// In how many programs each feature occurs.
    pub features: BTreeMap<&'static str, usize>,
    /// Programs by the depth of main.
    pub depths: BTreeMap<u32, usize>,
    /// Programs by the number of nodes of main.
    pub sizes: BTreeMap<usize, usize>,
    /// The shapes, that is programs up to names and literals: their hashes.
    shapes: BTreeSet<u64>,
}

/// The features, in the order of the report.
pub const FEATURES: [&str; 27] = [
    "Var",
    "Glob",
    "True",
    "False",
    "Zero",
    "numeral",
    "Succ",
    "Lam",
    "App",
    "let",
    "If",
    "Iter",
    "iter at 2",
    "iter at N",
    "iter at a function type",
    "iter in a step",
    "if at a function type",
    "captured variable",
    "captured function",
    "higher-order argument",
    "applied variable",
    "variable as a condition",
    "variable as a count",
    "variable in both branches",
    "hidden variable",
    "two variables split",
    "depth 8 or more",
];

impl Distribution {
    /// Counts one more well-typed program.
    pub fn add(&mut self, program: &Program) {
        let mut globals = Vec::new();
        let mut inputs = Vec::new();
        let mut found = BTreeSet::new();
        for item in &program.items {
            let x = Variable { name: item.binder.ident.name.clone(), ty: item.binder.ty.clone() };
            match &item.kind {
                ItemKind::Input => inputs.push(x),
                ItemKind::Extern | ItemKind::Def(None) => globals.push(x),
                ItemKind::Def(Some(e)) => {
                    features(&sites(&globals, &[], e), &mut found);
                    globals.push(x);
                }
            }
        }
        if let Some(e) = program.main.as_ref().and_then(|main| main.term.as_ref()) {
            let sites = sites(&globals, &inputs, e);
            features(&sites, &mut found);
            if e.depth() >= 8 {
                found.insert("depth 8 or more");
            }
            *self.depths.entry(e.depth()).or_default() += 1;
            *self.sizes.entry(sites.len()).or_default() += 1;
            self.shapes.insert(hash(&shape(&sites)));
        }
        self.programs += 1;
        for feature in found {
            *self.features.entry(feature).or_default() += 1;
        }
    }

    /// The share of programs with a feature, in percent.
    pub fn percent(&self, feature: &str) -> f64 {
        100.0 * self.features.get(feature).copied().unwrap_or(0) as f64 / self.programs.max(1) as f64
    }

    /// How many shapes occur.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let pairs = |pairs: Vec<(u64, usize)>| json!(pairs);
        json!({
            "programs": self.programs,
            "features": self.features,
            "depths": pairs(self.depths.iter().map(|(k, n)| (u64::from(*k), *n)).collect()),
            "sizes": pairs(self.sizes.iter().map(|(k, n)| (*k as u64, *n)).collect()),
            "shapes": self.shapes,
        })
    }

    /// From JSON.
    pub fn of_json(value: &Value) -> Option<Distribution> {
        let number = |value: &Value| usize::try_from(value.as_u64()?).ok();
        let mut distribution = Distribution { programs: number(&value["programs"])?, ..Distribution::default() };
        for (name, n) in value["features"].as_object()? {
            let feature = FEATURES.into_iter().find(|feature| feature == name)?;
            distribution.features.insert(feature, number(n)?);
        }
        for pair in value["depths"].as_array()? {
            distribution.depths.insert(u32::try_from(pair[0].as_u64()?).ok()?, number(&pair[1])?);
        }
        for pair in value["sizes"].as_array()? {
            distribution.sizes.insert(number(&pair[0])?, number(&pair[1])?);
        }
        for shape in value["shapes"].as_array()? {
            distribution.shapes.insert(shape.as_u64()?);
        }
        Some(distribution)
    }

    /// Adds the counts of another part of the sample.
    pub fn merge(&mut self, other: Distribution) {
        self.programs += other.programs;
        other.features.into_iter().for_each(|(k, n)| *self.features.entry(k).or_default() += n);
        other.depths.into_iter().for_each(|(k, n)| *self.depths.entry(k).or_default() += n);
        other.sizes.into_iter().for_each(|(k, n)| *self.sizes.entry(k).or_default() += n);
        self.shapes.extend(other.shapes);
    }
}

/// FNV-1a: the same everywhere and for ever.
fn hash(shape: &str) -> u64 {
    shape.bytes().fold(0xCBF2_9CE4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// A term up to names and literals: one letter for each constructor in preorder, and the types that are written.
fn shape(sites: &[Site]) -> String {
    let mut shape = String::with_capacity(sites.len() + 8);
    for site in sites {
        match site.term.kind() {
            TermKind::Var(_) => shape.push('x'),
            TermKind::True | TermKind::False => shape.push('b'),
            TermKind::Num(_) => shape.push('n'),
            TermKind::Succ(_) => shape.push('s'),
            TermKind::Lam(x, _) => shape.extend(["λ", &x.ty.to_string()]),
            TermKind::App(..) => shape.push('@'),
            TermKind::Let(x, ..) => shape.extend(["l", &x.ty.to_string()]),
            TermKind::If(..) => shape.push('?'),
            TermKind::Iter { .. } => shape.push('i'),
        }
    }
    shape
}

fn features(sites: &[Site], found: &mut BTreeSet<&'static str>) {
    let is_variable = |e: &Term| matches!(e.kind(), TermKind::Var(_));
    let function = |ty: &Ty| matches!(ty, Ty::Fun(_));
    for (position, site) in sites.iter().enumerate() {
        match site.term.kind() {
            TermKind::Var(_) => {
                found.insert(if site.free.is_empty() { "Glob" } else { "Var" });
            }
            TermKind::True => {
                found.insert("True");
            }
            TermKind::False => {
                found.insert("False");
            }
            TermKind::Num(n) => {
                found.insert(if n.is_zero() { "Zero" } else { "numeral" });
            }
            TermKind::Succ(_) => {
                found.insert("Succ");
            }
            TermKind::Lam(x, _) => {
                found.insert("Lam");
                if !site.free.is_empty() {
                    found.insert("captured variable");
                }
                if site.free.iter().any(|x| function(&x.variable.ty)) {
                    found.insert("captured function");
                }
                if site.scope.iter().any(|y| y.variable.name == x.ident.name) {
                    found.insert("hidden variable");
                }
            }
            TermKind::App(e1, _) => {
                found.insert("App");
                let argument = &sites[sites[position + 1].end];
                if function(&argument.ty) {
                    found.insert("higher-order argument");
                }
                if is_variable(e1) && !sites[position + 1].free.is_empty() {
                    found.insert("applied variable");
                }
                if !sites[position + 1].free.is_empty() && !argument.free.is_empty() {
                    found.insert("two variables split");
                }
            }
            TermKind::Let(x, _, _) => {
                found.insert("let");
                if function(&x.ty) {
                    found.insert("higher-order argument");
                }
            }
            TermKind::If(e1, _, _) => {
                found.insert("If");
                if function(&site.ty) {
                    found.insert("if at a function type");
                }
                if is_variable(e1) && !sites[position + 1].free.is_empty() {
                    found.insert("variable as a condition");
                }
                if !sites[sites[position + 1].end].free.is_empty() {
                    found.insert("variable in both branches");
                }
            }
            TermKind::Iter { count, .. } => {
                found.insert("Iter");
                found.insert(match &site.ty {
                    Ty::Bool => "iter at 2",
                    Ty::Nat => "iter at N",
                    Ty::Fun(_) | Ty::Real(_) => "iter at a function type",
                });
                if site.steps > 0 {
                    found.insert("iter in a step");
                }
                let counted = &sites[sites[sites[position + 1].end].end];
                if is_variable(count) && !counted.free.is_empty() {
                    found.insert("variable as a count");
                }
            }
        }
    }
}
