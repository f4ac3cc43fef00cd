//! parse ∘ print = identity, and what was printed prints as itself; comments keep their places.

use crate::terms;
use cajal_semantics::cajal::parse;
use cajal_semantics::cajal::pretty::{self, Style};
use cajal_semantics::cajal::syntax::Program;
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
use proptest::sample::Index;
use proptest::{collection, prop_oneof};

fn style() -> impl Strategy<Value = Style> {
    let width = prop_oneof![0usize..30, 60usize..120, proptest::prelude::Just(usize::MAX)];
    (width, any::<bool>()).prop_map(|(width, unicode)| Style { width, unicode })
}

fn parsed(text: &str) -> Program {
    let (program, errors) = parse::parse(text);
    assert!(errors.is_empty(), "{text}\n{errors:?}");
    program
}

fn printed(program: &Program, style: Style) -> String {
    pretty::program(program, style).expect("every part was parsed")
}

/// The comments of a text, each with the lexemes before it (all but parentheses), and whether it has its own line.
fn comments(text: &str) -> Vec<(String, u32, bool)> {
    parsed(text).comments.iter().map(|c| (c.text.clone(), c.lexemes_before, c.own_line)).collect()
}

proptest! {
    #[test]
    fn a_program_is_read_as_it_was_printed(program in terms::program(), style in style()) {
        let text = printed(&program, style);
        let again = parsed(&text);
        prop_assert_eq!(terms::shape(&again), terms::shape(&program), "{}", text);
        prop_assert_eq!(printed(&again, style), text);
    }

    #[test]
    fn a_term_is_read_as_it_was_printed(e in terms::term(), width in 0usize..150) {
        let text = pretty::term(&e, width);
        match parse::term(&text) {
            Ok(again) => prop_assert_eq!(terms::term_shape(&again), terms::term_shape(&e), "{}", text),
            Err(errors) => panic!("{text}\n{errors:?}"),
        }
    }

    /// Line breaks of a printed program are places where comments may stand: some are put there, then all is printed.
    #[test]
    fn comments_keep_their_places(
        program in terms::program(),
        style in style(),
        places in collection::vec((any::<Index>(), any::<bool>(), any::<bool>()), 0..6),
    ) {
        let plain = printed(&program, Style { width: 0, unicode: style.unicode });
        let mut lines: Vec<String> = plain.lines().map(str::to_owned).collect();
        for (n, (place, own_line, blank)) in places.iter().enumerate() {
            if lines.is_empty() {
                break;
            }
            let line = place.index(lines.len());
            if *own_line {
                lines.insert(line, format!("{}     -- own {n}", if *blank { "\n" } else { "" }));
            } else {
                lines[line] += &format!("-- trailing {n}");
            }
        }
        let text = lines.join("\n");
        let commented = parsed(&text);
        prop_assert_eq!(terms::shape(&commented), terms::shape(&program), "{}", text);
        let once = printed(&commented, style);
        prop_assert_eq!(comments(&once), comments(&text), "{}\n{}", text, once);
        let again = parsed(&once);
        prop_assert_eq!(terms::shape(&again), terms::shape(&program), "{}\n{}", text, once);
        prop_assert_eq!(printed(&again, style), once);
    }

    /// Where a line can be broken, it is.
    #[test]
    fn the_width_is_kept_by_short_lexemes(e in terms::term()) {
        let text = pretty::term(&e, 100);
        // The deepest indentation, and the longest run of lexemes that nothing separates.
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        proptest::prop_assume!(e.depth() < 8);
        proptest::prop_assert!(longest <= 100 + 100, "{}\n{}", longest, text);
    }
}

#[test]
fn blank_lines_and_trailing_comments_between_items_stay() {
    let text =
        "-- first\n\nextern f : 2 -o 2 -- weights\n-- below\n\ndef g : 2 = f tt\n\n-- of main\nmain = g\n-- last\n";
    assert_eq!(printed(&parsed(text), Style::default()), text);
    assert_eq!(printed(&parsed(&text.replace('\n', "\n\n\n")), Style::default()).matches("\n\n").count(), 6);
    assert_eq!(printed(&parsed(""), Style::default()), "");
    assert_eq!(printed(&parsed("\n\n  -- alone  \n\n\n"), Style::default()), "-- alone\n");
}

#[test]
fn a_definition_ends_where_its_reader_thinks() {
    // Printed narrowly, no argument of a definition begins a line without indentation.
    let program = parsed("def f : 2 = g a b c\n(g)");
    assert_eq!(program.items.len(), 1);
    assert!(program.main.is_some());
    let narrow = printed(&program, Style { width: 0, unicode: false });
    assert_eq!(terms::shape(&parsed(&narrow)), terms::shape(&program), "{narrow}");
}
