//! Requests that are answered with no more than that they are done: they are.

use super::AnsweredStep;
use crate::inner::judge::Judge;
use crate::prelude::*;

impl Judge {
    pub(super) fn check_done(&mut self, step: &AnsweredStep<'_>) -> CheckResult {
        let model = &self.model;
        let missing = |what: &str| step.broken(format!("{what} is missing"));
        match &step.pending.request {
            Request::Logout => self.check_epoch(step),
            Request::UnlinkMessenger => {
                let doors = model.doors(step.member()?);
                step.must(doors.is_empty(), || format!("{doors:?} are linked"))
            }
            Request::Forfeit { table } => {
                let row = model.row(*table).ok_or_else(|| missing("the table"))?;
                let seated = row.players.iter().any(|player| Some(*player) == step.member().ok().map(Player::Member));
                let over = match &row.status {
                    Status::Waiting { .. } => !seated,
                    Status::Playing { .. } => model.tables[table].plies.last().is_some_and(|ply| ply.at == self.now()),
                    Status::Settled { end, .. } => end.settled_at == self.now(),
                    Status::Cancelled { at } | Status::Voided { at, .. } => *at == self.now(),
                };
                step.must(over, || format!("{:?} of {:?}", row.status, row.players))
            }
            Request::Decline { table } => {
                let row = model.row(*table).ok_or_else(|| missing("the table"))?;
                let now = Status::Cancelled { at: self.now() };
                step.must(row.status == now, || format!("{:?}", row.status))?;
                let newest = model.tables[table].messages.iter().next_back();
                let newest =
                    newest.map(|(id, row)| model.message(*id, row, None)).ok_or_else(|| missing("the message"))?;
                let says = newest.seat == -1 && newest.at == self.now();
                let names = newest.name == "house"
                    && newest.body == format!("{} declined the invitation", model.handle(step.member()?));
                step.must(says && names, || format!("the chat says {newest:?}"))
            }
            Request::RevokeGrant { grant, .. } => {
                let row = model.grants.get(grant).ok_or_else(|| missing("the grant"))?;
                step.must(row.ended && Some(row.owner) == step.member().ok(), || format!("{row:?}"))
            }
            Request::PushSubscribe { endpoint, p256dh, auth } => {
                let hash = sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes());
                let row = model.subscriptions.get(&hash).ok_or_else(|| missing("the browser"))?;
                let kept = model.text(row.account, &row.browser).unwrap_or_default();
                let all = [endpoint, p256dh, auth].iter().all(|part| kept.contains(part.reveal()));
                step.must(Some(row.account) == step.member().ok() && all, || format!("{row:?} keeps {kept}"))
            }
            Request::PushUnsubscribe { endpoint } => {
                let hash = sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes());
                step.must(!model.subscriptions.contains_key(&hash), || "the browser is still there".to_owned())
            }
            Request::JoinParty { party } => {
                let row = model.parties.get(party).ok_or_else(|| missing("the party"))?;
                let member = step.member()?;
                step.must(row.members.contains(&member), || format!("{:?}", row.members))?;
                if step.put().any(|record| matches!(record, Record::Party(..))) {
                    step.must(row.members.last() == Some(&member), || format!("{:?}", row.members))?;
                    self.check_party_reported(step, *party, "joined the party")?;
                }
                Ok(())
            }
            Request::SetVisibility { party, visibility } => {
                let row = model.parties.get(party).ok_or_else(|| missing("the party"))?;
                step.must(row.visibility == *visibility, || format!("{:?}", row.visibility))
            }
            _ => Ok(()),
        }
    }
}
