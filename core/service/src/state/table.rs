//! A hot table: its setup, seed and log. Its board is the result of replaying the log.

use super::live::LiveMatch;
use super::message::{ChatMessage, Unsaid};
use super::outages::Outages;
use crate::answer::TableStatus;
use crate::config::{Config, PaceConfig};
use crate::games::{Brought, Seat};
use crate::ids::{AccountId, TableId};
use crate::record::{DayName, Player, PlyRow, SeedRow, Status, TableRow};
use crate::rejection::Rejection;
use crate::request::{Pace, Visibility};
use crate::secret::sha256;
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Odd numbers whose multiples differ in all their bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
const SPREAD_OF_ERASED: u64 = 0xc2b2_ae3d_27d4_eb4f;

/// A hot table.
pub(crate) struct Table {
    pub(crate) row: TableRow,
    /// The members whose seats are reserved at a rematch, or were.
    pub(super) reserved: Vec<AccountId>,
    play: Play,
    /// The chat, oldest first.
    pub(crate) messages: BTreeMap<u64, ChatMessage>,
    /// The seed, once it has one and if the key that gives it is known.
    pub(crate) seed: Option<[u8; 32]>,
    /// The commitment to the seed, once it has one.
    pub(crate) seed_commit: Option<[u8; 32]>,
    /// See [`Table::row_digest`].
    digest: OnceCell<u64>,
    /// When its timer is due.
    due: Option<Millis>,
}

/// The match of a table.
enum Play {
    /// Nothing has been dealt.
    Undealt,
    Live(Box<LiveMatch>),
    /// Only the log: the rules or the seed are not available, or the match is over and its board was dropped.
    Log(Vec<PlyRow>),
}

impl Play {
    /// The match before its log. The board of a match that is over is only made when it is read. `None` if its rules
    /// cannot deal from its setup.
    fn of(row: &TableRow, seed: Option<[u8; 32]>, config: &Config) -> Option<Self> {
        let rules = config.games.find(&row.game_id, &row.version).zip(seed);
        Some(match (&row.status, rules) {
            (Status::Waiting { .. } | Status::Cancelled { .. }, _) => Self::Undealt,
            (Status::Playing { started_at }, Some((rules, seed))) => {
                Self::Live(Box::new(LiveMatch::deal(rules, row, seed, *started_at, &config.pace)?))
            }
            (Status::Playing { .. }, None) | (Status::Settled { .. } | Status::Voided { .. }, _) => {
                Self::Log(Vec::new())
            }
        })
    }
}

impl Table {
    pub(super) fn new(row: TableRow) -> Self {
        let (messages, digest) = (BTreeMap::new(), OnceCell::new());
        Self {
            row,
            reserved: Vec::new(),
            play: Play::Undealt,
            messages,
            seed: None,
            seed_commit: None,
            digest,
            due: None,
        }
    }

    /// Replace the row, and deal when play starts. `None` if the rules cannot deal from the setup.
    pub(super) fn put(&mut self, row: &TableRow, seed: Option<[u8; 32]>, config: &Config) -> Option<()> {
        (self.seed, self.seed_commit) = (seed, row.seed_commit());
        self.row = row.clone();
        self.digest = OnceCell::new();
        if !self.is_dealt() {
            self.play = Play::of(row, seed, config)?;
        }
        Some(())
    }

    /// Play a log entry. `None` if it is not the next one or is not possible.
    pub(super) fn play(&mut self, ply: u32, row: &PlyRow, outages: &Outages) -> Option<()> {
        match &mut self.play {
            Play::Undealt => return None,
            Play::Live(live) => live.play(ply, row, outages)?,
            Play::Log(plies) if ply as usize == plies.len() => plies.push(*row),
            Play::Log(_) => return None,
        }
        Some(())
    }

    /// The digest of its row, of the renewal of the turns that run, and of the number of messages that name an erased
    /// member.
    pub(super) fn row_digest(&self) -> u64 {
        let row = *self.digest.get_or_init(|| self.row.digest(false));
        let erased = self.messages.values().filter(|message| message.erased).count() as u64;
        let renewed = self.renewed().0.wrapping_mul(SPREAD);
        row.wrapping_add(renewed).wrapping_add(erased.wrapping_mul(SPREAD_OF_ERASED))
    }

    /// When the turns that run were last renewed after an outage; 0 if none was. Agents have no clock.
    pub(crate) fn renewed(&self) -> Millis {
        let has_clock = self.is_playing() && !self.row.is_for_agents();
        self.live().filter(|_| has_clock).map_or(Millis(0), LiveMatch::renewed)
    }

    /// Keep only the log.
    pub(super) fn drop_board(&mut self) {
        if let Play::Live(live) = &self.play {
            self.play = Play::Log(live.plies().to_vec());
        }
    }

    /// The match with its board, if it is in memory. It always is while the match runs and its rules are available.
    pub(crate) fn live(&self) -> Option<&LiveMatch> {
        match &self.play {
            Play::Live(live) => Some(live),
            Play::Undealt | Play::Log(_) => None,
        }
    }

    /// The log so far.
    pub(crate) fn plies(&self) -> &[PlyRow] {
        match &self.play {
            Play::Undealt => &[],
            Play::Live(live) => live.plies(),
            Play::Log(plies) => plies,
        }
    }

    /// Whether there is a match, running or over.
    pub(crate) const fn is_dealt(&self) -> bool {
        !matches!(self.play, Play::Undealt)
    }

    /// Members who sit here, created it, or have a seat reserved.
    pub(crate) fn members(&self) -> BTreeSet<AccountId> {
        let seated = self.row.players.iter().filter_map(|player| player.member());
        seated.chain(self.row.host).chain(self.row.invited).chain(self.reserved.iter().copied()).collect()
    }

    /// The cursor of the newest message.
    pub(crate) fn newest_message(&self) -> u64 {
        self.messages.keys().next_back().copied().unwrap_or(0)
    }

    /// The seat of a member.
    pub(crate) fn seat_of(&self, member: AccountId) -> Option<Seat> {
        self.row.players.iter().position(|player| player.member() == Some(member)).map(Seat::at)
    }

    /// The lowest vacant seat.
    pub(crate) fn vacant(&self) -> Option<Seat> {
        self.row.players.iter().position(|player| *player == Player::Vacant).map(Seat::at)
    }

    pub(crate) const fn is_cancelled(&self) -> bool {
        matches!(self.row.status, Status::Cancelled { .. })
    }

    pub(crate) const fn is_waiting(&self) -> bool {
        matches!(self.row.status, Status::Waiting { .. })
    }

    pub(crate) const fn is_playing(&self) -> bool {
        matches!(self.row.status, Status::Playing { .. })
    }

    /// Whether it is waiting or playing.
    pub(crate) const fn is_active(&self) -> bool {
        self.row.is_active()
    }

    /// The API's name for the status.
    pub(crate) const fn status(&self) -> TableStatus {
        table_status(&self.row.status)
    }

    /// An automatic player's seat that may act now.
    pub(crate) fn automatic_to_act(&self) -> Option<Seat> {
        let to_act = self.live()?.board.to_act();
        to_act.iter().find(|seat| self.row.players[seat.index()] == Player::House)
    }

    /// Whether others wait for this seat's move. They do not wait for an agent, which has no clock.
    pub(crate) fn waits_for(&self, seat: Seat) -> bool {
        self.is_playing()
            && !self.row.is_for_agents()
            && self.live().is_some_and(|live| live.board.to_act().contains(seat))
    }

    /// The deadline of `seat`, if it is to act. The daily challenge ends with its day.
    pub(crate) fn deadline_of(&self, seat: Seat) -> Option<Millis> {
        let at = self.live().filter(|_| self.waits_for(seat))?.turn_ends(seat);
        Some(self.row.ends_with_day().map_or(at, |midnight| at.min(midnight)))
    }

    /// The seat that times out first, and when. If there are several, the lowest.
    pub(crate) fn next_to_time_out(&self) -> Option<(Millis, Seat)> {
        let to_act = self.live()?.board.to_act();
        to_act.iter().filter_map(|seat| Some((self.deadline_of(seat)?, seat))).min()
    }

    /// Take outages into account that have ended.
    pub(super) fn go_on_after(&mut self, outages: &Outages) {
        if let Play::Live(live) = &mut self.play
            && matches!(self.row.status, Status::Playing { .. })
        {
            live.go_on_after(outages, Millis(u64::MAX));
        }
    }

    /// Until when it waits for members, if it does.
    pub(crate) fn waits_until(&self, outages: &Outages) -> Option<Millis> {
        let Status::Waiting { expires_at } = self.row.status else { return None };
        Some(outages.moved(self.row.created_at, expires_at))
    }

    /// When the next timer of this table is due.
    pub(super) fn next_due(&self, pace: &PaceConfig, outages: &Outages) -> Option<Millis> {
        match &self.row.status {
            Status::Waiting { .. } => self.waits_until(outages),
            Status::Playing { .. } => self.next_to_time_out().map(|(at, _)| at),
            Status::Settled { end, .. } => Some(end.settled_at.plus_s(pace.archive_after_s)),
            Status::Cancelled { at } | Status::Voided { at, .. } => Some(at.plus_s(pace.archive_after_s)),
        }
    }

    /// The parts that must be equal in two states. A start keeps no boards of matches that are over.
    pub(super) fn compared(&self) -> impl PartialEq + Debug {
        let Self { row, reserved, play: _, messages, seed: _, seed_commit, digest: _, due } = self;
        let in_play = self.live().filter(|_| self.is_playing()).map(LiveMatch::compared);
        ((row, reserved), self.plies(), in_play, Unsaid(messages), seed_commit, due, self.next_to_time_out())
    }

    /// Set or cancel the timer of the table's status.
    pub(super) fn set_timer(&mut self, id: TableId, due: Option<Millis>, timers: &mut Timers) {
        if due == self.due {
            return;
        }
        let timer = match self.row.status {
            Status::Waiting { .. } => Timer::WaitingEnds(id),
            Status::Playing { .. } => Timer::Turn(id),
            Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => Timer::Archive(id),
        };
        if let Some(at) = self.due {
            timers.cancel(at, timer);
        }
        if let Some(at) = due {
            timers.set(at, timer);
        }
        self.due = due;
    }
}

impl TableRow {
    /// Whether public lists may have it, by its own facts.
    pub(crate) fn is_listed(&self) -> bool {
        self.visibility == Visibility::Public && !self.practice && self.daily.is_none()
    }

    /// A digest of all but the seed: a reader who knows the digest has seen the seats and the status. It is the same in
    /// every process.
    pub(crate) fn digest(&self, is_archived: bool) -> u64 {
        let row = Self { seed: SeedRow::Undealt, ..self.clone() };
        let bytes = postcard::to_stdvec(&(row, is_archived)).expect("rows are plain data");
        let [a, b, c, d, e, f, g, h, ..] = sha256(&bytes);
        u64::from_be_bytes([a, b, c, d, e, f, g, h])
    }

    /// The commitment to its seed, once it has one.
    pub(crate) fn seed_commit(&self) -> Option<[u8; 32]> {
        self.seed.commit()
    }

    /// The day name of its running number.
    pub(crate) fn fair_day(&self) -> Option<DayName> {
        self.setup.deal.as_ref().and_then(|deal| DayName::parse(&deal.day))
    }

    /// Seat a player, who brings this for the seed.
    pub(crate) fn seat(&mut self, seat: Seat, player: Player, brought: Option<Brought>) {
        self.players[seat.index()] = player;
        if let Some(own) = self.setup.deal.as_mut().and_then(|deal| deal.brought.get_mut(seat.index())) {
            *own = brought;
        }
    }

    /// Whether only agents play it: a duel's leg or a self-check.
    pub(crate) const fn is_for_agents(&self) -> bool {
        self.setup.kind.is_none()
    }

    /// Whether it is played for a nominal stake and counts for ratings alone: its seats cost nothing.
    pub(crate) const fn is_free(&self) -> bool {
        !self.practice && self.buy_in == 0 && !self.is_for_agents()
    }

    /// Whether no chips move.
    pub(crate) const fn is_nominal(&self) -> bool {
        self.practice || self.is_free()
    }

    /// Whether the queue has brought its members together: it has no host.
    pub(crate) const fn is_matched(&self) -> bool {
        self.host.is_none() && !self.practice && !self.is_for_agents()
    }

    /// Whether it is waiting or playing.
    pub(crate) const fn is_active(&self) -> bool {
        matches!(self.status, Status::Waiting { .. } | Status::Playing { .. })
    }

    /// Whether people play it at pace live.
    pub(super) fn is_live(&self) -> bool {
        matches!(self.status, Status::Playing { .. }) && self.pace == Pace::Live && !self.is_for_agents()
    }

    pub(crate) fn unknown_rules(&self) -> Rejection {
        Rejection::UnknownRules { game: self.game_id.clone(), version: self.version.clone() }
    }

    /// Chips that the table holds.
    pub fn held(&self) -> i64 {
        if self.practice || !self.is_active() {
            return 0;
        }
        let taken = self.players.iter().filter(|player| **player != Player::Vacant).count();
        self.buy_in * taken as i64
    }

    /// When a daily challenge ends for all players.
    pub(super) fn ends_with_day(&self) -> Option<Millis> {
        self.daily.map(|day| day.next().start())
    }
}

/// A status as the API shows it.
pub(crate) const fn table_status(status: &Status) -> TableStatus {
    match status {
        Status::Waiting { .. } => TableStatus::Waiting,
        Status::Playing { .. } => TableStatus::Playing,
        Status::Settled { .. } => TableStatus::Settled,
        Status::Cancelled { .. } | Status::Voided { .. } => TableStatus::Cancelled,
    }
}

impl Player {
    /// The member, if the player is one.
    pub const fn member(self) -> Option<AccountId> {
        match self {
            Self::Member(id) => Some(id),
            Self::Vacant | Self::Guest | Self::House => None,
        }
    }
}
