//! What a campaign checks, cut into chunks.

use crate::enumerate::{Space, TooMany, Universe};
use crate::generate::{ProgramStrategy, Variable, variable};
use crate::theorems::{About, Theorem};
use cajal_semantics::cajal::types::Ty;
use std::ops::Range;

/// A whole campaign.
#[derive(Clone)]
pub struct Plan {
    /// The theorems.
    pub theorems: Vec<Theorem>,
    /// Random programs for each theorem.
    pub programs: u64,
    /// All closed programs up to this size.
    pub size: u32,
    /// Seeds the random programs.
    pub seed: u64,
}

/// A part of a campaign: the chunks whose number is `index` modulo `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Shard {
    /// The whole campaign.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };
}

/// Programs of one kind.
#[derive(Clone, Debug)]
pub enum Stage {
    /// Random programs.
    Random {
        /// Which theorems they are for.
        about: About,
        /// How they are drawn.
        strategy: ProgramStrategy,
        /// How many.
        programs: u64,
    },
    /// All programs of one size.
    Every {
        /// The types of binders and iterations.
        universe: Universe,
        /// Δ
        inputs: Vec<Variable>,
        /// The type of main.
        goal: Ty,
        /// The number of nodes.
        size: u32,
        /// How many there are.
        programs: u64,
    },
    /// The search for terms that no program tells apart, up to a size.
    FullAbstraction {
        /// The number of nodes.
        size: u32,
    },
}

/// Programs in one chunk: enough that handing it out costs nothing, few enough to stop and save in time.
const CHUNK: u64 = 256;

/// Random programs are drawn with a budget of up to this many nodes.
const BUDGET: u32 = 24;

/// Open programs are enumerated up to a size that is this much smaller: several contexts and goals, and costlier theorems.
const OPEN: u32 = 6;

impl Plan {
    /// The stages, in their order.
    ///
    /// # Errors
    /// If there are too many programs of the size to number them.
    pub fn stages(&self) -> Result<Vec<Stage>, TooMany> {
        let mut stages = Vec::new();
        if self.has(About::Closed) {
            let strategy = ProgramStrategy::closed(BUDGET);
            stages.push(Stage::Random { about: About::Closed, strategy, programs: self.programs });
            self.every(&mut stages, Universe::ground(), &[], Ty::Bool, self.size)?;
            let smaller = self.size.saturating_sub(2);
            self.every(&mut stages, Universe::first_order(), &[], Ty::Nat, smaller)?;
            self.every(&mut stages, Universe::first_order(), &[], Ty::fun(Ty::Bool, Ty::Bool), smaller)?;
        }
        if self.has(About::Open) {
            for (strategy, share) in [(ProgramStrategy::open(BUDGET), 2), (ProgramStrategy::linked(BUDGET), 2)] {
                stages.push(Stage::Random { about: About::Open, strategy, programs: self.programs.div_ceil(share) });
            }
            let size = self.size.saturating_sub(OPEN);
            for inputs in [vec![Ty::Bool], vec![Ty::Nat], vec![Ty::fun(Ty::Bool, Ty::Bool)], vec![Ty::Bool, Ty::Nat]] {
                for goal in [Ty::Bool, Ty::Nat, Ty::fun(Ty::Bool, Ty::Bool)] {
                    self.every(&mut stages, Universe::first_order(), &inputs, goal, size)?;
                }
            }
        }
        stages.push(Stage::FullAbstraction { size: 8 });
        Ok(stages)
    }

    fn has(&self, about: About) -> bool {
        self.theorems.iter().any(|theorem| theorem.about == about)
    }

    fn every(
        &self,
        stages: &mut Vec<Stage>,
        universe: Universe,
        inputs: &[Ty],
        goal: Ty,
        largest: u32,
    ) -> Result<(), TooMany> {
        let inputs: Vec<Variable> =
            inputs.iter().enumerate().map(|(i, ty)| Variable { name: variable(i), ty: ty.clone() }).collect();
        let mut space = Space::new(universe.clone());
        for size in 1..=largest {
            let programs = u64::try_from(space.count(size, &inputs, &goal)?).map_err(|_| TooMany)?;
            if programs > 0 {
                let (universe, inputs, goal) = (universe.clone(), inputs.clone(), goal.clone());
                stages.push(Stage::Every { universe, inputs, goal, size, programs });
            }
        }
        Ok(())
    }

    /// One line that two campaigns share exactly if their chunks mean the same.
    pub fn fingerprint(&self) -> String {
        let names: Vec<&str> = self.theorems.iter().map(|theorem| theorem.name).collect();
        format!("seed {} programs {} size {} theorems {}", self.seed, self.programs, self.size, names.join(" "))
    }
}

impl Stage {
    /// How many programs the stage has.
    pub fn programs(&self) -> u64 {
        match self {
            Stage::Random { programs, .. } | Stage::Every { programs, .. } => *programs,
            Stage::FullAbstraction { .. } => 1,
        }
    }

    fn chunks(&self) -> u64 {
        self.programs().div_ceil(CHUNK)
    }
}

/// How many chunks the stages have together.
pub(super) fn chunks(stages: &[Stage]) -> u64 {
    stages.iter().map(Stage::chunks).sum()
}

/// The stage of a chunk, and its range of programs.
pub(super) fn chunk(stages: &[Stage], mut number: u64) -> (usize, Range<u64>) {
    for (i, stage) in stages.iter().enumerate() {
        if number < stage.chunks() {
            let start = number * CHUNK;
            return (i, start..stage.programs().min(start + CHUNK));
        }
        number -= stage.chunks();
    }
    unreachable!("BUG: a chunk past the last stage")
}
