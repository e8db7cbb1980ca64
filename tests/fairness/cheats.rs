//! Examples of each way to cheat, and of damaged data. The file's name begins with the verdict.

use crate::example::{Example, Published, sent};
use crate::world::{
    BEFORE, DAY, Drafts, HOUR, NEXT, START, Table, brought, deal, drafts, kept, key, list, settled, sign, statements,
    tables,
};
use serde_json::{Value, json};
use turnstone_fairness::{Ending, Says, commitment, text_hash};
use turnstone_games::{Bundle, Deal};

pub(crate) fn examples() -> Vec<Example> {
    let mut examples =
        [bundle(), chain(), rewritten(), secrets(), lists(), seeds(), what_was_brought(), proofs(), moves()].concat();
    examples.iter_mut().for_each(trim);
    examples
}

/// Leave out what the verdict does not depend on.
fn trim(example: &mut Example) {
    if !matches!(example.expected, "list" | "proof") {
        example.lists.clear();
    }
    if !matches!(example.expected, "proof" | "receipt") {
        example.bundles.iter_mut().for_each(|bundle| drop(bundle.as_object_mut().unwrap().remove("fair")));
    }
}

/// The honest example with a change to its public data.
fn changed(words: [&'static str; 3], change: impl FnOnce(&mut Example)) -> Example {
    let mut example = Published::honest().example(0, words);
    change(&mut example);
    example
}

fn flip(text: &mut Value) {
    let old = text.as_str().unwrap();
    let first = if old.starts_with('0') { "1" } else { "0" };
    *text = format!("{first}{}", &old[1..]).into();
}

fn bundle() -> Vec<Example> {
    let one = |words, change: fn(&mut Value)| changed(words, |example| change(&mut example.bundles[0]));
    vec![
        one(["bundle-score", "bundle", "Another score."], |bundle| bundle["outcome"][0]["score"] = json!(11)),
        one(["bundle-digest", "bundle", "Another digest."], |bundle| flip(&mut bundle["digest"])),
        one(["bundle-commit", "bundle", "Another commitment."], |bundle| flip(&mut bundle["seedCommit"])),
        one(["bundle-sealed", "bundle", "A sealed seed without a reason."], |bundle| bundle["seed"] = Value::Null),
        one(["bundle-form", "bundle", "No outcome."], |bundle| drop(bundle.as_object_mut().unwrap().remove("outcome"))),
    ]
}

/// The honest example with other statements.
fn stated(words: [&'static str; 3], change: impl FnOnce(&mut Drafts)) -> Example {
    let mut honest = Published::honest();
    let mut drafts = drafts(&honest.entries);
    change(&mut drafts);
    honest.signed = sign(&drafts);
    honest.example(0, words)
}

fn chain() -> Vec<Example> {
    let one =
        |words, change: fn(&mut Value)| changed(words, |example| change(&mut example.statements[0]["statements"]));
    let self_signed = {
        let mut honest = Published::honest();
        let mut drafts = drafts(&honest.entries);
        drafts.insert(3, (START + 20 * HOUR, Says::Key(key(1).public())));
        honest.signed = sign(&drafts);
        let text = honest.signed[3].text.clone();
        honest.signed[3].key = key(1).public();
        honest.signed[3].signature = key(1).sign(&text);
        honest.example(0, ["statements-new-key", "statements", "A new key that no earlier key has signed."])
    };
    let about = "A statement whose key is named and that another key has signed.";
    vec![
        one(["statements-signature", "statements", "A wrong signature."], |all| flip(&mut all[2]["signature"])),
        one(["statements-left-out", "statements", "A statement was left out."], |all| {
            all.as_array_mut().unwrap().remove(1);
        }),
        one(["statements-text", "statements", "A changed text."], |all| {
            all[1]["text"] = all[1]["text"].as_str().unwrap().replace(DAY, NEXT).into();
        }),
        one(["statements-first-key", "statements", "The first statement names no key."], |all| {
            all.as_array_mut().unwrap().remove(0);
        }),
        one(["statements-form", "statements", "A statement without a signature."], |all| {
            all[2].as_object_mut().unwrap().remove("signature");
        }),
        changed(["statements-other-key", "statements", about], |example| {
            let other = key(2).sign(example.statements[0]["statements"][1]["text"].as_str().unwrap());
            example.statements[0]["statements"][1]["key"] = hex::encode(key(2).public()).into();
            example.statements[0]["statements"][1]["signature"] = hex::encode(other).into();
        }),
        self_signed,
    ]
}

fn rewritten() -> Vec<Example> {
    let noted = hex::encode(text_hash(&Published::honest().signed[2].text));
    let about = "The chain was signed again from its second statement on, after a statement was noted.";
    let example = stated(["rewritten", "rewritten", about], |drafts| drafts[1].0 += 1);
    vec![Example { noted: vec![noted], ..example }]
}

fn secrets() -> Vec<Example> {
    let says = |day: &str, number| Says::Secret { day: day.to_owned(), commit: commitment(&[number; 32]) };
    let exchanged = "The list reveals another secret than the one that was committed to.";
    vec![
        stated(["secret-exchanged", "secret", exchanged], |drafts| drafts[1].1 = says(DAY, 5)),
        stated(["secret-never-stated", "secret", "A list whose secret was never stated."], |drafts| {
            drafts.remove(1);
        }),
        stated(["secret-twice", "secret", "A day has two secrets."], |drafts| {
            drafts.insert(3, (START + HOUR, says(NEXT, 5)));
        }),
        stated(["secret-after-list", "secret", "A secret was stated after the list of its day."], |drafts| {
            let stated = drafts.remove(1);
            drafts.push((START + 42 * HOUR, stated.1));
        }),
        stated(["secret-early", "secret", "A secret was revealed before its day was over."], |drafts| {
            drafts[3].0 = START + 39 * HOUR;
        }),
        stated(["secret-closed-twice", "secret", "A day was closed twice."], |drafts| {
            let again = drafts[3].1.clone();
            drafts.push((START + 42 * HOUR, again));
        }),
    ]
}

/// An example whose list was changed before it was signed.
fn listed(words: [&'static str; 3], change: impl FnOnce(&mut Vec<Table>)) -> Example {
    let mut tables = tables();
    change(&mut tables);
    Published::of(tables).example(0, words)
}

fn lists() -> Vec<Example> {
    let drawn = "Two tables have the same seed as their own.";
    vec![
        listed(["list-left-out", "list", "A table was left out: a number is missing."], |tables| {
            tables.remove(5);
        }),
        listed(["list-number-reused", "list", "Two tables have the same number."], |tables| tables[6].entry.number = 6),
        listed(["list-table-twice", "list", "A table has two numbers."], |tables| {
            tables[6].entry.table = tables[5].entry.table;
        }),
        listed(["list-seed-twice", "list", drawn], |tables| {
            tables[6].entry.seed_commit = tables[0].entry.seed_commit;
        }),
        listed(["list-daily-differs", "list", "Two tables of the daily challenge have different seeds."], |tables| {
            tables[2].entry.seed_commit = Some([8; 32]);
        }),
        listed(["list-shared-differs", "list", "A second leg has another seed than its first."], |tables| {
            tables[4].entry.seed_commit = Some([8; 32]);
        }),
        listed(["list-shared-of-none", "list", "A table shares the seed of a table that is not there."], |tables| {
            tables[4].entry.seed_of = format!("{DAY} 9");
        }),
        changed(["list-changed", "list", "The list was changed after it was signed."], |example| {
            example.lists[0]["entries"][6]["ending"] = "cancelled".into();
        }),
        changed(["list-shortened", "list", "The last table was left out after the list was signed."], |example| {
            example.lists[0]["entries"].as_array_mut().unwrap().pop();
            example.lists[0]["tables"] = json!(6);
        }),
        changed(["list-other-id", "list", "A table is named by another id."], |example| {
            example.lists[0]["entries"][0]["tableId"] = "t_00000000000000000000000000000000".into();
        }),
        changed(["list-not-stated", "list", "A list of a day that no statement closes."], |example| {
            example.lists[0]["day"] = NEXT.into();
        }),
    ]
}

/// An example with another first table.
fn dealt(words: [&'static str; 3], first: Table) -> Example {
    let mut tables = tables();
    tables[0] = first;
    Published::of(tables).example(0, words)
}

fn seeds() -> Vec<Example> {
    let kind = "tic-tac-toe-vs-house";
    let other = |change: fn(&mut Deal)| {
        let mut made = deal(1, 2);
        change(&mut made);
        settled(kind, &deal(1, 2), Some(&made))
    };
    let longer = Deal { brought: vec![brought(0), None, brought(7)], ..deal(1, 2) };
    let daily = Deal { brought: vec![brought(0)], ..daily_deal() };
    let mut sealed = dealt(
        ["seed-sealed", "seed", "The commitment of a sealed seed is not to the one that the revealed secret gives."],
        settled("blackjack", &daily_deal(), Some(&deal(1, 1))),
    );
    sealed.lists.clear();
    seal(&mut sealed.bundles[0]);
    vec![
        dealt(
            ["seed-drawn-twice", "seed", "The seed was drawn again, as for another number."],
            other(|made| made.number = 9),
        ),
        dealt(
            ["seed-other-day", "seed", "The seed is one of the day before."],
            other(|made| made.day = BEFORE.to_owned()),
        ),
        dealt(
            ["seed-ignores-client", "seed", "The seed was computed without what a seat brought."],
            other(|made| made.brought[0] = None),
        ),
        dealt(
            ["seed-extra-line", "seed", "The seed was computed with a line that belongs to no seat."],
            settled(kind, &longer, None),
        ),
        dealt(
            ["seed-daily-line", "seed", "The daily challenge was computed with a line of a seat."],
            settled("blackjack", &daily, None),
        ),
        sealed,
    ]
}

fn daily_deal() -> Deal {
    let seed_of = Some(turnstone_games::SeedOf::Daily(turnstone_games::DailyWord::Daily));
    Deal { seed_of, brought: Vec::new(), ..deal(1, 1) }
}

fn seal(bundle: &mut Value) {
    bundle["seed"] = Value::Null;
    bundle["log"] = json!([]);
    bundle["sealedReason"] = json!("daily");
}

fn what_was_brought() -> Vec<Example> {
    let ignored = Deal { brought: vec![None, None], ..deal(1, 2) };
    let ignored = settled("tic-tac-toe-vs-house", &ignored, None);
    let other_seat = changed(["brought-other-seat", "brought", "It is in the deal, but of another seat."], |example| {
        example.brought = vec![json!({ "seat": 1, "clientRef": "ref-0", "clientSeed": "0".repeat(32) })];
    });
    let mut stripped = changed(["brought-no-deal", "brought", "The bundle does not say how it was dealt."], strip);
    stripped.brought = vec![sent()];
    let example = dealt(["brought-ignored", "brought", "The deal says that the seat brought nothing."], ignored);
    vec![Example { brought: vec![sent()], ..example }, other_seat, stripped]
}

/// Leave out `config.deal`, and make the digest anew.
fn strip(example: &mut Example) {
    let bundle = &mut example.bundles[0];
    bundle["config"].as_object_mut().unwrap().remove("deal");
    let mut whole: Bundle = serde_json::from_value(bundle.clone()).unwrap();
    whole.digest = whole.computed_digest();
    bundle["digest"] = whole.digest.into();
}

fn proofs() -> Vec<Example> {
    let with_proof = |words, change: fn(&mut Value)| {
        changed(words, |example| {
            example.lists.clear();
            change(&mut example.bundles[0]["fair"]);
        })
    };
    let honest = Published::honest();
    let closed_up = {
        let mut tables = tables();
        let victim = tables.remove(0);
        for (table, number) in tables.iter_mut().zip(1..) {
            table.entry.number = number;
        }
        tables[3].entry.seed_of = format!("{DAY} 3");
        let mut published = Published::of(tables);
        let statements = vec![statements(&published.signed)];
        let lists = list(&published.tables);
        published.tables.push(victim);
        let words = ["proof-closed-up", "proof", "The table was left out, and later ones have smaller numbers."];
        let mut example = published.example(6, words);
        example.bundles[0].as_object_mut().unwrap().remove("fair");
        Example { statements, lists, ..example }
    };
    let other_ending = {
        let mut tables = tables();
        tables[0].entry.ending = Ending::Settled([3; 32]);
        Published::of(tables).example(0, ["proof-other-digest", "proof", "The list has another digest of the match."])
    };
    let other_chain = {
        let mut other = Published::honest();
        let mut drafts = drafts(&other.entries);
        drafts[3].0 += 1;
        other.signed = sign(&drafts);
        let words = ["proof-other-chain", "proof", "The statement of the bundle is signed, but not in the chain."];
        Example { bundles: vec![other.bundle(0)], ..honest.example(0, words) }
    };
    let other_path = {
        let words = ["proof-other-table", "proof", "The proof is that of another table."];
        let mut example = honest.example(0, words);
        example.lists.clear();
        example.bundles[0]["fair"] = honest.bundle(1)["fair"].clone();
        example
    };
    vec![
        closed_up,
        other_ending,
        other_chain,
        other_path,
        with_proof(["proof-too-short", "proof", "The path is too short."], |fair| {
            fair["proof"].as_array_mut().unwrap().pop();
        }),
        with_proof(["proof-form", "proof", "The path is not hex."], |fair| fair["proof"][0] = json!("x")),
        with_proof(["proof-other-statement", "proof", "A statement that closes no day."], |fair| {
            let signed = &sign(&drafts(&[]))[1];
            fair["statement"] = crate::world::shown(2, signed);
        }),
        changed(
            ["proof-no-deal", "proof", "The table is listed, and its bundle does not say how it was dealt."],
            strip,
        ),
    ]
}

fn moves() -> Vec<Example> {
    let honest = Published::honest();
    let bundle = honest.tables[0].bundle.clone().unwrap();
    let own = bundle.log.iter().rposition(|entry| entry.seat.0 == 0).unwrap();
    let acknowledged = |change: fn(&mut Bundle, usize)| {
        let mut bundle = bundle.clone();
        change(&mut bundle, own);
        kept(&bundle, &key(0))
    };
    let with = |words, receipts| Example { receipts, ..honest.example(0, words) };
    let replaced = acknowledged(|bundle, own| {
        let taken = bundle.log[0].action.clone();
        let other = json!({ "type": "mark", "cell": 8 - taken["cell"].as_u64().unwrap() });
        bundle.log[own].action = if other == bundle.log[own].action { taken } else { other };
    });
    let mut signature = kept(&bundle, &key(0));
    let text = signature[0].clone();
    let at = text.rfind("signature=:").unwrap() + "signature=:".len();
    signature[0].replace_range(at..at + 2, if &text[at..at + 2] == "AA" { "BB" } else { "AA" });
    let mut line = kept(&bundle, &key(0));
    line[0] = line[0].replace("count=", "COUNT=");
    vec![
        with(
            ["receipt-dropped", "receipt", "A move was acknowledged and dropped."],
            acknowledged(|bundle, own| {
                let more = bundle.log[own].clone();
                bundle.log.push(more);
            }),
        ),
        with(["receipt-replaced", "receipt", "Another move than the acknowledged one is in the log."], replaced),
        with(
            ["receipt-other-time", "receipt", "The move is in the log at another time."],
            acknowledged(|bundle, own| {
                bundle.log[own].at += 1;
            }),
        ),
        with(["receipt-unknown-key", "receipt", "A key that no statement names."], kept(&bundle, &key(3))),
        with(["receipt-signature", "receipt", "A wrong signature."], signature),
        with(["receipt-form", "receipt", "A line that is no receipt."], line),
    ]
}
