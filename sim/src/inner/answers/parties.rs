//! Parties as their members see them.

use super::AnsweredStep;
use crate::inner::judge::{ExpectedChat, Judge, RequestStage};
use crate::prelude::*;
use std::cmp::Reverse;

impl Judge {
    /// A party is founded by the caller, alone and open.
    pub(super) fn party_founded(&self, step: &AnsweredStep<'_>) -> Result<Value, Violation> {
        let made =
            step.put().find_map(|record| if let Record::Party(id, row) = record { Some((*id, row)) } else { None });
        let (party_id, row) = made.ok_or_else(|| step.broken("no party was founded"))?;
        let should = PartyRow {
            members: vec![step.member()?],
            visibility: PartyVisibility::Unlisted,
            current_table: None,
            tables_together: 0,
            standing: Vec::new(),
            reigns: Vec::new(),
            created_at: self.now(),
        };
        step.must(*row == should, || format!("{row:?}, not {should:?}"))?;
        Ok(json!({ "partyId": party_id }))
    }

    /// The chat tells what the caller did, as the house.
    pub(super) fn check_party_reported(&self, step: &AnsweredStep<'_>, party: PartyId, what: &str) -> CheckResult {
        let chat = self.model.party_messages.get(&party);
        let newest = chat.and_then(|chat| chat.iter().next_back());
        let newest = newest.map(|(id, row)| self.model.message(*id, row, None));
        let handle = self.model.handle(step.member()?);
        let reported = newest.as_ref().is_some_and(|message| {
            let by_house = message.seat == -1 && message.name == "house" && message.client_id.is_none();
            by_house && message.at == self.now() && message.body == format!("{handle} {what}")
        });
        step.must(reported, || format!("the chat says {newest:?} of {handle}"))
    }

    pub(super) fn party_posted(
        &self,
        step: &AnsweredStep<'_>,
        party: PartyId,
        body: &str,
        nonce: Option<&str>,
    ) -> Result<Answer, Violation> {
        let author = step.member()?;
        let row = self.model.parties.get(&party).ok_or_else(|| step.broken("there is no such party"))?;
        let place = row.members.iter().position(|member| *member == author);
        let place = place.ok_or_else(|| step.broken("the caller is no member"))?;
        let chat = self.model.party_messages.get(&party);
        self.newest(step, chat.into_iter().flatten(), (author, place as i8), body, nonce)
    }

    /// A party; nothing where a tick showed it before a table of it ended, or it ended itself.
    pub(super) fn party(&mut self, step: &AnsweredStep<'_>, id: PartyId) -> Result<Option<Answer>, Violation> {
        let changed = |record: &Record| matches!(record, Record::Party(party, _) if *party == id);
        let chat = self.chat.take();
        let reader = step.member()?;
        let Some(row) = self.model.parties.get(&id).filter(|row| row.members.contains(&reader)) else {
            return if step.before.tick { Ok(None) } else { Err(step.broken("it is shown to its members")) };
        };
        if step.before.tick && step.put().any(changed) {
            return Ok(None);
        }
        let Request::Party { msgs_since, .. } = step.pending.request else { return Ok(None) };
        let (messages, msgs_at) = match chat {
            Some(ExpectedChat { after, should }) => {
                // One from the future counts as the newest there was.
                step.must(after <= msgs_since.unwrap_or(0), || format!("it was looked up after {after}"))?;
                let page = should.iter().map(|(id, row)| self.model.message(*id, row, Some(reader))).collect();
                self.counts.add("premise: party messages compared", should.len() as u64);
                (page, should.last().map_or(after, |(id, _)| *id))
            }
            None => {
                let since =
                    if let RequestStage::Parked(parked) = &step.pending.stage { parked.since } else { msgs_since };
                let rows = self.model.party_messages.get(&id);
                self.model.chat_page(rows.into_iter().flatten(), since.unwrap_or(0), Some(reader))
            }
        };
        let standing = self.standing_of(id, row);
        if standing.tables_together > 0 {
            self.counts.hit("premise: a party with tables compared");
        }
        if !standing.reigns.is_empty() {
            self.counts.hit("premise: a reign in a party");
        }
        let erased = |row: &turnstone_service::record::MessageRow| {
            row.seat >= 0 && row.author.is_some_and(|author| !self.model.is_member(author))
        };
        let gone = self.model.party_messages.get(&id).into_iter().flatten().filter(|(_, row)| erased(row)).count();
        self.counts.add("premise: a party message of somebody erased", gone as u64);
        Ok(Some(Answer::Party(PartyView {
            id,
            members: row.members.iter().map(|member| self.model.handle(*member)).collect(),
            current_table_id: row.current_table,
            visibility: row.visibility,
            is_owner: row.members[0] == reader,
            messages,
            msgs_at,
            standing,
        })))
    }

    /// Rows for present members by net, then wins, then handle; reigns in any order.
    fn standing_of(&self, id: PartyId, row: &PartyRow) -> Standing {
        let stands = self.model.club.party_standing(id);
        let rows = row.members.iter().map(|member| {
            let (net, wins, played) = stands.rows.get(member).copied().unwrap_or_default();
            StandingRow { name: self.model.handle(*member), net, wins, played }
        });
        let mut rows: Vec<StandingRow> = rows.collect();
        rows.sort_by_key(|row| (Reverse(row.net), Reverse(row.wins), row.name.clone()));
        let place = |game: &str| row.reigns.iter().position(|(other, ..)| other == game);
        let mut long: Vec<_> = stands.reigns.iter().filter(|(_, (_, length))| *length >= 2).collect();
        long.sort_by_key(|(game, _)| place(game));
        let reigns = long.into_iter().map(|(game, (champion, length))| Reign {
            game_id: game.clone(),
            champion_name: self.model.handle(*champion),
            length: *length,
        });
        Standing { rows, tables_together: stands.tables, reigns: reigns.collect() }
    }
}
