//! The smallest counterexample that shrinking reaches. proptest's own loop tries one candidate at a time through a
//! [`ProgramTree`](super::ProgramTree) and comes to the same end; this one is for campaigns, which do not run inside
//! proptest.

use super::shrink::Candidates;
use cajal_semantics::cajal::syntax::Program;

/// A program for which `fails` holds and of which no candidate fails; `program` itself fails. At most `tries` programs are
/// tried.
pub fn minimise(program: &Program, mut tries: usize, mut fails: impl FnMut(&Program) -> bool) -> Program {
    let mut smallest = program.clone();
    loop {
        let smaller = Candidates::new(&smallest).take_while(|_| {
            tries = tries.saturating_sub(1);
            tries > 0
        });
        match smaller.into_iter().find(|candidate| fails(candidate)) {
            Some(program) => smallest = program,
            None => return smallest,
        }
    }
}
