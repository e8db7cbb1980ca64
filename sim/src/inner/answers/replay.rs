//! Replays and end cards: the match as it was played, and how it ended.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::inner::model::{Violation, played};
use serde_json::Value;
use turnstone_service::answer::{Answer, CardSeat, EndCard, Replay, ReplayStep};
use turnstone_service::games::{Bundle, Entry, Events, Leave, LogEntry, Match, SHIPPED, Seed, Sight};
use turnstone_service::ids::TableId;
use turnstone_service::record::{EndRow, EntryRow, PlyRow, Status, TableRow};
use turnstone_service::request::ReplaySide;
use turnstone_service::time::Millis;

impl Judge {
    fn settled(&self, step: &AnsweredStep<'_>, id: TableId) -> Result<(&TableRow, &EndRow), Violation> {
        match self.model.row(id).map(|row| (row, &row.status)) {
            Some((row, Status::Settled { end, .. })) => Ok((row, end)),
            Some(_) | None => Err(step.broken("only a settled table has an end")),
        }
    }

    /// A replay has every decision, and its digest; while its seed is sealed neither that nor the decisions are told.
    pub(super) fn replay(
        &self,
        step: &AnsweredStep<'_>,
        id: TableId,
        steps_of: Option<ReplaySide>,
    ) -> Result<Answer, Violation> {
        let (row, end) = self.settled(step, id)?;
        let seed = Seed::from_bytes(row.seed);
        let hot = self.model.tables.get(&id).map(|table| table.plies.as_slice());
        let plies = hot.or_else(|| self.model.archives.get(&id).map(|row| row.plies.as_slice())).unwrap_or_default();
        let sealed = self.model.is_sealed(id, row, self.now());
        let by_day = row.daily.filter(|_| sealed);
        let mut bundle = Bundle {
            session_id: id.to_string(),
            game_id: row.game_id.clone(),
            version: row.version.clone(),
            seats: row.players.len(),
            seed: Some(seed.to_hex()),
            seed_commit: Some(seed.commit()),
            seed_hash: row.daily.map(|_| seed.commit()),
            sealed_until: by_day.map(|day| day.next().start().0),
            sealed_reason: sealed.then(|| if by_day.is_some() { "daily" } else { "duel" }.to_owned()),
            config: serde_json::to_value(&row.setup).expect("plain data"),
            log: log_of(row, plies).ok_or_else(|| step.broken("its log is of another match"))?,
            digest: String::new(),
            outcome: end.outcome.clone(),
        };
        bundle.digest = bundle.computed_digest();
        if sealed {
            bundle.seed = None;
            bundle.log.clear();
        }
        let shown = |side| if sealed { Some(Vec::new()) } else { steps_of_match(row, plies, side) };
        let broken = || step.broken("its log is of another match");
        let steps = steps_of.map(|side| shown(side).ok_or_else(broken)).transpose()?;
        Ok(Answer::Replay(Replay { bundle: bundle.into(), steps }))
    }

    pub(super) fn card(&mut self, step: &AnsweredStep<'_>, id: TableId) -> Result<Answer, Violation> {
        self.counts.hit("premise: an end card compared");
        let (row, end) = self.settled(step, id)?;
        let seats = end.outcome.iter().zip(&end.card).zip(&row.players).map(|((outcome, card), player)| CardSeat {
            seat: outcome.seat,
            name: self.model.player_name(*player),
            avatar_url: self.model.player_avatar(*player),
            score: card.net,
            result: outcome.result,
            rank: outcome.rank,
            title: card.title.clone(),
            roster_net: card.roster_net,
        });
        Ok(Answer::Card(EndCard {
            id,
            game_id: row.game_id.clone(),
            kind: row.setup.kind.clone(),
            stake: row.setup.stake,
            settled_at: Some(end.settled_at),
            seats: seats.collect(),
            winner_seat: end.winner,
            reign: end.reign,
            tables_together: end.tables_together,
        }))
    }
}

/// What a side saw of a match, by playing it.
fn steps_of_match(row: &TableRow, plies: &[PlyRow], side: ReplaySide) -> Option<Vec<ReplayStep>> {
    let Status::Settled { started_at, .. } = row.status else { return None };
    let seat = match side {
        ReplaySide::Seat(seat) => Some(seat),
        ReplaySide::Spectator => None,
    };
    let mut events = Events::on();
    let rules = SHIPPED.find(&row.game_id, &row.version)?;
    let mut board = rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events)?;
    let seen = |board: &dyn Match, events: &mut Events, at: Millis| ReplayStep {
        view: board.view(Sight { seat, sealed: false }).into(),
        events: events.take().iter().map(|event| event.to_json(at.0).into()).collect(),
    };
    let mut steps = vec![seen(board.as_ref(), &mut events, started_at)];
    for ply in plies {
        if !played(ply.entry).play(ply.seat, board.as_mut(), &mut events) {
            return None;
        }
        steps.push(seen(board.as_ref(), &mut events, ply.at));
    }
    Some(steps)
}

/// The decisions of a log in words, by playing them.
fn log_of(row: &TableRow, plies: &[PlyRow]) -> Option<Vec<LogEntry>> {
    let mut events = Events::off();
    let rules = SHIPPED.find(&row.game_id, &row.version)?;
    let mut board = rules.deal(&row.setup, &Seed::from_bytes(row.seed), &mut events)?;
    let mut log = Vec::new();
    for ply in plies {
        let (entry, action) = match ply.entry {
            EntryRow::Choice(choice) => {
                let action = board.legal_actions(ply.seat).get(usize::from(choice))?.get().to_owned();
                (Entry::Choice(choice), serde_json::from_str(&action).ok()?)
            }
            EntryRow::Forfeited => (Entry::Leave(Leave::Forfeited), Value::Null),
            EntryRow::TimedOut => (Entry::Leave(Leave::TimedOut), Value::Null),
        };
        let leave = !matches!(ply.entry, EntryRow::Choice(_));
        log.push(LogEntry { seat: ply.seat, action, leave, at: ply.at.0 });
        if !entry.play(ply.seat, board.as_mut(), &mut events) {
            return None;
        }
    }
    Some(log)
}
