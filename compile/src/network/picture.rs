//! Pictures of networks: Graphviz DOT, and SVG with a layout of our own.
//!
//! Each operation is a box with its wire's neurons in it (a circle for each coordinate; a sequence has an open end); the weights of a
//! folded matrix are a grid. What belongs to a sub-network has its colour. The recurrent edge of a cell is dashed.

use super::syntax::{Network, Op, Wire};
use crate::export::ExportError;
use cajal_semantics::cajal::types::{Dim, Ty};
use std::fmt::Write as _;

/// More operations than this are not drawn.
const MAX_DRAWN: usize = 2_000;
/// Colours of sub-networks.
const COLOURS: [&str; 6] = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"];

impl Network {
    /// What an operation is called in a picture.
    fn label(&self, wire: Wire) -> String {
        match &self.node(wire).op {
            Op::Input(i) => format!("input {}", self.inputs[*i].name),
            Op::Extern(i) => format!("extern {}", self.externs[*i].name),
            Op::Param => "parameter".into(),
            Op::True => "tt".into(),
            Op::False => "ff".into(),
            Op::Numeral(n) => abbreviated(&n.to_string()),
            Op::Matrix(_) => "weights".into(),
            Op::Gate { .. } => "gate".into(),
            Op::Shift { by, .. } => format!("shift {}", abbreviated(&by.to_string())),
            Op::Recur { .. } => "recur".into(),
            Op::Apply { .. } => "apply".into(),
            Op::Abs { .. } => "function".into(),
        }
    }

    /// The wires that an operation reads, with their parts in it, and the result of its sub-network.
    fn edges(&self, wire: Wire) -> Vec<(Wire, &'static str)> {
        let mut edges = match &self.node(wire).op {
            Op::Input(_) | Op::Extern(_) | Op::Param | Op::True | Op::False | Op::Numeral(_) | Op::Matrix(_) => vec![],
            Op::Gate { condition, then, otherwise } => vec![(*condition, "if"), (*then, "then"), (*otherwise, "else")],
            Op::Shift { by: _, of } => vec![(*of, "")],
            Op::Recur { init, cell: _, count } => vec![(*init, "init"), (*count, "count")],
            Op::Apply { function, argument } => vec![(*function, "f"), (*argument, "x")],
            Op::Abs { body: _ } => vec![],
        };
        if let Some(inside) = self.node(wire).op.sub_network() {
            let what = if matches!(self.node(wire).op, Op::Recur { .. }) { "cell" } else { "body" };
            edges.push((self.ends(inside).1, what));
        }
        edges
    }

    /// The recurrent edges: from the result of each cell to its parameter.
    fn recurrent_edges(&self) -> Vec<(Wire, Wire)> {
        let cells = self.nodes.iter().filter_map(|node| {
            let Op::Recur { cell, .. } = node.op else { return None };
            Some(self.ends(cell))
        });
        let mut edges: Vec<(Wire, Wire)> = cells.map(|(param, output)| (output, param)).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn colour(&self, wire: Wire) -> &'static str {
        match self.node(wire).scope.index() {
            0 | 1 => "#444444",
            n => COLOURS[(n - 2) % COLOURS.len()],
        }
    }

    /// Graphviz DOT.
    pub fn to_dot(&self) -> String {
        let mut dot = String::from(
            "digraph network {\n  rankdir=LR;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n",
        );
        for i in 0..self.nodes.len() {
            let wire = Wire(i as u32);
            let (label, ty) = (self.label(wire), abbreviated(&self.node(wire).ty.to_string()));
            let _ = writeln!(dot, "  w{i} [label=\"{label}\\n{ty}\", color=\"{}\"];", self.colour(wire));
            for (from, part) in self.edges(wire) {
                let _ = writeln!(dot, "  w{} -> w{i} [label=\"{part}\"];", from.0);
            }
        }
        for (from, to) in self.recurrent_edges() {
            let _ = writeln!(dot, "  w{} -> w{} [style=dashed, constraint=false, label=\"next\"];", from.0, to.0);
        }
        let _ = writeln!(dot, "  output [shape=plaintext];\n  w{} -> output;\n}}", self.output.0);
        dot
    }

    /// SVG.
    ///
    /// # Errors
    /// If there are too many operations for a picture.
    pub fn to_svg(&self) -> Result<String, ExportError> {
        if self.nodes.len() > MAX_DRAWN {
            let message =
                format!("{} operations are too many for a picture; the limit is {MAX_DRAWN}", self.nodes.len());
            return Err(ExportError::TooLarge(message));
        }
        let boxes = self.layout();
        let width = boxes.iter().map(|b| b.x + b.width).fold(0.0, f64::max) + 90.0;
        let height = boxes.iter().map(|b| b.y + b.height).fold(0.0, f64::max) + 40.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"#777\"/></marker></defs>\n"
        );
        for i in 0..self.nodes.len() {
            for (k, (from, part)) in self.edges(Wire(i as u32)).into_iter().enumerate() {
                draw_edge(&mut svg, &boxes[from.index()], &boxes[i], k, part);
            }
        }
        for (from, to) in self.recurrent_edges() {
            draw_recurrent_edge(&mut svg, &boxes[from.index()], &boxes[to.index()]);
        }
        for (i, b) in boxes.iter().enumerate() {
            self.draw_box(&mut svg, Wire(i as u32), b);
        }
        let b = &boxes[self.output.index()];
        let (x, y) = (b.x + b.width, b.y + b.height / 2.0);
        let _ = writeln!(svg, "<path d=\"M{x} {y}h30\" stroke=\"#777\" marker-end=\"url(#tip)\"/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">output</text>\n</svg>", x + 34.0, y + 4.0);
        Ok(svg)
    }

    /// Columns by depth; in each, the order that keeps edges short.
    fn layout(&self) -> Vec<Drawn> {
        let n = self.nodes.len();
        let mut depth = vec![0usize; n];
        let mut columns: Vec<Vec<usize>> = Vec::new();
        for i in 0..n {
            let below = self.edges(Wire(i as u32)).into_iter().map(|(w, _)| depth[w.index()] + 1);
            depth[i] = below.max().unwrap_or(0);
            if columns.len() <= depth[i] {
                columns.resize(depth[i] + 1, vec![]);
            }
            columns[depth[i]].push(i);
        }
        // What nothing stands before is drawn next to what uses it first.
        for i in 0..n {
            for (from, _) in self.edges(Wire(i as u32)) {
                let j = from.index();
                if depth[j] == 0 && depth[i] > 1 && self.edges(from).is_empty() {
                    let first = (0..n).filter(|k| self.edges(Wire(*k as u32)).iter().any(|(w, _)| *w == from));
                    let column = first.map(|k| depth[k]).min().unwrap_or(1) - 1;
                    if column > 0 {
                        columns[0].retain(|k| *k != j);
                        columns[column].push(j);
                        depth[j] = column;
                    }
                }
            }
        }
        let mut boxes = vec![Drawn::default(); n];
        let mut x = 20.0;
        for column in &mut columns {
            let centre = |i: &usize| {
                let edges = self.edges(Wire(*i as u32));
                let sum: f64 = edges.iter().map(|(w, _)| boxes[w.index()].y).sum();
                sum / edges.len().max(1) as f64
            };
            column.sort_by(|a, b| centre(a).total_cmp(&centre(b)));
            let (mut y, mut widest) = (20.0f64, 0.0f64);
            for &i in column.iter() {
                let (width, height) = self.size(Wire(i as u32));
                boxes[i] = Drawn { x, y: y.max(centre_of(&boxes, self.edges(Wire(i as u32)), height)), width, height };
                y = boxes[i].y + height + 24.0;
                widest = widest.max(width);
            }
            x += widest + 70.0;
        }
        boxes
    }

    fn size(&self, wire: Wire) -> (f64, f64) {
        let label = self.label(wire).chars().count().max(abbreviated(&self.node(wire).ty.to_string()).chars().count());
        let (width, height) = match self.grid(wire) {
            Some((rows, columns)) => (14.0 * columns as f64, 14.0 * rows as f64),
            None => (16.0 * self.circles(wire) as f64, 16.0),
        };
        ((7.2 * label as f64).max(width) + 20.0, height + 44.0)
    }

    /// Rows and columns of weights that are drawn.
    fn grid(&self, wire: Wire) -> Option<(usize, usize)> {
        let node = self.node(wire);
        let Op::Matrix(m) = &node.op else { return None };
        let Ty::Fun(arrow) = &node.ty else { return None };
        let Dim::Finite(columns) = arrow.dom.dim() else { return None };
        let rows = m.entries.len() / (columns as usize).max(1);
        (rows <= 16 && columns <= 16).then_some((rows, columns as usize))
    }

    /// Circles that are drawn for a wire.
    fn circles(&self, wire: Wire) -> usize {
        match self.node(wire).ty.dim() {
            Dim::Finite(n) if n <= 8 => n as usize,
            Dim::Finite(_) | Dim::Huge | Dim::Infinite => 4,
        }
    }

    fn draw_box(&self, svg: &mut String, wire: Wire, b: &Drawn) {
        let colour = self.colour(wire);
        let recurrent = matches!(self.node(wire).op, Op::Recur { .. });
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{}\"/>",
            b.x,
            b.y,
            b.width,
            b.height,
            if recurrent { "#fff4dd" } else { "#fafafa" },
            if recurrent { 2.5 } else { 1.5 }
        );
        let middle = b.x + b.width / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            b.y + 15.0,
            escaped(&self.label(wire))
        );
        let ty = escaped(&abbreviated(&self.node(wire).ty.to_string()));
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#777\">{ty}</text>",
            b.y + b.height - 6.0
        );
        if let (Some((rows, columns)), Op::Matrix(m)) = (self.grid(wire), &self.node(wire).op) {
            let largest = m.entries.iter().max().copied().unwrap_or(1).max(1) as f64;
            for (k, x) in m.entries.iter().enumerate() {
                let (i, j) = (k / columns, k % columns);
                let shade = 255 - (*x as f64 / largest * 200.0) as u8;
                let (left, top) = (middle - 7.0 * columns as f64 + 14.0 * j as f64, b.y + 22.0 + 14.0 * i as f64);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"13\" height=\"13\" fill=\"rgb({shade},{shade},255)\" stroke=\"#bbb\"><title>{x}</title></rect>"
                );
            }
            debug_assert!(rows > 0, "a type has a basis");
            return;
        }
        let circles = self.circles(wire);
        let open = !matches!(self.node(wire).ty.dim(), Dim::Finite(n) if n as usize == circles);
        for k in 0..circles {
            let x = middle - 8.0 * circles as f64 + 16.0 * k as f64 + 8.0;
            let y = b.y + 29.0;
            if open && k + 1 == circles {
                let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">…</text>", y + 3.0);
            } else {
                let _ =
                    writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5.5\" fill=\"white\" stroke=\"{colour}\"/>");
            }
        }
    }
}

/// Where an operation is drawn.
#[derive(Clone, Debug, Default)]
struct Drawn {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// The height at which a box of this height is in the middle of what it reads.
fn centre_of(boxes: &[Drawn], edges: Vec<(Wire, &'static str)>, height: f64) -> f64 {
    if edges.is_empty() {
        return 0.0;
    }
    let middles = edges.iter().map(|(w, _)| boxes[w.index()].y + boxes[w.index()].height / 2.0);
    middles.sum::<f64>() / edges.len() as f64 - height / 2.0
}

fn draw_edge(svg: &mut String, from: &Drawn, to: &Drawn, k: usize, part: &str) {
    let (x1, y1) = (from.x + from.width, from.y + from.height / 2.0);
    let (x2, y2) = (to.x, to.y + 12.0 + 16.0 * k as f64);
    let bend = ((x2 - x1) / 2.0).max(30.0);
    let _ = writeln!(
        svg,
        "<path d=\"M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}\" fill=\"none\" stroke=\"#777\" marker-end=\"url(#tip)\"/>",
        x1 + bend,
        x2 - bend
    );
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" font-size=\"10\" fill=\"#777\">{part}</text>",
        x2 - 9.0,
        y2 - 3.0
    );
}

/// From the result of a cell, under both boxes, back to its parameter.
fn draw_recurrent_edge(svg: &mut String, from: &Drawn, to: &Drawn) {
    let (x1, y1) = (from.x + from.width / 2.0, from.y + from.height);
    let (x2, y2) = (to.x + to.width / 2.0, to.y + to.height);
    let low = y1.max(y2) + 30.0;
    let _ = writeln!(
        svg,
        "<path d=\"M{x1:.1} {y1:.1}C{x1:.1} {low:.1} {x2:.1} {low:.1} {x2:.1} {y2:.1}\" fill=\"none\" stroke=\"#cc3311\" stroke-width=\"1.5\" \
         stroke-dasharray=\"5 3\" marker-end=\"url(#tip)\"/>"
    );
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#cc3311\">next</text>",
        (x1 + x2) / 2.0,
        low - 2.0
    );
}

/// The beginning of a text.
fn abbreviated(text: &str) -> String {
    const SHOWN: usize = 24;
    match text.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
