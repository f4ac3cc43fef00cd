//! Definitions are not recursive. The cycles of a file are the strongly connected components of "uses", by Tarjan's
//! algorithm: linear time, whatever the order of the definitions.

use crate::cajal::syntax::{ItemKind, Name, Program, Term, TermKind, children};
use std::collections::{HashMap, HashSet, VecDeque};

/// The cycles among the definitions of a file.
pub(super) struct Cycles {
    /// The cycle that each item belongs to.
    pub(super) of: Vec<Option<usize>>,
    uses: Vec<Vec<usize>>,
}

impl Cycles {
    /// Finds the cycles; `first` holds the first item of each name.
    pub(super) fn new(program: &Program, first: &HashMap<Name, usize>) -> Cycles {
        let uses = program.items.iter().map(|item| match &item.kind {
            ItemKind::Def(Some(e)) => free_names(e).iter().filter_map(|x| first.get(x).copied()).collect(),
            ItemKind::Def(None) | ItemKind::Extern | ItemKind::Input => Vec::new(),
        });
        let uses: Vec<Vec<usize>> = uses.collect();
        let component = components(&uses);
        let mut size = vec![0; uses.len()];
        for c in &component {
            size[*c] += 1;
        }
        let of = |i: usize| (size[component[i]] > 1 || uses[i].contains(&i)).then_some(component[i]);
        Cycles { of: (0..uses.len()).map(of).collect(), uses }
    }

    /// A shortest way from a definition back to itself, from it to the last one before it.
    pub(super) fn path(&self, start: usize) -> Vec<usize> {
        let mut reached_from: HashMap<usize, usize> = HashMap::new();
        let mut work = VecDeque::from([start]);
        while let Some(from) = work.pop_front() {
            for to in &self.uses[from] {
                if *to == start {
                    let mut path = vec![from];
                    while path[path.len() - 1] != start {
                        path.push(reached_from[&path[path.len() - 1]]);
                    }
                    path.reverse();
                    return path;
                }
                if self.of[*to] == self.of[start] && !reached_from.contains_key(to) {
                    reached_from.insert(*to, from);
                    work.push_back(*to);
                }
            }
        }
        unreachable!("BUG: every definition of a cycle reaches itself within it")
    }
}

/// The strongly connected component of every node (Tarjan, with an explicit stack).
fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let n = edges.len();
    let (mut order, mut low, mut component) = (vec![UNSEEN; n], vec![0; n], vec![UNSEEN; n]);
    let (mut seen, mut found) = (0, 0);
    let (mut open, mut work) = (Vec::new(), Vec::new());
    for root in 0..n {
        if order[root] == UNSEEN {
            work.push((root, 0));
        }
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                (order[node], low[node]) = (seen, seen);
                seen += 1;
                open.push(node);
            } else {
                low[node] = low[node].min(low[edges[node][edge - 1]]);
            }
            // The first edge from here on that leads to an unseen node; the others only lower `low`.
            let (mut next, mut descended) = (edge, false);
            while let Some(&to) = edges[node].get(next) {
                next += 1;
                if order[to] == UNSEEN {
                    work.extend([(node, next), (to, 0)]);
                    descended = true;
                    break;
                }
                if component[to] == UNSEEN {
                    low[node] = low[node].min(order[to]);
                }
            }
            if !descended && low[node] == order[node] {
                while let Some(member) = open.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
        }
    }
    component
}

/// The names that occur free in a term, without repetition.
fn free_names(e: &Term) -> Vec<Name> {
    enum Step<'a> {
        Visit(&'a Term),
        Bind(&'a Name),
        Unbind(&'a Name),
    }
    let (mut free, mut bound): (Vec<Name>, HashMap<&Name, usize>) = Default::default();
    let mut seen = HashSet::new();
    let mut work = vec![Step::Visit(e)];
    while let Some(step) = work.pop() {
        match step {
            Step::Bind(x) => *bound.entry(x).or_default() += 1,
            Step::Unbind(x) => *bound.entry(x).or_default() -= 1,
            Step::Visit(e) => {
                let binds = |x, body, work: &mut Vec<_>| {
                    work.extend([Step::Unbind(x), Step::Visit(body), Step::Bind(x)]);
                };
                match e.kind() {
                    TermKind::Var(x) => {
                        if bound.get(x).is_none_or(|n| *n == 0) && seen.insert(x) {
                            free.push(x.clone());
                        }
                    }
                    TermKind::Lam(x, body) => binds(&x.ident.name, body, &mut work),
                    TermKind::Let(x, e1, body) => {
                        binds(&x.ident.name, body, &mut work);
                        work.push(Step::Visit(e1));
                    }
                    TermKind::Iter { base, var, step, count } => {
                        binds(&var.name, step, &mut work);
                        work.extend([Step::Visit(base), Step::Visit(count)]);
                    }
                    TermKind::True | TermKind::False | TermKind::Num(_) => {}
                    TermKind::Succ(_) | TermKind::App(..) | TermKind::If(..) => {
                        work.extend(children(e.kind()).map(Step::Visit));
                    }
                }
            }
        }
    }
    free
}
