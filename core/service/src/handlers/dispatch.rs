//! Dispatch: a request goes to its handler after the checks of credentials and limits, rows go to the handler that
//! asked for them, and a tick runs everything that is due.

use super::accounts::{erase, history, invite, join, profile, referral, session};
use super::admin::{acts, audit, chats, search, show};
use super::duels::{challenge, decide, self_check};
use super::integrations::{messenger, notices, push, webhook};
use super::parties::{changes, requests as parties};
use super::tables::{
    archive, card, chat, course, create, daily, friendly, grants, list, play, practice, read, rematch, replay,
    retention, seating,
};
use super::{admission, agents, blocks, club, day, duels, fairness, members, queue, ratings, refs, serving, tables};
use crate::answer::{Answer, DeploymentIdentity, Okay};
use crate::calls::{CallId, CallResult};
use crate::effects::{Order, QueryId, UnreadableRowsError};
use crate::handled::HandlerResult;
use crate::pending::{PendingCall, PendingQuery, QueryPurpose};
use crate::record::{DayName, Key, Record};
use crate::rejection::Rejection;
use crate::request::{Caller, Request, RequestId, Requester};
use crate::state::HotState;
use crate::step::{Parts, Step};
use crate::timers::{Timer, first_due};
use turnstone_api::operation::{Access, Effect};

impl Step<'_> {
    pub(crate) fn request(&mut self, id: RequestId, caller: Caller, request: Request) {
        let caller = admission::with_one_credential(&self.tx, caller);
        let class = request.rate();
        let handled = self.admit(&caller, &request).and_then(|()| self.handle(&caller, request));
        self.finish(Requester { id, caller, class }, handled);
    }

    /// Check credentials, then limits. What changes something is for the core that leads.
    fn admit(&mut self, caller: &Caller, request: &Request) -> Result<(), Rejection> {
        let Self { tx, parts, .. } = self;
        if parts.draining || parts.follows && request.effect() != Effect::Reads {
            return Err(Rejection::Unavailable);
        }
        admission::check_caller(tx, caller)?;
        if let Ok(account) = caller.member() {
            parts.seen.insert(account, tx.now);
        }
        parts.limiter.count(caller, request.rate(), tx.now, &tx.config.limits)?;
        if request.access() == Some(Access::Operator) {
            caller.operator()?;
        }
        if parts.full && request.effect() == Effect::Creates { Err(Rejection::Full) } else { Ok(()) }
    }

    fn handle(&mut self, caller: &Caller, request: Request) -> HandlerResult {
        let Self { tx, keys, parts, .. } = self;
        let Parts { limiter, bundles, calls, queries, duelling, presence, seen, refs, agenda, full, .. } = &mut **parts;
        let address = caller.address.into();
        match request {
            Request::Admission(_) => Ok(Answer::Ok(Okay::default()).into()),
            Request::Join(input) => join::join(tx, keys, refs, &input),
            Request::IssueToken(code) => session::issue_token(tx, keys, limiter, seen, address, &code),
            Request::Recover(code) => session::recover(tx, keys, limiter, seen, address, &code),
            Request::RotateRecovery(input) => session::rotate_recovery(tx, keys, limiter, caller, &input),
            Request::ConfirmRecovery => session::confirm_recovery(tx, caller.member()?),
            Request::Logout(input) => session::logout(tx, caller, &input),
            Request::Me => session::me(tx, caller.member()?),
            Request::EraseAccount(input) => erase::erase_account(tx, keys, duelling, agenda, caller.member()?, &input),
            Request::Profile => Ok(profile::profile(tx, caller.member()?).into()),
            Request::EditProfile(input) => profile::edit_profile(tx, caller.member()?, input),
            Request::MyTables => list::my_tables(tx, caller.member()?),
            Request::MyInvitations => list::my_invitations(tx, caller.member()?),
            Request::StreamMe(input) => members::stream_me(tx, caller, input),
            Request::History(page) => Ok(history::history(caller.member()?, page)),
            Request::Ledger(page) => Ok(history::ledger(caller.member()?, &page)),
            Request::Referral => referral::referral(tx, keys, caller.member()?),
            Request::PauseState => Ok(profile::pause_state(tx, caller.member()?).into()),
            Request::Pause(input) => profile::pause(tx, caller.member()?, &input),
            Request::JoinMessenger(input) => messenger::join_messenger(tx, keys, *full, &input),
            Request::LinkMessenger(input) => messenger::link_messenger(tx, keys, caller.member()?, &input),
            Request::UnlinkMessenger => messenger::unlink_messenger(tx, caller.member()?),
            Request::ChallengeMessenger => messenger::challenge_messenger(tx, caller.member()?),
            Request::MessengerWebhook(input) => webhook::messenger_webhook(tx, calls, &input),
            Request::Games => caller.member().map(|_| create::games(tx)),
            Request::Practice(input) => practice::practice(tx, keys, refs, limiter, address, &input),
            Request::CreateTable(input) => create::create_table(tx, refs, caller.member()?, &input),
            Request::ReadTable(table, input) => read::read_table(tx, caller, table, &input),
            Request::StreamTable(table, input) => read::stream_table(tx, caller, table, &input),
            Request::Act(table, input) => play::act(tx, caller, table, &input),
            Request::Forfeit(table) => play::forfeit(tx, caller, table),
            Request::OpenTables(filter) => list::open_tables(tx, caller, &filter),
            Request::PlayingTables => list::playing_tables(tx),
            Request::JoinTable(table, input) => tables::join::join_table(tx, caller, table, &input),
            Request::Decline(table) => tables::join::decline(tx, caller, table),
            Request::GuestSeat(table, input) => friendly::guest_seat(tx, keys, refs, table, &input),
            Request::FillTable(table, input) => friendly::fill_table(tx, caller, table, &input),
            Request::Rematch(table, input) => rematch::rematch(tx, keys, limiter, caller, table, &input),
            Request::TableMessages(table, page) => chat::table_messages(tx, caller, table, &page),
            Request::PostTableMessage(table, message) => chat::post_table_message(tx, caller, table, &message),
            Request::Replay(table, input) => replay::replay(tx, bundles, caller, table, &input),
            Request::EndCard(table) => card::end_card(tx, caller, table),
            Request::DailyBoard => daily::daily_board(tx, caller),
            Request::JoinQueue(input) => queue::join_queue(tx, (refs, limiter), presence, caller, &input),
            Request::ReadTicket(ticket, input) => queue::read_ticket(tx, presence, caller.member()?, ticket, input),
            Request::LeaveQueue(ticket) => queue::leave_queue(tx, caller.member()?, ticket),
            Request::ListQueue => Ok(queue::list_queue(tx)),
            Request::IssueSeatGrant(table, input) => {
                grants::issue_seat_grant(tx, keys, refs, caller.member()?, table, &input)
            }
            Request::CurrentSeatGrant(table) => grants::current_seat_grant(tx, caller.member()?, table),
            Request::RevokeSeatGrant(table, grant) => grants::revoke_seat_grant(tx, caller.member()?, table, grant),
            Request::ClaimSeatGrant(input) => grants::claim_seat_grant(tx, keys, &input),
            Request::Leaderboard(page) => club::leaderboard(tx, caller, &page),
            Request::Ratings(input) => ratings::lists::ratings(tx, caller, &input),
            Request::Player(handle) => profile::player(tx, caller.member()?, &handle),
            Request::Block(input) => blocks::block(tx, caller.member()?, &input),
            Request::Unblock(input) => blocks::unblock(tx, caller.member()?, &input),
            Request::ListBlocks => blocks::list_blocks(tx, caller.member()?),
            Request::PushSubscribe(input) => push::push_subscribe(tx, caller.member()?, &input),
            Request::PushUnsubscribe(input) => push::push_unsubscribe(tx, caller.member()?, &input),
            Request::PushKey => push::push_key(tx),
            Request::ListAgents(page) => agents::list_agents(tx, caller.member()?, &page),
            Request::SaveAgent(input) => agents::save_agent(tx, caller.member()?, &input),
            Request::SelfCheck(input) => self_check::self_check(tx, limiter, duelling, caller.member()?, &input),
            Request::Challenge(input) => challenge::challenge(tx, refs, limiter, duelling, caller.member()?, &input),
            Request::ReadDuel(duel) => caller.member().map(|_| duels::list::read_duel(duel)),
            Request::ListDuels(page) => caller.member().map(|_| duels::list::list_duels(&page)),
            Request::CreateParty => parties::create_party(tx, caller.member()?),
            Request::JoinParty(party) => parties::join_party(tx, caller.member()?, party),
            Request::LeaveParty(party) => parties::leave_party(tx, caller.member()?, party),
            Request::PartyInvitation(party) => parties::party_invitation(tx, caller.member()?, party),
            Request::SetPartyVisibility(party, input) => {
                parties::set_party_visibility(tx, caller.member()?, party, &input)
            }
            Request::CreatePartyTable(party, input) => parties::create_party_table(tx, caller.member()?, party, &input),
            Request::ReadParty(party, input) => parties::read_party(tx, caller.member()?, party, &input),
            Request::StreamParty(party, input) => parties::stream_party(tx, caller.member()?, party, &input),
            Request::PostPartyMessage(party, message) => {
                parties::post_party_message(tx, caller.member()?, party, &message)
            }
            Request::Fairness(page) => Ok(fairness::fairness(tx, &page)),
            Request::FairnessNewest => fairness::fairness_newest(tx),
            Request::FairnessDay(day, page) => fairness::fairness_day(tx, DayName { day, era: 0 }, &page),
            Request::FairnessEraDay(day, era, page) => fairness::fairness_day(tx, DayName { day, era }, &page),
            Request::Deployment => Ok(deployment(tx).into()),
            Request::ListInvitations(input) => show::list_invitations(tx, &input),
            Request::ShowAccount(input) => show::show_account(tx, seen, &input),
            Request::SearchMembers(input) => search::search_members(tx, seen, &input),
            Request::SearchTables(input) => search::search_tables(tx, input),
            Request::ReadChat(input) => chats::read_chat(tx, input),
            Request::ReadAudit(input) => Ok(show::read_audit(&input)),
            Request::Invite(input) => acts::invite(tx, caller, &input),
            Request::RevokeInvitation(input) => acts::revoke_invitation(tx, caller, &input),
            Request::Freeze(input) => acts::freeze(tx, caller, &input),
            Request::Unfreeze(input) => acts::unfreeze(tx, caller, &input),
            Request::EndSessions(input) => acts::end_sessions(tx, caller, &input),
            Request::Adjust(input) => acts::adjust(tx, caller, &input),
            Request::VoidTable(input) => acts::void_table(tx, duelling, caller, &input),
            Request::Mute(input) => acts::mute(tx, caller, &input),
            Request::Unmute(input) => acts::unmute(tx, caller, &input),
            Request::EraseMember(input) => acts::erase_member(tx, keys, (duelling, agenda), caller, &input),
            Request::ExportMember(input) => acts::export_member(tx, caller, &input),
            Request::RecoverAccount(input) => acts::recover_account(tx, keys, caller, &input),
            Request::RemoveMessage(input) => acts::remove_message(tx, queries, caller, input),
            Request::RotateKey(input) => acts::rotate_key(tx, caller, &input),
            // The process around the core answers these.
            Request::Backup(_)
            | Request::CheckStored(_)
            | Request::StandbyState(_)
            | Request::DevAccount(_)
            | Request::DevAdvance(_) => Err(Rejection::Unavailable),
        }
    }

    pub(crate) fn found(&mut self, query: QueryId, rows: Result<Vec<Record>, UnreadableRowsError>) {
        let Self { tx, signer, parts: Parts { queries, search, agenda, closing, day_start, .. }, .. } = self;
        match queries.returned(query) {
            Some(PendingQuery::Request(to, asked)) => {
                let handled = rows.map_err(|UnreadableRowsError| Rejection::Unavailable);
                let handled = handled.and_then(|rows| self.handle_found(&to.caller, asked, &rows));
                self.finish(*to, handled);
            }
            Some(PendingQuery::Watch(id, purpose)) => self.found_for_watch(id, purpose, rows),
            // Unreadable rows are queried again at the start of the next day.
            Some(PendingQuery::PracticeGoes) => retention::drop_practice(tx, agenda, &rows.unwrap_or_default()),
            Some(PendingQuery::ChatsGo) => retention::drop_old_chats(tx, search, agenda, rows.unwrap_or_default()),
            Some(PendingQuery::DayCloses) => {
                fairness::page_read(tx, signer, closing, queries, agenda, rows.ok().as_deref());
            }
            Some(PendingQuery::SeedIsHidden(table)) => {
                fairness::archive_read(tx, &mut day_start.hiding, queries, table, rows.ok());
            }
            None => {}
        }
    }

    /// The answer to a request that needed these rows.
    pub(super) fn handle_found(&mut self, caller: &Caller, asked: QueryPurpose, rows: &[Record]) -> HandlerResult {
        let Self { tx, parts, .. } = self;
        // The credential may have ended while the rows were read.
        admission::check_caller(tx, caller)?;
        let answer = match asked {
            QueryPurpose::Proof(row, mut replay) => {
                // It may have expired while the rows were read.
                archive::is_kept(tx, &row)?;
                replay.fair = fairness::proof(tx, &row, rows);
                Answer::Replay(*replay)
            }
            QueryPurpose::DayList(day) => Answer::DayList(fairness::list_of(tx, day, rows)?),
            QueryPurpose::Archived(table, read) => {
                return archive::archived_answer(tx, &mut parts.bundles, caller, (table, read), rows);
            }
            QueryPurpose::Party(party, since) => {
                Answer::Party(parties::party_view(tx, caller.member()?, party, since, rows)?.into())
            }
            QueryPurpose::History => history::history_of(tx, rows),
            QueryPurpose::Ledger => history::ledger_of(rows),
            QueryPurpose::Duel(duel) => duels::list::duel_of_id(tx, caller, duel, rows)?,
            QueryPurpose::Duels { limit, found } => return duels::list::duels_of(tx, caller, limit, found, rows),
            QueryPurpose::Audit => audit::audit_page(rows),
            QueryPurpose::Tables(search) => search::table_page(tx, &search, rows),
            QueryPurpose::Chat(input) => chats::cold_chat_page(tx, &input, rows)?,
            QueryPurpose::RemoveMessage(input) => return acts::removed_message(tx, caller, &input, rows),
        };
        Ok(answer.into())
    }

    /// The result of an outbound call. A result that is no longer needed is ignored.
    pub(crate) fn returned(&mut self, call: CallId, result: CallResult) {
        let Self { tx, parts: Parts { calls, duelling, .. }, .. } = self;
        match calls.returned(call) {
            Some(PendingCall::Push { notice, turn, browser }) => notices::pushed(tx, notice, turn, browser, result),
            Some(PendingCall::Decision(place)) => decide::decided(tx, duelling, call, place, result),
            // A user without an answer can write to the bot again.
            Some(PendingCall::Greeting) | None => {}
        }
    }

    /// Run everything that is due, in deadline order. Agents in duels decide once.
    pub(crate) fn tick(&mut self) {
        let mut decided = false;
        while let Some(due) = first_due(self.parts.timers(&self.tx)).filter(|due| due.at <= self.tx.now) {
            if due.timer == Timer::AgentsDecide && std::mem::replace(&mut decided, true) {
                break;
            }
            self.parts.agenda.cancel(due.at, due.timer);
            self.parts.duelling.cancel(due);
            self.parts.presence.cancel(due);
            self.do_due(due.timer);
            // A due timer of the records must be gone after its handler.
            assert!(self.tx.timers.next() != Some(due), "{:?} brought nothing about", due.timer);
            // The next tick continues.
            if !self.tx.has_room() {
                break;
            }
        }
    }

    fn do_due(&mut self, timer: Timer) {
        let Self { tx, signer, parts, .. } = self;
        let Parts { limiter, queries, calls, duelling, presence, watches, agenda, search, closing, .. } = &mut **parts;
        match timer {
            // It has begun with this step.
            Timer::ServingBegins => {}
            Timer::SignOfLife => serving::sign_of_life(tx, agenda),
            Timer::Turn(table) => course::turn_ends(tx, table),
            Timer::WaitingEnds(table) => seating::waiting_ends(tx, table),
            Timer::Archive(table) => retention::archive(tx, search, agenda, table),
            Timer::GrantEnds(grant) => grants::grant_ends(tx, grant),
            Timer::WatchEnds(request) => self.ended_watches.push(request),
            Timer::RefEnds(hash) => refs::forget_ref(tx, hash),
            Timer::ErasedLeaves(account, after) => erase::leave_all(tx, duelling, agenda, account, after),
            Timer::DayTurns => day::day_turns(tx, limiter, queries, search, agenda),
            Timer::DaysClose => fairness::close_days(tx, signer, closing, queries, agenda),
            Timer::PartyEnds(party) => changes::party_ends(tx, party),
            Timer::PracticeGoes => retention::find_old_practice(tx, queries),
            Timer::ChatsGo => retention::find_old_chats(tx, queries, search),
            Timer::LinkStateEnds(account) => tx.remove(Key::LinkState(account)),
            Timer::Notice(notice) => notices::send_notice(tx, calls, notice),
            Timer::NoticeLost(notice, turn) => notices::take_up_notice(tx, notice, turn),
            Timer::AgentsDecide => decide::agents_decide(tx, duelling, calls),
            Timer::DecisionEnds(call) => self.returned(call, CallResult::TimedOut),
            Timer::QueueMoves => {
                queue::pairing::queue_moves(tx, presence, |ticket| watches.by_ticket.contains_key(&ticket));
            }
            Timer::TicketForgotten(ticket) => tx.remove(Key::Ticket(ticket)),
            Timer::DuelForgotten(duel) => tx.remove(Key::Duel(duel)),
        }
    }

    /// Carry out an order of the process around the core.
    pub(crate) fn operate(&mut self, id: RequestId, order: Order) {
        let mut answer = Ok(Answer::Ok(Okay::default()));
        match order {
            // Only a core that leads changes records.
            Order::Invite { .. } if self.parts.follows => answer = Err(Rejection::Unavailable),
            Order::Invite { uses, expires_in_s, test } => {
                answer = Ok(Answer::Invited(invite::mint_invitation(&mut self.tx, uses, expires_in_s, test)));
            }
            Order::Drain => self.drain(),
            Order::Full(full) => self.parts.full = full,
            Order::Limits(limits) => self.tx.set_limits(limits),
        }
        self.reply_to_order(id, answer);
    }
}

fn deployment(state: &HotState) -> Answer {
    let deployment = &state.config.deployment;
    Answer::Deployment(DeploymentIdentity {
        schema_version: 1,
        attested: false,
        commit_sha: deployment.commit_sha.clone(),
        deployment_id: deployment.deployment_id.clone(),
        environment: deployment.environment.clone(),
        schema_ready: true,
    })
}
