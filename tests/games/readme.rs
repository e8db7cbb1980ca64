//! README.md lists the games that the registry has.

use turnstone_games::SHIPPED;

const README: &str = include_str!("../../README.md");

fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

#[test]
fn readme_lists_every_game() {
    let (_, section) = README.split_once("\n## Games\n").unwrap();
    let listed = letters(section.split_once("\n## ").unwrap().0);
    let missing: Vec<&str> =
        SHIPPED.games().map(|rules| rules.about().id).filter(|id| !listed.contains(&letters(id))).collect();
    assert_eq!(missing, Vec::<&str>::new(), "games that README.md does not list");
}
