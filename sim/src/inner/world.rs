//! A world: the driver, the people, and what is known of both. Deeds are done to it one after another.

use super::bugs::Bug;
use super::deed::{Deed, Moment, What};
use super::driver::{Applied, Driver, Written};
use super::known::{Known, base, is_keyed, wait_of};
use super::model::{Model, Verdict, Violation, must};
use super::settings::Settings;
use super::watch::{Before, Fact, Page, Windows};
use crate::count::Counts;
use crate::rng::{Rng, mix};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use turnstone_core::credentials::Claims;
use turnstone_core::effects::{BatchId, Command, Order, Query, QueryId, Reply, Stamp, Unreadable};
use turnstone_core::ids::{AccountId, PartyId, TableId};
use turnstone_core::record::Record;
use turnstone_core::refusal::{Auth, Refusal};
use turnstone_core::request::{Caller, Request, RequestId};
use turnstone_core::time::Millis;
use turnstone_core::timers::{Deadline, Timer};
use turnstone_storage::Storage;

/// A request on its way.
pub(crate) struct Asked {
    /// The deed that asked, and the one that asked first if it is a repetition.
    pub(crate) deed: u32,
    pub(crate) origin: u32,
    pub(crate) who: String,
    pub(crate) caller: Caller,
    pub(crate) request: Request,
    pub(crate) stage: Stage,
    /// Whether its peer hung up: no reply is expected, none is learned from.
    pub(crate) gone: bool,
}

impl Asked {
    /// The table that it reads.
    pub(crate) const fn table(&self) -> Option<TableId> {
        if let Request::ReadTable(read) = &self.request { Some(read.table) } else { None }
    }
}

/// How far a request has come.
pub(crate) enum Stage {
    Queued,
    Searching,
    Parked(Parked),
    Replied,
}

/// What a parked request waits for.
pub(crate) struct Parked {
    pub(crate) until: Millis,
    /// The cursor that came along, at most the head of then.
    pub(crate) since: Option<u64>,
    pub(crate) events: u64,
    pub(crate) version: u64,
    pub(crate) messages: Option<u64>,
    pub(crate) party_table: Option<TableId>,
}

/// A command that waits for its round.
struct Waiting {
    command: Command,
    origin: u32,
}

/// What a search of a party's chat should find: the messages after a cursor.
pub(crate) struct Chat {
    pub(crate) after: u64,
    pub(crate) should: Vec<u64>,
}

/// A world.
pub(crate) struct World {
    seed: u64,
    pub(crate) settings: Settings,
    /// What happened.
    pub(crate) counts: Counts,
    /// What the wall clock says.
    pub(crate) clock: u64,
    pub(crate) driver: Driver,
    pub(crate) model: Model,
    pub(crate) known: Known,
    inbox: VecDeque<Waiting>,
    pub(crate) asked: BTreeMap<RequestId, Asked>,
    pub(crate) searches: BTreeMap<QueryId, RequestId>,
    /// What searches of chats should find; nothing is known of those of a full round.
    pub(crate) chats: BTreeMap<QueryId, Option<Chat>>,
    /// That of the search whose rows came with this step.
    pub(crate) chat: Option<Chat>,
    pub(crate) found_in_full_round: bool,
    /// Whether the core was told that the disk is nearly full.
    pub(crate) full: bool,
    /// How many reads of cold rows are still to fail.
    bad_reads: u32,
    /// What was said in parties and acknowledged, and by whom.
    pub(crate) said: BTreeMap<(PartyId, u64), (AccountId, String)>,
    /// What pages that were looked up should hold.
    pub(crate) pages: BTreeMap<RequestId, Page>,
    /// Handles as they were given.
    pub(crate) handles: BTreeMap<AccountId, String>,
    /// What the service counts without storing it.
    pub(crate) windows: Windows,
    next_id: u64,
    /// What was acknowledged: it has to be there for ever.
    pub(crate) facts: Vec<Fact>,
    /// Answers to repeatable requests and who got them, by the deed that asked first.
    pub(crate) answers: BTreeMap<u32, (String, Option<AccountId>)>,
    /// When the core first saw a repeatable request.
    pub(crate) first_tries: BTreeMap<u32, Millis>,
    /// Secrets by whom they may be told.
    pub(crate) secrets: BTreeMap<String, String>,
    /// Secrets that were made and are not durable yet.
    pub(crate) unsure: Vec<String>,
    pub(crate) digests: BTreeMap<TableId, String>,
    /// Moves that were acknowledged, by the plies they were decided on.
    pub(crate) won: BTreeSet<(TableId, u64)>,
    trace: u64,
    deed: u32,
    drawn: u64,
    commands: u64,
}

impl World {
    /// An empty world.
    pub(crate) fn new(seed: u64, settings: Settings, bug: Option<Bug>) -> Result<Self, Violation> {
        Ok(Self {
            seed,
            counts: Counts::default(),
            clock: settings.start_ms,
            driver: Driver::new(settings.config(), bug)?,
            model: Model::new(settings.config()),
            settings,
            known: Known::default(),
            inbox: VecDeque::new(),
            asked: BTreeMap::new(),
            searches: BTreeMap::new(),
            chats: BTreeMap::new(),
            chat: None,
            found_in_full_round: false,
            full: false,
            bad_reads: 0,
            said: BTreeMap::new(),
            pages: BTreeMap::new(),
            handles: BTreeMap::new(),
            windows: Windows::default(),
            next_id: 1,
            facts: Vec::new(),
            answers: BTreeMap::new(),
            first_tries: BTreeMap::new(),
            secrets: BTreeMap::new(),
            unsure: Vec::new(),
            digests: BTreeMap::new(),
            won: BTreeSet::new(),
            trace: 0xcbf2_9ce4_8422_2325,
            deed: 0,
            drawn: 0,
            commands: 0,
        })
    }

    /// A hash over everything that was written and replied.
    pub(crate) const fn trace(&self) -> u64 {
        self.trace
    }

    /// How many commands the core took.
    pub(crate) const fn commands(&self) -> u64 {
        self.commands
    }

    /// The time by the core's clock.
    pub(crate) fn now(&self) -> Millis {
        self.driver.service.now()
    }

    /// Whether anything waits for a round.
    pub(crate) fn is_idle(&self) -> bool {
        self.inbox.is_empty()
    }

    /// Do a deed.
    pub(crate) fn act(&mut self, deed: &Deed) -> Verdict {
        self.clock = self.clock.saturating_add(deed.after_ms);
        self.deed = deed.n;
        self.drawn = 0;
        match &deed.what {
            What::Round => self.round(None).map(|_| ()),
            What::Crash { at, luck, kill } => self.crash(*at, *luck, *kill),
            What::Restart => self.restart(),
            What::Clock { ms } => {
                self.counts.hit(if *ms < 0 { "fault: clock set back" } else { "fault: clock set forward" });
                self.clock = self.clock.saturating_add_signed(*ms).max(self.settings.start_ms);
                Ok(())
            }
            What::Sleep => {
                self.sleep();
                Ok(())
            }
            What::Check => self.check_all(),
            What::Invite { uses, expires_in_s, test } => {
                let order = Order::Invite { uses: *uses, expires_in_s: *expires_in_s, test: *test };
                self.order(deed.n, order);
                Ok(())
            }
            What::Full { is } => {
                self.order(deed.n, Order::Full(*is));
                Ok(())
            }
            What::BadReads { next } => {
                self.bad_reads = *next;
                Ok(())
            }
            What::Hangup { of } => {
                self.hang_up(*of);
                Ok(())
            }
            _ => {
                self.ask(deed);
                Ok(())
            }
        }
    }

    /// Time passes until something is due.
    pub(crate) fn sleep(&mut self) {
        if let Some(deadline) = self.driver.service.next_deadline() {
            self.clock = self.clock.max(deadline.at.0);
        }
    }

    fn ask(&mut self, deed: &Deed) {
        let Some(request) = self.known.request(deed) else { return };
        let (origin, caller) = match &deed.what {
            What::Again { of } | What::Clash { of } => {
                let who = self.known.requests.get(of).map_or("stranger", |(who, _)| who);
                (*of, self.known.caller(who))
            }
            _ => (deed.n, self.known.caller(&deed.who)),
        };
        let clash = matches!(deed.what, What::Clash { .. });
        if origin == deed.n {
            self.known.requests.insert(deed.n, (deed.who.clone(), request.clone()));
        }
        let who = match &deed.what {
            What::Again { of } => self.known.requests.get(of).map_or(&deed.who, |(who, _)| who).clone(),
            _ => deed.who.clone(),
        };
        let asked = Asked {
            deed: deed.n,
            origin: if clash { u32::MAX } else { origin },
            who,
            caller: caller.clone(),
            request: request.clone(),
            stage: Stage::Queued,
            gone: false,
        };
        if clash && is_keyed(&request) && self.answers.contains_key(&origin) {
            self.counts.hit("premise: an idempotency key used for something else");
        }
        let id = self.new_id();
        self.asked.insert(id, asked);
        let command = Command::Request { id, caller, request: Box::new(request) };
        self.inbox.push_back(Waiting { command, origin: deed.n });
    }

    fn order(&mut self, deed: u32, order: Order) {
        let id = self.new_id();
        let caller = self.known.caller("operator");
        let (who, request) = ("operator".to_owned(), Request::Deployment);
        let asked = Asked { deed, origin: deed, who, caller, request, stage: Stage::Queued, gone: false };
        self.asked.insert(id, asked);
        self.inbox.push_back(Waiting { command: Command::Operate { id, order }, origin: deed });
    }

    const fn new_id(&mut self) -> RequestId {
        self.next_id += 1;
        RequestId(self.next_id)
    }

    fn hang_up(&mut self, deed: u32) {
        let found = self.asked.iter_mut().find(|(_, asked)| asked.deed == deed && !asked.gone);
        if let Some((id, asked)) = found {
            self.counts.hit("fault: a peer hung up");
            asked.gone = true;
            self.inbox.push_back(Waiting { command: Command::Hangup(*id), origin: self.deed });
        }
    }

    /// Take everything that waits, as the loop does. True if the process died on the way.
    fn round(&mut self, fails: Option<(Moment, u64)>) -> Result<bool, Violation> {
        let mut applied = Applied::default();
        while self.driver.is_due(Millis(self.clock)) {
            let day = self.now().day();
            if let Some(Deadline { timer: Timer::ErasedLeaves(..), .. }) = self.driver.service.next_deadline() {
                self.counts.hit("premise: an erasure went on in another step");
            }
            self.step(&mut applied, Command::Tick, self.deed)?;
            self.check_deadlines(day)?;
        }
        let mut bytes = 0;
        while let Some(Waiting { command, origin }) = self.inbox.pop_front() {
            self.step(&mut applied, command, origin)?;
            bytes += 1;
            if bytes == 512 {
                break;
            }
        }
        self.finish(applied, fails, false)
    }

    /// Write what was applied, and let the replies go. `full` if there was more than fits into a round.
    fn finish(&mut self, mut applied: Applied, fails: Option<(Moment, u64)>, full: bool) -> Result<bool, Violation> {
        match self.driver.write(&mut applied, fails)? {
            Written::Died => return Ok(true),
            Written::Durable(batch) => self.durable(batch),
        }
        for (query, what) in std::mem::take(&mut applied.queries) {
            self.expect_page(query, full);
            self.expect_chat(query, &what, full);
            let rows = self.find(&what)?;
            self.inbox.push_back(Waiting { command: Command::Found { query, rows }, origin: self.deed });
        }
        for (id, reply) in std::mem::take(&mut applied.replies) {
            self.release(id, reply)?;
        }
        Ok(false)
    }

    /// The rows of a cold query, unless they do not read.
    fn find(&mut self, what: &Query) -> Result<Result<Vec<Record>, Unreadable>, Violation> {
        if let Some(left) = self.bad_reads.checked_sub(1) {
            self.bad_reads = left;
            self.counts.hit("fault: a read of cold rows failed");
            return Ok(Err(Unreadable));
        }
        self.driver.find(what).map(Ok)
    }

    /// What the page of a query should hold: the storage has just what the model has, unless the round was full.
    fn expect_page(&mut self, query: QueryId, full: bool) {
        let Some(id) = self.searches.get(&query).copied().filter(|_| !full) else { return };
        let page = self.asked.get(&id).and_then(|asked| self.page_of(asked));
        self.pages.extend(page.map(|page| (id, page)));
    }

    fn durable(&mut self, batch: Option<BatchId>) {
        self.unsure.clear();
        if let Some(batch) = batch {
            let head = self.driver.storage.head();
            self.note(&head.hash[..8]);
            self.inbox.push_front(Waiting { command: Command::Durable(batch), origin: self.deed });
        }
    }

    /// One command into the core, and all that it brings about looked at.
    fn step(&mut self, applied: &mut Applied, command: Command, origin: u32) -> Verdict {
        self.commands += 1;
        self.drawn += 1;
        let dice = if matches!(command, Command::Request { .. }) { 0 } else { self.drawn };
        let entropy = Rng::new(mix(&[self.seed, u64::from(origin), dice])).bytes();
        let stamp = Stamp { at: Millis(self.clock), entropy };
        let clock = self.now();
        let before = self.before(&command);
        let found = if let Command::Found { query, .. } = &command { self.searches.remove(query) } else { None };
        let chat = if let Command::Found { query, .. } = &command { self.chats.remove(query) } else { None };
        self.found_in_full_round = matches!(chat, Some(None));
        self.chat = chat.flatten();
        if let Command::Hangup(id) = &command {
            self.asked.remove(id);
        }
        let unread = matches!(&command, Command::Found { rows: Err(Unreadable), .. });
        if let Command::Operate { order: Order::Full(is), .. } = &command {
            self.full = *is;
            self.counts.hit(if *is { "fault: the disk is nearly full" } else { "the disk has room again" });
        }
        let asked = &self.asked;
        let is_parked = |id: RequestId| asked.get(&id).is_some_and(|asked| matches!(asked.stage, Stage::Parked(_)));
        let mut effects = self.driver.apply(stamp, command, is_parked);
        must(clock <= self.now(), "the core's clock never goes back", || format!("{clock:?} to {:?}", self.now()))?;
        self.model.absorb(&effects.batch.changes, self.settings.active_tables, &mut self.counts)?;
        self.spoil_views(&mut effects);
        self.check_unread(unread, found, &effects)?;
        for (id, reply) in &effects.replies {
            self.check_reply(*id, reply, &before, &effects.batch.changes)?;
        }
        self.check_window(&before, &effects.replies)?;
        self.check_cancelled(&before)?;
        let replied = effects.replies.iter().any(|(id, _)| Some(*id) == before.id);
        // The first is the request's own, if it got no reply; the others are of polls that it woke.
        let own = before.id.filter(|_| !replied && !effects.queries.is_empty());
        let (mine, others) = effects.queries.split_at(usize::from(own.is_some()));
        for (query, _) in mine {
            self.searches.extend(own.map(|id| (*query, id)));
        }
        let answered: Vec<RequestId> = effects.replies.iter().map(|(id, _)| *id).collect();
        self.searching_polls(others, &answered)?;
        if let Some(asked) = before.id.filter(|_| !replied).and_then(|id| self.asked.get_mut(&id)) {
            asked.stage = Stage::Searching;
        }
        if let Some(id) = before.id.filter(|_| !replied && effects.queries.is_empty()) {
            self.parked(id)?;
        }
        if let Some(id) = found {
            let answered = effects.replies.iter().any(|(other, _)| *other == id) || !self.asked.contains_key(&id);
            must(answered, "what was found is handed on", || format!("{id:?}"))?;
        }
        self.check_polls()?;
        if !applied.add(&mut effects) {
            self.counts.hit("a round was full");
            let full = std::mem::take(applied);
            self.finish(full, None, true)?;
            let fits = applied.add(&mut effects);
            must(fits, "a batch fits into a round", || format!("{} changes", effects.batch.changes.len()))?;
        }
        applied.replies.append(&mut effects.replies);
        applied.queries.append(&mut effects.queries);
        Ok(())
    }

    /// A request got no reply: it has to be a long-poll.
    fn parked(&mut self, id: RequestId) -> Verdict {
        let now = self.now();
        let Some(asked) = self.asked.get_mut(&id) else { return Ok(()) };
        let until = wait_of(&asked.request, now);
        let lost = || Violation { rule: "every request is answered or parked", seen: format!("{:?}", asked.request) };
        let until = until.ok_or_else(lost)?;
        self.counts.hit("premise: a poll was parked");
        asked.stage = Stage::Parked(self.model.parked(&asked.request, until));
        self.check_places(id)
    }

    fn check_window(&mut self, before: &Before, replies: &[(RequestId, Reply)]) -> Verdict {
        let asked = before.id.and_then(|id| self.asked.remove_entry(&id));
        let Some((id, asked)) = asked else { return Ok(()) };
        let reply = replies.iter().find(|(other, _)| *other == id).map(|(_, reply)| reply);
        let checked = if asked.who == "operator" { Ok(()) } else { self.check_rate(&asked, before, reply) };
        self.asked.insert(id, asked);
        checked
    }

    /// A table is cancelled when it is declined, taken back, or nobody came in time.
    fn check_cancelled(&mut self, before: &Before) -> Verdict {
        let request = before.id.and_then(|id| self.asked.get(&id)).map(|asked| asked.request.clone());
        for id in std::mem::take(&mut self.model.cancelled) {
            let row = self.model.row(id);
            let why = match &request {
                Some(Request::Decline { table }) if *table == id => Some("premise: stakes back after a decline"),
                Some(Request::Forfeit { table }) if *table == id => Some("premise: stakes back after a withdrawal"),
                Some(Request::Erase { .. }) => Some("premise: stakes back after an erasure"),
                None => Some("premise: stakes back from a table that waited in vain"),
                Some(_) => None,
            };
            must(why.is_some(), "a table is cancelled for a reason", || format!("{id} {row:?} by {request:?}"))?;
            self.counts.hit(why.expect("looked at just now"));
        }
        Ok(())
    }

    /// A reply leaves: its peer learns from it, and what it acknowledges must stay.
    fn release(&mut self, id: RequestId, reply: Reply) -> Verdict {
        let Some(asked) = self.asked.remove(&id).filter(|asked| !asked.gone) else { return Ok(()) };
        self.note_reply(&reply);
        match reply {
            Ok(replied) => {
                self.counts.hit("replies: granted");
                self.acknowledge(&asked, &replied)?;
                if asked.origin != u32::MAX {
                    if let turnstone_core::answer::Answer::Invited(invited) = &replied.answer {
                        self.known.codes.insert(asked.deed, invited.invite_code.clone());
                    }
                    let keys = self.driver.keys().clone();
                    self.known.learn(&keys, asked.origin, &asked.who, &asked.request, &replied);
                }
                if matches!(asked.request, Request::Logout | Request::Rotate { .. }) {
                    self.known.lose_token(&asked.who);
                }
            }
            Err(refused) => {
                self.counts.hit("replies: refused");
                self.disappoint(&asked, &refused.refusal);
            }
        }
        Ok(())
    }

    /// What a refusal tells its peer.
    fn disappoint(&mut self, asked: &Asked, refusal: &Refusal) {
        let own = self.known.account_of(&asked.who);
        let newest = match &asked.caller.claims {
            Some(Claims::Account { account, .. }) => Some(*account) == own && !asked.who.ends_with("/old"),
            Some(Claims::Seat { .. }) | None => false,
        };
        match refusal {
            Refusal::Auth(Auth::NotSignedIn) if newest => self.known.lose_token(&asked.who),
            Refusal::Auth(Auth::WrongCredentials) => {
                let honest = match &asked.request {
                    Request::Token { recovery_code, .. }
                    | Request::Recover { recovery_code, .. }
                    | Request::Rotate { recovery_code } => !recovery_code.reveal().ends_with("-WRONG"),
                    _ => false,
                };
                if honest && asked.origin == asked.deed {
                    // A rotation or erasure of which the answer was lost: nothing opens this account any more.
                    self.known.person(base(&asked.who)).code = None;
                }
            }
            _ => {}
        }
    }

    fn crash(&mut self, at: Moment, luck: u64, kill: bool) -> Verdict {
        self.counts.hit(match (kill, at) {
            (true, _) => "fault: process killed",
            (false, Moment::Applied) => "fault: power lost before the write",
            (false, Moment::Writing) => "fault: power lost at a write",
            (false, Moment::Synced) => "fault: power lost after the sync",
            (false, Moment::Replied) => "fault: power lost after the replies",
        });
        let died = self.round(Some((at, luck)))?;
        if !died {
            self.counts.hit("fault: power lost between rounds");
        }
        self.start_again((!kill).then_some(luck))
    }

    fn restart(&mut self) -> Verdict {
        self.counts.hit("fault: clean restart");
        self.order(self.deed, Order::Drain);
        self.round(None)?;
        let parked = self.asked.values().find(|asked| matches!(asked.stage, Stage::Parked(_)) && !asked.gone);
        must(parked.is_none(), "a drain answers every poll", || format!("{:?}", parked.map(|asked| &asked.request)))?;
        self.round(None)?;
        self.driver.storage.stop().map_err(|error| Violation { rule: "a store stops", seen: error.to_string() })?;
        self.start_again(None)
    }

    fn start_again(&mut self, power: Option<u64>) -> Verdict {
        self.inbox.clear();
        self.asked.clear();
        self.searches.clear();
        self.chats.clear();
        self.pages.clear();
        self.windows = Windows::default();
        self.full = false;
        // What was never durable was never told: it may be made again for somebody else.
        for secret in std::mem::take(&mut self.unsure) {
            self.secrets.remove(&secret);
        }
        self.driver.restart(power)?;
        self.reread()?;
        let (now, latest) = (self.now(), self.model.latest);
        must(now >= latest, "the core's clock never goes back", || format!("{latest:?} to {now:?} in a restart"))?;
        self.counts.hit("premise: facts looked for after a restart");
        self.check_facts()
    }

    fn reread(&mut self) -> Verdict {
        let records = self.driver.records()?;
        let gone = std::mem::take(&mut self.model.gone);
        self.model = Model::of(self.settings.config(), records)?;
        self.model.gone = gone;
        Ok(())
    }

    /// Everything that must hold of the whole.
    pub(crate) fn check_all(&mut self) -> Verdict {
        self.counts.hit("premise: the whole looked at");
        let audit = self.driver.service.audit();
        must(audit.is_ok(), "the audit holds", || format!("{audit:?}"))?;
        self.driver.compare("a follower that absorbs every batch equals the leader")?;
        self.driver.compare_with_storage()?;
        let records = self.driver.records()?;
        Model::of(self.settings.config(), records)?;
        self.check_facts()
    }

    /// The faults stop: everything comes to rest.
    pub(crate) fn rest(&mut self) -> Verdict {
        self.bad_reads = 0;
        // The longest a match can last when nobody plays it: seven days of waiting, then every seat's turns.
        let patience = self.clock + 40 * 86_400_000;
        while (self.model.has_active() || !self.inbox.is_empty() || !self.asked.is_empty()) && self.clock < patience {
            if self.inbox.is_empty() {
                self.sleep();
            }
            let due = self.driver.is_due(Millis(self.clock));
            if self.inbox.is_empty() && !due {
                break;
            }
            self.deed += 1;
            self.round(None)?;
        }
        let asked = self.asked.values().next().map(|asked| format!("{:?}", asked.request));
        must(asked.is_none(), "every request is answered in the end", || asked.unwrap_or_default())?;
        let active = self.model.tables.iter().find(|(_, table)| table.is_active());
        let left = active.map(|(id, table)| format!("{id} {:?}", table.row.status));
        must(left.is_none(), "every table ends without a reader", || left.unwrap_or_default())?;
        let held = self.model.chips.purses.get(&turnstone_core::record::Book::Held).map_or(0, |purse| purse.balance);
        must(held == 0, "no chips are held in the end", || held.to_string())?;
        // Where the clock was set back, that of the core is ahead.
        self.clock = self.clock.max(self.driver.service.now().0);
        while self.driver.is_due(Millis(self.clock)) {
            self.round(None)?;
        }
        self.model.check_erased()?;
        // Long after that, what is kept for a time only is gone.
        let kept_s = self.settings.party_kept_s.max(self.settings.practice_kept_s);
        self.clock += (kept_s + 2 * 86_400) * 1_000;
        self.round(None)?;
        while self.driver.is_due(Millis(self.clock)) || !self.inbox.is_empty() {
            self.clock += 1;
            self.round(None)?;
        }
        self.model.check_gone()?;
        self.check_all()
    }

    fn note(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.trace = (self.trace ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn note_reply(&mut self, reply: &Reply) {
        match reply {
            Ok(replied) => {
                let text = serde_json::to_string(&replied.answer).expect("answers are plain data");
                self.note(text.as_bytes());
            }
            Err(refused) => self.note(format!("{refused:?}").as_bytes()),
        }
    }

    fn before(&mut self, command: &Command) -> Before {
        let id = match command {
            Command::Request { id, .. } => id,
            Command::Operate { id, .. } => return Before::order(*id),
            Command::Tick => return Before::tick(),
            Command::Hangup(_) | Command::Found { .. } | Command::Durable(_) => return Before::default(),
        };
        let now = Millis(self.clock).max(self.now());
        let Some(asked) = self.asked.get(id) else { return Before::default() };
        self.first_tries.entry(asked.origin).or_insert(now);
        self.look_before(*id, asked)
    }
}
