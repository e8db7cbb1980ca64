//! What was expected and what was told, as a difference.

/// Characters that are shown before the place where two texts part, of their beginning, and after it.
const AROUND: usize = 40;
const AFTER: usize = 160;

/// Two lines, `- expected` and `+ told`, cut to their beginning and to where they part.
pub(crate) fn difference(expected: &str, told: &str) -> String {
    let same = expected.chars().zip(told.chars()).take_while(|(a, b)| a == b).count();
    format!("- {}\n+ {}", around(expected, same), around(told, same))
}

fn around(text: &str, at: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    let from = at.saturating_sub(AROUND);
    let until = (at + AFTER).min(all.len());
    let part = |from: usize, until: usize| all[from.min(until)..until].iter().collect::<String>();
    let head = if from <= 2 * AROUND { part(0, from) } else { part(0, 2 * AROUND) + " … " };
    let tail = if until < all.len() { " …" } else { "" };
    format!("{head}{}{tail}", part(from, until))
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn a_difference_shows_what_it_is_about_and_where_it_is() {
        let (one, other) = (format!("(acc_1, {}7)", "x".repeat(500)), format!("(acc_1, {}8)", "x".repeat(500)));
        let shown = difference(&one, &other);
        assert!(shown.starts_with("- (acc_1, xxx") && shown.contains(" … "), "{shown}");
        assert!(shown.lines().next().unwrap().ends_with("x7)") && shown.ends_with("x8)"), "{shown}");
        assert_eq!(difference("ada has 3", "ada has 4"), "- ada has 3\n+ ada has 4");
        assert_eq!(difference("-", "more"), "- -\n+ more");
    }
}
