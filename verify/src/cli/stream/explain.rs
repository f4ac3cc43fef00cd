//! `cajal stream explain FILE`: what the analyses found, equation by equation.

use super::{Exit, Shell, Ticks, checked, horizon, latency};
use cajal_semantics::stream::checked::{Component, Kind};
use cajal_semantics::stream::syntax::{Boundary, Direction};
use cajal_semantics::stream::system::{Clock, ClockId, Definition, Operand, Operation, System, VarId};
use serde_json::{Value as Json, json};
use std::io;

/// Show the schedule of a program: its components in order, the direction and the sweep of each.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cajal stream explain corpus/streams/birnn.bs")]
pub(super) struct Args {
    /// The program; `-` is standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The node to be run
    #[arg(long, value_name = "NODE", default_value = "main")]
    node: String,
    /// A number of ticks, or inf
    #[arg(long, value_name = "N|inf")]
    horizon: Option<Ticks>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, shell: &mut Shell) -> io::Result<Exit> {
    let (_, checked) = match checked(shell, args.json, &args.file, &args.node, horizon(args.horizon))? {
        Ok(checked) => checked,
        Err(exit) => return Ok(exit),
    };
    let system = checked.system();
    let latency = latency(&checked);
    let lines = lines(system, checked.components(), "");
    if args.json {
        let components: Vec<Json> = lines.iter().map(json_line).collect();
        let mut answer = json!({
            "sweeps": checked.sweeps(),
            "first": direction(checked.first_sweep()),
            "components": components,
        });
        if let Some(latency) = latency {
            answer["latency"] = latency;
        }
        shell.json(&answer)?;
        return Ok(Exit::Yes);
    }
    let first = if checked.sweeps() > 0 {
        format!(", the first one {}", direction(checked.first_sweep()))
    } else {
        String::new()
    };
    shell.line(&format!("node {}: {} sweeps{first}", system.name, checked.sweeps()))?;
    for Line { place, kind, equations, .. } in &lines {
        shell.line(&format!("{place} {kind}"))?;
        for equation in equations {
            shell.line(&format!("{}  {equation}", " ".repeat(place.len())))?;
        }
    }
    if let Some(latency) = latency {
        shell.line(&format!("latency {latency}"))?;
    }
    Ok(Exit::Yes)
}

/// A component.
struct Line {
    /// Its sweep, with those of the segmented components around it before it: `2.1`.
    place: String,
    kind: String,
    variables: Vec<String>,
    equations: Vec<String>,
}

fn json_line(line: &Line) -> Json {
    json!({ "sweep": line.place, "kind": line.kind, "variables": line.variables, "equations": line.equations })
}

/// The components that some output needs, segmented ones followed by their parts.
fn lines(system: &System, components: &[Component], around: &str) -> Vec<Line> {
    let mut lines = vec![];
    let mut stack: Vec<(&Component, String)> =
        components.iter().rev().map(|component| (component, around.to_owned())).collect();
    while let Some((component, around)) = stack.pop() {
        if !component.live {
            continue;
        }
        let place = format!("{around}{}", component.sweep);
        let kind = match &component.kind {
            Kind::NonRecursive if component.sweep == 0 => "input".to_owned(),
            Kind::NonRecursive => "non-recursive".to_owned(),
            Kind::Recursive(recurrence) if recurrence.lags.iter().all(|lag| *lag == 0) => {
                direction(recurrence.direction).to_owned()
            }
            Kind::Recursive(recurrence) => format!("{}, lags {:?}", direction(recurrence.direction), recurrence.lags),
            Kind::Segmented(segmented) => {
                let word = match segmented.boundary {
                    Boundary::Every => "every",
                    Boundary::Until => "until",
                };
                let inner = segmented.components.iter().rev().map(|component| (component, format!("{place}.")));
                stack.extend(inner);
                let signal = &system.variable(segmented.signal).name;
                format!("segmented {word} {signal}: {} sweeps in each segment", segmented.sweeps)
            }
        };
        let equations = match &component.kind {
            Kind::NonRecursive | Kind::Recursive(_) => {
                component.variables.iter().map(|x| equation(system, *x)).collect()
            }
            Kind::Segmented(_) => vec![],
        };
        let variables = component.variables.iter().map(|x| system.variable(*x).name.to_string()).collect();
        lines.push(Line { place, kind, variables, equations });
    }
    lines
}

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    }
}

/// `x: type on clock = operation`
fn equation(system: &System, x: VarId) -> String {
    let variable = system.variable(x);
    let clock = clock(system, variable.clock);
    match &variable.definition {
        Definition::Input => format!("{}: {}{clock}", variable.name, variable.ty),
        Definition::Equation(operation) => {
            format!("{}: {}{clock} = {}", variable.name, variable.ty, self::operation(system, operation))
        }
    }
}

fn clock(system: &System, clock: ClockId) -> String {
    let mut conditions = vec![];
    let mut at = clock;
    while let Clock::On { parent, condition, value } = system.clock(at) {
        conditions.push(format!(" when {}{}", if value { "" } else { "not " }, system.variable(condition).name));
        at = parent;
    }
    conditions.into_iter().rev().collect()
}

fn operation(system: &System, operation: &Operation<VarId>) -> String {
    let name = |x: &VarId| system.variable(*x).name.to_string();
    let operand = |operand: &Operand<VarId>| match operand {
        Operand::Variable(x) => name(x),
        Operand::Constant(value) => {
            let text = value.to_string();
            if text.len() <= 40 { text } else { format!("a constant {}", value.ty()) }
        }
    };
    match operation {
        Operation::Copy(e) => operand(e),
        Operation::Primitive(primitive, operands) => {
            let operands: Vec<String> = operands.iter().map(operand).collect();
            match &operands[..] {
                [a, b] if !primitive.name().starts_with(char::is_alphabetic) => format!("{a} {} {b}", primitive.name()),
                operands => format!("{}({})", primitive.name(), operands.join(", ")),
            }
        }
        Operation::If { condition, on_true, on_false } => {
            format!("if {} then {} else {}", operand(condition), operand(on_true), operand(on_false))
        }
        Operation::When { body, condition, value } => {
            format!("{} when {}{}", operand(body), if *value { "" } else { "not " }, name(condition))
        }
        Operation::Merge { condition, on_true, on_false } => {
            format!("merge({}, {}, {})", name(condition), operand(on_true), operand(on_false))
        }
        Operation::Shift { direction: Direction::Forward, body } => format!("pre {}", operand(body)),
        Operation::Shift { direction: Direction::Backward, body } => format!("post {}", operand(body)),
        Operation::Delay { direction: Direction::Forward, boundary, body } => {
            format!("{} fby {}", operand(boundary), operand(body))
        }
        Operation::Delay { direction: Direction::Backward, boundary, body } => {
            format!("{} eby {}", operand(body), operand(boundary))
        }
        Operation::Arrow { direction: Direction::Forward, boundary, body } => {
            format!("{} -> {}", operand(boundary), operand(body))
        }
        Operation::Arrow { direction: Direction::Backward, boundary, body } => {
            format!("{} <- {}", operand(body), operand(boundary))
        }
    }
}
