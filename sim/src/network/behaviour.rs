//! The behaviour of clients, with weights.

use super::client::{POLL, PROMPT, READ, SAY, SimClient};
use super::exchange::{ClientRequest, ClientResponse};
use crate::rng::Rng;
use futures_util::future::join;
use madsim::time::{Instant, sleep};
use serde_json::Value;
use std::time::Duration;
use turnstone_service::ids::TableId;

macro_rules! behaviour {
    ($($name:ident: $weight:literal,)*) => {
        const BEHAVIOUR: &[(&str, u64)] = &[$((stringify!($name), $weight)),*];

        impl SimClient {
            async fn act_as(&mut self, name: &str) {
                match name {
                    $(stringify!($name) => self.$name().await,)*
                    _ => {}
                }
            }
        }
    };
}

behaviour! {
    ask: 60,
    repeat: 8,
    play: 12,
    play_out: 30,
    answer_invitation: 6,
    block_and_unblock: 4,
    wake_a_poll: 10,
    hand_over: 5,
    revalidate: 10,
    read_slowly: 2,
    send_slowly: 2,
    send_half: 2,
    pipeline: 4,
    hang_up: 2,
    crowd: 1,
    speak_http2: 4,
    crowd_streams: 4,
    hold_idle: 1,
    ask_ready: 5,
    leave_unread: 3,
    say_little: 2,
    send_odd: 45,
    call_tools: 14,
}

/// Maximum number of moves in a row, and of polls without news.
const MOVES: usize = 120;
const IDLE: usize = 4;
/// Number of newest tables that a client reads.
const RECENT: usize = 12;
/// Number of requests with an idempotency key that are sent again.
const KEYED: usize = 8;

const READ_PARTY: &str = r#"read_party {"id":"$party:#","msgs_since":0}"#;
const POLL_PARTY: &str = r#"read_party {"id":"$party:#","wait":25,"msgs_since":"$msgs"}"#;

/// A counter, the request that has to end a pending poll at once, and whether both are about a party.
const WAKES: [(&str, &str, bool); 6] = [
    ("network: a message woke a poll", SAY, false),
    ("network: a logout woke a poll", "logout", false),
    ("network: a rotation woke a poll", r#"rotate_recovery {"recoveryCode":"$recovery"}"#, false),
    ("network: an erasure woke a poll", r#"erase_account {"confirmHandle":"$handle"}"#, false),
    ("network: a message woke a party's poll", r#"post_party_message {"id":"$party:#","body":"@word"}"#, true),
    (
        "network: a table woke a party's poll",
        r#"create_party_table {"id":"$party:#","kind":"tic-tac-toe-vs-house","stake":1}"#,
        true,
    ),
];

impl SimClient {
    /// The actions of a client, each as often as its weight. Every client sends requests and plays.
    pub(super) fn draw_behaviour(rng: &mut Rng) -> Vec<&'static str> {
        let chosen = BEHAVIOUR.iter().filter(|(_, weight)| rng.percent(75) || *weight > 20);
        chosen.flat_map(|(name, weight)| std::iter::repeat_n(*name, *weight as usize)).collect()
    }

    pub(super) async fn act(&mut self) {
        if !self.is_signed_in() && self.rng.percent(90) {
            return self.sign_in().await;
        }
        if self.rng.percent(1) {
            // Become a new member.
            drop(std::mem::take(self.host.judge().known.person(&self.name)));
            self.joining = None;
            return;
        }
        let name = self.rng.one(&self.behaviour);
        self.act_as(name).await;
    }

    /// Send a request. One with an idempotency key may be sent without waiting for its response, and twice at once.
    async fn ask(&mut self) {
        let Some(ask) = self.draw_any() else { return };
        if ask.is_stream() {
            return self.follow(&ask).await;
        }
        if !ask.body.as_ref().is_some_and(|body| body.contains("\"clientRef\"")) {
            self.call(ask).await;
            return;
        }
        if self.rng.percent(15) {
            self.hang_up_on(&ask).await;
        }
        if self.rng.percent(10) {
            join(self.send(&ask), self.send(&ask)).await;
            self.host.hit("network: a request was sent twice at once");
        }
        self.keyed.push((ask, false));
        let excess = self.keyed.len().saturating_sub(KEYED);
        self.keyed.drain(..excess);
        self.ask_again(self.keyed.len() - 1).await;
    }

    async fn repeat(&mut self) {
        if !self.keyed.is_empty() {
            let at = self.rng.below(self.keyed.len() as u64) as usize;
            self.ask_again(at).await;
        }
    }

    /// Send a request with an idempotency key, once more if it was sent before.
    pub(super) async fn ask_again(&mut self, at: usize) {
        let (ask, was_granted) = self.keyed[at].clone();
        let Some(response) = self.call(ask).await.filter(|response| response.status == 200) else { return };
        let replayed = response.header("idempotent-replayed").is_some();
        if was_granted {
            self.host.hit("network: a request with an idempotency key was repeated");
        } else if replayed {
            self.host.hit("network: a lost response was repeated");
        }
        self.keyed[at].1 = true;
    }

    /// One of the newest matching tables, by the step that created it.
    pub(super) fn a_table(&mut self, is: impl Fn(&super::judge::NetworkJudge, TableId) -> bool) -> Option<u32> {
        let tables: Vec<u32> = {
            let judge = self.host.judge();
            let newest = judge.known.tables.iter().rev().filter(|(_, id)| is(&judge, **id));
            newest.take(RECENT).map(|(step, _)| *step).collect()
        };
        self.rng.pick(&tables).copied()
    }

    /// A table in play where the member has a seat.
    pub(super) fn own_table(&mut self) -> Option<u32> {
        let name = self.name.clone();
        self.a_table(|judge, id| {
            let account = judge.known.account_of(&name);
            let table = judge.model.tables.get(&id).filter(|table| table.is_playing());
            table.zip(account).is_some_and(|(table, account)| table.seat_of(account).is_some())
        })
    }

    async fn answer_invitation(&mut self) {
        let name = self.name.clone();
        let table = self.a_table(|judge, id| {
            let account = judge.known.account_of(&name);
            let table = judge.model.tables.get(&id).filter(|table| table.is_waiting());
            account.is_some() && table.is_some_and(|table| table.row.invited == account)
        });
        let line = self.rng.one(&[r#"decline {"id":"$table:#"}"#, r#"join_table {"id":"$table:#"}"#]);
        if let Some(table) = table {
            self.granted(&name, line, table).await;
        }
    }

    /// Block a member, and end that block.
    async fn block_and_unblock(&mut self) {
        let Some(block) = self.draw(r#"block {"handle":"@member"}"#) else { return };
        let blocked = block.body.clone().unwrap_or_default();
        self.call(block).await;
        if let Some(unblock) = self.draw(&format!("unblock {blocked}")) {
            self.call(unblock).await;
        }
    }

    /// A request about a table or a party, by the member.
    pub(super) fn draw_about(&mut self, template: &str, about: u32) -> Option<ClientRequest> {
        let who = self.name.clone();
        self.draw_as(&who, template, about)
    }

    /// Send a request about a table or a party; `None` if it is not granted.
    pub(super) async fn granted(&mut self, who: &str, template: &str, about: u32) -> Option<ClientResponse> {
        let ask = self.draw_as(who, template, about)?;
        self.call(ask).await.filter(|response| response.status == 200)
    }

    /// Read a table or a party; `None` if it is over.
    pub(super) async fn look(&mut self, who: &str, template: &str, about: u32) -> Option<ClientResponse> {
        let response = self.granted(who, template, about).await?;
        (response.json["state"]["terminal"] != true).then_some(response)
    }

    /// A poll that another request ends.
    pub(super) async fn wake_a_poll(&mut self) {
        let (counter, waking, is_party) = self.rng.one(&WAKES);
        if !is_party && counter != WAKES[0].0 && self.rng.percent(40) {
            return;
        }
        let about = if is_party { self.a_party().await } else { self.own_table() };
        let Some(about) = about else { return };
        let (read, poll) = if is_party { (READ_PARTY, POLL_PARTY) } else { (READ, POLL) };
        let who = self.name.clone();
        let Some(_) = self.look(&who, read, about).await else { return };
        let (Some(poll), Some(waking)) = (self.draw_about(poll, about), self.draw_about(waking, about)) else { return };
        self.wake(poll, waking, counter).await;
    }

    /// A party that the member has joined or created.
    async fn a_party(&mut self) -> Option<u32> {
        let parties: Vec<u32> = self.host.judge().known.parties.keys().rev().take(3).copied().collect();
        let party = self.rng.pick(&parties).copied().filter(|_| self.rng.percent(80));
        let ask = match party {
            Some(party) => self.draw_about(r#"join_party {"id":"$party:#"}"#, party)?,
            None => self.draw("create_party")?,
        };
        let step = party.unwrap_or_else(|| ask.step());
        self.call(ask).await.filter(|response| response.status == 200).map(|_| step)
    }

    /// A request ends a poll that was pending for some time.
    pub(super) async fn wake(&mut self, poll: ClientRequest, waking: ClientRequest, counter: &'static str) {
        let mark = self.host.mark();
        let pause = Duration::from_millis(self.rng.between(300, 3_000));
        let hear = async { (self.send(&poll).await, Instant::now()) };
        let act = async {
            sleep(pause).await;
            (self.send(&waking).await, Instant::now())
        };
        let ((heard, heard_at), (done, done_at)) = join(hear, act).await;
        let (Some(heard), Some(done)) = (heard, done) else { return };
        if self.host.all_well_since(mark) && done.status == 200 {
            self.host.hit(counter);
            let late = heard_at.saturating_duration_since(done_at);
            if late > PROMPT {
                self.host.fail(format!("{waking:?} woke {poll:?} {late:?} late: {}", heard.brief()));
            }
        }
    }

    /// Grant the own seat and let it be claimed. A poll of its holder ends when the grant is revoked.
    async fn hand_over(&mut self) {
        const ISSUE: &str = r#"issue_seat_grant {"id":"$table:#","clientRef":"$ref","expiresInSeconds":300}"#;
        const CLAIM: &str = r#"stranger claim_seat_grant {"claimToken":"$claim:#","clientRef":"$ref"}"#;
        const REVOKE: &str = r#"revoke_seat_grant {"id":"$granted:#","grantId":"$grant:#"}"#;
        let name = self.name.clone();
        let Some(table) = self.own_table() else { return };
        let Some(issue) = self.draw_about(ISSUE, table) else { return };
        let grant = issue.step();
        self.call(issue).await;
        self.granted(&name, r#"current_seat_grant {"id":"$table:#"}"#, table).await;
        let by_tool = self.rng.percent(40);
        let claim = if by_tool { self.draw_tool(&name, CLAIM, grant, false) } else { self.draw_about(CLAIM, grant) };
        let Some(claim) = claim else { return };
        let seat = format!("delegate{}", claim.step());
        self.call(claim).await;
        let Some(_) = self.look(&seat, READ, table).await else { return };
        let (poll, revoke) = (self.draw_as(&seat, POLL, table), self.draw_about(REVOKE, grant));
        if let (Some(poll), Some(revoke)) = (poll, revoke) {
            self.wake(poll, revoke, "network: a revocation woke the seat's poll").await;
        }
        self.look(&seat, READ, table).await;
        self.look(&name, READ, table).await;
    }

    /// Read and move. Sometimes two moves race.
    async fn play(&mut self) {
        let Some(table) = self.own_table() else { return };
        let name = self.name.clone();
        let Some(_) = self.look(&name, READ, table).await else { return };
        let (one, other) = (self.draw_move(&name, table), self.draw_move(&name, table));
        let (Some(one), Some(other)) = (one, other) else { return };
        if self.rng.percent(70) {
            self.call(one).await;
            return;
        }
        join(self.send(&one), self.send(&other)).await;
        self.host.hit("network: two moves raced");
    }

    fn draw_move(&mut self, who: &str, table: u32) -> Option<ClientRequest> {
        let line = format!(
            r##"act {{"id":"$table:#","action":"$action:{}","expectedPlies":"$plies","eventsSince":"$events"}}"##,
            self.rng.below(1_000)
        );
        self.draw_as(who, &line, table)
    }

    /// A table and a caller who may play there: one in play, an open one, a new one, or a guest's.
    pub(super) async fn table_to_play(&mut self) -> Option<(u32, String)> {
        const CREATE: &str = r#"create_table {"kind":"?@kind|@open-kind","open":"?true|false","stake":1,"seats":"?-|2|3","clientRef":"$ref"}"#;
        const PRACTICE: &str = r#"stranger practice {"kind":"@kind","clientRef":"$ref"}"#;
        let name = self.name.clone();
        if self.rng.percent(55)
            && let Some(table) = self.own_table()
        {
            return Some((table, name));
        }
        if self.rng.percent(30)
            && let Some(table) =
                self.a_table(|judge, id| judge.model.tables.get(&id).is_some_and(|one| one.is_waiting()))
        {
            const JOIN: &str = r#"join_table {"id":"$table:#"}"#;
            let by_tool = self.rng.percent(40);
            let join = if by_tool { self.draw_tool(&name, JOIN, table, false) } else { self.draw_about(JOIN, table) }?;
            return self.call(join).await.filter(|response| response.status == 200).map(|_| (table, name));
        }
        if self.rng.percent(10) {
            return self.friendly_table().await;
        }
        let as_guest = self.rng.percent(15);
        let ask = self.draw(if as_guest { PRACTICE } else { CREATE })?;
        let step = ask.step();
        self.call(ask).await.filter(|response| response.status == 200)?;
        Some((step, if as_guest { format!("guest{step}") } else { name }))
    }

    /// A guest's friendly table, with another guest or the house.
    async fn friendly_table(&mut self) -> Option<(u32, String)> {
        const OPEN: &str = r#"stranger practice {"kind":"@open-kind","open":true,"name":"?-|Ann","clientRef":"$ref"}"#;
        const SIT: &str = r#"stranger guest_seat {"id":"$table:#","name":"?-|Bob","clientRef":"$ref"}"#;
        const FILL: &str = r#"fill_table {"id":"$table:#","level":"?-|2"}"#;
        let open = self.draw(OPEN)?;
        let table = open.step();
        self.call(open).await.filter(|response| response.status == 200)?;
        if self.rng.percent(40) {
            let sit = self.draw_about(SIT, table)?;
            self.call(sit).await;
        }
        let host = format!("guest{table}");
        let fill = self.draw_as(&host, FILL, table)?;
        self.call(fill).await;
        Some((table, host))
    }

    /// Play a table until it is over or the others take too long; then read its last view, its replay and its end card.
    async fn play_out(&mut self) {
        let Some((table, who)) = self.table_to_play().await else { return };
        let (mut view, mut idle) = (Value::Null, 0);
        for _ in 0..MOVES {
            if view.is_null() {
                let Some(response) = self.granted(&who, READ, table).await else { return };
                view = response.json;
            }
            let state = &view["state"];
            if state["terminal"] == true {
                for line in [READ, r#"replay {"id":"$table:#"}"#, r#"end_card {"id":"$table:#"}"#] {
                    self.granted(&who, line, table).await;
                }
                return self.host.hit("network: a match was read at its end");
            }
            let may_move = state["legalActions"].as_array().is_some_and(|legal| !legal.is_empty());
            idle = if may_move { 0 } else { idle + 1 };
            if idle > IDLE {
                return;
            }
            let poll = r#"read_table {"id":"$table:#","wait":6,"events_since":"$events"}"#;
            let ask = if may_move { self.draw_move(&who, table) } else { self.draw_as(&who, poll, table) };
            let Some(ask) = ask else { return };
            view = match self.call(ask).await.filter(|response| response.status == 200) {
                Some(moved) if may_move => moved.json["table"].clone(),
                Some(polled) => polled.json,
                None => Value::Null,
            };
        }
    }
}
