//! Rewrites source files with mutants: the position of each, and the text with all of them behind a switch.

use super::Mutant;
use std::collections::BTreeMap;
use std::ops::Range;

/// Rewrite a file so that each of its mutants can be activated at run time.
///
/// An expression becomes `(if ::turnstone_switch::on(3) { REPLACE } else { FIND })`, a statement the same without the
/// parentheses. Several mutants of one text become a chain of choices.
///
/// # Errors
/// If a text does not occur exactly once, or if two positions overlap.
pub fn rewrite(text: &str, mutants: &[&Mutant]) -> Result<String, String> {
    let mut rewritten = String::new();
    let mut end = 0;
    for Place { range, mutants } in places(text, mutants)? {
        rewritten.push_str(&text[end..range.start]);
        rewritten.push_str(&choice(&text[range.clone()], &mutants));
        end = range.end;
    }
    rewritten.push_str(&text[end..]);
    Ok(rewritten)
}

/// A part of the text, and the mutants that replace it.
struct Place<'a> {
    range: Range<usize>,
    mutants: Vec<&'a Mutant>,
}

/// The positions of mutants, in the order of the text.
fn places<'a>(text: &str, mutants: &[&'a Mutant]) -> Result<Vec<Place<'a>>, String> {
    let text = Dense::of(text);
    let mut found: BTreeMap<(usize, usize), Vec<&'a Mutant>> = BTreeMap::new();
    for mutant in mutants {
        let Range { start, end } = place(&text, mutant)?;
        found.entry((start, end)).or_default().push(*mutant);
    }
    let places: Vec<Place<'a>> =
        found.into_iter().map(|((start, end), mutants)| Place { range: start..end, mutants }).collect();
    for pair in places.windows(2) {
        if pair[1].range.start < pair[0].range.end {
            return Err(format!("{} and {} overlap", pair[0].mutants[0].id, pair[1].mutants[0].id));
        }
    }
    Ok(places)
}

fn place(text: &Dense, mutant: &Mutant) -> Result<Range<usize>, String> {
    let once = |within: &Dense, wanted: &str, what: &str| {
        let wanted = Dense::of(wanted).bytes;
        let mut found = within.find_all(&wanted);
        match (found.next(), found.next()) {
            (Some(at), None) => Ok(at..at + wanted.len()),
            (first, _) => {
                let often = if first.is_none() { "not" } else { "more than once" };
                Err(format!("{}: {what} is {often} in {}", mutant.id, mutant.file))
            }
        }
    };
    let found = match &mutant.context {
        None => once(text, &mutant.find, "`find`")?,
        Some(context) => {
            let around = once(text, context, "`context`")?;
            let inner = once(&Dense::of(context), &mutant.find, "`find`, in its `context`,")?;
            around.start + inner.start..around.start + inner.end
        }
    };
    Ok(text.at[found.start]..text.at[found.end - 1] + 1)
}

/// A text without whitespace.
struct Dense {
    bytes: Vec<u8>,
    /// The position of each byte in the original text.
    at: Vec<usize>,
}

impl Dense {
    fn of(text: &str) -> Self {
        let (at, bytes) = text.bytes().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()).unzip();
        Self { bytes, at }
    }

    /// The positions of a text; none for an empty one.
    fn find_all<'a>(&'a self, wanted: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let windows = self.bytes.windows(wanted.len().max(1)).enumerate();
        windows.filter(move |(_, window)| *window == wanted).map(|(at, _)| at)
    }
}

fn choice(find: &str, mutants: &[&Mutant]) -> String {
    let branch = |mutant: &&Mutant| {
        format!("if ::turnstone_switch::on({}) {{ {} }} else ", mutant.number, mutant.replace.trim())
    };
    let branches: String = mutants.iter().map(branch).collect();
    let chosen = format!("{branches}{{ {find} }}");
    if find.ends_with([';', '}']) { chosen } else { format!("({chosen})") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutants::Level;

    /// Rewrite a text with these mutants, numbered from 1, as pairs of `find` and `replace`. The context is that of all
    /// of them.
    fn rewritten(text: &str, mutants: &[(&str, &str)], context: Option<&str>) -> Result<String, String> {
        let mutants: Vec<Mutant> = (1..)
            .zip(mutants)
            .map(|(number, (find, replace))| Mutant {
                id: format!("mutant-{number}"),
                file: "src/lib.rs".to_owned(),
                level: Level::Core,
                about: "One thing is wrong.".to_owned(),
                context: context.map(str::to_owned),
                find: (*find).to_owned(),
                replace: (*replace).to_owned(),
                tests: Vec::new(),
                number,
            })
            .collect();
        rewrite(text, &mutants.iter().collect::<Vec<_>>())
    }

    #[test]
    fn expressions_and_statements_become_choices() {
        let text = "fn f(a: u8) -> u8 {\n    count(a);\n    a + 1\n}\n";
        let wanted = "fn f(a: u8) -> u8 {\n    if ::turnstone_switch::on(2) {  } else { count(a); }\n    \
                      (if ::turnstone_switch::on(1) { a } else { a + 1 })\n}\n";
        assert_eq!(rewritten(text, &[("a + 1", "a"), ("count(a);", "")], None).as_deref(), Ok(wanted));
        let chain =
            "if (if ::turnstone_switch::on(1) { a <= b } else if ::turnstone_switch::on(2) { true } else { a < b }) {}";
        let two = [("a < b", "a <= b"), ("a < b", "true")];
        assert_eq!(rewritten("if a < b {}", &two, None).as_deref(), Ok(chain), "two of one text are a chain");
        let lines = "let x = first\n    .second(1);";
        let wanted = "let x = (if ::turnstone_switch::on(1) { 2 } else { first\n    .second(1) });";
        assert_eq!(rewritten(lines, &[("first.second(1)", "2")], None).as_deref(), Ok(wanted), "formatting is free");
    }

    #[test]
    fn a_text_is_found_exactly_once() {
        let text = "one();\nend();\ntwo();\nend();\n";
        let often = rewritten(text, &[("end();", "")], None);
        assert_eq!(often, Err("mutant-1: `find` is more than once in src/lib.rs".to_owned()));
        let wanted = "one();\nend();\ntwo();\nif ::turnstone_switch::on(1) {  } else { end(); }\n";
        assert_eq!(rewritten(text, &[("end();", "")], Some("two(); end();")).as_deref(), Ok(wanted));
        let missing = Err("mutant-1: `find` is not in src/lib.rs".to_owned());
        assert_eq!(rewritten("a + b", &[("a - b", "0")], None), missing);
        assert_eq!(rewritten("a + b", &[("", "0")], None), missing, "an empty text is nowhere");
        let overlap = rewritten("a + b + c", &[("a + b", "0"), ("b + c", "0")], None);
        assert_eq!(overlap, Err("mutant-1 and mutant-2 overlap".to_owned()));
    }
}
