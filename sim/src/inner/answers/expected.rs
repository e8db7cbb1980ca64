//! Answers against what they should say. The facts of a thing have the names of the fields under which answers have
//! them: each field of an answer is such a fact, as it is. Views and chats are compared as a whole.

use crate::inner::difference::{difference, fields};
use crate::inner::judge::{Judge, PendingRequest, StateBefore, account_of};
use crate::prelude::*;
use std::sync::LazyLock;
use turnstone_api::operation::{ALL, Operation};

/// The answers to each operation, as counters.
pub(crate) static ANSWERS: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    let names = ALL.iter().map(|operation| operation.name()).chain(["admin"]);
    names.for_each(|name| grid.add(format!("answer: {name}"), Cell::Must));
    grid
});

/// The rule that holds for an answer.
const fn rule_of(answer: &Answer) -> &'static str {
    match answer {
        Answer::Ok(_) => "what is done is done, and said",
        Answer::Table(_) | Answer::Acted(_) => "a view is what its viewer may see",
        Answer::MyTables(_) | Answer::MyInvitations(_) | Answer::OpenTables(_) | Answer::PlayingTables(_) => {
            "a list has its tables in order, each once"
        }
        Answer::Leaderboard(_) | Answer::Daily(_) | Answer::Roster(_) => "a ranking has its rows in order, each once",
        Answer::History(_) | Answer::Ledger(_) | Answer::Duels(_) | Answer::Messages(_) => {
            "a page has the rows after its cursor"
        }
        Answer::Joined(_) | Answer::MessengerJoined(_) | Answer::Created(_) | Answer::Practice(_) => {
            "what was made is what was asked for"
        }
        Answer::AgentSaved(_)
        | Answer::PartyCreated(_)
        | Answer::Granted(_)
        | Answer::Invited(_)
        | Answer::Posted(_) => "what was made is what was asked for",
        Answer::Admin(_) => "the operator gets what was done and what there is",
        _ => "an answer reports facts as they are",
    }
}

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

    pub(super) fn reported(&self) -> Value {
        serde_json::to_value(self.answer()).expect("answers are plain data")
    }

    /// The rule of its answer is broken.
    pub(super) fn broken(&self, why: impl Into<String>) -> Violation {
        let PendingRequest { who, request, .. } = self.pending;
        Violation { rule: rule_of(self.answer()), seen: format!("{who} {request:?}\n{}", why.into()) }
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

/// Whether an answer tells all of its facts, those aside that are null. Others tell some.
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
        let name = step.pending.request.operation().filter(|_| step.pending.who != "operator");
        self.counts.hit_cell(&ANSWERS, &format!("answer: {}", name.map_or("admin", Operation::name)));
        match self.expected(step)? {
            Expected::As(should) => {
                let text = |answer: &Answer| serde_json::to_string(answer).expect("answers are plain data");
                let (should, reported) = (text(&should), text(step.answer()));
                step.must(should == reported, || difference(&should, &reported))
            }
            Expected::Facts(facts) => {
                let different = fields(&facts, &step.reported(), tells_all(step.answer()));
                step.must(different.is_empty(), || different)
            }
            Expected::Earlier => {
                self.counts.hit("an answer of an earlier moment");
                Ok(())
            }
        }
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
