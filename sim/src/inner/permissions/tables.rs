//! Tables and seats.

use super::case::{Case, those};
use super::grounds::Ground;
use turnstone_service::credentials::{Claims, code_hash};
use turnstone_service::games::{BuyIn, Kind, Opening, SHIPPED};
use turnstone_service::ids::{GrantId, TableId};
use turnstone_service::record::{Player, Status};
use turnstone_service::request::{Act, CreateTable, Pace, ReplaySide};
use turnstone_service::secret::{Secret, sha256};

fn kind_named(name: &str) -> Option<&'static Kind> {
    SHIPPED.kinds().map(|(_, kind)| kind).find(|kind| kind.kind == name)
}

/// What a seat costs.
const fn price(kind: &Kind, stake: i64) -> i64 {
    match kind.buy_in {
        BuyIn::Stake => stake,
        BuyIn::Fixed(chips) => chips,
        BuyIn::PerStake(times) => times * stake,
    }
}

impl Case<'_> {
    pub(super) fn practice(&self, kind: &str) -> Vec<Ground> {
        those([(kind_named(kind).is_none(), Ground::Invalid("kind"))])
    }

    pub(super) fn create(&self, create: &CreateTable) -> Vec<Ground> {
        let invited = create.invited.is_some();
        if create.daily {
            let odd = those([
                (create.practice, Ground::Invalid("practice")),
                (create.open, Ground::Invalid("open")),
                (invited, Ground::Invalid("invited")),
                (create.pace == Pace::Daily, Ground::Invalid("pace")),
            ]);
            return if odd.is_empty() { self.deal_of_the_day() } else { odd };
        }
        let Some(kind) = kind_named(&create.kind) else { return vec![Ground::Invalid("kind")] };
        if create.practice {
            return those([(create.open || invited, Ground::Invalid("practice"))]);
        }
        let alone = kind.opening == Opening::Never;
        let mut grounds =
            those([(create.open && alone, Ground::Invalid("open")), (invited && alone, Ground::Invalid("invited"))]);
        if let Some(handle) = &create.invited {
            let guest = self.world.model.member_named(handle).filter(|guest| !self.world.model.is_frozen(*guest));
            grounds.extend(those([(guest.is_none() || self.is(guest), Ground::Invalid("invited"))]));
        }
        grounds.extend(self.stakes(price(kind, create.stake)));
        grounds
    }

    /// Whoever has a table of the day is given it again; the day's kind says what a new one costs.
    fn deal_of_the_day(&self) -> Vec<Ground> {
        let model = &self.world.model;
        let today = self.now.day();
        if self.member().is_some_and(|account| model.tries.contains_key(&(today, account))) {
            return Vec::new();
        }
        let kind = model.days.get(&today).and_then(|day| kind_named(&day.kind));
        self.stakes(kind.map_or(0, |kind| price(kind, 10)))
    }

    pub(super) fn read(&self, id: TableId) -> Vec<Ground> {
        let Some(table) = self.table(id) else { return vec![Ground::NoTable] };
        those([(table.delegated, Ground::Delegated)])
    }

    pub(super) fn act(&self, act: &Act) -> Vec<Ground> {
        if matches!(self.claims, Some(Claims::Seat { .. })) && act.expected_plies.is_none() {
            return vec![Ground::Invalid("expectedPlies")];
        }
        let Some(table) = self.table(act.table) else { return vec![Ground::NoTable] };
        let Some(seat) = table.seat else { return vec![Ground::NotSeated] };
        if table.delegated {
            return vec![Ground::Delegated];
        }
        if table.is_for_agents() {
            return those([(true, Ground::AgentPlays), (!table.is_playing(), Ground::NotPlaying)]);
        }
        let Some(hot) = table.hot else { return vec![Ground::NotPlaying] };
        let stale = act.expected_plies.is_some_and(|expected| expected != hot.plies.len() as u64);
        let board = hot.board.as_ref().filter(|_| hot.is_playing());
        let legal = board.is_some_and(|board| board.find(seat, &act.action).is_some());
        those([
            (stale && hot.is_playing(), Ground::Stale),
            (!hot.is_playing(), Ground::NotPlaying),
            (hot.is_playing() && !legal, Ground::NotLegal),
        ])
    }

    pub(super) fn forfeit(&self, id: TableId) -> Vec<Ground> {
        let Some(table) = self.table(id) else { return vec![Ground::NoTable] };
        let Some(seat) = table.seat else { return vec![Ground::NotSeated] };
        if table.delegated {
            return vec![Ground::Delegated];
        }
        let agents = table.is_for_agents();
        let over = !table.is_waiting() && !table.is_playing();
        let board = table.hot.and_then(|hot| hot.board.as_ref()).filter(|_| table.is_playing());
        let stuck = board.is_some_and(|board| !board.may_concede(seat));
        those([(agents, Ground::AgentPlays), (over, Ground::NotPlaying), (stuck && !agents, Ground::CannotLeave)])
    }

    pub(super) fn sit_down(&self, id: TableId) -> Vec<Ground> {
        let Some(table) = self.table(id) else { return vec![Ground::NoTable] };
        let frozen = self.world.model.seats_frozen(table.row);
        let free = table.is_waiting() && table.row.players.contains(&Player::Vacant) && !frozen;
        let kept = table.row.invited.is_some() && !self.is(table.row.invited);
        let mut grounds = those([
            (!free, Ground::NotWaiting),
            (table.seat.is_some(), Ground::SeatedAlready),
            (free && kept, Ground::Reserved),
        ]);
        if grounds.is_empty() {
            grounds = self.stakes(table.row.buy_in);
        }
        grounds
    }

    pub(super) fn decline(&self, id: TableId) -> Vec<Ground> {
        let Some(table) = self.table(id) else { return vec![Ground::NoTable] };
        those([(!table.is_waiting() || !self.is(table.row.invited), Ground::NotInvited)])
    }

    /// A chat is read by whoever may read its table.
    pub(super) fn messages(&self, id: TableId) -> Vec<Ground> {
        those([(self.table(id).is_none(), Ground::NoTable)])
    }

    /// And written by who sits there, until the table is cancelled or archived. To others there is no such chat.
    pub(super) fn post(&self, id: TableId) -> Vec<Ground> {
        let Some(table) = self.table(id) else { return vec![Ground::NoTable] };
        let closed = table.hot.is_none() || table.is_cancelled();
        those([(table.seat.is_none(), Ground::NoTable), (closed, Ground::ChatClosed), (self.is_muted(), Ground::Muted)])
    }

    /// The end of a table is public to whoever has its id; before that it is known to those who may read it.
    pub(super) fn look_back(&self, id: TableId) -> Vec<Ground> {
        let model = &self.world.model;
        let Some(row) = model.row(id).filter(|_| !model.is_over_practice(id, self.now)) else {
            return vec![Ground::NoTable];
        };
        match row.status {
            Status::Settled { .. } => Vec::new(),
            Status::Cancelled { .. } | Status::Voided { .. } => vec![Ground::NoTable],
            Status::Waiting { .. } | Status::Playing { .. } => {
                vec![if self.table(id).is_some() { Ground::StillRunning } else { Ground::NoTable }]
            }
        }
    }

    /// The steps of a match are shown from the side of one of its seats, or of none.
    pub(super) fn step_by_step(&self, id: TableId, side: Option<ReplaySide>) -> Vec<Ground> {
        let (grounds, model) = (self.look_back(id), &self.world.model);
        let (Some(side), Some(row), true) = (side, model.row(id), grounds.is_empty()) else { return grounds };
        let lacks = matches!(side, ReplaySide::Seat(seat) if seat.index() >= row.players.len());
        let sealed = model.is_sealed(id, row, self.now);
        let is_long = model.plies_of(id) as usize > model.bounds().replay_steps && !sealed;
        if lacks { vec![Ground::NoSuchSeat] } else { those([(is_long, Ground::TooLong)]) }
    }

    /// A seat of one's own at a table that is played for chips is handed out to one at a time.
    pub(super) fn hand_out(&self, id: TableId) -> Vec<Ground> {
        let table = self.table(id);
        let Some((table, seat)) = table.and_then(|table| table.seat.map(|seat| (table, seat))) else {
            return vec![Ground::NoTable];
        };
        let own = |row: &&turnstone_service::record::GrantRow| row.table == id && row.seat == seat;
        let mut grants = self.world.model.grants.values().filter(own);
        let handed_out = grants.any(|row| !row.ended && row.expires_at > self.now);
        let fit = table.is_playing() && !table.row.practice && !table.is_for_agents();
        // A member has only so many handed out at a time.
        let out = self.world.model.grants.values().filter(|row| self.is(Some(row.owner)) && !row.ended).count();
        let all = out >= self.world.settings.config().bounds.grants;
        those([(!fit || handed_out || all, Ground::NotEligible)])
    }

    pub(super) fn current_grant(&self, id: TableId) -> Vec<Ground> {
        let seated = self.table(id).is_some_and(|table| table.seat.is_some());
        those([(!seated, Ground::NoTable)])
    }

    /// Taking back what is back is fine.
    pub(super) fn take_back(&self, table: TableId, grant: GrantId) -> Vec<Ground> {
        let row = self.world.model.grants.get(&grant);
        let own = row.is_some_and(|row| self.is(Some(row.owner)) && row.table == table);
        those([(!own, Ground::NoGrant)])
    }

    /// A claim token opens a seat once, as long as the grant lasts and the table is played; whoever won it with a reference
    /// is told again.
    pub(super) fn claim(&self, token: &Secret, client_ref: &str) -> Vec<Ground> {
        let hash = code_hash(token.reveal());
        let Some(row) = self.world.model.grants.values().find(|row| row.claim_hash == hash) else {
            return vec![Ground::GrantUnavailable];
        };
        let playing = self.world.model.tables.get(&row.table).is_some_and(|table| table.is_playing());
        let opens = match row.claimed {
            _ if self.world.model.is_frozen(row.owner) => false,
            Some((_, winner)) => winner == sha256(client_ref.as_bytes()),
            None => playing && !row.ended && row.expires_at > self.now,
        };
        those([(!opens, Ground::GrantUnavailable)])
    }

    pub(super) fn open_table(&self, kind: &str, stake: i64) -> Vec<Ground> {
        match kind_named(kind).filter(|kind| kind.opening != Opening::Never) {
            Some(kind) => self.stakes(price(kind, stake)),
            None => vec![Ground::Invalid("kind")],
        }
    }
}
