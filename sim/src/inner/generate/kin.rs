//! Errands of a referral tree: a member becomes established, a newcomer joins by their code, and the two play each other.

use super::Generator;
use super::errands::{Part, round};
use crate::inner::step::Op;
use crate::inner::world::SimWorld;
use crate::rules::DAY_MS;

/// The most tables that are played for a member to become established.
const MOST_TABLES: u32 = 4;

impl Generator {
    /// What it takes for a member to be established, then a newcomer with their code, and a table or a duel of the two.
    pub(super) fn bring_in(&mut self, world: &SimWorld, who: &str, other: &str) -> Option<Vec<Part>> {
        let account = world.known.account_of(who)?;
        let needed = world.model.tables_needed(account);
        let early_ms = world.model.stayed_at(account).0.saturating_sub(world.clock);
        if needed > MOST_TABLES || early_ms > 3 * DAY_MS {
            return None;
        }
        let mut parts = Vec::new();
        for _ in 0..needed {
            let table = self.next + parts.len() as u32;
            parts.extend([Part::Do(0, who.to_owned(), tic_tac_toe()), round()]);
            parts.extend([Part::Do(0, who.to_owned(), Op::Forfeit { table }), round()]);
        }
        let (invite, newcomer) = (self.next + parts.len() as u32, format!("kin{}", self.next));
        parts.extend([Part::Do(early_ms, who.to_owned(), Op::Referral), round()]);
        let join = Op::Join { invite, handle: newcomer.clone() };
        parts.extend([Part::Do(0, newcomer.clone(), join), round()]);
        let at = self.next + parts.len() as u32;
        if self.rng.percent(35) {
            self.duel_of_kin(&mut parts, at, who, &newcomer);
        } else {
            self.table_of_kin(&mut parts, at, [who, &newcomer, other]);
        }
        Some(parts)
    }

    /// A table of the two, or of the two and others.
    fn table_of_kin(&mut self, parts: &mut Vec<Part>, table: u32, [who, newcomer, other]: [&str; 3]) {
        let several = self.rng.percent(70);
        let kind = if several { self.rng.one(&["dominoes", "president", "holdem-ring"]) } else { self.kind(true).kind };
        let seats = if several { self.rng.between(3, 4) as u8 } else { 2 };
        let (kind, visibility, stake) = (kind.to_owned(), "public".to_owned(), self.rng.one(&[1, 3, 10]));
        let made = Op::Create {
            kind,
            stake,
            seats: Some(seats),
            visibility,
            open: true,
            daily_pace: false,
            invited: None,
            keyed: false,
        };
        parts.extend([Part::Do(0, who.to_owned(), made), round()]);
        parts.extend([Part::Do(0, newcomer.to_owned(), Op::Sit { table }), round()]);
        if several {
            parts.extend([Part::Do(0, other.to_owned(), Op::Sit { table }), round()]);
        }
        parts.push(Part::PlayOut(table, 6));
    }

    fn duel_of_kin(&mut self, parts: &mut Vec<Part>, at: u32, who: &str, newcomer: &str) {
        let save = || Op::SaveAgent { name: "rook".into(), play: "random".into(), accepts: Some(true), limit: None };
        parts.extend([Part::Do(0, who.to_owned(), save()), round()]);
        parts.extend([Part::Do(0, newcomer.to_owned(), save()), round()]);
        let game = self.rng.one(&["rps", "tic-tac-toe", "connect-four"]).to_owned();
        let legs = self.rng.one(&[1, 3]);
        let duel = Op::Duel { agent: at + 2, opponent: at, game, legs, stake: 5, rematch: None, keyed: false };
        parts.extend([Part::Do(0, newcomer.to_owned(), duel), round(), round(), round()]);
    }
}

fn tic_tac_toe() -> Op {
    Op::Create {
        kind: "tic-tac-toe-vs-house".into(),
        stake: 1,
        seats: None,
        visibility: "public".into(),
        open: false,
        daily_pace: false,
        invited: None,
        keyed: false,
    }
}
