//! Names that are legal, all different, and close to what was wanted.

use super::parse::KEYWORDS;
use super::primitive::Function;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The names that are taken.
pub(super) struct Names {
    used: HashSet<Arc<str>>,
    /// For each name that was wanted more than once, the last number that was put behind it.
    last: HashMap<String, u32>,
}

impl Names {
    /// Keywords, primitives and these names are taken.
    pub(super) fn new(taken: impl IntoIterator<Item = Arc<str>>) -> Self {
        let mut used: HashSet<Arc<str>> = KEYWORDS.into_iter().chain(["onehot"]).map(Arc::from).collect();
        used.extend(Function::ALL.map(|function| Arc::from(function.name())));
        used.extend(taken);
        Names { used, last: HashMap::new() }
    }

    /// The wanted name, or the wanted name with a number.
    pub(super) fn fresh(&mut self, wanted: &str) -> Arc<str> {
        self.next(wanted, true)
    }

    /// The wanted name with a number.
    pub(super) fn numbered(&mut self, wanted: &str) -> Arc<str> {
        self.next(wanted, false)
    }

    fn next(&mut self, wanted: &str, first_bare: bool) -> Arc<str> {
        let last = self.last.entry(wanted.to_owned()).or_insert(0);
        loop {
            *last += 1;
            let bare = *last == 1 && first_bare;
            let name: Arc<str> = if bare { wanted.into() } else { format!("{wanted}{last}").into() };
            if self.used.insert(name.clone()) {
                return name;
            }
        }
    }
}
