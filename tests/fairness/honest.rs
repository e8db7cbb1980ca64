//! Examples with which nothing is wrong.

use crate::example::{Example, Published, sent};
use crate::world::{
    DAY, HOUR, START, deal, drafts, ended, hash, kept, key, list, played, settled, sign, statements, tables,
};
use serde_json::{Value, json};
use turnstone_fairness::{Ending, Says, text_hash};
use turnstone_games::{Bundle, SHIPPED, Seed};

pub(crate) fn examples() -> Vec<Example> {
    let honest = Published::honest();
    let noted = hex::encode(text_hash(&honest.signed[2].text));
    let receipts = kept(honest.tables[0].bundle.as_ref().unwrap(), &key(0));
    let all = Example {
        receipts,
        brought: vec![sent()],
        noted: vec![noted],
        ..honest.example(0, ["holds", "holds", "A table with everything that a player can keep."])
    };
    let by_list = |mut example: Example| {
        example.bundles[0].as_object_mut().unwrap().remove("fair");
        example
    };
    let by_proof = |mut example: Example| {
        example.lists.clear();
        example
    };
    vec![
        all,
        by_proof(honest.example(0, ["holds-by-proof", "holds", "The bundle's own proof, without the list."])),
        by_list(honest.example(0, ["holds-by-list", "holds", "The list, and a bundle from before the day closed."])),
        honest.example(1, ["holds-daily", "holds", "A table of the daily challenge."]),
        honest.example(3, ["holds-first-leg", "holds", "The first leg of a duel."]),
        honest.example(4, ["holds-second-leg", "holds", "The second leg of a duel: the seed of the first."]),
        rotated(),
        late_after_a_pause(),
        many_tables(),
        every_game(),
        sealed(),
        open(),
        no_proof_yet(),
        no_statements(),
        earlier(),
    ]
}

/// The server changed its key during the day; receipts have the old and the new one.
fn rotated() -> Example {
    let mut honest = Published::honest();
    let mut drafts = drafts(&honest.entries);
    drafts.insert(3, (START + 20 * HOUR, Says::Key(key(1).public())));
    honest.signed = sign(&drafts);
    let bundle = honest.tables[3].bundle.clone().unwrap();
    let mut receipts = kept(&bundle, &key(0));
    receipts.extend(kept(&bundle, &key(1)));
    let example = honest.example(3, ["holds-two-keys", "holds", "The key was changed; both keys signed receipts."]);
    Example { receipts, ..example }
}

/// The server did not run for some days, and stated secrets late afterwards.
fn late_after_a_pause() -> Example {
    let mut honest = Published::honest();
    let mut drafts = drafts(&honest.entries);
    let secret = |day: &str| Says::Secret { day: day.to_owned(), commit: [4; 32] };
    // In time: the second one just so.
    drafts.insert(3, (START + 16 * HOUR, secret("2026-11-28")));
    drafts.insert(4, (START + 40 * HOUR, secret("2026-11-27")));
    drafts.push((START + 20 * 24 * HOUR, secret("2026-12-14")));
    drafts.push((START + 20 * 24 * HOUR, secret("2026-12-15")));
    honest.signed = sign(&drafts);
    honest.example(0, ["holds-after-a-pause", "holds", "Secrets were stated late after days without the server."])
}

/// A list of three pages.
fn many_tables() -> Example {
    let mut tables = tables();
    tables.truncate(1);
    tables.extend((2..=44).map(|number| ended(number, Ending::Cancelled, None)));
    tables.push(settled("tic-tac-toe-vs-house", &deal(45, 2), None));
    let published = Published::of(tables);
    let example = published.example(0, ["holds-three-pages", "holds", "A list of 45 tables on three pages."]);
    Example { bundles: vec![published.bundle(0), published.bundle(44)], ..example }
}

fn every_game() -> Example {
    let games = SHIPPED.games().zip(1..).map(|(rules, number)| {
        let seats = rules.about().default_seats;
        let setup = rules.setup(Some(&rules.about().kinds[0]), seats, 10);
        played(rules, setup, &deal(number, seats), None)
    });
    let published = Published::of(games.collect());
    let bundles = (0..published.tables.len()).map(|at| published.bundle(at)).collect();
    Example { bundles, ..published.example(0, ["holds-every-game", "holds", "A table of every game."]) }
}

/// The list of a day that is not closed.
fn open_list() -> Value {
    json!({ "day": DAY, "closed": false, "tables": null, "entries": [], "next": null })
}

/// Before the day is closed.
fn before_the_end(at: usize, words: [&'static str; 3]) -> Example {
    let mut honest = Published::honest();
    let mut example = honest.example(at, words);
    honest.signed.pop();
    example.statements = vec![statements(&honest.signed)];
    example.lists = vec![open_list()];
    example.bundles[0].as_object_mut().unwrap().remove("fair");
    example
}

fn open() -> Example {
    let example = before_the_end(0, ["open", "open", "The day is not closed yet."]);
    Example { brought: vec![sent()], ..example }
}

fn sealed() -> Example {
    let mut example = before_the_end(1, ["sealed", "sealed", "A table of the daily challenge, still sealed."]);
    let bundle = &mut example.bundles[0];
    bundle["seed"] = Value::Null;
    bundle["log"] = json!([]);
    bundle["seedHash"] = bundle["seedCommit"].clone();
    bundle["sealedUntil"] = json!(START + 40 * HOUR);
    bundle["sealedReason"] = json!("daily");
    example
}

/// The day is closed, and neither list nor proof was given.
fn no_proof_yet() -> Example {
    let honest = Published::honest();
    let about = "The day is closed, but the bundle is from before that, and the list was not given.";
    let mut example = honest.example(0, ["open-without-list", "open", about]);
    example.lists.clear();
    example.bundles[0].as_object_mut().unwrap().remove("fair");
    example
}

fn no_statements() -> Example {
    let honest = Published::honest();
    let example = honest.example(0, ["open-without-statements", "open", "Bundle and list without statements."]);
    Example { statements: Vec::new(), lists: list(&honest.tables), ..example }
}

/// A bundle of a server without these rules: the first worked example of a game.
fn earlier() -> Example {
    let text = include_str!("../../golden/games/bundles/tic-tac-toe.json");
    let mut bundle: Bundle = serde_json::from_str(text).unwrap();
    bundle.digest = bundle.computed_digest();
    assert!(Seed::from_hex(bundle.seed.as_ref().unwrap()).is_some() && hash(&bundle.digest) != [0; 32]);
    let honest = Published::honest();
    let about = "A bundle from before these rules.";
    let example = honest.example(0, ["commit-and-reveal", "commit-and-reveal", about]);
    Example { bundles: vec![serde_json::to_value(bundle).unwrap()], ..example }
}
