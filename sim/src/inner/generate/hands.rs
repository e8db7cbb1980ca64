//! The operator's hands, each with what draws it: an order that has none does not compile here.

use super::Generator;
use crate::inner::step::{Hand, Op};
use crate::inner::world::SimWorld;
use turnstone_service::admin::{AdminAct, AdminQuery};

/// What draws the operator's orders of one kind.
struct HandGenerator {
    weight: u64,
    draw: fn(&mut Generator, &SimWorld) -> Option<Hand>,
}

macro_rules! hands {
    ($($order:pat => $name:literal, $weight:literal, $draw:expr;)*) => {
        /// All that operators do.
        const HANDS: &[HandGenerator] = &[$(HandGenerator { weight: $weight, draw: $draw }),*];

        /// The names of the acts among the counters.
        pub(crate) const ACTS: &[&str] = &[$(concat!("hand: ", $name)),*];

        /// The name of an act among the counters.
        pub(crate) const fn name_of_act(act: &AdminAct) -> &'static str {
            match act {
                $($order => concat!("hand: ", $name),)*
            }
        }
    };
}

hands! {
    AdminAct::Invite { .. } => "invite", 3, |draw, _| {
        let expires_in_s = draw.rng.percent(40).then(|| draw.rng.one(&[60, 86_400]));
        Some(Hand::Invite { uses: draw.rng.one(&[0, 1, 2, 5]), expires_in_s })
    };
    AdminAct::RevokeInvitation { .. } => "revoke-invitation", 2, |draw, world| {
        let codes: Vec<u32> = world.known.codes.keys().rev().take(12).copied().collect();
        draw.rng.pick(&codes).map(|invite| Hand::RevokeInvitation { invite: *invite })
    };
    AdminAct::Freeze { .. } => "freeze", 8, |draw, world| Some(Hand::Freeze { handle: draw.a_handle(world) });
    AdminAct::Unfreeze { .. } => "unfreeze", 6, |draw, world| {
        let frozen = draw.a_sanctioned(world).unwrap_or_else(|| draw.a_handle(world));
        Some(Hand::Unfreeze { handle: frozen })
    };
    AdminAct::EndSessions { .. } => "end-sessions", 3, |draw, world| {
        Some(Hand::EndSessions { handle: draw.a_handle(world) })
    };
    AdminAct::Adjust { .. } => "adjust", 6, |draw, world| {
        let chips = draw.rng.one(&[-2_000, -300, -40, -1, 0, 1, 40, 300, 5_000]);
        let reasoned = draw.rng.percent(90);
        Some(Hand::Adjust { handle: draw.a_handle(world), chips, reasoned })
    };
    AdminAct::Void { .. } => "void", 12, |draw, world| {
        let active = world.model.tables.iter().rev().filter(|(_, table)| table.is_active());
        let active: Vec<u32> = active.filter_map(|(id, _)| world.known.numbers.get(id).copied()).take(8).collect();
        let legs: Vec<u32> = world.known.tables.keys().rev().take(8).copied().collect();
        let of = if draw.rng.percent(80) { &active } else { &legs };
        draw.rng.pick(of).map(|table| Hand::Void { table: *table })
    };
    AdminAct::Mute { .. } => "mute", 8, |draw, world| {
        let for_s = draw.rng.one(&[0, 1, 30, 600, 86_400]);
        Some(Hand::Mute { handle: draw.a_handle(world), for_s })
    };
    AdminAct::Unmute { .. } => "unmute", 3, |draw, world| {
        let muted = draw.a_sanctioned(world).unwrap_or_else(|| draw.a_handle(world));
        Some(Hand::Unmute { handle: muted })
    };
    AdminAct::Erase { .. } => "erase", 1, |draw, world| Some(Hand::Erase { handle: draw.a_handle(world) });
    AdminAct::Export { .. } => "export", 1, |draw, world| Some(Hand::Export { handle: draw.a_handle(world) });
    AdminAct::RotateKey { .. } => "rotate-key", 1, |draw, _| {
        Some(Hand::RotateKey { key: draw.rng.between(2, 9) as u32 })
    };
}

/// What operators look at: one that is new has to be drawn, too.
const fn looks(query: &AdminQuery) -> u64 {
    match query {
        AdminQuery::Account { .. } => 0,
        AdminQuery::Audit { .. } => 1,
        AdminQuery::Invitations { .. } => 2,
    }
}

impl Generator {
    /// The operator does something, or looks at something.
    pub(super) fn hand(&mut self, world: &SimWorld) -> Option<(String, Op)> {
        let hand = if self.rng.percent(25) {
            let limit = self.rng.one(&[1, 2, 5, 1_000, 0]) as usize;
            let last = looks(&AdminQuery::Invitations { after: None, limit });
            match self.rng.below(last + 1) {
                0 => Hand::ShowAccount { handle: self.a_handle(world) },
                1 => Hand::ShowAudit { before: self.rng.percent(40).then(|| self.rng.below(9)), limit },
                _ => Hand::ShowInvitations { limit },
            }
        } else {
            let total: u64 = HANDS.iter().map(|hand| hand.weight).sum();
            let mut at = self.rng.below(total);
            let found = HANDS.iter().find(|hand| {
                let hit = at < hand.weight;
                at = at.saturating_sub(hand.weight);
                hit
            });
            found.and_then(|hand| (hand.draw)(self, world))?
        };
        Some(("operator".into(), Op::Hand(hand)))
    }

    /// The handle of a member on whom something is laid.
    fn a_sanctioned(&mut self, world: &SimWorld) -> Option<String> {
        let accounts: Vec<_> = world.model.sanctions.keys().copied().collect();
        self.rng.pick(&accounts).map(|account| world.model.handle(*account))
    }
}
