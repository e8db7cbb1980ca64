//! What each request of the contract is to be answered with: one that has no line here does not compile.

use super::rows::row_of;
use crate::inner::difference::fields;
use crate::inner::judge::{Judge, PendingRequest};
use crate::inner::model::{CheckResult, Violation};
use crate::inner::oracles::{StateBefore, account_of};
use serde_json::Value;
use turnstone_service::answer::{AccountName, Answer, DeploymentIdentity, MeResponse, Okay, PushKey};
use turnstone_service::effects::Replied;
use turnstone_service::ids::AccountId;
use turnstone_service::record::{Change, Record};
use turnstone_service::request::{Request, RequestId};

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

    /// The rule of its answer is broken.
    pub(super) fn broken(&self, why: impl Into<String>) -> Violation {
        let PendingRequest { who, request, .. } = self.pending;
        Violation { rule: row_of(self.answer()).rule, seen: format!("{who} {request:?}\n{}", why.into()) }
    }

    pub(super) fn must(&self, holds: bool, why: impl FnOnce() -> String) -> CheckResult {
        if holds { Ok(()) } else { Err(self.broken(why())) }
    }
}

impl Judge {
    /// Compare an answer as a whole with what it is to be.
    pub(crate) fn check_whole(&mut self, step: &AnsweredStep<'_>) -> CheckResult {
        let told = step.answer();
        let row = row_of(told);
        let Some(should) = self.expected(step)? else {
            self.counts.hit("an answer of an earlier moment");
            return Ok(());
        };
        self.counts.hit(row.name);
        let text = |answer: &Answer| serde_json::to_string(answer).expect("answers are plain data");
        let (wanted, given) = (text(&should), text(told));
        if wanted == given {
            return Ok(());
        }
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("made just now");
        let left_out: Vec<&str> = row.left_out.iter().map(|(field, _)| *field).collect();
        let difference = fields(&value(&wanted), &value(&given), &left_out);
        step.must(difference.is_empty(), || difference)
    }

    /// The answer; nothing where it is of an earlier moment of a tick that then changed what it is about.
    fn expected(&mut self, step: &AnsweredStep<'_>) -> Result<Option<Answer>, Violation> {
        if step.pending.who == "operator" {
            return self.ordered(step).map(Some);
        }
        let answer = match &step.pending.request {
            Request::Join { handle, .. } => self.joined(step, handle)?,
            Request::Token { handle, .. } => self.token(step, handle)?,
            Request::Rotate { .. } => self.rotated(step)?,
            Request::Me => {
                let id = step.member()?;
                let account = AccountName { id, handle: self.model.handle(id) };
                let recovered_at = self.model.sanctions.get(&id).and_then(|row| row.recovered_at);
                if recovered_at.is_some() {
                    self.counts.hit("premise: a member was told that an operator has replaced the recovery code");
                }
                Answer::Me(MeResponse { account, balance: self.model.chips.balance(id), recovered_at })
            }
            Request::Erase { .. } => self.erased(step)?,
            Request::Profile => self.profile(step.member()?),
            Request::EditProfile { bio, avatar_url, show_messenger } => {
                self.edited(step, bio.as_ref(), avatar_url.as_ref(), *show_messenger)?
            }
            Request::MyTables => self.my_tables(step.member()?),
            Request::MyInvitations => self.my_invitations(step.member()?),
            Request::History { .. } | Request::Ledger { .. } => self.page(step)?,
            Request::Referral => self.referral(step)?,
            Request::PauseState => self.pause(step.member()?),
            Request::Pause { duration } => self.paused(step, *duration)?,
            Request::JoinMessenger { handle, .. } => self.joined_by_messenger(step, handle.as_deref())?,
            Request::LinkMessenger { proof, .. } => self.linked(step, proof)?,
            Request::ChallengeMessenger => self.link_state(step)?,
            Request::Games => Self::games(),
            Request::Practice { kind, .. } => self.practice(step, kind)?,
            Request::CreateTable(create) => self.created(step, create)?,
            Request::ReadTable(read) => match self.read(step, read)? {
                Some(view) => Answer::Table(view.into()),
                None => return Ok(None),
            },
            Request::Act(act) => self.acted(step, act)?,
            Request::OpenTables { game_id } => self.open_tables(game_id.as_deref()),
            Request::PlayingTables => self.playing_tables(),
            Request::JoinTable { table } => self.sat_down(step, *table)?,
            Request::Messages { table, since } => self.messages(step, *table, since.unwrap_or(0))?,
            Request::PostMessage { table, body, client_id } => self.posted(step, *table, body, client_id.as_deref())?,
            Request::Replay { table, steps_of } => self.replay(step, *table, *steps_of)?,
            Request::Card { table } => self.card(step, *table)?,
            Request::Daily => self.daily(step)?,
            Request::IssueGrant { table, expires_in_s, .. } => self.granted(step, *table, *expires_in_s)?,
            Request::CurrentGrant { table } => self.current_grant(step, *table)?,
            Request::ClaimGrant { claim_token, client_ref } => self.claimed(step, claim_token, client_ref)?,
            Request::Leaderboard { limit } => self.leaderboard(account_of(step.pending), *limit),
            Request::Player { handle } => self.player(step, handle)?,
            Request::PushKey => Answer::PushKey(PushKey { public_key: self.model.config.push.public_key.clone() }),
            Request::Agents { limit, cursor } => self.roster(step.member()?, *limit, cursor.as_deref()),
            Request::SaveAgent(save) => self.agent_saved(step, save)?,
            Request::SelfCheck { .. } => self.self_checked(step)?,
            Request::Challenge(challenge) => self.challenged(step, challenge)?,
            Request::Duels { .. } => self.duels(step)?,
            Request::Duel { duel } => self.duel(step, *duel)?,
            Request::CreateParty => self.party_founded(step)?,
            Request::PartyTable { party, kind, stake, seats } => {
                self.party_table(step, *party, kind, *stake, *seats)?
            }
            Request::Party { party, .. } => match self.party(step, *party)? {
                Some(view) => view,
                None => return Ok(None),
            },
            Request::PostPartyMessage { party, body, client_id } => {
                self.party_posted(step, *party, body, client_id.as_deref())?
            }
            Request::Deployment => Answer::Deployment(DeploymentIdentity {
                schema_version: 1,
                attested: false,
                commit_sha: None,
                deployment_id: self.model.config.deployment.deployment_id.clone(),
                environment: self.model.config.deployment.environment.clone(),
                schema_ready: true,
            }),
            Request::Admission(_)
            | Request::Recover { .. }
            | Request::Logout
            | Request::UnlinkMessenger
            | Request::MessengerUpdate { .. }
            | Request::Forfeit { .. }
            | Request::Decline { .. }
            | Request::RevokeGrant { .. }
            | Request::PushSubscribe { .. }
            | Request::PushUnsubscribe { .. }
            | Request::JoinParty { .. }
            | Request::SetVisibility { .. } => {
                self.check_done(step)?;
                Answer::Ok(Okay::default())
            }
        };
        Ok(Some(answer))
    }
}
