//! The legal moves of a position as text.

use super::parsed;
use std::fmt::Write;
use turnstone_service::answer::TableView;
use turnstone_service::games::{SHIPPED, summed_up};

/// Moves that are listed one by one.
const LISTED: usize = 20;
/// Parts of a summary of more moves.
const PARTS: usize = 8;
/// Parts of the list of all moves in one result.
const MAX_PARTS: usize = 60;

/// The texts of the caller's legal moves; an action of a former version without a text is its JSON.
fn texts(view: &TableView) -> Vec<String> {
    let text = |action| {
        let value = parsed(action);
        let of = |rules: &dyn turnstone_service::games::Rules| rules.move_text(&value);
        SHIPPED.newest(&view.game_id).and_then(of).unwrap_or_else(|| value.to_string())
    };
    view.state.legal_actions.iter().map(text).collect()
}

/// The legal moves in a line: all of them if they are few, otherwise ranges, otherwise one example for each form.
pub(super) fn in_a_line(view: &TableView) -> String {
    let texts = texts(view);
    if texts.len() <= LISTED {
        return format!("Moves: {}", texts.join(", "));
    }
    let short = summed_up(&sorted(&texts));
    if short.len() <= PARTS {
        return format!("Moves: {}", short.join(", "));
    }
    let mut forms: Vec<(&str, usize, &str)> = Vec::new();
    for text in &texts {
        let word = first_word(text);
        match forms.iter_mut().find(|(own, ..)| *own == word) {
            Some((_, count, _)) => *count += 1,
            None => forms.push((word, 1, text)),
        }
    }
    let form = |(_, count, example): &(&str, usize, &str)| match count {
        1 => (*example).to_owned(),
        count => format!("{example} ({count} of this form)"),
    };
    let forms: Vec<String> = forms.iter().map(form).collect();
    format!("{} moves, such as {}. turnstone_legal_moves lists all.", texts.len(), forms.join(", "))
}

/// All legal moves that begin with a text.
pub(crate) fn all_moves(view: &TableView, begin: &str) -> String {
    let begin = begin.trim().to_lowercase();
    let texts: Vec<String> = texts(view).into_iter().filter(|text| text.starts_with(&begin)).collect();
    let count = texts.len();
    let parts = if count <= LISTED { texts } else { summed_up(&sorted(&texts)) };
    let mut list = format!("{count} legal {}: ", if count == 1 { "move" } else { "moves" });
    list += &parts[..parts.len().min(MAX_PARTS)].join(", ");
    if parts.len() > MAX_PARTS {
        write!(
            list,
            ", and more: pass the first word of a move as startsWith, such as {}",
            first_word(&parts[MAX_PARTS])
        )
        .expect("writing to a String cannot fail");
    }
    list
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

/// Moves in an order in which following numbers are neighbours.
fn sorted(texts: &[String]) -> Vec<String> {
    let key = |text: &String| {
        let head = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_single = !head.contains(|c: char| c.is_ascii_digit());
        (head.to_owned(), text[head.len()..].parse::<u32>().ok().filter(|_| is_single))
    };
    // Words keep their first place, so that a list of forms begins as the game's own does.
    let mut order: Vec<&str> = Vec::new();
    for text in texts {
        let word = first_word(text);
        if !order.contains(&word) {
            order.push(word);
        }
    }
    let mut sorted = texts.to_vec();
    sorted.sort_by_key(|text| (order.iter().position(|word| *word == first_word(text)), key(text)));
    sorted
}
