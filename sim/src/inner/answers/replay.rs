//! Replays and end cards. That a replay verifies is looked at by `oracles/views.rs`; here are its facts, and what a
//! side of the match saw step by step.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::played;
use crate::prelude::*;

impl Judge {
    fn settled(&self, step: &AnsweredStep<'_>, id: TableId) -> Result<(&TableRow, &EndRow), Violation> {
        match self.model.row(id).map(|row| (row, &row.status)) {
            Some((row, Status::Settled { end, .. })) => Ok((row, end)),
            Some(_) | None => Err(step.broken("only a settled table has an end")),
        }
    }

    /// While the seed of a replay is sealed neither that nor the decisions are in it, nor is any step shown.
    pub(super) fn replay(
        &self,
        step: &AnsweredStep<'_>,
        id: TableId,
        steps_of: Option<ReplaySide>,
    ) -> Result<Value, Violation> {
        let (row, end) = self.settled(step, id)?;
        let hot = self.model.tables.get(&id).map(|table| table.plies.as_slice());
        let plies = hot.or_else(|| self.model.archives.get(&id).map(|row| row.plies.as_slice())).unwrap_or_default();
        let sealed = self.model.is_sealed(id, row, self.now());
        let seed = Seed::from_bytes(row.seed);
        let mut facts = step.reported();
        let shown = |side| if sealed { Some(json!([])) } else { steps_of_match(row, plies, side) };
        let steps = steps_of.map(|side| shown(side).ok_or_else(|| step.broken("its log is of another match")));
        let known = json!({
            "sessionId": id,
            "gameId": row.game_id,
            "version": row.version,
            "seats": row.players.len(),
            "seed": (!sealed).then(|| seed.to_hex()),
            "seedCommit": seed.commit(),
            "seedHash": row.daily.map(|_| seed.commit()),
            "sealedUntil": row.daily.filter(|_| sealed).map(|day| day.next().start()),
            "config": row.setup,
            "outcome": end.outcome,
            "steps": steps.transpose()?,
        });
        for (name, fact) in known.as_object().into_iter().flatten() {
            facts[name] = fact.clone();
        }
        let log = facts["log"].as_array_mut().into_iter().flatten();
        for (entry, ply) in log.zip(plies) {
            (entry["seat"], entry["at"]) = (json!(ply.seat), json!(ply.at));
        }
        Ok(facts)
    }

    pub(super) fn card(&mut self, step: &AnsweredStep<'_>, id: TableId) -> Result<Value, Violation> {
        self.counts.hit("premise: an end card compared");
        let (row, end) = self.settled(step, id)?;
        let seats = end.outcome.iter().zip(&end.card).zip(&row.players).map(|((outcome, card), player)| {
            json!({
                "seat": outcome.seat, "name": self.model.player_name(*player),
                "avatarUrl": self.model.player_avatar(*player), "score": card.net, "result": outcome.result,
                "rank": outcome.rank, "title": card.title, "rosterNet": card.roster_net,
            })
        });
        Ok(json!({
            "id": id, "gameId": row.game_id, "kind": row.setup.kind, "stake": row.setup.stake,
            "settledAt": end.settled_at, "seats": seats.collect::<Vec<_>>(), "winnerSeat": end.winner,
            "reign": end.reign, "tablesTogether": end.tables_together,
        }))
    }
}

/// What a side saw of a match, by playing it.
fn steps_of_match(row: &TableRow, plies: &[PlyRow], side: ReplaySide) -> Option<Value> {
    let Status::Settled { started_at, .. } = row.status else { return None };
    let seat = match side {
        ReplaySide::Seat(seat) => Some(seat),
        ReplaySide::Spectator => None,
    };
    let mut events = Events::on();
    let rules = SHIPPED.find(&row.game_id, &row.version)?;
    let mut board = rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events)?;
    let seen = |board: &dyn Match, events: &mut Events, at: Millis| {
        let events: Vec<_> = events.take().iter().map(|event| event.to_json(at.0)).collect();
        json!({ "view": board.view(Audience { seat, sealed: false }), "events": events })
    };
    let mut steps = vec![seen(board.as_ref(), &mut events, started_at)];
    for ply in plies {
        if !played(ply.entry).play(ply.seat, board.as_mut(), &mut events) {
            return None;
        }
        steps.push(seen(board.as_ref(), &mut events, ply.at));
    }
    Some(steps.into())
}
