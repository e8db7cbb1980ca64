//! A command goes to the handler of its matter: a request after credentials and limits, rows to what asked for them, a
//! tick to all that is due.

use super::admin::audit_page;
use crate::answer::{Answer, DeploymentIdentity, Okay};
use crate::calls::{CallId, CallResult};
use crate::credentials::Claims;
use crate::effects::{Order, QueryId, Refused, Replied, Unreadable};
use crate::pending::{PendingCall, PendingQuery, QueryPurpose};
use crate::record::{Key, Record};
use crate::refusal::{Auth, Refusal};
use crate::request::{Caller, RateClass, Request, RequestId};
use crate::step::{Handled, HandlerResult, Step};
use crate::timers::{Timer, first_due};

impl Step<'_> {
    pub(crate) fn request(&mut self, id: RequestId, caller: Caller, request: Request) {
        let caller = self.with_one_credential(caller);
        let class = request.rate();
        self.class = class;
        match self.admit(&caller, &request).and_then(|()| self.handle(id, &caller, request)) {
            Ok(Handled::Now(replied)) => self.reply(id, &caller, class, Ok(*replied)),
            Ok(Handled::Later) => {}
            Err(refusal) => self.reply(id, &caller, class, Err(refusal)),
        }
    }

    /// Of a session and a seat the session counts where its account has a seat at that table.
    fn with_one_credential(&self, mut caller: Caller) -> Caller {
        let Some(seat) = caller.seat.take_if(|seat| self.admits(seat)) else { return caller };
        let table = match &seat {
            Claims::Seat { table, .. } => self.state.table(*table),
            Claims::Account { .. } => None,
        };
        let sits = |claims: &Claims| match claims {
            Claims::Account { account, .. } => table.is_some_and(|table| table.seat_of(*account).is_some()),
            Claims::Seat { .. } => false,
        };
        if !caller.claims.as_ref().is_some_and(|claims| self.admits(claims) && sits(claims)) {
            caller.claims = Some(seat);
        }
        caller
    }

    /// Give a reply, with what is left of the caller's window.
    pub(crate) fn reply(&mut self, id: RequestId, caller: &Caller, class: RateClass, reply: Result<Replied, Refusal>) {
        // Only what these refuse has not been counted.
        let counted = !matches!(reply, Err(Refusal::Auth(Auth::NotSignedIn | Auth::Frozen) | Refusal::Unavailable));
        let left = || self.limiter.left(caller, class, self.now, &self.state.config.limits);
        let rate = if counted { left() } else { None };
        let reply = match reply {
            Ok(replied) => Ok(Replied { rate, ..replied }),
            Err(refusal) => Err(Refused { refusal, rate }),
        };
        self.replies.push((id, reply));
    }

    /// Credentials, then limits.
    fn admit(&mut self, caller: &Caller, request: &Request) -> Result<(), Refusal> {
        if self.draining {
            return Err(Refusal::Unavailable);
        }
        caller.claims.as_ref().map_or(Ok(()), |claims| self.admit_claims(claims))?;
        if let Ok(account) = self.member(caller) {
            self.seen.insert(account, self.now);
        }
        self.limiter.count(caller, request.rate(), self.now, &self.state.config.limits)?;
        if let Ok(account) = self.member(caller) {
            self.refill(account);
        }
        if self.full && request.creates() { Err(Refusal::Full) } else { Ok(()) }
    }

    fn handle(&mut self, id: RequestId, caller: &Caller, request: Request) -> HandlerResult {
        match request {
            Request::Admission(_) => Ok(Answer::Ok(Okay::default()).into()),
            Request::Join { invite_code, handle, client_ref } => self.join(&invite_code, &handle, &client_ref),
            Request::Token { handle, recovery_code } => self.issue_token(caller, &handle, &recovery_code),
            Request::Recover { handle, recovery_code } => self.recover(caller, &handle, &recovery_code),
            Request::Rotate { recovery_code } => self.rotate(caller, &recovery_code),
            Request::Logout => self.logout(caller),
            Request::Me => self.me(caller),
            Request::Erase { confirm_handle } => self.erase(caller, &confirm_handle),
            Request::Profile => self.profile(caller),
            Request::EditProfile { bio, avatar_url, show_messenger } => {
                self.edit_profile(caller, bio, avatar_url, show_messenger)
            }
            Request::MyTables => self.my_tables(caller),
            Request::MyInvitations => self.my_invitations(caller),
            Request::History { game_id, limit, before } => self.history(id, caller, game_id, limit, before),
            Request::Ledger { since, limit } => self.ledger(id, caller, since, limit),
            Request::Referral => self.referral(caller),
            Request::PauseState => self.pause_state(caller),
            Request::Pause { duration } => self.pause(caller, duration),
            Request::JoinMessenger { init_data, invite_code, handle } => {
                self.join_messenger(&init_data, invite_code.as_ref(), handle.as_deref())
            }
            Request::LinkMessenger { state, proof } => self.link_messenger(caller, &state, &proof),
            Request::UnlinkMessenger => self.unlink_messenger(caller),
            Request::ChallengeMessenger => self.challenge_messenger(caller),
            Request::MessengerUpdate { secret, update } => self.messenger_update(secret.as_ref(), update.as_ref()),
            Request::Games => self.games(caller),
            Request::Practice { kind, client_ref } => self.practice(caller, &kind, &client_ref),
            Request::CreateTable(create) => self.create_table(caller, create),
            Request::ReadTable(read) => self.read_table(id, caller, read),
            Request::Act(act) => self.act(id, caller, &act),
            Request::Forfeit { table } => self.forfeit(id, caller, table),
            Request::OpenTables { game_id } => self.open_tables(game_id.as_deref()),
            Request::PlayingTables => self.playing_tables(),
            Request::JoinTable { table } => self.join_table(id, caller, table),
            Request::Decline { table } => self.decline(id, caller, table),
            Request::Messages { table, since } => self.messages(id, caller, table, since),
            Request::PostMessage { table, body, client_id } => {
                self.post_message(id, caller, table, &body, client_id.as_deref())
            }
            Request::Replay { table, steps_of } => self.replay(id, caller, table, steps_of),
            Request::Card { table } => self.card(id, caller, table),
            Request::Daily => self.daily(caller),
            Request::IssueGrant { table, client_ref, expires_in_s } => {
                self.issue_grant(id, caller, table, &client_ref, expires_in_s)
            }
            Request::CurrentGrant { table } => self.current_grant(id, caller, table),
            Request::RevokeGrant { table, grant } => self.revoke_grant(caller, table, grant),
            Request::ClaimGrant { claim_token, client_ref } => self.claim_grant(&claim_token, &client_ref),
            Request::Leaderboard { limit } => self.leaderboard(caller, limit),
            Request::Player { handle } => self.player(caller, &handle),
            Request::PushSubscribe { endpoint, p256dh, auth } => self.push_subscribe(caller, &endpoint, &p256dh, &auth),
            Request::PushUnsubscribe { endpoint } => self.push_unsubscribe(caller, &endpoint),
            Request::PushKey => self.push_key(),
            Request::Agents { limit, cursor } => self.roster(caller, limit, cursor.as_deref()),
            Request::SaveAgent(save) => self.save_agent(caller, &save),
            Request::SelfCheck { agent_id, game_id } => self.self_check(id, caller, &agent_id, &game_id),
            Request::Challenge(challenge) => self.challenge(id, caller, &challenge),
            Request::Duel { duel } => self.read_duel(id, caller, duel),
            Request::Duels { limit, before } => self.duels(id, caller, limit, before),
            Request::CreateParty => self.create_party(caller),
            Request::JoinParty { party } => self.join_party(caller, party),
            Request::SetVisibility { party, visibility } => self.set_visibility(caller, party, visibility),
            Request::PartyTable { party, kind, stake, seats } => self.party_table(caller, party, kind, stake, seats),
            Request::Party { party, wait_ms, msgs_since } => self.party(id, caller, party, wait_ms, msgs_since),
            Request::PostPartyMessage { party, body, client_id } => {
                self.post_party_message(caller, party, &body, client_id.as_deref())
            }
            Request::Deployment => Ok(self.deployment().into()),
        }
    }

    pub(crate) fn found(&mut self, query: QueryId, rows: Result<Vec<Record>, Unreadable>) {
        let (id, caller, class, asked) = match self.pending.remove(&query) {
            Some(PendingQuery::Request { id, caller, class, asked }) => (id, caller, class, asked),
            // What does not read is looked for again when the day turns.
            Some(PendingQuery::PracticeGoes) => return self.drop_practice(&rows.unwrap_or_default()),
            Some(PendingQuery::ChatsGo) => return self.drop_old_chats(rows.unwrap_or_default()),
            Some(PendingQuery::Audit(id)) => {
                let page = rows.map(|rows| Replied::plain(Answer::Admin(audit_page(&rows))));
                return self.replies.push((id, page.map_err(|Unreadable| Refusal::Unavailable.into())));
            }
            Some(PendingQuery::Tables(id, search)) => {
                return self.reply_to_operator(id, rows, |step, rows| Ok(step.table_page(&search, rows)));
            }
            Some(PendingQuery::Chat { id, chat, after, limit }) => {
                return self.reply_to_operator(id, rows, |step, rows| step.cold_chat_page(chat, after, limit, rows));
            }
            Some(PendingQuery::Act(id, order)) => {
                return self.reply_to_operator(id, rows, |step, rows| step.do_as_operator(&order, rows));
            }
            None => return,
        };
        // The credential may have ended while the rows were looked up.
        let admitted = caller.claims.as_ref().map_or(Ok(()), |claims| self.admit_claims(claims));
        let Ok(rows) = rows.as_deref() else { return self.reply(id, &caller, class, Err(Refusal::Unavailable)) };
        if let Err(refused) = admitted {
            return self.reply(id, &caller, class, Err(refused.into()));
        }
        let reply = match asked {
            QueryPurpose::Table(table, messages) => self.archived_view(&caller, table, messages, rows),
            QueryPurpose::Messages(table, since) => self.archived_messages(&caller, table, since, rows),
            QueryPurpose::Closed(table, refusal) => self.archived_closed(&caller, table, refusal, rows),
            QueryPurpose::OwnSeat(own) => self.archived_own_seat(&caller, own, rows),
            QueryPurpose::Replay(table, steps_of) => self.archived_replay(table, steps_of, rows),
            QueryPurpose::Card(table) => self.archived_card(table, rows),
            QueryPurpose::Party(party, since) => self.party_view(&caller, party, since, rows).map(Answer::Party),
            QueryPurpose::History => Ok(self.history_of(rows)),
            QueryPurpose::Ledger => Ok(Self::ledger_of(rows)),
            QueryPurpose::Duel(duel) => self.duel_of_id(&caller, duel, rows),
            QueryPurpose::Duels { limit, found } => match self.duels_of(id, &caller, class, limit, found, rows) {
                Some(duels) => Ok(duels),
                None => return,
            },
        };
        self.reply(id, &caller, class, reply.map(Replied::plain));
    }

    /// What came of a call to the outside. One that nobody waits for any more is passed over.
    pub(crate) fn returned(&mut self, call: CallId, result: CallResult) {
        let Some(pending) = self.calling.remove(&call) else { return };
        match pending {
            PendingCall::Push { notice, turn, browser } => self.pushed(notice, turn, browser, result),
            // Whoever hears nothing writes again.
            PendingCall::Greeting => {}
            PendingCall::Decision { duel, table, ply, seat } => self.decided(call, duel, (table, ply, seat), result),
        }
    }

    /// Do all that is due, in deadline order.
    pub(crate) fn tick(&mut self) {
        while let Some(due) = first_due(self.state.timers.next(), self.agenda.next()).filter(|due| due.at <= self.now) {
            self.agenda.cancel(due.at, due.timer);
            match due.timer {
                Timer::Turn(table) => self.turn_ends(table),
                Timer::WaitingEnds(table) => self.waiting_ends(table),
                Timer::Archive(table) => self.archive(table),
                Timer::GrantEnds(grant) => self.grant_ends(grant),
                Timer::PollEnds(request) => self.ended_polls.push(request),
                Timer::RefEnds(hash) => self.forget_ref(hash),
                Timer::ErasedLeaves(account, after) => self.leave_all(account, after),
                Timer::DayTurns => self.day_turns(),
                Timer::PartyEnds(party) => self.party_ends(party),
                Timer::PracticeGoes => self.find_old_practice(),
                Timer::ChatsGo => self.find_old_chats(),
                Timer::LinkStateEnds(account) => self.remove(Key::LinkState(account)),
                Timer::Notice(notice) => self.send_notice(notice),
                Timer::NoticeLost(notice, turn) => self.take_up_notice(notice, turn),
                Timer::AgentsDecide => self.agents_decide(),
                Timer::DecisionEnds(call) => self.returned(call, CallResult::TimedOut),
                Timer::DuelForgotten(duel) => self.remove(Key::Duel(duel)),
            }
            // What the records made due is done with when they say so.
            assert!(self.state.timers.next() != Some(due), "{:?} brought nothing about", due.timer);
            // What is still due comes with the next tick.
            if !self.has_room() {
                break;
            }
        }
    }

    pub(crate) fn operate(&mut self, id: RequestId, order: Order) {
        match order {
            Order::Invite { uses, expires_in_s, test } => {
                let invited = self.mint_invitation(uses, expires_in_s, test);
                self.replies.push((id, Ok(Replied::plain(Answer::Invited(invited)))));
            }
            Order::Drain => {
                self.draining = true;
                self.answer_all_polls();
                self.turn_away_duellists();
                self.replies.push((id, Ok(Replied::plain(Answer::Ok(Okay::default())))));
            }
            Order::Full(full) => {
                self.full = full;
                self.replies.push((id, Ok(Replied::plain(Answer::Ok(Okay::default())))));
            }
            Order::Limits(limits) => {
                self.state.set_limits(limits);
                self.replies.push((id, Ok(Replied::plain(Answer::Ok(Okay::default())))));
            }
            Order::Show(query) => {
                let shown = self.show(id, &query);
                self.handled_for_operator(id, shown);
            }
            Order::Act(order) => {
                let done = self.act_as_operator(id, *order);
                self.handled_for_operator(id, done);
            }
        }
    }

    fn handled_for_operator(&mut self, id: RequestId, handled: HandlerResult) {
        match handled {
            Ok(Handled::Now(replied)) => self.replies.push((id, Ok(*replied))),
            Ok(Handled::Later) => {}
            Err(refusal) => self.replies.push((id, Err(refusal.into()))),
        }
    }

    /// Answer an operator from rows that storage found.
    fn reply_to_operator(
        &mut self,
        id: RequestId,
        rows: Result<Vec<Record>, Unreadable>,
        answer: impl FnOnce(&mut Self, &[Record]) -> Result<Answer, Refusal>,
    ) {
        let answered = rows.map_err(|Unreadable| Refusal::Unavailable).and_then(|rows| answer(self, &rows));
        self.replies.push((id, answered.map(Replied::plain).map_err(Refused::from)));
    }

    fn deployment(&self) -> Answer {
        let deployment = &self.state.config.deployment;
        Answer::Deployment(DeploymentIdentity {
            schema_version: 1,
            attested: false,
            commit_sha: deployment.commit_sha.clone(),
            deployment_id: deployment.deployment_id.clone(),
            environment: deployment.environment.clone(),
            schema_ready: true,
        })
    }
}
