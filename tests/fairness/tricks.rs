//! Examples of an operator who chooses a secret late or dates it back, deals on another day, or hides a table.

use crate::example::Example;
use crate::server::{AHEAD, Server, at, day, sharing};
use crate::world::{HOUR, Playing, kept, key, kind, leg};
use serde_json::json;
use turnstone_fairness::EraReason::{Compromised, Restored};
use turnstone_fairness::Says;

const MINUTE: u64 = HOUR / 60;

pub(crate) fn examples() -> Vec<Example> {
    [late(), held(), noted(), chains(), eras(), days(), pairs(), hidden()].concat()
}

/// A server that ran on the days before day 0 and has stated no secret for it: `form` is that of its version.
fn without_secret(mut server: Server) -> Server {
    let of_day_0 = |says: &Says| matches!(says, Says::Secret { day: stated, .. } if *stated == day(0));
    server.drafts.retain(|(_, says)| !of_day_0(says));
    server.table(at(-2, 9));
    server.table(at(-1, 9));
    server
}

/// The table of day 0, after its secret was stated.
fn with_victim(mut server: Server, words: [&'static str; 3]) -> Example {
    let victim = server.table(at(0, 12) + MINUTE);
    server.close(at(1, 1), 0);
    server.example(&[victim], words)
}

fn says(server: &Server, number: i64) -> Says {
    Says::Secret { day: day(number), commit: turnstone_fairness::commitment(&server.secret(&day(number))) }
}

/// The tables of the days before, and their lists.
fn ran(server: Server) -> Server {
    let mut server = without_secret(server);
    server
        .drafts
        .retain(|(_, says)| !matches!(says, Says::List { day: name, .. } if *name == day(-2) || *name == day(-1)));
    server.close(at(-1, 1), -2);
    server.close(at(0, 1), -1);
    server.drafts.sort_by_key(|(time, _)| *time);
    server
}

fn late() -> Vec<Example> {
    let stated = |server: Server, time: u64, words| {
        let mut server = ran(server);
        let says = says(&server, 0);
        server.drafts.push((time, says));
        with_victim(server, words)
    };
    let backdated = "A secret of noon, dated two days back, after statements of that day.";
    let noted = {
        let mut example = stated(Server::before(), at(-2, 12), ["late-backdated-noted", "late", backdated]);
        // The newest statement of the morning, noted without its time.
        let list = example.statements[0]["statements"].as_array().unwrap().iter().rev().nth(2).unwrap();
        example.noted = vec![hash_of(list)];
        example
    };
    let silence = {
        let mut server = without_secret(Server::before());
        // No statement of the two days before, though they have tables.
        server.drafts.retain(|(time, _)| *time < at(-2, 0));
        server.state(at(-3, 0), [-2, -1]);
        let says = says(&server, 0);
        server.close(at(0, 12), -2);
        server.close(at(0, 12), -1);
        server.drafts.push((at(0, 12), says));
        with_victim(server, ["late-silence", "late", "No statement on two days which have tables, and a late secret."])
    };
    let second_day = {
        let mut server = Server::new(at(-1, 8));
        server.state(at(-1, 8), [-1, AHEAD]);
        server.state(at(0, 12), [0]);
        with_victim(server, ["late-second-day", "late", "The secret of the second day was stated on that day."])
    };
    let after_table = {
        let mut server = Server::new(at(0, 8));
        server.state(at(0, 13), [0, AHEAD]);
        with_victim(
            server,
            ["late-after-the-table", "late", "The first day's secret was stated after the table's creation."],
        )
    };
    vec![
        stated(Server::before(), at(0, 12), ["late-open", "late", "A secret was stated on its day."]),
        stated(Server::before(), at(-2, 12), ["late-backdated", "late", backdated]),
        noted,
        stated(Server::old(), at(-2, 12), ["statements-backdated", "statements", backdated]),
        silence,
        second_day,
        after_table,
    ]
}

/// The hash of a shown statement, as a note without a time.
fn hash_of(shown: &serde_json::Value) -> String {
    hex::encode(turnstone_fairness::text_hash(shown["text"].as_str().unwrap()))
}

/// The list of the day before yesterday is held back by a table of the operator, so that no statement is of these days.
fn held() -> Vec<Example> {
    let silent = |time: u64| {
        let mut server = without_secret(Server::old());
        let note = server.note(at(0, 9));
        let says = says(&server, 0);
        server.drafts.push((time, says));
        (server, note)
    };
    let (server, _) = silent(at(0, 12));
    let open = with_victim(
        server,
        ["late-list-held", "late", "A late secret, and the list of the day before yesterday is held."],
    );
    let (server, note) = silent(at(-2, 12));
    let about = "A secret dated two days back, while the list of that day was held; a note shows it.";
    let backdated = with_victim(server, ["rewritten-list-held", "rewritten", about]);
    vec![open, Example { noted: vec![note], ..backdated }]
}

fn noted() -> Vec<Example> {
    let just = {
        let mut server = ran(Server::old());
        // A day before, to the minute.
        let place = server.drafts.iter().position(|(time, _)| *time >= at(-1, 0)).unwrap();
        let says = says(&server, 0);
        server.drafts.insert(place, (at(-1, 0), says));
        let note = server.note_of(place - 1, at(-1, 0) + 5 * MINUTE);
        let words = ["late-by-note", "late", "A note of the day before shows that the secret was not stated yet."];
        Example { noted: vec![note], ..with_victim(server, words) }
    };
    let put_in = {
        let mut server = Server::old();
        let place = server.drafts.len() - 1;
        let note = server.note_of(place, at(0, 9));
        server.state(at(0, 9) - 11 * MINUTE, [AHEAD]);
        let words = ["rewritten-put-in", "rewritten", "A statement was put in before the time of a note."];
        Example { noted: vec![note], ..with_victim(server, words) }
    };
    let near = {
        let mut server = Server::old();
        let place = server.drafts.len() - 1;
        let note = server.note_of(place, at(0, 9));
        server.state(at(0, 9) - 10 * MINUTE, [AHEAD]);
        let words = ["holds-noted", "holds", "A note from before the table; the server's clock is ten minutes behind."];
        Example { noted: vec![note], ..with_victim(server, words) }
    };
    vec![just, put_in, near]
}

fn chains() -> Vec<Example> {
    let stated = |words, change: fn(&mut Server)| {
        let mut server = Server::old();
        change(&mut server);
        with_victim(server, words)
    };
    vec![
        stated(["statements-decreasing", "statements", "A statement is dated before the one before it."], |server| {
            server.state(at(-1, 8), [AHEAD]);
            server.state(at(-1, 7), [AHEAD + 1]);
        }),
        stated(["statements-era-again", "statements", "An era that is not later than the one before."], |server| {
            server.begin(at(-1, 8), Restored);
            server.begin(at(-1, 8), Restored);
        }),
        stated(["statements-era-time", "statements", "An era that is not of the time of its statement."], |server| {
            server.begin(at(-1, 8), Restored);
            server.drafts.last_mut().unwrap().0 += 2 * MINUTE;
        }),
        stated(["statements-no-era", "statements", "A list of an era that has not begun."], |server| {
            let list = server.list(&format!("{}/1795600000", day(-2)), Some(server.secret(&day(-2))));
            server.drafts.push((at(-1, 8), list));
        }),
        stated(["secret-two-in-era", "secret", "A day has two secrets in one era."], |server| {
            server.begin(at(-1, 8), Restored);
            server.state(at(-1, 8), [5]);
            server.drafts.push((at(-1, 8), Says::Secret { day: day(5), commit: [4; 32] }));
        }),
        stated(["secret-two-after-restore", "secret", "A secret was stated again, and then another one."], |server| {
            server.begin(at(-1, 8), Restored);
            server.state(at(-1, 8), [1]);
            server.drafts.push((at(-1, 8), Says::Secret { day: day(1), commit: [4; 32] }));
        }),
        stated(["secret-not-lost", "secret", "A list without its secret, which no era has lost."], |server| {
            let list = server.list(&day(-2), None);
            server.drafts.push((at(-1, 8), list));
        }),
    ]
}

fn eras() -> Vec<Example> {
    let kept = {
        let mut server = Server::old();
        let old = server.secret(&day(0));
        server.begin(at(-5, 8), Compromised);
        let deal = server.deal(at(0, 12));
        let playing = Playing { seed: deal.seed(&old), ..server.playing(at(0, 12), &deal) };
        let victim = server.put(&deal.day, playing.settled(&deal));
        let list = server.list(&deal.day, Some(old));
        server.drafts.push((at(1, 1), list));
        let about = "A secret from before a key was compromised was used afterwards.";
        server.example(&[victim], ["secret-kept", "secret", about])
    };
    let absent = {
        let mut server = Server::old();
        server.begin(at(0, 10), Restored);
        let deal = server.deal(at(0, 12));
        let table = server.playing(at(0, 12), &deal).settled(&deal);
        let victim = server.put(&deal.day, table);
        // The day of era 0 is closed with the secret of both, and without a list of this one.
        let list = server.list(&day(0), Some(server.secret(&day(0))));
        server.drafts.push((at(1, 1), list));
        let soon = server
            .example(std::slice::from_ref(&victim), ["open-list-of-era", "open", "The list of the era follows soon."]);
        server.state(at(2, 2), [AHEAD]);
        let absent = server
            .example(&[victim], ["proof-no-list-of-era", "proof", "The secret is revealed, and the era has no list."]);
        vec![soon, absent]
    };
    [vec![kept], absent].concat()
}

fn days() -> Vec<Example> {
    let dealt = |words, created: u64, change: fn(&mut Playing)| {
        let mut server = Server::old();
        server.begin(at(0, 10), Restored);
        let deal = server.deal(at(0, 12));
        let mut playing = Playing { begins: at(0, 12), ..server.playing(created, &deal) };
        change(&mut playing);
        let table = server.put(&deal.day, playing.settled(&deal));
        server.close(at(1, 1), 0);
        server.example(&[table], words)
    };
    vec![
        dealt(["day-other", "day", "A table is dealt on a day before its creation."], at(1, 9), |playing| {
            playing.begins = at(1, 10);
        }),
        dealt(["day-earlier", "day", "A table is dealt on a day after its creation."], at(-1, 9), |_| ()),
        dealt(["day-other-era", "day", "A table of the era before."], at(0, 9), |_| ()),
        dealt(["day-early-move", "day", "A move is dated before the table's creation."], at(0, 12), |playing| {
            playing.begins -= 1;
        }),
        dealt(["day-no-time", "day", "An id that has no time."], at(0, 12), |playing| {
            playing.id = "t_00000000000040008000000000000000".to_owned();
        }),
        dealt(["day-leg-earlier", "day", "A leg is dealt on a day before its duel began."], at(1, 9), |playing| {
            (playing.id, playing.begins) = (leg(at(1, 9), 2), at(1, 10));
        }),
    ]
}

fn pairs() -> Vec<Example> {
    let paired = |game: &'static str, table: u8, shares: bool, words| {
        let mut server = Server::old();
        let first = server.deal(at(0, 9));
        let (rules, setup) = kind(game);
        let playing = server.playing(at(0, 9), &first);
        let one = server.put(&first.day, Playing { rules, setup: setup.clone(), ..playing }.settled(&first));
        let second = if shares { sharing(server.deal(at(0, 12)), &first) } else { server.deal(at(0, 12)) };
        let pair = Some(json!({ "of": "ser_1", "table": table }));
        let playing = Playing { rules, setup, pair, ..server.playing(at(0, 12), &second) };
        let two = server.put(&second.day, playing.settled(&second));
        server.close(at(1, 1), 0);
        assert_eq!(one.0, two.0);
        server.example(&[two], words)
    };
    let hides = "A pair has one deal in a game in which it hides something.";
    vec![
        paired("battleship-vs-house", 2, true, ["seed-pair-game", "seed", hides]),
        paired(
            "tic-tac-toe-vs-house",
            3,
            true,
            ["seed-pair-first", "seed", "The first of a pair has another table's seed."],
        ),
    ]
}

/// Tables that were played and are in no list.
fn hidden() -> Vec<Example> {
    let mut server = Server::old();
    let shown = server.table(at(0, 9));
    let deal = server.deal(at(0, 10));
    let hidden = server.playing(at(0, 10), &deal).settled(&deal).bundle.unwrap();
    let mut open = server
        .example(std::slice::from_ref(&shown), ["open-receipt", "open", "A receipt of another table of an open day."]);
    (open.receipts, open.unlisted) = (kept(&hidden, &key(0)), vec!["open"]);
    server.close(at(1, 1), 0);
    let mut example =
        server.example(&[shown], ["holds-receipt-alone", "holds", "A receipt of a table that no list has."]);
    (example.receipts, example.unlisted) = (kept(&hidden, &key(0)), vec!["receipt"]);
    let mut none = example.clone();
    (none.name, none.about) =
        ("holds-receipt-elsewhere", "A receipt of a table of another closed day, without its list.");
    none.lists.clear();
    none.bundles[0] = example.bundles[0].clone();
    (none.expected, none.name, none.unlisted) = ("open", "open-receipt-list", vec!["open"]);
    vec![open, example, none]
}
