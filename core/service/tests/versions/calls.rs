//! A game for these tests: two seats call a number each, and the rule for the winner has changed once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use turnstone_service::games::{
    About, Audience, BuyIn, Dice, Encoded, Encoding, EncodingPart, Event, Events, Game, Kind, Leave, Observation,
    Opening, Outcome, PolicyName, Seat, Seats, Setup, Written,
};

/// In version 1 the higher number wins, up to 9; in version 2 the lower one, and options set the maximum.
#[derive(Clone)]
pub(crate) struct Calls<const VERSION: u8> {
    stake: i64,
    highest: u8,
    calls: Vec<u8>,
    left: Option<Seat>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub(crate) enum Action {
    Call { number: u8 },
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    calls: Vec<u8>,
}

#[derive(Serialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub(crate) enum Facts {
    Turn,
    Called,
}

#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct CallsOptions {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    highest: Option<u8>,
}

impl<const VERSION: u8> Game for Calls<VERSION> {
    const ABOUT: About = About {
        id: "calls",
        version: if VERSION == 1 { "1" } else { "2" },
        seats: (2, 2),
        default_seats: 2,
        banked: false,
        duellable: true,
        policies: &[PolicyName::Random],
        rules: "Two seats call a number each.",
        kinds: &[Kind {
            kind: "calls",
            label: "Calls",
            description: "Two seats call a number each.",
            buy_in: BuyIn::Stake,
            opening: Opening::Always,
        }],
    };
    type Action = Action;
    type View = View;
    type Phase = &'static str;
    type Event = Facts;
    type Options = CallsOptions;

    fn setup(kind: Option<&Kind>, seats: usize, stake: i64) -> Setup<CallsOptions> {
        let options = CallsOptions { highest: (VERSION == 2).then_some(3) };
        Setup { options, ..Setup::new(kind, seats, stake) }
    }

    fn deal(setup: &Setup<CallsOptions>, _dice: &mut Dice, events: &mut Events) -> Self {
        events.push(|| Event::of(&Facts::Turn).seat(Seat(0)));
        Self { stake: setup.stake, highest: setup.options.highest.unwrap_or(9), calls: Vec::new(), left: None }
    }

    fn to_act(&self) -> Seats {
        let over = self.calls.len() == 2 || self.left.is_some();
        (!over).then(|| Seat::at(self.calls.len())).into_iter().collect()
    }

    fn legal_actions(&self, seat: Seat, legal: &mut Vec<Action>) {
        if self.to_act().contains(seat) {
            legal.extend((0..=self.highest).map(|number| Action::Call { number }));
        }
    }

    fn play(&mut self, seat: Seat, action: &Action, _dice: &mut Dice, events: &mut Events) {
        let Action::Call { number } = action;
        self.calls.push(*number);
        events.push(|| Event::of(&Facts::Called).seat(seat));
    }

    fn may_concede(&self, _seat: Seat) -> bool {
        !self.to_act().is_empty()
    }

    fn concede(&mut self, seat: Seat, how: Leave, events: &mut Events) {
        self.left = Some(seat);
        events.push(|| how.event(seat, "gives up", "is out of time"));
    }

    fn phase(&self) -> &'static str {
        if self.to_act().is_empty() { "over" } else { "play" }
    }

    fn view(&self, _audience: Audience) -> View {
        View { calls: self.calls.clone() }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = match (self.left, &self.calls[..]) {
            (Some(left), _) => Seat(1 - left.0),
            (None, [first, second]) if (first > second) == (VERSION == 1) => Seat(0),
            (None, [_, _]) => Seat(1),
            (None, _) => return None,
        };
        Some(Outcome::duel(Some(winner), self.stake))
    }

    fn house(_seat: Seat, _view: &View, _legal: &[Action], _dice: &mut Dice) -> usize {
        0
    }
}

impl<const VERSION: u8> Encoded for Calls<VERSION> {
    const ENCODING: Encoding = Encoding {
        actions: 10,
        action_text: "The number.",
        observation: &[EncodingPart::new("calls", &[2], "The numbers called so far, as shares of 9.")],
        board: None,
        omitted: "",
    };

    fn index_of(_view: &View, _seat: Seat, action: &Action) -> usize {
        let Action::Call { number } = *action;
        number.into()
    }

    fn observe(view: &View, _seat: Seat, out: &mut Observation) {
        (0..2).for_each(|at| out.share(view.calls.get(at).map_or(0, |&number| number.into()), 9));
    }
}

impl<const VERSION: u8> Written for Calls<VERSION> {
    const MOVES: &'static str = "`call 7` calls a number.";

    fn move_text(action: &Action) -> String {
        let Action::Call { number } = action;
        format!("call {number}")
    }

    fn drawn(view: &View, _seat: Option<Seat>) -> String {
        format!("{} calls", view.calls.len())
    }
}
