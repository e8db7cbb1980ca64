//! The oracles that look at replies and polls: what may be told to whom, and when.

use super::bugs::Bug;
use super::known::{base, is_keyed};
use super::model::{Model, Verdict, Violation, must};
use super::world::{Asked, Parked, Stage, World};
use std::collections::BTreeMap;
use turnstone_core::answer::{Answer, TableView};
use turnstone_core::credentials::{Claims, code_hash};
use turnstone_core::effects::{Cookie, Effects, Replied, Reply};
use turnstone_core::games::{Seat, Seed, Sight, Verdict as Replayed, verify};
use turnstone_core::ids::{AccountId, GrantId, PartyId, TableId};
use turnstone_core::record::{Book, Change, Reason, Record, Status};
use turnstone_core::refusal::{Auth, Grant, Quota, Refusal, Table as TableRefusal};
use turnstone_core::request::{Request, RequestId, Visibility};
use turnstone_core::secret::sha256;
use turnstone_core::time::Millis;

/// How long an idempotency key is kept at least.
const REFERENCE_KEPT_MS: u64 = 86_400_000;

/// What was acknowledged to somebody, and must be there for ever after.
#[derive(Clone, Debug)]
pub(crate) enum Fact {
    Account(AccountId),
    Invitation([u8; 32]),
    Epoch(AccountId, u32),
    Table(TableId),
    Ply(TableId, u64, Option<Seat>),
    Message(TableId, u64),
    Grant(TableId, GrantId),
    Claim(TableId, GrantId, [u8; 32]),
    Party(PartyId),
    Pause(AccountId, Millis),
    Erased(AccountId),
}

/// What there was to be known before a step.
#[derive(Default)]
pub(crate) struct Before {
    /// The request of the step, if it is one.
    pub(crate) id: Option<RequestId>,
    /// Whether its credential counted.
    pub(crate) counted: bool,
    /// Whether it is for a seat of its caller that somebody else plays.
    pub(crate) delegated: bool,
    /// The table's plies, and whether the action is legal there.
    pub(crate) plies: u64,
    pub(crate) legal: bool,
}

/// The account that a request comes from.
fn account_of(asked: &Asked) -> Option<AccountId> {
    match &asked.caller.claims {
        Some(Claims::Account { account, .. }) => Some(*account),
        Some(Claims::Seat { .. }) | None => None,
    }
}

/// The table that a request is about, where a delegated seat matters.
const fn played_table(request: &Request) -> Option<TableId> {
    match request {
        Request::ReadTable(read) => Some(read.table),
        Request::Act(act) => Some(act.table),
        Request::Forfeit { table } => Some(*table),
        _ => None,
    }
}

impl Model {
    /// Whether a credential counts at `now`.
    pub(crate) fn counts(&self, claims: &Claims, now: Millis) -> bool {
        match claims {
            Claims::Account { account, epoch, expires_at, .. } => {
                let row = self.accounts.get(account);
                *expires_at > now && row.is_some_and(|row| row.slot.is_some() && row.epoch == *epoch)
            }
            Claims::Seat { table, seat, grant, expires_at } => {
                let claimed = grant.is_none_or(|grant| {
                    let row = self.grants.get(&grant);
                    row.is_some_and(|row| row.seat == *seat && row.claimed.is_some() && !row.ended)
                });
                *expires_at > now && self.tables.contains_key(table) && claimed
            }
        }
    }

    fn seat(&self, claims: Option<&Claims>, table: TableId) -> Option<Seat> {
        match claims? {
            Claims::Account { account, .. } => self.tables.get(&table)?.seat_of(*account),
            Claims::Seat { seat, .. } => Some(*seat),
        }
    }

    /// What a poll that is parked now knows.
    pub(crate) fn parked(&self, request: &Request, until: Millis) -> Parked {
        match request {
            Request::ReadTable(read) => {
                let table = self.tables.get(&read.table);
                let head = table.map_or(0, |table| table.events.len() as u64);
                Parked {
                    until,
                    events: read.events_since.unwrap_or(head),
                    version: table.map_or(0, |table| table.version),
                    messages: read.msgs_since,
                    party_table: None,
                }
            }
            Request::Party { party, msgs_since, .. } => Parked {
                until,
                events: 0,
                version: 0,
                messages: Some(msgs_since.unwrap_or_else(|| self.last_party_message(*party))),
                party_table: self.parties.get(party).and_then(|row| row.current_table),
            },
            _ => Parked { until, events: 0, version: 0, messages: None, party_table: None },
        }
    }

    fn last_party_message(&self, party: PartyId) -> u64 {
        self.party_messages.get(&party).and_then(|all| all.keys().next_back().copied()).unwrap_or(0)
    }
}

impl World {
    pub(crate) fn before(&self, id: RequestId, asked: &Asked) -> Before {
        let claims = asked.caller.claims.as_ref();
        let counted = claims.is_none_or(|claims| self.model.counts(claims, self.next_now()));
        let mut before = Before { id: Some(id), counted, ..Before::default() };
        let Some(table) = played_table(&asked.request) else { return before };
        let Some(known) = self.model.tables.get(&table) else { return before };
        before.plies = known.plies.len() as u64;
        if let (Some(account), Status::Playing { .. }) = (account_of(asked), &known.row.status)
            && let Some(seat) = known.seat_of(account)
        {
            before.delegated = self.model.is_delegated(table, seat, self.next_now());
        }
        if let (Request::Act(act), Some(board)) = (&asked.request, &known.board)
            && let Some(seat) = self.model.seat(claims, table)
        {
            let playing = matches!(known.row.status, Status::Playing { .. });
            before.legal = playing && board.find(seat, &act.action).is_some();
        }
        before
    }

    /// The core's clock in the step to come.
    fn next_now(&self) -> Millis {
        self.now().max(Millis(self.clock))
    }

    /// Planted bugs that need to know what is hidden.
    pub(crate) fn spoil_views(&self, effects: &mut Effects) {
        for (_, reply) in &mut effects.replies {
            let Ok(Replied { answer: Answer::Table(view), .. }) = reply else { continue };
            let Some(known) = self.model.tables.get(&view.id) else { continue };
            if self.driver.bug == Some(Bug::SeedShown) {
                view.seed = Some(Seed::from_bytes(known.row.seed).to_hex());
            }
            if let (Some(Bug::SpectatorSeesSeat), Some(board), true) = (self.driver.bug, &known.board, view.my_seat < 0)
            {
                view.state.view = Some(board.view(Sight::of(Seat(0))).into());
            }
        }
    }

    /// A reply as it comes out of a step, before anything else changes.
    pub(crate) fn check_reply(&mut self, id: RequestId, reply: &Reply, before: &Before, changes: &[Change]) -> Verdict {
        let Some(asked) = self.asked.remove(&id) else { return Ok(()) };
        let checked = self.check_reply_to(&asked, reply, before.id == Some(id), before, changes);
        self.asked.insert(id, Asked { stage: Stage::Replied, ..asked });
        checked
    }

    fn check_reply_to(
        &mut self,
        asked: &Asked,
        reply: &Reply,
        own: bool,
        before: &Before,
        changes: &[Change],
    ) -> Verdict {
        let claims = asked.caller.claims.as_ref();
        let counts =
            if own { before.counted } else { claims.is_none_or(|claims| self.model.counts(claims, self.now())) };
        match reply {
            Ok(replied) => {
                must(counts, "a credential that has ended opens nothing", || {
                    format!("{} {:?}: {:?}", asked.who, asked.request, replied.answer)
                })?;
                let open = !(own && before.delegated);
                must(open, "a delegated seat is closed to its owner", || format!("{} {:?}", asked.who, asked.request))?;
                self.check_secrets(asked, replied)?;
                self.check_answer(asked, replied, own, before)
            }
            Err(refusal) => {
                if !counts {
                    self.counts.hit("premise: a credential that has ended was used");
                }
                if before.delegated && own {
                    self.counts.hit("premise: the owner of a delegated seat tried it");
                }
                self.check_refusal(asked, refusal, own, counts, before, changes)
            }
        }
    }

    fn check_refusal(
        &mut self,
        asked: &Asked,
        refusal: &Refusal,
        own: bool,
        counts: bool,
        before: &Before,
        changes: &[Change],
    ) -> Verdict {
        let said = || format!("{} {:?}: {refusal:?}, {changes:?}", asked.who, asked.request);
        self.counts.hit(name_of(refusal));
        if own {
            self.counts.hit("premise: a request was refused");
            must(changes.iter().all(is_harmless), "a refused request changes nothing", said)?;
        }
        match refusal {
            Refusal::Auth(Auth::NotSignedIn) => {
                let account = account_of(asked).is_some();
                must(!(account && counts), "a credential that counts is taken", said)
            }
            Refusal::Auth(Auth::WrongCredentials) => must(!self.is_right(asked), "the right recovery code opens", said),
            Refusal::Table(TableRefusal::StalePlies { expected, current }) if own => {
                self.counts.hit("premise: a stale move");
                must(*current == before.plies && expected != current, "only a stale move is stale", said)
            }
            Refusal::Table(TableRefusal::NotLegal) if own => {
                self.counts.hit("premise: a move that is not legal");
                must(!before.legal, "a legal move is taken", said)
            }
            Refusal::Grant(Grant::Delegated) => {
                let table = played_table(&asked.request);
                must(table.is_none() || !own || before.delegated, "only a delegated seat is closed to its owner", said)
            }
            _ => Ok(()),
        }
    }

    /// Whether the recovery code of a request is the one of its handle.
    fn is_right(&self, asked: &Asked) -> bool {
        let (handle, code) = match &asked.request {
            Request::Token { handle, recovery_code } | Request::Recover { handle, recovery_code } => {
                (Some(handle), recovery_code)
            }
            Request::Rotate { recovery_code } => (None, recovery_code),
            _ => return false,
        };
        let hash = code_hash(code.reveal());
        let mine = self.known.people.values().find(|person| Some(&person.handle) == handle && person.joins == 1);
        let account = match handle {
            None => account_of(asked),
            Some(_) => mine.and_then(|person| match &person.token.as_ref().or(person.old_tokens.last())?.1 {
                Claims::Account { account, .. } => Some(*account),
                Claims::Seat { .. } => None,
            }),
        };
        account
            .and_then(|id| self.model.accounts.get(&id))
            .is_some_and(|row| row.slot.is_some() && row.recovery.hash == hash)
    }

    /// Nothing in an answer is somebody else's secret, and no seed is told before its time.
    fn check_secrets(&mut self, asked: &Asked, replied: &Replied) -> Verdict {
        let viewer = match base(&asked.who) {
            "stranger" => format!("stranger of {}", asked.origin),
            name => name.to_owned(),
        };
        let mut text = serde_json::to_string(&replied.answer).expect("answers are plain data");
        if let Some(Cookie::Session { token, .. } | Cookie::Seat { token, .. }) = &replied.cookie {
            text.push(' ');
            text.push_str(token.reveal());
        }
        for secret in own_secrets(replied) {
            let unsure = &mut self.unsure;
            let owner = self.secrets.entry(secret.to_owned()).or_insert_with(|| {
                unsure.push(secret.to_owned());
                viewer.clone()
            });
            must(*owner == viewer, "a secret is told to one alone", || format!("{viewer} was told {owner}'s"))?;
        }
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.')) {
            if word.len() == 64 {
                self.check_seed(word, &viewer)?;
            } else if word.len() >= 23
                && let Some(owner) = self.secrets.get(word)
            {
                must(*owner == viewer, "a secret is told to one alone", || format!("{viewer} was told {owner}'s"))?;
            }
        }
        Ok(())
    }

    fn check_seed(&mut self, word: &str, viewer: &str) -> Verdict {
        let Some(seed) = Seed::from_hex(word) else { return Ok(()) };
        let mut bytes = [0; 32];
        if hex::decode_to_slice(seed.to_hex(), &mut bytes).is_err() {
            return Ok(());
        }
        match self.model.is_revealed(bytes, self.now()) {
            Some(true) => {
                self.counts.hit("premise: a seed was revealed");
                Ok(())
            }
            Some(false) => must(false, "no seed is told before its time", || format!("{viewer} was told {word}")),
            None => Ok(()),
        }
    }

    fn check_answer(&mut self, asked: &Asked, replied: &Replied, own: bool, before: &Before) -> Verdict {
        let claims = asked.caller.claims.as_ref();
        match (&replied.answer, &asked.request) {
            (Answer::Table(view), Request::ReadTable(read)) => {
                self.check_view(claims, view, read.events_since)?;
                if !own {
                    self.counts.hit("premise: a parked poll got its view");
                }
                Ok(())
            }
            (Answer::Acted(acted), Request::Act(act)) => {
                let fits = act.expected_plies.is_none_or(|expected| expected == before.plies);
                must(fits, "a stale move is refused", || format!("{act:?} at {}", before.plies))?;
                must(before.legal, "only a legal move is taken", || format!("{act:?}"))?;
                let seat = self.model.seat(claims, act.table);
                let table = self.model.tables.get(&act.table);
                let ply = table.and_then(|table| table.plies.get(before.plies as usize));
                must(ply.map(|ply| ply.seat) == seat, "a move that was taken is in the log", || format!("{act:?}"))?;
                self.counts.hit("premise: a move was taken");
                acted.table.as_ref().map_or(Ok(()), |view| self.check_view(claims, view, act.events_since))
            }
            (Answer::Me(me), _) => {
                let balance = self.model.purses.get(&Book::Member(me.account.id)).map(|purse| purse.balance);
                must(balance == Some(me.balance), "the balance told is the books'", || format!("{me:?}, {balance:?}"))
            }
            (Answer::Posted(posted), Request::PostMessage { table, body, .. }) => {
                let last = self.model.tables.get(table).and_then(|table| table.messages.keys().next_back().copied());
                let same = last == Some(posted.message.id) && posted.message.body == *body;
                must(same, "a message that was posted is in the chat", || format!("{posted:?}"))
            }
            (Answer::Ledger(page), Request::Ledger { since, limit }) => {
                let account = account_of(asked).unwrap_or(AccountId(0));
                let rows = self.model.ledger.get(&Book::Member(account));
                let rows = rows.into_iter().flatten().filter(|(id, _)| **id > since.unwrap_or(0)).take(*limit);
                let mut matches = page.entries.iter().zip(rows);
                let same = matches.all(|(entry, (id, row))| entry.id == *id && entry.delta == row.delta);
                must(same, "a ledger page is the ledger", || format!("{page:?}"))
            }
            (Answer::OpenTables(list), _) => {
                let listed = list.tables.iter().map(|row| row.id).find(|id| !self.is_listed(*id, false));
                must(listed.is_none(), "only open public tables are listed", || format!("{listed:?}"))
            }
            (Answer::PlayingTables(list), _) => {
                let listed = list.tables.iter().map(|row| row.id).find(|id| !self.is_listed(*id, true));
                must(listed.is_none(), "only public tables in play are listed", || format!("{listed:?}"))
            }
            (Answer::Replay(bundle), Request::Replay { table }) => self.check_replay(*table, bundle),
            (Answer::Claimed(_), Request::ClaimGrant { claim_token, client_ref }) => {
                let hash = code_hash(claim_token.reveal());
                let winner = sha256(client_ref.as_bytes());
                let mine = self
                    .model
                    .grants
                    .values()
                    .any(|grant| grant.claim_hash == hash && grant.claimed.is_some_and(|(_, by)| by == winner));
                must(mine, "a grant is claimed once", || client_ref.clone())
            }
            _ => Ok(()),
        }
    }

    fn is_listed(&self, id: TableId, playing: bool) -> bool {
        self.model.tables.get(&id).is_some_and(|table| {
            let row = &table.row;
            let test = row.host.and_then(|host| self.model.accounts.get(&host)).is_some_and(|host| host.test);
            let fits =
                matches!((&row.status, playing), (Status::Playing { .. }, true) | (Status::Waiting { .. }, false));
            fits && row.visibility == Visibility::Public && !row.practice && row.daily.is_none() && !test
        })
    }

    fn check_replay(&mut self, table: TableId, bundle: &turnstone_core::games::Bundle) -> Verdict {
        let settled = self.model.row(table).is_some_and(|row| matches!(row.status, Status::Settled { .. }));
        must(settled, "only a settled table has a replay", || table.to_string())?;
        let verdict = verify(bundle);
        let sealed = bundle.seed.is_none();
        self.counts.hit(if sealed { "premise: a sealed replay" } else { "premise: a replay was verified" });
        let holds =
            if sealed { verdict == Replayed::Sealed && bundle.log.is_empty() } else { verdict == Replayed::Holds };
        must(holds, "a replay holds", || format!("{table}: {verdict:?}"))?;
        Ok(())
    }

    /// A view is what the match, played again, shows to this viewer: not a card more.
    fn check_view(&mut self, claims: Option<&Claims>, view: &TableView, events_since: Option<u64>) -> Verdict {
        let said = |what: &str| format!("{} seat {}: {what} of {:?}", view.id, view.my_seat, view.state);
        let Some(table) = self.model.tables.get(&view.id) else {
            let hidden = view.archived && view.state.view.is_none();
            return must(hidden, "an archived table shows no board", || said("view"));
        };
        let seat = self.model.seat(claims, view.id);
        let member = match claims {
            Some(Claims::Account { account, .. }) => Some(*account),
            Some(Claims::Seat { .. }) | None => None,
        };
        let concerned =
            seat.is_some() || member.is_some_and(|id| table.row.host == Some(id) || table.row.invited == Some(id));
        let open = table.row.visibility != Visibility::Private && !table.is_sealed(self.now());
        must(concerned || open, "a private table is shown to its own people", || said("all"))?;
        let same_seat = view.my_seat == seat.map_or(-1, |seat| seat.0 as i8);
        must(same_seat, "a viewer has his own seat", || said("mySeat"))?;
        let moment = table.plies.len() as u64 == view.state.plies && status_of(&table.row.status) == view.status;
        let Some(board) = table.board.as_ref().filter(|_| moment) else {
            self.counts.hit("views of an earlier moment or an empty board");
            return Ok(());
        };
        self.counts.hit(if seat.is_some() {
            "premise: a player's view compared"
        } else {
            "premise: a spectator's view compared"
        });
        let sight = Sight { seat, sealed: table.is_sealed(self.now()) };
        let (shown, should) = (view.state.view.as_ref().map(|json| json.0.get()), board.view(sight));
        must(shown == Some(should.get()), "a viewer sees what is his to see", || said(&format!("{should} instead")))?;
        let playing = matches!(table.row.status, Status::Playing { .. });
        let legal = seat.filter(|_| playing).map(|seat| board.legal_actions(seat)).unwrap_or_default();
        let shown = view.state.legal_actions.iter().map(|json| json.0.get());
        must(shown.eq(legal.iter().map(|json| json.get())), "legal actions are the viewer's own", || said("legal"))?;
        if let (Some(since), Some(events)) = (events_since, &view.state.events) {
            // A cursor from the future counts as the newest one there was when it came: what is told begins before it.
            let from = (table.events.len() as u64).saturating_sub(events.len() as u64).min(since);
            let should = table.events.iter().skip(from as usize).map(String::as_str);
            let shown = events.iter().map(|json| json.0.get());
            must(shown.eq(should), "events are the match's own", || said("events"))?;
        }
        let revealed = matches!(table.row.status, Status::Settled { .. }) && !sight.sealed;
        must(view.seed.is_some() == revealed, "a seed is shown at the end and not before", || said("seed"))
    }

    /// After a tick nothing is overdue, unless the core says that there is more to do.
    pub(crate) fn check_deadlines(&mut self) -> Verdict {
        let now = self.now();
        if self.driver.service.next_deadline().is_some_and(|deadline| deadline.at <= now) {
            return Ok(());
        }
        for asked in self.asked.values() {
            if let Stage::Parked(parked) = &asked.stage {
                must(parked.until > now || asked.gone, "every poll ends", || {
                    format!("{} {:?}", asked.who, asked.request)
                })?;
            }
        }
        for (id, table) in &self.model.tables {
            if let Status::Waiting { expires_at } = table.row.status {
                must(expires_at > now, "a table waits no longer than it says", || id.to_string())?;
            }
        }
        Ok(())
    }

    /// No poll is parked that has something to be told.
    pub(crate) fn check_polls(&mut self) -> Verdict {
        let now = self.now();
        for asked in self.asked.values().filter(|asked| !asked.gone) {
            let Stage::Parked(parked) = &asked.stage else { continue };
            let lost = |why: &str| Violation {
                rule: "no wake-up is lost",
                seen: format!("{why}: {} {:?}", asked.who, asked.request),
            };
            let epoch_ended = account_of(asked).is_some_and(|id| {
                let claims = asked.caller.claims.as_ref();
                let fresh = matches!(claims, Some(Claims::Account { expires_at, .. }) if *expires_at > now);
                let row = self.model.accounts.get(&id);
                fresh
                    && !row.is_some_and(|row| {
                        claims.is_some_and(|_| row.slot.is_some()) && self.is_of_epoch(asked, row.epoch)
                    })
            });
            if epoch_ended {
                return Err(lost("the credential has ended"));
            }
            if let Some(why) = self.news_for(asked, parked, now) {
                return Err(lost(why));
            }
        }
        Ok(())
    }

    fn is_of_epoch(&self, asked: &Asked, epoch: u32) -> bool {
        matches!(&asked.caller.claims, Some(Claims::Account { epoch: own, .. }) if *own == epoch)
    }

    fn news_for(&self, asked: &Asked, parked: &Parked, now: Millis) -> Option<&'static str> {
        match &asked.request {
            Request::ReadTable(read) => {
                let Some(table) = self.model.tables.get(&read.table) else { return Some("the table is gone") };
                let member = account_of(asked);
                let said = table.messages.keys().next_back().copied().unwrap_or(0);
                let seat = member.and_then(|id| table.seat_of(id));
                let playing = matches!(table.row.status, Status::Playing { .. });
                if !table.is_active() {
                    Some("the table is over")
                } else if table.events.len() as u64 > parked.events {
                    Some("there are events")
                } else if table.version != parked.version {
                    Some("seats or status changed")
                } else if member.is_some() && parked.messages.is_some_and(|since| said > since) {
                    Some("there are messages")
                } else if playing && seat.is_some_and(|seat| self.model.is_delegated(read.table, seat, now)) {
                    Some("the seat is delegated")
                } else {
                    None
                }
            }
            Request::Party { party, .. } => {
                let Some(row) = self.model.parties.get(party) else { return Some("the party is gone") };
                let said = self.model.party_messages.get(party).and_then(|all| all.keys().next_back().copied());
                if account_of(asked).is_some_and(|id| !row.members.contains(&id)) {
                    Some("not a member any more")
                } else if row.current_table != parked.party_table {
                    Some("the party's table changed")
                } else if parked.messages.is_some_and(|since| said.unwrap_or(0) > since) {
                    Some("there are party messages")
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    pub(crate) fn check_poll_quota(&mut self) -> Verdict {
        if self.settings.long_polls == 0 {
            return Ok(());
        }
        let mut owners: BTreeMap<String, u32> = BTreeMap::new();
        for asked in self.asked.values().filter(|asked| matches!(asked.stage, Stage::Parked(_))) {
            let owner = match &asked.caller.claims {
                Some(Claims::Account { account, .. }) => account.to_string(),
                Some(Claims::Seat { table, grant, .. }) => format!("{table} {grant:?}"),
                None => asked.caller.address.to_string(),
            };
            *owners.entry(owner).or_default() += 1;
        }
        let over = owners.iter().find(|(_, count)| **count > self.settings.long_polls);
        must(over.is_none(), "the quota of long-polls holds", || format!("{over:?}"))
    }

    /// What a released answer acknowledges.
    pub(crate) fn acknowledge(&mut self, asked: &Asked, replied: &Replied) -> Verdict {
        self.check_repetition(asked, replied)?;
        let account = account_of(asked);
        match (&replied.answer, &asked.request) {
            (Answer::Joined(_), _) => {
                if let Some(Cookie::Session { token, .. }) = &replied.cookie
                    && let Some(Claims::Account { account, .. }) = self.driver.keys().read_token(token.reveal())
                {
                    self.facts.push(Fact::Account(account));
                }
            }
            (Answer::Invited(invited), _) => self.facts.push(Fact::Invitation(code_hash(&invited.invite_code))),
            (Answer::Ok(_), Request::Logout) | (Answer::Rotated(_), _) => {
                if let Some(Claims::Account { account, epoch, .. }) = asked.caller.claims {
                    self.facts.push(Fact::Epoch(account, epoch + 1));
                }
            }
            (Answer::Created(created), _) => self.facts.push(Fact::Table(created.table_id)),
            (Answer::Practice(answer), _) => self.facts.push(Fact::Table(answer.table_id)),
            (Answer::Acted(_), Request::Act(act)) => {
                if let Some(expected) = act.expected_plies {
                    let first = self.won.insert((act.table, expected));
                    must(first, "one of two racing moves wins", || format!("{act:?}"))?;
                    let seat = self.model.seat(asked.caller.claims.as_ref(), act.table);
                    self.facts.push(Fact::Ply(act.table, expected, seat));
                }
            }
            (Answer::Posted(posted), Request::PostMessage { table, .. }) => {
                self.facts.push(Fact::Message(*table, posted.message.id));
            }
            (Answer::Granted(answer), _) => self.facts.push(Fact::Grant(answer.table_id, answer.grant_id)),
            (Answer::Claimed(answer), Request::ClaimGrant { client_ref, .. }) => {
                if let Some(Claims::Seat { grant: Some(grant), .. }) =
                    self.driver.keys().read_token(&answer.access_token)
                {
                    self.facts.push(Fact::Claim(answer.table_id, grant, sha256(client_ref.as_bytes())));
                }
            }
            (Answer::PartyCreated(answer), _) => self.facts.push(Fact::Party(answer.party_id)),
            (Answer::Replay(bundle), Request::Replay { table }) => {
                let digest = self.digests.entry(*table).or_insert_with(|| bundle.digest.clone());
                must(*digest == bundle.digest, "a digest stays the same", || format!("{table}: {bundle:?}"))?;
            }
            (Answer::Pause(pause), Request::Pause { .. }) => {
                self.facts.extend(account.zip(pause.until).map(|(id, until)| Fact::Pause(id, until)));
            }
            (Answer::Erased(_), _) => self.facts.extend(account.map(Fact::Erased)),
            _ => {}
        }
        Ok(())
    }

    /// A repetition of a request with an idempotency key gets the same answer again.
    fn check_repetition(&mut self, asked: &Asked, replied: &Replied) -> Verdict {
        if !is_keyed(&asked.request) {
            return Ok(());
        }
        let text = serde_json::to_string(&replied.answer).expect("answers are plain data");
        if asked.origin == u32::MAX {
            return Ok(());
        }
        let made_at = self.first_tries.get(&asked.origin).copied().unwrap_or_default();
        let account = account_of(asked);
        if let Some((first, by)) = self.answers.get(&asked.origin)
            && *by == account
            && self.now().since(made_at) < REFERENCE_KEPT_MS
        {
            self.counts.hit("premise: a request with an idempotency key was repeated");
            must(*first == text, "a repetition gets the same answer", || format!("{first}, then {text}"))?;
            return must(replied.replayed, "a repetition is marked", || text);
        }
        self.answers.insert(asked.origin, (text, account));
        Ok(())
    }

    /// What was acknowledged is there.
    pub(crate) fn check_facts(&mut self) -> Verdict {
        let now = self.now();
        for fact in &self.facts {
            must(self.model.knows(fact, now), "what was acknowledged is kept", || format!("{fact:?}"))?;
        }
        self.counts.add("premise: acknowledged facts looked for", self.facts.len() as u64);
        Ok(())
    }
}

impl Model {
    fn knows(&self, fact: &Fact, now: Millis) -> bool {
        match fact {
            Fact::Account(id) => self.accounts.contains_key(id),
            // A member's referral code goes with him.
            Fact::Invitation(hash) => self.invitations.contains_key(hash),
            Fact::Epoch(id, epoch) => self.accounts.get(id).is_some_and(|row| row.epoch >= *epoch),
            Fact::Table(id) => self.row(*id).is_some(),
            Fact::Ply(table, ply, seat) => {
                let hot = self.tables.get(table).and_then(|table| table.plies.get(*ply as usize));
                let cold = self.archives.get(table).and_then(|row| row.plies.get(*ply as usize));
                hot.or(cold).is_some_and(|row| seat.is_none() || Some(row.seat) == *seat)
            }
            Fact::Message(table, id) => {
                let hot = self.tables.get(table).map(|table| table.messages.keys().copied().collect::<Vec<_>>());
                let cold = self.archives.get(table).map(|row| row.messages.iter().map(|(id, _)| *id).collect());
                let ids = hot.or(cold).unwrap_or_default();
                // Of a long chat the oldest messages are forgotten.
                ids.contains(id) || ids.first().is_some_and(|first| first > id)
            }
            Fact::Grant(table, id) => self.grants.contains_key(id) || !self.tables.contains_key(table),
            Fact::Claim(table, id, winner) => {
                let claimed = self.grants.get(id).and_then(|grant| grant.claimed);
                claimed.map_or(!self.tables.contains_key(table), |(_, by)| by == *winner)
            }
            Fact::Party(id) => {
                // A party ends with the last of its members.
                self.parties.contains_key(id) || self.accounts.values().any(|row| row.slot.is_none())
            }
            Fact::Pause(id, until) => {
                self.accounts.get(id).is_some_and(|row| row.paused_until.is_some_and(|there| there >= *until))
                    || *until <= now
            }
            Fact::Erased(id) => self.accounts.get(id).is_some_and(|row| row.slot.is_none()),
        }
    }
}

/// The secrets that an answer is there to tell.
fn own_secrets(replied: &Replied) -> Vec<&str> {
    let mut secrets = match &replied.answer {
        Answer::Joined(answer) => vec![answer.recovery_code.as_str()],
        Answer::Rotated(answer) => vec![answer.recovery_code.as_str()],
        Answer::Token(answer) => vec![answer.token.as_str()],
        Answer::Practice(answer) => vec![answer.access_token.as_str()],
        Answer::Claimed(answer) => vec![answer.access_token.as_str()],
        Answer::Granted(answer) => vec![answer.claim_token.as_str()],
        Answer::Referral(answer) => vec![answer.code.as_str()],
        Answer::Invited(answer) => vec![answer.invite_code.as_str()],
        _ => Vec::new(),
    };
    if let Some(Cookie::Session { token, .. } | Cookie::Seat { token, .. }) = &replied.cookie {
        secrets.push(token.reveal());
    }
    secrets
}

/// What even a refused request may bring about: the daily refill, and the deal of a day that began.
fn is_harmless(change: &Change) -> bool {
    match change {
        Change::Put(Record::Clock(_)) => true,
        Change::Put(Record::Ledger(_, _, row)) => row.reason == Reason::Grant,
        Change::Put(Record::Purse(..) | Record::Daily(..)) => true,
        Change::Put(_) | Change::Remove(_) => false,
    }
}

const fn status_of(status: &Status) -> &'static str {
    match status {
        Status::Waiting { .. } => "waiting",
        Status::Playing { .. } => "playing",
        Status::Settled { .. } => "settled",
        Status::Cancelled { .. } => "cancelled",
    }
}

/// A refusal among the counters.
const fn name_of(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Invalid { .. } => "refused: invalid",
        Refusal::Auth(Auth::NotSignedIn) => "refused: not signed in",
        Refusal::Auth(_) => "refused: credentials",
        Refusal::Money(_) => "refused: chips or pause",
        Refusal::Table(TableRefusal::NotFound) => "refused: no such table",
        Refusal::Table(TableRefusal::StalePlies { .. }) => "refused: stale plies",
        Refusal::Table(TableRefusal::NotLegal) => "refused: not legal",
        Refusal::Table(TableRefusal::NotSeated) => "refused: not seated",
        Refusal::Table(TableRefusal::NotPlaying) => "refused: not playing",
        Refusal::Table(TableRefusal::NotJoinable(_)) => "refused: not joinable",
        Refusal::Table(_) => "refused: by the table",
        Refusal::Idempotency(turnstone_core::refusal::Idempotency::Conflict) => "refused: idempotency conflict",
        Refusal::Idempotency(_) => "refused: in flight",
        Refusal::Grant(Grant::Delegated) => "refused: seat delegated",
        Refusal::Grant(_) => "refused: grant",
        Refusal::Quota(quota) => match quota {
            Quota::Rate(_) => "refused: rate",
            Quota::FailedLogins(_) => "refused: failed logins",
            Quota::LongPolls(_) => "refused: long-poll quota",
            Quota::Practice(_) => "refused: practice quota",
            Quota::ActiveTables(_) => "refused: table quota",
            Quota::Parties(_) => "refused: party quota",
        },
        Refusal::Party(_) => "refused: party",
        Refusal::NoSuchMember => "refused: no such member",
        Refusal::Unavailable => "refused: unavailable",
    }
}
