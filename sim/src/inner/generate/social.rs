//! What members do with each other: grants, parties, and requests that are sent again.

use super::Generator;
use crate::inner::judge::{PendingRequest, RequestStage};
use crate::inner::knowledge::is_keyed;
use crate::inner::step::{Cursor, Op, Plies};
use crate::inner::world::SimWorld;
use turnstone_service::ids::TableId;
use turnstone_service::request::Request;

impl Generator {
    pub(super) fn party_read(&mut self, world: &SimWorld, wait_ms: u64) -> Option<Op> {
        let party = self.a_party(world)?;
        let msgs = self.rng.one(&[Cursor::None, Cursor::Seen, Cursor::Seen, Cursor::Start, Cursor::Future]);
        Some(Op::Party { party, wait_ms, msgs })
    }

    pub(super) fn a_party(&mut self, world: &SimWorld) -> Option<u32> {
        let parties: Vec<u32> = world.known.parties.keys().rev().take(4).copied().collect();
        self.rng.pick(&parties).copied()
    }

    pub(super) fn a_grant(&mut self, world: &SimWorld) -> Option<u32> {
        let grants: Vec<u32> = world.known.grants.keys().rev().take(4).copied().collect();
        self.rng.pick(&grants).copied()
    }

    pub(super) fn hang_up(&mut self, world: &SimWorld) -> Option<(String, Op)> {
        let parked = world.pending.values().filter(|pending| {
            matches!(pending.stage, RequestStage::Parked(_) | RequestStage::Duelling) && !pending.gone
        });
        let parked: Vec<(&String, u32)> = parked.map(|pending| (&pending.who, pending.step)).collect();
        let (who, of) = self.rng.pick(&parked)?;
        Some(((*who).clone(), Op::Hangup { of: *of }))
    }

    pub(super) fn grant(&mut self, world: &SimWorld, who: String) -> Option<(String, Op)> {
        match (self.rng.below(5), self.a_grant(world)) {
            (0, Some(grant)) => {
                // Its owner tries what is no longer his.
                let (owner, request) = world.known.requests.get(&grant)?;
                let Request::IssueGrant { table, .. } = request else { return None };
                let table = *world.known.numbers.get(table)?;
                let (events, msgs) = (Cursor::Seen, Cursor::Seen);
                let (pick, plies) = (self.rng.below(64) as u16, Plies::Seen);
                let tries = [
                    Op::Forfeit { table },
                    Op::Read { table, wait_ms: 0, events, msgs },
                    Op::Act { table, pick, plies, view: true, wrong: false },
                    Op::Say { table, text: "it is mine".into() },
                    Op::CurrentGrant { table },
                    Op::Grant { table, expires_in_s: 60 },
                    Op::Messages { table, since: Cursor::Start },
                ];
                Some((owner.clone(), self.rng.pick(&tries)?.clone()))
            }
            (1 | 2, Some(grant)) if self.rng.percent(70) => {
                // Somebody takes a seat while its owner waits there for his turn.
                let (owner, request) = world.known.requests.get(&grant)?;
                let Request::IssueGrant { table, .. } = request else { return None };
                let there = |pending: &&PendingRequest| pending.who == *owner && pending.table() == Some(*table);
                let waits = world
                    .pending
                    .values()
                    .filter(there)
                    .any(|pending| matches!(pending.stage, RequestStage::Parked(_)));
                let table = *world.known.numbers.get(table)?;
                let (events, msgs) = (Cursor::Seen, Cursor::None);
                Some(if waits {
                    ("stranger".into(), Op::Claim { grant })
                } else {
                    (owner.clone(), Op::Read { table, wait_ms: 50_000, events, msgs })
                })
            }
            (1 | 2, Some(grant)) => Some(("stranger".into(), Op::Claim { grant })),
            (3, Some(grant)) if self.rng.percent(40) => {
                let owner = world.known.requests.get(&grant).map_or(who, |(owner, _)| owner.clone());
                Some((owner, Op::Revoke { grant }))
            }
            _ => {
                let table = self.table(world, &who)?;
                // Often shorter than what is waited for.
                let expires_in_s =
                    if self.rng.percent(50) { self.rng.between(60, 90) } else { self.rng.between(60, 7_200) };
                let ask = self.rng.percent(20);
                let what = if ask { Op::CurrentGrant { table } } else { Op::Grant { table, expires_in_s } };
                Some((who, what))
            }
        }
    }

    pub(super) fn party(&mut self, world: &SimWorld, who: &str) -> Option<Op> {
        let Some(party) = self.a_party(world).filter(|_| !self.rng.percent(10)) else { return Some(Op::CreateParty) };
        let row = world.model.parties.get(&world.known.parties[&party]);
        let waits = |id: &TableId| world.model.tables.get(id).is_some_and(|table| table.is_waiting());
        let table = row.and_then(|row| row.current_table).filter(waits);
        if let Some(table) = table.and_then(|id| world.known.numbers.get(&id)).filter(|_| self.rng.percent(60)) {
            let waits = Op::Party { party, wait_ms: 50_000, msgs: Cursor::Seen };
            let table = *table;
            return self.rng.pick(&[Op::Sit { table }, waits, Op::Forfeit { table }]).cloned();
        }
        let mine = row.zip(world.known.account_of(who)).is_some_and(|(row, account)| row.members.contains(&account));
        if !mine && self.rng.percent(70) {
            return Some(Op::JoinParty { party });
        }
        Some(match self.rng.below(9) {
            8 => Op::PartyTable {
                party,
                kind: self.rng.one(&["tic-tac-toe-vs-house", "rps-vs-house", "holdem-open"]).to_owned(),
                stake: self.rng.one(&[1, 10, 100]),
                seats: None,
            },
            0 | 1 => Op::JoinParty { party },
            2 => Op::SetVisibility { party, private: self.rng.percent(30) },
            3 => {
                let kind = self.kind(true).kind.to_owned();
                Op::PartyTable { party, kind, stake: self.rng.one(&[1, 10, 100, 5_000]), seats: None }
            }
            4 | 5 => Op::PartySay { party, text: format!("party word {}", self.rng.below(1_000)) },
            _ => self.party_read(world, 0)?,
        })
    }

    pub(super) fn again(&mut self, world: &SimWorld) -> Option<(String, Op)> {
        let keyed = world.known.requests.iter().rev().take(200).filter(|(_, (_, request))| is_keyed(request));
        let keyed: Vec<u32> = keyed.map(|(n, _)| *n).take(12).collect();
        let any: Vec<u32> = world.known.requests.keys().rev().take(20).copied().collect();
        // The newest may not be answered yet.
        let newest = keyed.first().copied().filter(|_| self.rng.percent(30));
        let of = match newest.as_ref().or(self.rng.pick(&keyed)) {
            Some(of) if self.rng.percent(80) => *of,
            Some(_) | None => *self.rng.pick(&any)?,
        };
        let who = world.known.requests.get(&of)?.0.clone();
        let clash = keyed.contains(&of) && self.rng.percent(25);
        Some((who, if clash { Op::Clash { of } } else { Op::Again { of } }))
    }
}
