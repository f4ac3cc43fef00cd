//! Vectors as people and programs write them (spec page 6): type 2 `[a, b]`; N dense `[w0, w1, …]` or sparse
//! `{5: 1, 1000000000: 2/3}`; functions as matrices, rows = outputs, `[[0, 1], [1, 0]]`. With several arguments each entry
//! is again a list: the last argument outermost, the first innermost.

use super::{Rows, Sparse, Vector, VectorError, rank};
use crate::cajal::types::Ty;
use crate::scalar::Semiring;
use dashu_int::UBig;
use std::str::FromStr;

/// A sequence up to this length is written densely in the text form.
const DENSE: u32 = 24;

/// Brackets deeper than this belong to no type with a matrix within the size limit.
const MAX_NESTING: usize = 64;

/// Nested brackets, before a type gives them a meaning.
enum Tree {
    Scalar(String),
    List(Vec<Tree>),
    Map(Vec<(String, Tree)>),
}

/// Reads an element of ⟦τ⟧. `horizon` is how many columns each argument of type N has; it may be left out where the data
/// show it (for the innermost argument).
///
/// # Errors
/// [`VectorError::Text`] if it is no vector, [`VectorError::Shape`] if it is one of another type.
pub fn read<R: Semiring>(
    ring: &R,
    ty: &Ty,
    horizon: Option<usize>,
    text: &str,
) -> Result<Vector<R::Elem>, VectorError> {
    let tree = parse(text)?;
    let (types, result) = ty.uncurry();
    let horizon = horizon.or_else(|| types.iter().any(|t| !t.is_nat_free()).then(|| innermost(&tree)));
    let arguments = types.iter().map(|t| rank(t, horizon)).collect::<Result<Vec<_>, _>>()?;
    let shape = |found: String| VectorError::Shape { ty: ty.clone(), expected: shape_of(result, &arguments), found };
    let row = |tree: &Tree| {
        let mut row = Vec::new();
        flatten(tree, &arguments, &mut row).map_err(&shape)?;
        row.iter().map(|s| ring.parse(s)).collect::<Result<Vec<_>, _>>().map_err(VectorError::Text)
    };
    let nonzero = |row: &Vec<R::Elem>| !row.iter().all(|x| ring.is_zero(x));
    let rows = match (result, &tree) {
        (Ty::Nat, Tree::List(rows)) => {
            let mut sparse = Sparse::new();
            for (n, tree) in rows.iter().enumerate() {
                let row = row(tree)?;
                if nonzero(&row) {
                    sparse.insert(UBig::from(n), row);
                }
            }
            Rows::Sparse(sparse)
        }
        (Ty::Nat, Tree::Map(rows)) => {
            let mut sparse = Sparse::new();
            for (n, tree) in rows {
                let n = UBig::from_str(n).map_err(|_| VectorError::Text(format!("expected an index, found {n:?}")))?;
                let row = row(tree)?;
                if sparse.contains_key(&n) {
                    return Err(VectorError::Text(format!("index {n} stands twice")));
                }
                if nonzero(&row) {
                    sparse.insert(n, row);
                }
            }
            Rows::Sparse(sparse)
        }
        (Ty::Bool | Ty::Real(_), Tree::List(rows)) => {
            if rows.len() as u64 != (if let Ty::Real(k) = result { *k } else { 2 }) {
                return Err(shape(format!("{} rows", rows.len())));
            }
            Rows::Dense(rows.iter().map(row).collect::<Result<_, _>>()?)
        }
        (_, tree) => return Err(shape(tree.describe().into())),
    };
    Ok(Vector { ty: ty.clone(), arguments, rows })
}

/// The length of the innermost list.
fn innermost(tree: &Tree) -> usize {
    match tree {
        Tree::Scalar(_) => 1,
        Tree::List(items) => match items.first() {
            Some(Tree::Scalar(_)) | None => items.len(),
            Some(inner) => innermost(inner),
        },
        Tree::Map(items) => items.first().map_or(1, |(_, inner)| innermost(inner)),
    }
}

/// The shape of a type in words, for messages.
fn shape_of(result: &Ty, arguments: &[usize]) -> String {
    let rows = match result {
        Ty::Nat => "any number of rows".into(),
        Ty::Real(1) => "1 row".into(),
        Ty::Real(k) => format!("{k} rows"),
        Ty::Bool | Ty::Fun(_) => "2 rows".into(),
    };
    let of = arguments.iter().rev().map(|n| format!(" of {n}"));
    rows + &of.collect::<String>()
}

impl Tree {
    fn describe(&self) -> &'static str {
        match self {
            Tree::Scalar(_) => "a single number",
            Tree::List(_) => "a list",
            Tree::Map(_) => "a sparse sequence",
        }
    }
}

/// One row: lists nested as deep as there are arguments, of these lengths (first argument innermost).
fn flatten<'a>(tree: &'a Tree, arguments: &[usize], row: &mut Vec<&'a str>) -> Result<(), String> {
    match (tree, arguments.split_last()) {
        (Tree::Scalar(s), None) => row.push(s),
        (Tree::List(items), Some((n, inner))) if items.len() == *n => {
            items.iter().try_for_each(|item| flatten(item, inner, row))?;
        }
        (Tree::List(items), Some(_)) => return Err(format!("a row of {}", items.len())),
        (other, _) => return Err(format!("{} in a row", other.describe())),
    }
    Ok(())
}

/// Reads brackets. Quotes around numbers are allowed, so that JSON is read too.
fn parse(text: &str) -> Result<Tree, VectorError> {
    let wrong = |message: String| VectorError::Text(format!("{message} in the vector {}", excerpt(text)));
    let mut open: Vec<(Tree, Option<String>)> = Vec::new();
    let mut done: Option<Tree> = None;
    let mut rest = text.trim();
    // After an item only a comma or a closing bracket may follow.
    let mut complete = false;
    while !rest.is_empty() {
        let c = rest.chars().next().expect("BUG: not empty");
        let tail = rest[c.len_utf8()..].trim_start();
        if done.is_some() {
            return Err(wrong(format!("unexpected {c:?} after the end")));
        }
        let item = match c {
            '[' | '{' if !complete => {
                if open.len() >= MAX_NESTING {
                    return Err(wrong("too many nested brackets".into()));
                }
                open.push((if c == '[' { Tree::List(vec![]) } else { Tree::Map(vec![]) }, None));
                rest = tail;
                continue;
            }
            ',' if complete && !open.is_empty() => {
                complete = false;
                rest = tail;
                continue;
            }
            ']' | '}' => match (open.pop(), c) {
                (Some((list @ Tree::List(_), None)), ']') | (Some((list @ Tree::Map(_), None)), '}') => {
                    rest = tail;
                    list
                }
                _ => return Err(wrong(format!("unexpected {c:?}"))),
            },
            _ if complete || matches!(c, ',' | ':') => return Err(wrong(format!("unexpected {c:?}"))),
            _ => {
                let end = rest.find([',', ':', ']', '}', '[', '{']).unwrap_or(rest.len());
                let scalar = rest[..end].trim().trim_matches('"').to_owned();
                rest = &rest[end..];
                if let (Some(tail), Some((Tree::Map(_), key @ None))) = (rest.strip_prefix(':'), open.last_mut()) {
                    *key = Some(scalar);
                    rest = tail.trim_start();
                    continue;
                }
                Tree::Scalar(scalar)
            }
        };
        complete = true;
        match open.last_mut() {
            None => done = Some(item),
            Some((Tree::List(items), _)) => items.push(item),
            Some((Tree::Map(items), key)) => {
                let key = key.take().ok_or_else(|| wrong("expected `index: number`".into()))?;
                items.push((key, item));
            }
            Some((Tree::Scalar(_), _)) => unreachable!("BUG: only lists are open"),
        }
    }
    done.ok_or_else(|| wrong("unexpected end".into()))
}

/// The beginning of a text, for messages.
fn excerpt(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// The text form: dense, or sparse for a long sequence.
pub fn show<R: Semiring>(ring: &R, v: &Vector<R::Elem>) -> String {
    let row = |row: &Vec<R::Elem>| nested(&row.iter().map(|x| ring.show(x)).collect::<Vec<_>>(), &v.arguments);
    match &v.rows {
        Rows::Dense(rows) => format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(", ")),
        Rows::Sparse(rows) => match rows.last_key_value() {
            Some((last, _)) if *last >= UBig::from(DENSE) => {
                let entries: Vec<String> = rows.iter().map(|(n, r)| format!("{n}: {}", row(r))).collect();
                format!("{{{}}}", entries.join(", "))
            }
            last => {
                let length = last.map_or(0, |(n, _)| usize::try_from(n).expect("BUG: it is below the limit") + 1);
                let zero = vec![ring.zero(); v.width()];
                let entries = (0..length).map(|n| row(rows.get(&UBig::from(n)).unwrap_or(&zero)));
                format!("[{}]", entries.collect::<Vec<_>>().join(", "))
            }
        },
    }
}

/// The JSON form of page 6: nested lists of strings, or `{"support": {"index": …}}` for a result of type N.
pub fn to_json<R: Semiring>(ring: &R, v: &Vector<R::Elem>) -> String {
    let row = |row: &Vec<R::Elem>| {
        nested(&row.iter().map(|x| format!("\"{}\"", ring.show(x))).collect::<Vec<_>>(), &v.arguments)
    };
    match &v.rows {
        Rows::Dense(rows) => format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(", ")),
        Rows::Sparse(rows) => {
            let entries: Vec<String> = rows.iter().map(|(n, r)| format!("\"{n}\": {}", row(r))).collect();
            format!("{{\"support\": {{{}}}}}", entries.join(", "))
        }
    }
}

/// One row in brackets: the last argument outermost.
fn nested(entries: &[String], arguments: &[usize]) -> String {
    match arguments.split_last() {
        None => entries[0].clone(),
        Some((n, inner)) => {
            let parts = entries.chunks((entries.len() / n).max(1)).map(|part| nested(part, inner));
            format!("[{}]", parts.collect::<Vec<_>>().join(", "))
        }
    }
}
