//! The plan of a table: its game, seats and stake, and who can join it.

use crate::config::PaceConfig;
use crate::games::{Brought, BuyIn, Kind, Level, Opening, Registry, Rules, strengths};
use crate::handled::invalid;
use crate::ids::{AccountId, PartyId};
use crate::record::Player;
use crate::rejection::Rejection;
use crate::request::{Pace, Visibility};
use crate::time::{Day, Millis};

/// A complete description of a table to create.
pub(crate) struct Plan {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) kind: &'static Kind,
    pub(crate) seats: usize,
    pub(crate) stake: i64,
    pub(crate) visibility: Visibility,
    pub(crate) pace: Pace,
    /// Whether the other seats are for members.
    pub(crate) open: bool,
    pub(crate) invited: Option<AccountId>,
    pub(crate) practice: bool,
    /// Whether its seats cost nothing, and its stake is nominal.
    pub(crate) free: bool,
    pub(crate) rated: bool,
    /// How well the house plays: below its best only for practice, since chips could be taken from a weaker house.
    pub(crate) level: Level,
    pub(crate) daily: Option<Day>,
    pub(crate) party: Option<PartyId>,
    /// What its creator brings for the seed.
    pub(crate) brought: Option<Brought>,
    /// The facts of a friendly table.
    pub(crate) friendly: Option<FriendlyPlan>,
}

/// What only a friendly table has: a practice table with open seats.
pub(crate) struct FriendlyPlan {
    /// The level at which the house plays if it fills seats.
    pub(crate) level: Option<Level>,
    /// The name of the guest who creates it.
    pub(crate) name: Option<String>,
}

impl Plan {
    /// A public live table of a kind against the house.
    pub(crate) fn new(games: Registry, kind: &str, seats: Option<u8>, stake: i64) -> Result<Self, Rejection> {
        let (rules, kind) = games.kind(kind).ok_or_else(|| invalid("kind", "is not a table kind"))?;
        let (fewest, most) = rules.about().seats;
        let seats = seats.map_or(rules.about().default_seats, usize::from).clamp(fewest, most);
        let stake = if let BuyIn::Fixed(chips) = kind.buy_in { chips } else { stake };
        Ok(Self {
            rules,
            kind,
            seats,
            stake,
            visibility: Visibility::Public,
            pace: Pace::Live,
            open: kind.opening == Opening::Always,
            invited: None,
            practice: false,
            free: false,
            rated: true,
            level: Level::FULL,
            daily: None,
            party: None,
            brought: None,
            friendly: None,
        })
    }

    /// The same table for practice: unlisted, against the house at this level.
    pub(crate) fn for_practice(mut self, level: Option<Level>) -> Result<Self, Rejection> {
        has_level(self.rules, level)?;
        self.level = Level::for_practice(self.rules.about().id, level);
        self.practice = true;
        self.open = false;
        self.visibility = Visibility::Unlisted;
        Ok(self)
    }

    /// The same table for practice with people: unlisted, with its other seats open. The house can fill them at this level.
    pub(crate) fn for_friends(mut self, level: Option<Level>, name: Option<String>) -> Result<Self, Rejection> {
        if !is_open_eligible(self.kind) {
            return Err(invalid("open", "cannot be used with this kind: only the house plays against it"));
        }
        has_level(self.rules, level)?;
        self.practice = true;
        self.open = true;
        self.visibility = Visibility::Unlisted;
        self.friendly = Some(FriendlyPlan { level, name });
        Ok(self)
    }

    /// The same table without chips: its stake is nominal.
    pub(crate) const fn for_free(mut self) -> Self {
        self.free = true;
        self
    }

    /// Chips that a seat costs.
    pub(crate) const fn buy_in(&self) -> i64 {
        match self.kind.buy_in {
            _ if self.free => 0,
            BuyIn::Stake => self.stake,
            BuyIn::Fixed(chips) => chips,
            BuyIn::PerStake(times) => self.stake * times,
        }
    }

    /// Whether chips move at its table.
    pub(crate) const fn has_stake(&self) -> bool {
        !self.practice && !self.free
    }

    /// The players of a new table by seat: its creator, vacant seats, the house.
    pub(super) fn players(&self, maker: Player) -> Vec<Player> {
        let seat = |at: usize| match at {
            0 => maker,
            _ if self.invited.is_some() && at == 1 => Player::Vacant,
            _ if self.invited.is_none() && self.open => Player::Vacant,
            _ => Player::House,
        };
        (0..self.seats).map(seat).collect()
    }

    pub(super) fn expires_at(&self, now: Millis, pace: &PaceConfig) -> Millis {
        now.plus_s(match (self.pace, self.invited) {
            (Pace::Daily, _) => pace.waiting_daily_s,
            (Pace::Live, Some(_)) => pace.waiting_invited_s,
            (Pace::Live, _) => pace.waiting_live_s,
        })
    }
}

/// An error for a level at which the house of a game cannot play.
pub(super) fn has_level(rules: &dyn Rules, level: Option<Level>) -> Result<(), Rejection> {
    if level.is_some() && strengths(rules.about().id).is_none() {
        return Err(invalid("level", "cannot be used with this kind: its house has no levels"));
    }
    Ok(())
}

/// Whether members can join tables of this kind.
pub(crate) fn is_open_eligible(kind: &Kind) -> bool {
    kind.opening != Opening::Never
}
