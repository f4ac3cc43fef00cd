//! What a campaign has found so far: counts that add up, whatever the order of the chunks.

use crate::generate::distribution::Distribution;
use cajal_semantics::cajal::derivation::Rule;
use std::collections::BTreeMap;

/// How programs were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// At random.
    Random,
    /// All of a size.
    Every,
}

/// Programs by what a theorem's check said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// The theorem holds.
    pub holds: u64,
    /// It says nothing about the program.
    pub silent: u64,
    /// A limit was reached.
    pub limit: u64,
    /// It does not hold.
    pub violated: u64,
}

impl Counts {
    fn merge(&mut self, other: &Counts) {
        self.holds += other.holds;
        self.silent += other.silent;
        self.limit += other.limit;
        self.violated += other.violated;
    }
}

/// A program for which a theorem does not hold, as small as shrinking makes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counterexample {
    /// Its source. (First: a shorter one is the smaller one.)
    pub source: String,
    /// The seed of its vectors.
    pub seed: u64,
    /// What went wrong.
    pub message: String,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By theorem and method.
    pub counts: BTreeMap<(String, Method), Counts>,
    /// The smallest of each theorem.
    pub counterexamples: BTreeMap<String, Counterexample>,
    /// In how many programs each typing rule is used.
    pub rules: BTreeMap<Rule, u64>,
    /// What the first random programs exercise: by stage.
    pub distributions: BTreeMap<usize, Distribution>,
    /// The pair that shows that the model is not fully abstract.
    pub pair: Option<[String; 2]>,
    /// Time spent in each theorem, in nanoseconds. (Not part of what shards agree on.)
    pub nanoseconds: BTreeMap<String, u64>,
}

impl Tally {
    /// The counts of a theorem.
    pub fn entry(&mut self, theorem: &str, method: Method) -> &mut Counts {
        self.counts.entry((theorem.to_owned(), method)).or_default()
    }

    /// Keeps the smaller counterexample.
    pub fn counterexample(&mut self, theorem: &str, found: Counterexample) {
        let key = |c: &Counterexample| (c.source.len(), c.clone());
        match self.counterexamples.get(theorem) {
            Some(known) if key(known) <= key(&found) => {}
            _ => {
                self.counterexamples.insert(theorem.to_owned(), found);
            }
        }
    }

    /// Adds the findings of another part.
    pub fn merge(&mut self, other: Tally) {
        for ((theorem, method), counts) in other.counts {
            self.counts.entry((theorem, method)).or_default().merge(&counts);
        }
        other.counterexamples.into_iter().for_each(|(theorem, found)| self.counterexample(&theorem, found));
        other.rules.into_iter().for_each(|(rule, n)| *self.rules.entry(rule).or_default() += n);
        other.nanoseconds.into_iter().for_each(|(theorem, n)| *self.nanoseconds.entry(theorem).or_default() += n);
        for (stage, distribution) in other.distributions {
            self.distributions.entry(stage).or_default().merge(distribution);
        }
        self.pair = self.pair.take().or(other.pair);
    }

    /// Is there a violation?
    pub fn violated(&self) -> bool {
        self.counts.values().any(|counts| counts.violated > 0)
    }

    /// Programs checked, counted once for each theorem that had something to say.
    pub fn checks(&self) -> u64 {
        self.counts.values().map(|counts| counts.holds + counts.violated).sum()
    }
}
