//! Replays and end cards. A replay must verify, and its steps must be the views of one side of the match.

use crate::inner::answers::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::played;
use crate::inner::model::seed_in;
use crate::inner::prelude::*;

impl Judge {
    fn settled(&self, step: &AnsweredStep<'_>, id: TableId) -> Result<(&TableRow, &EndRow), Violation> {
        match self.model.row(id).map(|row| (row, &row.status)) {
            Some((row, Status::Settled { end, .. })) => Ok((row, end)),
            Some(_) | None => Err(step.broken("only a settled table has an end")),
        }
    }

    /// A sealed replay contains no seed, no log and no steps.
    pub(super) fn replay(
        &mut self,
        step: &AnsweredStep<'_>,
        id: TableId,
        steps_of: Option<ReplaySide>,
    ) -> Result<Value, Violation> {
        let Answer::Replay(reported) = &step.replied.answer else { return Err(step.broken("no replay")) };
        let bundle = &reported.bundle;
        let unsure = &mut self.unsure_digests;
        let digest = self.digests.entry(id).or_insert_with(|| {
            unsure.push(id);
            bundle.digest.clone()
        });
        step.must(*digest == bundle.digest, "a digest stays the same", || format!("{bundle:?}"))?;
        let (row, end) = self.settled(step, id)?;
        let hot = self.model.tables.get(&id).map(|table| table.plies.as_slice());
        let plies = hot.or_else(|| self.model.archives.get(&id).map(|row| row.plies.as_slice())).unwrap_or_default();
        let sealed = self.model.is_sealed(id, row, self.now);
        let premise = match (sealed, row.daily) {
            (false, _) => "premise: a replay was verified",
            (true, None) => "premise: a replay was sealed for its twin",
            (true, Some(_)) => "premise: a replay was sealed for its day",
        };
        let verdict = SHIPPED.verify(bundle);
        let log = bundle.log.iter().map(|entry| (entry.seat, entry.at));
        let holds = if sealed {
            let reason = if row.daily.is_some() { "daily" } else { "duel" };
            bundle.log.is_empty() && verdict == Verdict::Sealed && bundle.sealed_reason.as_deref() == Some(reason)
        } else {
            verdict == Verdict::Holds && log.eq(plies.iter().map(|ply| (ply.seat, ply.at.0)))
        };
        step.must(holds, "a replay verifies", || format!("{verdict:?}, {bundle:?}"))?;
        let is_listed = hot.is_none() && self.model.fairness.is_listed(row);
        let said = || format!("{:?}", reported.fair);
        step.must(reported.fair.is_some() == is_listed, "a replay of a closed day has its proof", said)?;
        if let Some(proof) = &reported.fair {
            let proven = self.model.fairness.is_proven(id, row, &bundle.digest, proof);
            step.must(proven, "a replay is in the list of its day", || format!("{proof:?}"))?;
        }
        let seed = Seed::from_bytes(seed_in(row).ok_or_else(|| step.broken("a settled table has a seed"))?);
        let shown = |side| if sealed { Some(json!([])) } else { steps_of_match(row, plies, side) };
        let steps = steps_of.map(|side| shown(side).ok_or_else(|| step.broken("its log is of another match")));
        let facts = json!({
            "sessionId": id, "gameId": row.game_id, "version": row.version, "seats": row.players.len(),
            "seed": (!sealed).then(|| seed.to_hex()), "seedCommit": seed.commit(),
            "seedHash": row.daily.map(|_| seed.commit()),
            "sealedUntil": row.daily.filter(|_| sealed).map(|day| day.next().start()), "config": row.setup,
            "outcome": end.outcome, "steps": steps.transpose()?,
        });
        if is_listed {
            self.counts.hit("premise: a replay was proven to be listed");
        }
        self.counts.hit(premise);
        Ok(facts)
    }

    pub(super) fn card(&self, step: &AnsweredStep<'_>, id: TableId) -> Result<Value, Violation> {
        let (row, end) = self.settled(step, id)?;
        let seats = end.outcome.iter().zip(&end.card).zip(&row.players).map(|((outcome, card), player)| {
            json!({
                "seat": outcome.seat, "name": self.model.player_name(*player),
                "avatarUrl": self.model.player_avatar(*player), "score": card.net, "result": outcome.result,
                "rank": outcome.rank, "title": card.title, "rosterNet": card.roster_net,
                "ratingChange": self.model.rating_change(id, outcome.seat),
            })
        });
        Ok(json!({
            "settledAt": end.settled_at, "seats": seats.collect::<Vec<_>>(), "winnerSeat": end.winner,
            "reign": end.reign, "tablesTogether": end.tables_together,
        }))
    }
}

/// The views of one side, from replaying the match.
fn steps_of_match(row: &TableRow, plies: &[PlyRow], side: ReplaySide) -> Option<Value> {
    let Status::Settled { started_at, .. } = row.status else { return None };
    let seat = if let ReplaySide::Seat(seat) = side { Some(seat) } else { None };
    let mut events = Events::on();
    let rules = SHIPPED.find(&row.game_id, &row.version)?;
    let mut board = rules.deal(&row.setup, &Seed::from_bytes(seed_in(row)?), &mut events)?;
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
