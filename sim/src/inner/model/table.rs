//! A hot table of the model: its match replayed from the log, and its turn deadlines.

use super::reference::{TableReference, begin, config, entry, played, reported, shown, value};
use crate::inner::model::{is_matched, seed_in};
use crate::inner::prelude::*;
use turnstone_laws::{Broken, Entry as ReferenceEntry, ReferenceModel, SeatShare, has_house_rule, house_may_choose};
use turnstone_service::config::PaceConfig;

/// One entry in this many is compared with the choice of the house, because some of its searches are long.
const CHOICES: usize = 8;

/// Entries between two views that are checked without a request: checking a view is slower than playing an entry.
const BETWEEN: usize = 3;

pub(crate) struct Table {
    pub(crate) row: TableRow,
    pub(crate) board: Option<Box<dyn Match>>,
    pub(crate) plies: Vec<PlyRow>,
    pub(crate) events: Vec<Json>,
    pub(crate) messages: BTreeMap<u64, MessageRow>,
    /// Counts changes of its row.
    pub(crate) version: u64,
    turns: Option<TurnEnds>,
    pub(super) reference: Option<Box<TableReference>>,
}

struct TurnEnds {
    turn_ms: u64,
    /// By seat; `None` without banks.
    bank_ms: Option<Vec<u64>>,
    /// By seat: whether the next turn has no bank, because it is the first at a table of the queue.
    bare: Vec<bool>,
    /// The start of each seat's turn.
    since: Vec<Millis>,
    /// How often each turn was renewed after an outage, and the time before which it does not end.
    renewed: Vec<(u8, Millis)>,
    /// The time that a turn has left at least after an outage; `None` if it begins anew.
    left_ms: Option<u64>,
    /// Outages that were known when the table was dealt again, with their ends, oldest first.
    known: VecDeque<(Millis, Millis)>,
    /// The latest end of all turns: for the daily challenge the end of the day.
    latest: Millis,
    /// Seats whose turns began since the last query.
    begun: BTreeSet<Seat>,
}

impl TurnEnds {
    fn begin(row: &TableRow, at: Millis, pace: &PaceConfig, known: &[(Millis, Millis)]) -> Self {
        let seats = row.players.len();
        let people = row.players.iter().filter(|player| **player != Player::House).count();
        let bank = || Some(vec![pace.live_bank_s * 1_000; seats]);
        let (turn_s, bank_ms) = match (row.pace, people) {
            (Pace::Daily, _) => (pace.daily_turn_s, None),
            (Pace::Live, 1) => (pace.solo_turn_s, None),
            (Pace::Live, _) => (pace.live_turn_s, bank()),
        };
        let latest = row.daily.map_or(Millis(u64::MAX), |day| day.next().start());
        let begun = Seats::all(seats).iter().collect();
        let left_ms = (row.pace == Pace::Daily).then_some(pace.daily_left_s * 1_000);
        let known = known.iter().copied().filter(|(_, until)| *until > at).collect();
        let renewed = vec![(0, Millis(0)); seats];
        let bare = vec![is_matched(row); seats];
        Self { turn_ms: turn_s * 1_000, bank_ms, bare, since: vec![at; seats], renewed, left_ms, known, latest, begun }
    }

    /// The service did not run: each of these turns begins anew, three times at most. A daily one has some time left.
    /// Returns whether one of them ends later.
    fn renew(&mut self, to_act: Seats, from: Millis, until: Millis) -> bool {
        let mut renewed = false;
        for seat in to_act.iter() {
            let at = seat.index();
            let ended = self.ends_without_day(seat);
            if self.renewed[at].0 == MOST_RENEWALS || self.since[at] > from {
                continue;
            }
            match self.left_ms.map(|left_ms| until.plus_ms(left_ms)) {
                Some(least) if least <= ended => continue,
                Some(least) => self.renewed[at].1 = least,
                None => self.since[at] = until,
            }
            self.renewed[at].0 += 1;
            renewed = true;
        }
        renewed
    }

    /// Outages from before this moment that the clocks do not know of yet.
    fn catch_up(&mut self, to_act: Seats, by: Millis) {
        while let Some((from, until)) = self.known.pop_front_if(|(_, until)| *until <= by) {
            self.renew(to_act, from, until);
        }
    }

    /// When the turns of these seats were last renewed; 0 if none was.
    fn renewed(&self, to_act: Seats) -> Millis {
        let seats = to_act.iter().map(Seat::index).filter(|at| self.renewed[*at].0 > 0);
        seats.map(|at| self.since[at].max(self.renewed[at].1)).max().unwrap_or(Millis(0))
    }

    fn ends(&self, seat: Seat) -> Millis {
        self.ends_without_day(seat).min(self.latest)
    }

    fn ends_without_day(&self, seat: Seat) -> Millis {
        let bank = self.bank_ms.as_ref().filter(|_| !self.bare[seat.index()]).map_or(0, |bank| bank[seat.index()]);
        self.since[seat.index()].plus_ms(self.turn_ms + bank).max(self.renewed[seat.index()].1)
    }

    /// An entry: its excess over the turn time is taken from the bank, and new turns begin.
    fn pass(&mut self, before: Seats, after: Seats, row: &PlyRow) {
        let seat = row.seat.index();
        let over = row.at.since(self.since[seat]).saturating_sub(self.turn_ms);
        if let Some(bank) = self.bank_ms.as_mut().filter(|_| before.contains(row.seat)) {
            bank[seat] = bank[seat].saturating_sub(over);
        }
        self.bare[seat] = false;
        for seat in after.iter().filter(|seat| *seat == row.seat || !before.contains(*seat)) {
            (self.since[seat.index()], self.renewed[seat.index()]) = (row.at, (0, Millis(0)));
            self.begun.insert(seat);
        }
    }
}

impl Table {
    pub(crate) const fn new(row: TableRow) -> Self {
        Self {
            row,
            board: None,
            plies: Vec::new(),
            events: Vec::new(),
            messages: BTreeMap::new(),
            version: 0,
            turns: None,
            reference: None,
        }
    }

    pub(crate) const fn is_active(&self) -> bool {
        matches!(self.row.status, Status::Waiting { .. } | Status::Playing { .. })
    }

    pub(crate) const fn is_playing(&self) -> bool {
        matches!(self.row.status, Status::Playing { .. })
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        matches!(self.row.status, Status::Waiting { .. })
    }

    /// Whether it is the table of a duel or a self-check.
    pub(crate) const fn is_for_agents(&self) -> bool {
        self.row.setup.kind.is_none()
    }

    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.row.players.iter().position(|player| *player == Player::Member(member)).map(Seat::at)
    }

    /// The seats that are to act while the table is in play.
    pub(crate) fn to_act(&self) -> Seats {
        self.board.as_ref().filter(|_| self.is_playing()).map_or(Seats::NONE, |board| board.to_act())
    }

    /// The deadline of a seat that is to act.
    pub(crate) fn turn_ends(&self, seat: Seat) -> Option<Millis> {
        self.turns.as_ref().filter(|_| self.to_act().contains(seat)).map(|turns| turns.ends(seat))
    }

    /// The seats that are to act and whose turns began since the last query.
    pub(super) fn take_begun(&mut self) -> Vec<Seat> {
        let to_act = self.to_act();
        let begun = self.turns.as_mut().map(|turns| std::mem::take(&mut turns.begun)).unwrap_or_default();
        begun.into_iter().filter(|seat| to_act.contains(*seat)).collect()
    }

    /// The earliest deadline.
    pub(crate) fn first_turn_ends(&self) -> Option<Millis> {
        self.to_act().iter().filter_map(|seat| self.turn_ends(seat)).min()
    }

    pub(crate) fn banks(&self) -> BTreeMap<Seat, u64> {
        let bank = self.turns.as_ref().and_then(|turns| turns.bank_ms.as_ref());
        bank.into_iter().flatten().enumerate().map(|(seat, ms)| (Seat::at(seat), *ms)).collect()
    }

    /// Deal the match. While the service runs the deal is checked.
    pub(crate) fn deal(
        &mut self,
        at: Millis,
        pace: &PaceConfig,
        known: &[(Millis, Millis)],
        live: bool,
    ) -> CheckResult {
        let unknown = || Violation { rule: "a table has a game", seen: self.row.game_id.clone() };
        let rules = SHIPPED.find(&self.row.game_id, &self.row.version).ok_or_else(unknown)?;
        let mut events = Events::on();
        self.board =
            rules.deal(&self.row.setup, &Seed::from_bytes(seed_in(&self.row).unwrap_or_default()), &mut events);
        // Agents have no clock.
        self.turns = (!self.is_for_agents()).then(|| TurnEnds::begin(&self.row, at, pace, known));
        let reported = events.take();
        self.append(&reported, at);
        if live { self.judge_deal(&reported) } else { Ok(()) }
    }

    /// The service did not run meanwhile. Returns whether a turn ends later.
    pub(super) fn renew(&mut self, from: Millis, until: Millis) -> bool {
        let to_act = self.to_act();
        self.turns.as_mut().is_some_and(|turns| turns.renew(to_act, from, until))
    }

    /// When the turns that run were last renewed after an outage; 0 if none was.
    pub(crate) fn renewed(&self) -> Millis {
        if !self.is_playing() {
            return Millis(0);
        }
        self.turns.as_ref().map_or(Millis(0), |turns| turns.renewed(self.to_act()))
    }

    /// Take the outages into account that were known when the table was dealt again, up to a moment.
    pub(super) fn catch_up(&mut self, by: Millis) {
        // The row of a table that is over is read before its log.
        let to_act = self.board.as_ref().map_or(Seats::NONE, |board| board.to_act());
        if let Some(turns) = &mut self.turns {
            turns.catch_up(to_act, by);
        }
    }

    /// Play an entry of the log. Deadlines are only checked while the service runs, because a start may change the turn
    /// time.
    pub(crate) fn play(&mut self, ply: u32, row: &PlyRow, live: bool) -> CheckResult {
        let next = self.plies.len();
        self.catch_up(row.at);
        must!(ply as usize == next, "plies are numbered without gaps", "{ply} after {next}")?;
        let due = self.turns.as_ref().is_some_and(|turns| turns.ends(row.seat) <= row.at);
        must!(due || !live || row.entry != EntryRow::TimedOut, "a turn ends at its deadline", "{row:?}")?;
        if live && next.is_multiple_of(CHOICES) {
            self.check_house(row)?;
        }
        if live {
            self.check_house_rule(row)?;
        }
        let judged = if live { self.entry(row)? } else { None };
        let not_in_play = || Violation { rule: "plies belong to a match in play", seen: format!("{row:?}") };
        let board = self.board.as_mut().ok_or_else(not_in_play)?;
        board.seek(row.seat, row.drawn);
        let mut events = Events::on();
        let before = board.to_act();
        must!(played(row.entry).play(row.seat, board.as_mut(), &mut events), "plies are legal", "{row:?}")?;
        let after = board.to_act();
        if let Some(turns) = &mut self.turns {
            turns.pass(before, after, row);
        }
        self.plies.push(*row);
        let reported = events.take();
        self.append(&reported, row.at);
        judged.map_or(Ok(()), |entry| self.judge_entry(row, &entry, &reported))
    }

    /// The house's decision is its own choice from the view and the stream of its seat.
    fn check_house(&self, row: &PlyRow) -> CheckResult {
        let house = self.row.players[row.seat.index()] == Player::House && !self.is_for_agents();
        let (Some(board), EntryRow::Choice(choice), true) = (&self.board, row.entry, house) else { return Ok(()) };
        let should = board.choice_of(row.seat, Policy::House(self.row.setup.level()));
        let said = || format!("{} {row:?}, not {should:?}", self.row.game_id);
        must(should == Some((choice, row.drawn)), "the house's decision matches its own choice", said)
    }

    /// The house's decision is allowed by the short rule of its game.
    fn check_house_rule(&self, row: &PlyRow) -> CheckResult {
        let house = self.row.players[row.seat.index()] == Player::House && !self.is_for_agents();
        let at_its_best = self.row.setup.level() == Level::FULL;
        let ruled = house && at_its_best && has_house_rule(&self.row.game_id);
        let (Some(board), EntryRow::Choice(choice), true) = (&self.board, row.entry, ruled) else { return Ok(()) };
        let (seat, view) = (row.seat.index(), value(&board.view(Audience::of(row.seat))));
        let legal: Vec<Value> = board.legal_actions(row.seat).iter().map(|action| value(action)).collect();
        let allowed = house_may_choose(&self.row.game_id, seat, &view, &legal);
        let right = allowed.as_ref().is_none_or(|allowed| allowed.contains(&usize::from(choice)));
        let said = || format!("{} {choice}, not {allowed:?} of {legal:?} in {view}", self.row.game_id);
        must(right, "the house follows its documented policy", said)
    }

    fn append(&mut self, events: &[Event], at: Millis) {
        self.events.extend(events.iter().map(|event| Json::from(event.to_json(at.0))));
    }

    fn checked<T>(&self, judged: Result<T, Broken>) -> Result<T, Violation> {
        let seen = |broken| format!("{} {}: {broken}", self.row.game_id, config(&self.row));
        judged.map_err(|broken| Violation { rule: "a game follows its reference model", seen: seen(broken) })
    }

    /// Whether there is a reference model of the game.
    pub(super) fn has_reference(&self) -> bool {
        ReferenceModel::knows(&self.row.game_id, &self.row.version)
    }

    /// Check the deal, which produced these events.
    pub(super) fn judge_deal(&mut self, events: &[Event]) -> CheckResult {
        if !self.has_reference() {
            return Ok(());
        }
        self.reference = Some(Box::new(TableReference::new(self.checked(begin(&self.row, &reported(events)))?)));
        self.judge_some_view()
    }

    /// The next entry, for the reference model.
    pub(super) fn entry(&mut self, row: &PlyRow) -> Result<Option<ReferenceEntry>, Violation> {
        if !self.has_reference() {
            return Ok(None);
        }
        self.reference = Some(self.take_reference()?);
        Ok(self.board.as_ref().map(|board| entry(board.as_ref(), row.seat, played(row.entry))))
    }

    /// Check an entry, which produced these events.
    pub(super) fn judge_entry(&mut self, row: &PlyRow, entry: &ReferenceEntry, events: &[Event]) -> CheckResult {
        let mut reference = self.take_reference()?;
        let judged = reference.reference.step(row.seat.index(), entry, &reported(events));
        reference.judged.clear();
        if let ReferenceEntry::Action(action) = entry {
            reference.moves.insert(self.plies.len() - 1, action.clone());
        }
        self.reference = Some(reference);
        self.checked(judged)?;
        self.judge_some_view()
    }

    /// The move of an entry, if the reference model saw it.
    pub(crate) fn move_at(&self, ply: u64) -> Option<&Value> {
        self.reference.as_ref()?.moves.get(&(ply as usize))
    }

    fn take_reference(&mut self) -> Result<Box<TableReference>, Violation> {
        if let Some(reference) = self.reference.take() {
            return Ok(reference);
        }
        self.checked(TableReference::again(&self.row, &self.plies)).map(Box::new)
    }

    /// Check a view of changing viewers now and then, and at the end the views of one seat and of the spectators.
    /// Requested views are checked separately.
    fn judge_some_view(&mut self) -> CheckResult {
        let (seats, plies) = (self.row.players.len(), self.plies.len());
        let over = self.board.as_ref().is_some_and(|board| board.to_act().is_empty());
        let sealed = seed_in(&self.row).unwrap_or_default()[0].is_multiple_of(2);
        if over {
            self.judge_audience(Audience { seat: None, sealed })?;
            return self.judge_audience(Audience { seat: Some(Seat::at(plies % seats)), sealed: !sealed });
        }
        if plies % BETWEEN != 1 {
            return Ok(());
        }
        let seat = Seats::all(seats).iter().nth(plies / BETWEEN % (seats + 1));
        self.judge_audience(Audience { seat, sealed })
    }

    /// The view of a viewer equals the view of the reference model.
    pub(crate) fn judge_audience(&mut self, audience: Audience) -> CheckResult {
        if self.board.is_none() || !self.has_reference() {
            return Ok(());
        }
        let mut reference = self.take_reference()?;
        let sealed = audience.sealed && reference.reference.is_over();
        let judged = match &self.board {
            Some(board) if reference.judged.insert((audience.seat.map(Seat::index), sealed)) => {
                reference.reference.look(&shown(board.as_ref(), Audience { sealed, ..audience }))
            }
            Some(_) | None => Ok(()),
        };
        self.reference = Some(reference);
        self.checked(judged)
    }

    /// Check the end. Returns the result of each seat beside result and score; `None` without a reference model or a
    /// board.
    pub(super) fn judge_end(&mut self, end: &EndRow) -> Result<Option<Vec<SeatShare>>, Violation> {
        if self.board.is_none() || !self.has_reference() {
            return Ok(None);
        }
        let reference = self.take_reference()?;
        let outcome = serde_json::to_value(&end.outcome).expect("outcomes are plain data");
        let judged = reference.reference.end(&outcome).map(|()| reference.reference.shares());
        self.reference = Some(reference);
        self.checked(judged).map(Some)
    }
}
