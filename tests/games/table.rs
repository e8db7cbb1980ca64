//! A match of any game as the harness plays it: seats and choices follow from a number, and every ply is logged.

use turnstone_games::{
    Audience, BuyIn, Dice, Entry, Event, Events, Kind, Match, Outcome, Policy, Rules, SHIPPED, Seat, Seats, Seed, Setup,
};

/// A table kind with a number of seats.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) rules: &'static dyn Rules,
    pub(crate) kind: &'static Kind,
    pub(crate) seats: usize,
}

/// One of these stakes is odd and one is the smallest.
const STAKES: [i64; 4] = [10, 1, 25, 200];

impl Case {
    /// Every kind of every version of every game with every number of seats.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        SHIPPED.all().flat_map(Self::of)
    }

    /// Every kind of a game with every number of seats.
    pub(crate) fn of(rules: &'static dyn Rules) -> impl Iterator<Item = Self> {
        let (fewest, most) = rules.about().seats;
        let kinds = rules.about().kinds.iter();
        kinds.flat_map(move |kind| (fewest..=most).map(move |seats| Self { rules, kind, seats }))
    }

    /// The cost of a seat of a table with this setup.
    pub(crate) fn buy_in(&self, setup: &Setup) -> i64 {
        match self.kind.buy_in {
            BuyIn::Stake => setup.stake,
            BuyIn::Fixed(chips) => chips,
            BuyIn::PerStake(times) => times * setup.stake,
        }
    }

    /// The match with this number.
    pub(crate) fn deal(self, number: u64) -> Table {
        let stake = match self.kind.buy_in {
            BuyIn::Fixed(chips) => chips,
            BuyIn::Stake | BuyIn::PerStake(_) => STAKES[number as usize % STAKES.len()],
        };
        let setup = self.rules.setup(Some(self.kind), self.seats, stake);
        assert!(self.rules.allows(&setup), "{self}: {setup:?} is a setup of this game");
        Table::deal(self, setup, seed(number))
    }

    /// The seats, and a spectator.
    pub(crate) fn viewers(self) -> impl Iterator<Item = Option<Seat>> {
        Seats::all(self.seats).iter().map(Some).chain([None])
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} (version {}) with {} seats", self.kind.kind, self.rules.about().version, self.seats)
    }
}

/// The seed with this number.
pub(crate) fn seed(number: u64) -> Seed {
    let mut bytes = [0x5e; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// The harness's own choices for a seed: a stream that no seat draws from.
pub(crate) fn whim(seed: &Seed) -> Dice {
    Dice::new(seed, 1 << 32)
}

/// A match in play, with its log and the events of its last step.
pub(crate) struct Table {
    pub(crate) case: Case,
    pub(crate) setup: Setup,
    pub(crate) seed: Seed,
    pub(crate) live: Box<dyn Match>,
    pub(crate) log: Vec<(Seat, Entry, u64)>,
    pub(crate) reported: Vec<Event>,
    pub(crate) whim: Dice,
    events: Events,
}

impl Table {
    pub(crate) fn deal(case: Case, setup: Setup, seed: Seed) -> Self {
        let mut events = Events::on();
        let live = case.rules.deal(&setup, &seed, &mut events).unwrap();
        let reported = events.take();
        Self { case, setup, seed, live, log: Vec::new(), reported, whim: whim(&seed), events }
    }

    /// The same match, replayed up to `plies` entries.
    pub(crate) fn again(&self, plies: usize) -> Self {
        let mut table = Self::deal(self.case, self.setup.clone(), self.seed);
        for &(seat, entry, _) in &self.log[..plies] {
            assert!(table.play(seat, entry), "{table}: {entry:?} was possible before");
        }
        table
    }

    pub(crate) fn is_over(&self) -> bool {
        self.live.to_act().is_empty()
    }

    /// One of the seats that may act.
    pub(crate) fn any_seat(&mut self) -> Seat {
        let seats: Vec<Seat> = self.live.to_act().iter().collect();
        self.whim.pick(&seats)
    }

    /// Let one of the seats that may act choose by the policy, and play its choice.
    pub(crate) fn step(&mut self, policy: Policy) {
        let seat = self.any_seat();
        let choice = self.live.choose(seat, policy);
        let choice = choice.unwrap_or_else(|| panic!("{self}: seat {seat} is to act and has no action"));
        assert!(self.play(seat, Entry::Choice(choice)), "{self}: seat {seat} chose what is not legal");
    }

    /// Play an entry; false, without logging it, if it is not possible.
    pub(crate) fn play(&mut self, seat: Seat, entry: Entry) -> bool {
        let played = entry.play(seat, self.live.as_mut(), &mut self.events);
        self.reported = self.events.take();
        if played {
            self.log.push((seat, entry, self.log.len() as u64));
        }
        played
    }

    /// Play to the end, and pass each step to `look`.
    pub(crate) fn play_out(&mut self, policy: Policy, mut look: impl FnMut(&Self)) {
        while !self.is_over() {
            assert!(self.log.len() < MAX_PLIES, "{self}: it does not end");
            self.step(policy);
            look(self);
        }
    }

    pub(crate) fn view(&self, viewer: Option<Seat>, sealed: bool) -> String {
        self.live.view(Audience { seat: viewer, sealed }).get().to_owned()
    }

    pub(crate) fn legal(&self, seat: Seat) -> Vec<String> {
        self.live.legal_actions(seat).iter().map(|action| action.get().to_owned()).collect()
    }

    /// The events of the last step as JSON.
    pub(crate) fn reported_json(&self) -> Vec<String> {
        self.reported.iter().map(|event| event.to_json(0).get().to_owned()).collect()
    }

    /// Everything that all viewers can see now.
    pub(crate) fn everything(&self) -> Vec<String> {
        let views = self.case.viewers().flat_map(|viewer| [self.view(viewer, false), self.view(viewer, true)]);
        let legal = Seats::all(self.case.seats).iter().map(|seat| self.legal(seat).join(" "));
        views.chain(legal).chain(self.reported_json()).collect()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        self.live.outcome().unwrap_or_else(|| panic!("{self}: over without an outcome"))
    }
}

/// No match of any game has more entries.
const MAX_PLIES: usize = 5000;

impl std::fmt::Display for Table {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}, seed {}, ply {}", self.case, self.seed.to_hex(), self.log.len())
    }
}
