//! Directed graphs as the analyses need them: edges in one array, strongly connected components without recursion.

/// A directed graph on the vertices 0, …, n − 1. Edges keep the numbers of the order they were given in.
pub(super) struct Graph {
    /// For each vertex, where its edges start in `edges`; one more entry for the end.
    starts: Vec<u32>,
    /// Edges by source: the target and the edge's number.
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The graph with these edges (source, target).
    pub(super) fn new(vertices: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; vertices + 1];
        for (source, _) in edges.clone() {
            starts[source as usize + 1] += 1;
        }
        for v in 0..vertices {
            starts[v + 1] += starts[v];
        }
        let mut next = starts.clone();
        let mut sorted = vec![(0, 0); starts[vertices] as usize];
        for (number, (source, target)) in edges.enumerate() {
            let slot = &mut next[source as usize];
            sorted[*slot as usize] = (target, number as u32);
            *slot += 1;
        }
        Graph { starts, edges: sorted }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The edges that leave a vertex: each target and the number of the edge.
    pub(super) fn from(&self, vertex: u32) -> &[(u32, u32)] {
        &self.edges[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }
}

/// The strongly connected components (Tarjan), each after all components that can be reached from it.
pub(super) fn components(graph: &Graph) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let n = graph.len();
    let (mut index, mut low) = (vec![UNSEEN; n], vec![0u32; n]);
    let mut on_stack = vec![false; n];
    let (mut stack, mut found) = (vec![], vec![]);
    let mut seen = 0;
    // Vertices being visited, each with the position of the next edge to follow.
    let mut path: Vec<(u32, usize)> = vec![];
    for root in 0..n as u32 {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((v, edge)) = path.last_mut() {
            let vertex = *v as usize;
            if *edge == 0 {
                (index[vertex], low[vertex]) = (seen, seen);
                seen += 1;
                stack.push(*v);
                on_stack[vertex] = true;
            }
            if let Some(&(target, _)) = graph.from(*v).get(*edge) {
                *edge += 1;
                if index[target as usize] == UNSEEN {
                    path.push((target, 0));
                } else if on_stack[target as usize] {
                    low[vertex] = low[vertex].min(index[target as usize]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent as usize] = low[*parent as usize].min(low[vertex]);
            }
            if low[vertex] == index[vertex] {
                let first = stack.iter().rposition(|w| *w as usize == vertex).expect("BUG: a root is on the stack");
                let component = stack.split_off(first);
                component.iter().for_each(|w| on_stack[*w as usize] = false);
                found.push(component);
            }
        }
    }
    found
}

/// A cycle through the first vertex of a strongly connected set of vertices, as the numbers of its edges; none where
/// the vertex is alone and has no edge to itself. Shortest, by breadth-first search over the edges that `allowed` admits.
pub(super) fn shortest_cycle(graph: &Graph, start: u32, allowed: impl Fn(u32, u32) -> bool) -> Option<Vec<(u32, u32)>> {
    // For each reached vertex, the edge that reached it and its source.
    let mut reached: std::collections::HashMap<u32, (u32, u32)> = std::collections::HashMap::new();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(v) = queue.pop_front() {
        for &(target, edge) in graph.from(v) {
            if !allowed(target, edge) {
                continue;
            }
            if target == start {
                let mut cycle = vec![(v, edge)];
                let mut at = v;
                while at != start {
                    let (edge, source) = reached[&at];
                    cycle.push((source, edge));
                    at = source;
                }
                cycle.reverse();
                return Some(cycle);
            }
            reached.entry(target).or_insert_with(|| {
                queue.push_back(target);
                (edge, v)
            });
        }
    }
    None
}
