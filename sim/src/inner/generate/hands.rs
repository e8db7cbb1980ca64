//! The operator's hands, each with what draws it: an order that has none does not compile here.

use super::Generator;
use crate::inner::step::{Hand, Op};
use crate::inner::world::SimWorld;
use turnstone_service::admin::{AdminAct, AdminQuery, MemberStatus};
use turnstone_service::answer::TableStatus;

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
    AdminAct::Recover { .. } => "recover", 4, |draw, world| {
        let reasoned = draw.rng.percent(90);
        Some(Hand::Recover { handle: draw.a_handle(world), reasoned })
    };
    AdminAct::RemoveMessage { .. } => "remove-message", 10, |draw, world| {
        let reasoned = draw.rng.percent(90);
        if draw.rng.percent(40) {
            let (party, message) = draw.a_party_message(world)?;
            return Some(Hand::RemovePartyMessage { party, message, reasoned });
        }
        let (table, message) = draw.a_table_message(world)?;
        Some(Hand::RemoveTableMessage { table, message, reasoned })
    };
    AdminAct::RotateKey { .. } => "rotate-key", 1, |draw, _| {
        Some(Hand::RotateKey { key: draw.rng.between(2, 9) as u32 })
    };
}

/// What operators look at: one that is new has to be drawn, too.
const fn looks(query: &AdminQuery) -> u64 {
    match query {
        AdminQuery::Account { .. } => 0,
        AdminQuery::Audit { .. } => 1,
        AdminQuery::Members { .. } => 2,
        AdminQuery::Tables { .. } => 3,
        AdminQuery::Messages { .. } => 4,
        AdminQuery::Invitations { .. } => 5,
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
                2 => self.members_to_show(world, limit),
                3 => self.tables_to_show(world, limit),
                4 => self.chat_to_show(world, limit)?,
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

    fn members_to_show(&mut self, world: &SimWorld, limit: usize) -> Hand {
        let prefix = self.rng.percent(40).then(|| self.a_handle(world).chars().take(2).collect());
        let all = [
            MemberStatus::Active,
            MemberStatus::Frozen,
            MemberStatus::Muted,
            MemberStatus::Paused,
            MemberStatus::Erased,
            MemberStatus::Test,
        ];
        let status = self.rng.percent(40).then(|| self.rng.one(&all));
        let balance_min = self.rng.percent(30).then(|| self.rng.one(&[0, 100, 1_000]));
        Hand::ShowMembers { prefix, status, balance_min, limit }
    }

    fn tables_to_show(&mut self, world: &SimWorld, limit: usize) -> Hand {
        let handle = self.rng.percent(40).then(|| self.a_handle(world));
        let all = [TableStatus::Waiting, TableStatus::Playing, TableStatus::Settled, TableStatus::Cancelled];
        let status = self.rng.percent(30).then(|| self.rng.one(&all));
        let tables: Vec<u32> = world.known.tables.keys().rev().take(12).copied().collect();
        let before = self.rng.pick(&tables).copied().filter(|_| self.rng.percent(40));
        Hand::ShowTables { handle, status, before, limit }
    }

    fn chat_to_show(&mut self, world: &SimWorld, limit: usize) -> Option<Hand> {
        let after = self.rng.one(&[0, 0, 0, 1, 3]);
        if self.rng.percent(40) {
            let (party, _) = self.a_party_message(world)?;
            return Some(Hand::ShowPartyChat { party, after, limit });
        }
        let (table, _) = self.a_table_message(world)?;
        Some(Hand::ShowTableChat { table, after, limit })
    }

    /// A message at a table, in memory or archived; now and then one that is not there.
    fn a_table_message(&mut self, world: &SimWorld) -> Option<(u32, u64)> {
        let number = |id| world.known.numbers.get(id).copied();
        let model = &world.model;
        let hot = model.tables.iter().flat_map(|(id, table)| table.messages.keys().map(move |message| (id, *message)));
        let cold =
            model.archives.iter().flat_map(|(id, row)| row.messages.iter().map(move |(message, _)| (id, *message)));
        let of = if self.rng.percent(50) { hot.collect::<Vec<_>>() } else { cold.collect() };
        let (table, message) = self.rng.pick(&of).copied()?;
        Some((number(table)?, if self.rng.percent(90) { message } else { message + 1 }))
    }

    /// A message of a party, most often a member's own words.
    fn a_party_message(&mut self, world: &SimWorld) -> Option<(u32, u64)> {
        let chats =
            world.known.parties.iter().filter_map(|(step, id)| Some((*step, world.model.party_messages.get(id)?)));
        let all = chats.flat_map(|(step, chat)| chat.iter().map(move |(message, row)| (step, *message, row)));
        let words_only = self.rng.percent(80);
        let wanted = all.filter(|(.., row)| !words_only || row.seat >= 0 && !row.is_removed());
        let messages: Vec<(u32, u64)> = wanted.map(|(step, message, _)| (step, message)).collect();
        self.rng.pick(&messages).copied()
    }

    /// The handle of a member on whom something is laid.
    fn a_sanctioned(&mut self, world: &SimWorld) -> Option<String> {
        let accounts: Vec<_> = world.model.sanctions.keys().copied().collect();
        self.rng.pick(&accounts).map(|account| world.model.handle(*account))
    }
}
