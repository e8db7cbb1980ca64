//! Answers against what they should say. The facts of a thing have the names of the fields under which answers have them:
//! each field of an answer is such a fact, as it is. Views and chats are compared as a whole.

use super::rows::{LEFT_OUT, row_of};
use crate::inner::difference::fields;
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, Violation};
use crate::inner::oracles::{StateBefore, account_of};
use serde_json::{Value, json};
use turnstone_service::answer::{AdminAnswer, Answer};
use turnstone_service::effects::Replied;
use turnstone_service::ids::AccountId;
use turnstone_service::record::{Change, Record};
use turnstone_service::request::{ReadTable, Request, RequestId};

/// A step that gave an answer.
pub(crate) struct AnsweredStep<'a> {
    pub(crate) pending: &'a PendingRequest,
    pub(crate) id: RequestId,
    pub(crate) replied: &'a Replied,
    pub(crate) before: &'a StateBefore,
    pub(crate) changes: &'a [Change],
}

impl AnsweredStep<'_> {
    /// The rows that the step put.
    pub(super) fn put(&self) -> impl Iterator<Item = &Record> {
        self.changes.iter().filter_map(|change| if let Change::Put(record) = change { Some(record) } else { None })
    }

    /// The member who asked.
    pub(super) fn member(&self) -> Result<AccountId, Violation> {
        account_of(self.pending).ok_or_else(|| self.broken("it is for members"))
    }

    pub(super) fn answer(&self) -> &Answer {
        &self.replied.answer
    }

    pub(super) fn told(&self) -> Value {
        serde_json::to_value(self.answer()).expect("answers are plain data")
    }

    /// The rule of its answer is broken.
    pub(super) fn broken(&self, why: impl Into<String>) -> Violation {
        let PendingRequest { who, request, .. } = self.pending;
        Violation { rule: row_of(self.answer()).rule, seen: format!("{who} {request:?}\n{}", why.into()) }
    }

    pub(super) fn must(&self, holds: bool, why: impl FnOnce() -> String) -> CheckResult {
        if holds { Ok(()) } else { Err(self.broken(why())) }
    }
}

/// What an answer should be.
pub(super) enum Expected {
    /// This answer, to the letter.
    As(Box<Answer>),
    /// Some of these facts.
    Facts(Value),
    /// What was so earlier in a tick that then changed what it is about.
    Earlier,
}

/// The facts of which an answer tells each, as its fields say: an answer of a thing tells some of its facts.
fn narrowed(facts: &Value, told: &Value) -> Value {
    match (facts, told) {
        (Value::Object(facts), Value::Object(told)) => {
            let field = |(name, told): (&String, &Value)| Some((name.clone(), narrowed(facts.get(name)?, told)));
            Value::Object(told.iter().filter_map(field).collect())
        }
        (Value::Array(facts), Value::Array(told)) if facts.len() == told.len() => {
            facts.iter().zip(told).map(|(facts, told)| narrowed(facts, told)).collect()
        }
        _ => facts.clone(),
    }
}

/// Without the fields that are null: some answers leave those out.
fn stripped(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            fields.map(|(name, value)| (name, stripped(value))).collect()
        }
        Value::Array(rows) => rows.into_iter().map(stripped).collect(),
        plain => plain,
    }
}

/// Whether an answer tells all of its facts, those aside that are null.
const fn tells_all(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Me(_)
            | Answer::Leaderboard(_)
            | Answer::Challenged(_)
            | Answer::Card(_)
            | Answer::Replay(_)
            | Answer::Admin(AdminAnswer::Done(_) | AdminAnswer::Recovered(_) | AdminAnswer::Audit(_))
    )
}

impl Judge {
    /// An answer says what it should.
    pub(crate) fn check_whole(&mut self, step: &AnsweredStep<'_>) -> CheckResult {
        let row = row_of(step.answer());
        let wanted = match self.expected(step)? {
            Expected::As(should) => {
                let text = |answer: &Answer| serde_json::to_string(answer).expect("answers are plain data");
                if text(&should) == text(step.answer()) {
                    self.counts.hit(row.name);
                    return Ok(());
                }
                serde_json::to_value(should).expect("answers are plain data")
            }
            Expected::Facts(facts) if tells_all(step.answer()) => stripped(facts),
            Expected::Facts(facts) => narrowed(&facts, &step.told()),
            Expected::Earlier => {
                self.counts.hit("an answer of an earlier moment");
                return Ok(());
            }
        };
        self.counts.hit(row.name);
        let mut told = if tells_all(step.answer()) { stripped(step.told()) } else { step.told() };
        if let (Value::Object(told), Value::Object(wanted)) = (&mut told, &wanted) {
            told.retain(|name, _| wanted.contains_key(name) || !LEFT_OUT.contains(&name.as_str()));
        }
        let difference = fields(&wanted, &told, LEFT_OUT);
        step.must(difference.is_empty(), || difference)
    }

    fn expected(&mut self, step: &AnsweredStep<'_>) -> Result<Expected, Violation> {
        if step.pending.who == "operator" {
            return self.ordered(step).map(Expected::Facts);
        }
        if let Some(whole) = self.whole(step)? {
            return Ok(whole);
        }
        let done = json!({ "ok": true });
        self.facts(step)?.map_or_else(
            || {
                self.check_done(step)?;
                Ok(Expected::Facts(done))
            },
            |facts| Ok(Expected::Facts(facts)),
        )
    }

    /// Views and chats.
    fn whole(&mut self, step: &AnsweredStep<'_>) -> Result<Option<Expected>, Violation> {
        let whole = |answer| Ok(Some(Expected::As(Box::new(answer))));
        match &step.pending.request {
            Request::Messages { table, .. } | Request::ReadTable(ReadTable { table, .. })
                if self.model.rewritten.contains(table) =>
            {
                Ok(Some(Expected::Earlier))
            }
            Request::ReadTable(read) => match self.read(step, read)? {
                Some(view) => whole(Answer::Table(view.into())),
                None => Ok(Some(Expected::Earlier)),
            },
            Request::Act(act) => whole(self.acted(step, act)?),
            Request::Messages { table, since } => whole(self.messages(step, *table, since.unwrap_or(0))?),
            Request::PostMessage { table, body, client_id } => {
                whole(self.posted(step, *table, body, client_id.as_deref())?)
            }
            Request::PostPartyMessage { party, body, client_id } => {
                whole(self.party_posted(step, *party, body, client_id.as_deref())?)
            }
            Request::Party { party, .. } => match self.party(step, *party)? {
                Some(view) => whole(view),
                None => Ok(Some(Expected::Earlier)),
            },
            _ => Ok(None),
        }
    }

    /// What an answer tells the facts of; nothing for a request that is answered with no more than that it is done.
    fn facts(&mut self, step: &AnsweredStep<'_>) -> Result<Option<Value>, Violation> {
        let config = &self.model.config;
        let facts = match &step.pending.request {
            Request::Join { handle, .. } => self.joined(step, handle)?,
            Request::Token { handle, .. } => self.token(step, handle)?,
            Request::Rotate { .. } => self.rotated(step)?,
            Request::Me => self.me(step.member()?),
            Request::Erase { .. } => self.erased(step)?,
            Request::Profile => self.member_facts(step.member()?),
            Request::EditProfile { bio, avatar_url, show_messenger } => {
                self.edited(step, bio.as_ref(), avatar_url.as_ref(), *show_messenger)?
            }
            Request::MyTables | Request::MyInvitations | Request::OpenTables { .. } | Request::PlayingTables => {
                self.tables_listed(step)
            }
            Request::History { .. } | Request::Ledger { .. } | Request::Duels { .. } => self.page(step)?,
            Request::Referral => self.referral(step)?,
            Request::PauseState => self.pause(step.member()?),
            Request::Pause { duration } => self.paused(step, *duration)?,
            Request::JoinMessenger { handle, .. } => self.joined_by_messenger(step, handle.as_deref())?,
            Request::LinkMessenger { proof, .. } => self.linked(step, proof)?,
            Request::ChallengeMessenger => self.link_state(step)?,
            Request::Games => Self::games(),
            Request::Practice { kind, .. } => self.practice(step, kind)?,
            Request::CreateTable(create) => self.created(step, create)?,
            Request::JoinTable { table } => self.sat_down(step, *table)?,
            Request::Replay { table, steps_of } => self.replay(step, *table, *steps_of)?,
            Request::Card { table } => self.card(step, *table)?,
            Request::Daily => self.daily(step)?,
            Request::IssueGrant { table, expires_in_s, .. } => self.granted(step, *table, *expires_in_s)?,
            Request::CurrentGrant { table } => self.current_grant(step, *table)?,
            Request::ClaimGrant { claim_token, client_ref } => self.claimed(step, claim_token, client_ref)?,
            Request::Leaderboard { limit } => self.leaderboard(account_of(step.pending), *limit),
            Request::Player { handle } => self.player(step, handle)?,
            Request::PushKey => json!({ "publicKey": config.push.public_key }),
            Request::Agents { limit, cursor } => self.roster(step.member()?, *limit, cursor.as_deref()),
            Request::SaveAgent(save) => self.agent_saved(step, save)?,
            Request::SelfCheck { .. } => self.self_checked(step)?,
            Request::Challenge(challenge) => self.challenged(step, challenge)?,
            Request::Duel { duel } => self.duel(step, *duel)?,
            Request::CreateParty => self.party_founded(step)?,
            Request::PartyTable { party, kind, stake, seats } => {
                self.party_table(step, *party, (kind, *stake, *seats))?
            }
            Request::Deployment => json!({
                "schemaVersion": 1, "attested": false, "commitSha": null, "schemaReady": true,
                "deploymentId": config.deployment.deployment_id, "environment": config.deployment.environment,
            }),
            _ => return Ok(None),
        };
        Ok(Some(facts))
    }
}
