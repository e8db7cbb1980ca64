//! Playing tables to the end: missing players sit down, and the players who are to act move.

use super::matches::by_shape;
use super::model::member;
use crate::inner::events::request_id;
use crate::inner::prelude::*;
use crate::inner::step::StoryStep;
use crate::inner::world::SimWorld;

/// Maximum time before a move, in milliseconds.
const THOUGHT_MS: u64 = 300;

/// How a player chooses among the legal actions, in their public order.
#[derive(Clone, Copy)]
enum Style {
    Any,
    /// The first action is usually to pass, to fold or to stop.
    NotTheFirst,
    /// The second is usually to check or to call, so that many stay until the showdown.
    Second,
    Last,
    Shape,
}

impl SimWorld {
    /// Play a table on, as drawn from `luck`, until it is over, no player can move, or this many moves were made.
    pub(super) fn play_on(&mut self, step: &StoryStep, number: u32, moves: u32, luck: u64) -> CheckResult {
        let id = self.known.table(number);
        let mut dice = Rng::new(luck);
        let style = dice.one(&[Style::Any, Style::Any, Style::NotTheFirst, Style::Second, Style::Last, Style::Shape]);
        let mut copy = 0;
        for who in self.missing(id, &mut dice) {
            self.ask_as(request_id(step.n, copy), &who, "join_table", json!({ "id": id.to_string() }))?;
            self.commit(None)?;
            copy += 1;
        }
        for _ in 0..moves {
            let Some((who, fields)) = self.next_move(id, style, &mut dice) else { break };
            let before = self.model.plies_of(id);
            self.clock += dice.below(THOUGHT_MS);
            self.ask_as(request_id(step.n, copy), &who, "act", fields)?;
            self.commit(None)?;
            copy += 1;
            if self.model.plies_of(id) == before {
                break;
            }
        }
        Ok(())
    }

    /// Members who can take the free seats of a waiting table.
    fn missing(&self, id: TableId, dice: &mut Rng) -> Vec<String> {
        let Some(table) = self.model.tables.get(&id).filter(|table| table.is_waiting()) else { return Vec::new() };
        let free = table.row.players.iter().filter(|player| **player == Player::Vacant).count();
        let comes = |name: &&String| {
            let account = self.known.account_of(name);
            let welcome = table.row.invited.is_none() || table.row.invited == account;
            welcome && account.is_some_and(|account| table.seat_of(account).is_none())
        };
        let mut names: Vec<String> = self.known.people.keys().filter(comes).cloned().collect();
        if !names.is_empty() {
            let first = dice.below(names.len() as u64) as usize;
            names.rotate_left(first);
        }
        names.truncate(free);
        names
    }

    /// A move of one of the players who are to act.
    fn next_move(&self, id: TableId, style: Style, dice: &mut Rng) -> Option<(String, Value)> {
        let table = self.model.tables.get(&id).filter(|table| !table.is_for_agents())?;
        let seats: Vec<Seat> = table.to_act().iter().collect();
        let seat = dice.pick(&seats).copied()?;
        let who = self.player_at(id, seat)?;
        let legal = table.board.as_ref()?.legal_actions(seat);
        let all = legal.len() as u64;
        let pick = match style {
            Style::NotTheFirst if all > 1 => dice.between(1, all - 1),
            Style::Second => all.checked_sub(1)?.min(1),
            Style::Last => all.checked_sub(1)?,
            Style::Shape => by_shape(&legal, dice)?.into(),
            Style::Any | Style::NotTheFirst => dice.below(all),
        };
        let action: Value = serde_json::from_str(legal.get(pick as usize)?.get()).ok()?;
        let mut fields = json!({ "id": id.to_string(), "action": action, "expectedPlies": table.plies.len() });
        if dice.percent(40) {
            fields["eventsSince"] = table.events.len().into();
        }
        Some((who, fields))
    }

    /// The caller who plays a seat: the holder of its grant, or its owner.
    fn player_at(&self, id: TableId, seat: Seat) -> Option<String> {
        let table = self.model.tables.get(&id)?;
        let is_its =
            |claims: &Claims| matches!(claims, Claims::Seat { table, seat: own, .. } if (*table, *own) == (id, seat));
        let holds = |claims: &Claims| is_its(claims) && self.model.counts(claims, self.now);
        if let Some((holder, _)) = self.known.seats.iter().find(|(_, claims)| holds(claims)) {
            return Some(holder.clone());
        }
        self.known.name_of(member(table.row.players[seat.index()])?)
    }
}
