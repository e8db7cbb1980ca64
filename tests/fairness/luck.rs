//! Examples of an honest server: outages, clocks, restored stores, replaced keys, and long games.

use crate::example::Example;
use crate::server::{AHEAD, Server, at, day, sharing};
use crate::world::{HOUR, Playing, kept, key, kind, leg};
use serde_json::json;
use turnstone_fairness::EraReason::{Compromised, Lost, Restored};
use turnstone_fairness::{Ending, Says};
use turnstone_games::Deal;

const MINUTE: u64 = HOUR / 60;

pub(crate) fn examples() -> Vec<Example> {
    [outages(), clocks(), restores(), keys(), games(), unknown()].concat()
}

/// A server of the version before is down for some days, and a table of the day of its return.
fn down(days: i64, words: [&'static str; 3]) -> Example {
    let mut server = Server::before();
    server.table(at(0, 9));
    // Down until the morning of this day.
    let back = days + 1;
    server.state(at(back, 10), (back..=back + 2).filter(|day| *day > 2));
    for day in (0..back).filter(|day| *day <= 2) {
        server.close(at(back, 10), day);
    }
    let [today, tomorrow] = [at(back, 11), at(back + 1, 9)].map(|created| server.table(created));
    server.state(at(back + 1, 0), [back + 3]);
    server.close(at(back + 1, 1), back);
    server.close(at(back + 2, 1), back + 1);
    server.example(&[today, tomorrow], words)
}

fn outages() -> Vec<Example> {
    let long = {
        let mut server = Server::old();
        server.table(at(0, 9));
        server.close(at(70, 10), 0);
        server.drafts.insert(8, (at(-10, 8), stated(&server, 70)));
        let table = server.table(at(70, 11));
        server.close(at(71, 1), 70);
        server.example(&[table], ["holds-down-70-days", "holds", "A server that was down for 70 days."])
    };
    let longer = {
        let mut server = Server::old();
        server.close(at(150, 10), 0);
        server.state(at(150, 10), [150, 151, 152, 150 + AHEAD]);
        let [today, tomorrow] = [at(150, 11), at(151, 9)].map(|created| server.table(created));
        server.close(at(151, 1), 150);
        server.close(at(152, 1), 151);
        let about = "A server that was down for longer than its secrets are stated ahead.";
        server.example(&[today, tomorrow], ["holds-down-150-days", "holds", about])
    };
    let first = {
        let mut server = Server::new(at(0, 8));
        server.state(at(0, 8), [0, 1, AHEAD]);
        let [today, tomorrow] = [at(0, 9), at(1, 9)].map(|created| server.table(created));
        server.close(at(1, 1), 0);
        server.close(at(2, 1), 1);
        server.example(&[today, tomorrow], ["holds-first-days", "holds", "The first two days of a server."])
    };
    let replaced = {
        let mut server = Server::old();
        server.state(at(-10, 8), [148, 149]);
        // The secrets of later days that were replaced are never revealed.
        server.begin(at(0, 10), Compromised);
        server.state(at(0, 10), [0, 1, 2, 148, 149]);
        for number in [148, 149] {
            let name = turnstone_fairness::day_name(&day(number), at(0, 10) / 1000);
            let list = server.list(&name, Some(server.secret(&day(number))));
            server.drafts.push((at(150, 10), list));
        }
        server.state(at(150, 10), [150, 151]);
        let table = server.table(at(150, 11));
        server.close(at(151, 1), 150);
        let about = "A server that was down for long, after a key was compromised.";
        server.example(&[table], ["holds-down-after-compromised", "holds", about])
    };
    vec![
        replaced,
        down(1, ["holds-down-1-day", "holds", "A server of the version before that was down for a day."]),
        down(2, ["holds-down-2-days", "holds", "A server of the version before that was down for two days."]),
        down(29, ["holds-down-29-days", "holds", "A server of the version before that was down for 29 days."]),
        long,
        longer,
        first,
    ]
}

fn stated(server: &Server, number: i64) -> Says {
    let commit = turnstone_fairness::commitment(&server.secret(&day(number)));
    Says::Secret { day: day(number), commit }
}

fn clocks() -> Vec<Example> {
    let ahead = {
        let mut server = Server::old();
        let [before, during] = [at(0, 9), at(3, 12)].map(|created| server.table(created));
        server.close(at(4, 0), 3);
        server.close(at(4, 0), 0);
        // Its own clock goes on until the right one has caught up.
        server.state(at(4, 0), [AHEAD + 4]);
        let after = server.table(at(4, 2));
        server.state(at(4, 2), [AHEAD + 5]);
        server.drafts.insert(8, (at(-10, 8), stated(&server, 4)));
        server.close(at(5, 1), 4);
        let about = "The clock was three days ahead, and was put right.";
        server.example(&[before, during, after], ["holds-clock-ahead", "holds", about])
    };
    let set_back = {
        let mut server = Server::before();
        let is_list = |says: &Says| matches!(says, Says::List { day: name, .. } if *name >= day(-2));
        server.drafts.retain(|(_, says)| !is_list(says));
        server.close(at(0, 20), -2);
        server.close(at(0, 18), -1);
        server.state(at(1, 0), [3]);
        let table = server.table(at(1, 9));
        server.close(at(2, 1), 1);
        // From here on, this version states.
        server.state(at(2, 2), [AHEAD]);
        let about = "The clock of the version before went back once, and this version went on.";
        server.example(&[table], ["holds-clock-set-back", "holds", about])
    };
    vec![ahead, set_back]
}

fn restores() -> Vec<Example> {
    let backup = {
        let mut server = Server::old();
        server.table(at(0, 9));
        server
    };
    let finished = |mut server: Server, created: u64, words| {
        let [own, later] = [created, at(1, 9)].map(|created| server.table(created));
        let first = (day(0), 0);
        server.close(at(1, 1), 0);
        server.close(at(2, 1), 1);
        server.example(&[first, own, later], words)
    };
    let twice = {
        let mut once = backup.restored(at(0, 11));
        let lost = once.table(at(0, 12));
        let bundle = once.tables[&lost.0][0].bundle.clone().unwrap();
        let note = once.note(at(0, 12));
        let again = backup.restored(at(0, 13));
        let words =
            ["holds-restored-twice", "holds", "Restored twice from one backup. The first restored store is gone."];
        let mut example = finished(again, at(0, 14), words);
        let about = "A table that a restore has lost has a receipt, and the era explains it.";
        let mut lost = example.clone();
        (lost.name, lost.about) = ("holds-receipt-lost", about);
        lost.bundles.truncate(1);
        lost.receipts = kept(&bundle, &key(0));
        lost.unlisted = vec!["receipt"];
        let words = ["rewritten-restored", "rewritten", "A note of a statement that a restore has lost."];
        let mut rewritten = example.clone();
        [rewritten.name, rewritten.expected, rewritten.about] = words;
        rewritten.bundles.truncate(1);
        rewritten.noted = vec![note];
        example.noted = vec![backup.note(at(0, 8))];
        vec![example, lost, rewritten]
    };
    let salvaged = {
        let mut server = Server::old();
        // All statements after the key were lost: the same secrets are stated again.
        server.drafts.truncate(1);
        server.begin(at(0, 11), Restored);
        server.state(at(0, 11), [0, 1, 2, AHEAD]);
        let [today, tomorrow] = [at(0, 12), at(1, 9)].map(|created| server.table(created));
        server.close(at(1, 1), 0);
        server.close(at(2, 1), 1);
        server.example(
            &[today, tomorrow],
            ["holds-salvaged", "holds", "A store that was salvaged, without its statements."],
        )
    };
    let cut = {
        let mut server = backup.clone();
        // The statement of tomorrow's secret was lost, with all that follow it.
        let is_tomorrow = |(_, says): &(u64, Says)| matches!(says, Says::Secret { day: name, .. } if *name == day(1));
        let lost = server.drafts.iter().position(is_tomorrow).unwrap();
        server.drafts.truncate(lost);
        server.begin(at(0, 11), Restored);
        server.state(at(0, 11), [1, 2, 3, AHEAD]);
        let tomorrow = server.table(at(1, 9));
        server.close(at(1, 1), 0);
        server.close(at(2, 1), 1);
        let about = "A store that was salvaged without tomorrow's secret: it is stated again, and the era is named.";
        server.example(&[tomorrow], ["late-salvaged", "late", about])
    };
    let promoted = backup.restored(at(0, 23) + 59 * MINUTE);
    let promoted = finished(
        promoted,
        at(1, 0) + MINUTE,
        ["holds-promoted", "holds", "A standby was promoted, and may have lost commits."],
    );
    let mut cluster = backup.clone();
    cluster.rotate(at(0, 11));
    let cluster = cluster.restored(at(0, 11));
    let cluster =
        finished(cluster, at(0, 12), ["holds-new-cluster", "holds", "A new cluster from a backup, with a new key."]);
    [twice, vec![salvaged, cut, promoted, cluster]].concat()
}

fn keys() -> Vec<Example> {
    let upgraded = {
        let mut server = Server::before();
        let deal = server.deal(at(0, 9));
        let table = Playing { begins: at(3, 9), ..server.playing(at(0, 9), &deal) }.settled(&deal);
        let table = server.put(&deal.day, table);
        server.state(at(1, 10), [3, 4, 5, AHEAD]);
        let next = server.table(at(3, 9));
        server.close(at(4, 1), 0);
        server.close(at(4, 1), 3);
        server.example(&[table, next], ["holds-upgraded", "holds", "A table that ran while its server was upgraded."])
    };
    let rotated = {
        let mut server = Server::old();
        let before = server.table(at(0, 9));
        server.rotate(at(0, 10));
        let [after, next] = [at(0, 11), at(1, 9)].map(|created| server.table(created));
        server.close(at(1, 1), 0);
        server.close(at(2, 1), 1);
        server.example(&[before, after, next], ["holds-rotated", "holds", "The key was replaced in the usual way."])
    };
    let mut compromised = Server::old();
    let before = compromised.table(at(0, 9));
    let old = compromised.clone();
    compromised.begin(at(0, 10), Compromised);
    compromised.state(at(0, 10), [0, 1, 2, AHEAD]);
    let late = [at(0, 11), at(1, 9)].map(|created| compromised.table(created));
    let third = compromised.table(at(2, 9));
    // Each secret is revealed with its own lists.
    compromised.drafts.push((at(1, 1), old.list(&day(0), Some(old.secret(&day(0))))));
    let own = late[0].0.clone();
    compromised.drafts.push((at(1, 1), compromised.list(&own, Some(compromised.secret(&day(0))))));
    compromised.close(at(2, 1), 1);
    compromised.close(at(3, 1), 2);
    let mut lost = Server::old();
    let unproven = lost.table(at(0, 9));
    let voided = voided(Server::old());
    lost.begin(at(0, 10), Lost);
    lost.state(at(0, 10), [0, 1, 2, AHEAD]);
    let late_lost = [at(0, 11), at(1, 9)].map(|created| lost.table(created));
    let after_lost = lost.table(at(2, 9));
    lost.drafts.push((at(1, 1), lost.list(&day(0), None)));
    let own = late_lost[0].0.clone();
    lost.drafts.push((at(1, 1), lost.list(&own, Some(lost.secret(&day(0))))));
    lost.close(at(2, 1), 1);
    lost.close(at(3, 1), 2);
    let reveal = "A table whose secret was lost with the keys.";
    vec![
        upgraded,
        rotated,
        compromised.example(
            &[before, third],
            ["holds-compromised", "holds", "Before a key was compromised, and two days later."],
        ),
        compromised.example(&late, ["late-compromised", "late", "The day and the day after a key was compromised."]),
        lost.example(&[after_lost], ["holds-lost", "holds", "Two days after all keys were lost."]),
        lost.example(&late_lost, ["late-lost", "late", "The day and the day after all keys were lost."]),
        lost.example(&[unproven], ["commit-and-reveal-lost", "commit-and-reveal", reveal]),
    ]
    .into_iter()
    .chain(voided)
    .collect()
}

/// The keys were lost before a table was archived: without them its digest cannot be computed.
fn voided(mut server: Server) -> Vec<Example> {
    let table = server.table(at(0, 9));
    server.begin(at(0, 10), Lost);
    server.state(at(0, 10), [0, 1, 2, AHEAD]);
    server.tables.get_mut(&table.0).unwrap()[table.1].entry.ending = Ending::Voided;
    server.drafts.push((at(1, 1), server.list(&day(0), None)));
    let about = "The keys were lost before a table was archived: its list has it as voided.";
    let known = server.example(&[table], ["commit-and-reveal-voided", "commit-and-reveal", about]);
    let mut sealed = known.clone();
    let about = "The keys were lost while a table was sealed: its list has it as voided.";
    (sealed.name, sealed.expected, sealed.about) = ("sealed-lost", "sealed", about);
    sealed.bundles[0]["seed"] = json!(null);
    sealed.bundles[0]["log"] = json!([]);
    sealed.bundles[0]["sealedReason"] = json!("daily");
    vec![known, sealed]
}

fn games() -> Vec<Example> {
    let mut server = Server::old();
    // It was joined two days after its creation.
    let deal = server.deal(at(0, 9));
    let table = Playing { begins: at(2, 9), ..server.playing(at(0, 9), &deal) }.settled(&deal);
    let joined = server.put(&deal.day, table);
    // Three minutes for each move; and an outage of two days.
    let [slow, outage] = [3 * MINUTE, 48 * HOUR].map(|pause| {
        let deal = server.deal(at(0, 23));
        let mut bundle = server.playing(at(0, 23), &deal).settled(&deal).bundle.unwrap();
        for (ply, entry) in bundle.log.iter_mut().enumerate().skip(1) {
            entry.at += pause * if pause > HOUR { 1 } else { ply as u64 };
        }
        server.put(&deal.day, crate::world::listed(&deal, bundle))
    });
    let natural = natural_blackjack(&mut server);
    let (first, second) = over_midnight(&mut server);
    server.close(at(3, 1), 0);
    server.close(at(3, 1), 1);
    vec![
        server.example(
            &[joined],
            ["holds-joined-later", "holds", "A table that was joined two days after its creation."],
        ),
        server.example(&[slow], ["holds-bank-used-up", "holds", "A table whose players used their whole time."]),
        server
            .example(&[outage], ["holds-outage-in-play", "holds", "The server was down for two days during the game."]),
        server.example(&[natural], ["holds-natural", "holds", "A natural blackjack: the log is empty."]),
        server.example(&first, ["holds-legs-over-midnight", "holds", "A duel's legs, the second after midnight."]),
        server
            .example(&second, ["holds-pair-over-midnight", "holds", "A pair of tables with one deal, over midnight."]),
    ]
}

/// A hand that is over when it is dealt.
fn natural_blackjack(server: &mut Server) -> (String, usize) {
    loop {
        let deal = Deal { brought: vec![None], ..server.deal(at(0, 10)) };
        let (rules, setup) = kind("blackjack");
        let table = Playing { rules, setup, ..server.playing(at(0, 10), &deal) }.settled(&deal);
        let is_natural = table.bundle.as_ref().unwrap().log.is_empty();
        let place = server.put(&deal.day, table);
        if is_natural {
            return place;
        }
    }
}

type Two = [(String, usize); 2];

/// The legs of a duel, and a pair of a series: the first before midnight, the second after it.
fn over_midnight(server: &mut Server) -> (Two, Two) {
    let times = [at(0, 23), at(1, 0) + MINUTE];
    let mut two = |change: &dyn Fn(Playing, u8) -> Playing| {
        let first = server.deal(times[0]);
        let table = change(server.playing(times[0], &first), 1).settled(&first);
        let one = server.put(&first.day, table);
        let second = sharing(server.deal(times[1]), &first);
        let table = change(server.playing(times[1], &second), 2).settled(&second);
        [one, server.put(&second.day, table)]
    };
    let legs = two(&|playing, number| Playing { id: leg(times[0], number), ..playing });
    let pair = |number: u8| Some(json!({ "of": "ser_1", "table": number + 2 }));
    let pairs = two(&|playing, number| Playing { pair: pair(number), ..playing });
    (legs, pairs)
}

fn unknown() -> Vec<Example> {
    let mut server = Server::old();
    let table = server.table(at(0, 9));
    let closed = |mut server: Server, says: &str, words| {
        server.drafts.push((at(0, 10), Says::Unknown(says.to_owned())));
        server.close(at(1, 1), 0);
        server.example(std::slice::from_ref(&table), words)
    };
    let kind =
        closed(server.clone(), "witness 12", ["unknown-statement", "unknown", "A statement of a later version."]);
    let era = format!("era {} moved", at(0, 10) / 1000);
    let era = closed(server.clone(), &era, ["unknown-era", "unknown", "An era for a reason of a later version."]);
    let mut sealed = server
        .example(std::slice::from_ref(&table), ["unknown-seal", "unknown", "Sealed for a reason of a later version."]);
    sealed.bundles[0]["seed"] = json!(null);
    sealed.bundles[0]["log"] = json!([]);
    sealed.bundles[0]["sealedReason"] = json!("league");
    let mut member =
        server.example(&[table], ["unknown-member", "unknown", "A deal with a member of a later version."]);
    let bundle = &mut member.bundles[0];
    bundle["config"]["deal"]["beacon"] = json!("drand 12");
    let mut whole: turnstone_games::Bundle = serde_json::from_value(bundle.clone()).unwrap();
    whole.digest = whole.computed_digest();
    bundle["digest"] = whole.digest.into();
    vec![kind, era, sealed, member]
}
