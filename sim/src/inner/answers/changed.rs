//! Checks that a request has its effect and changes nothing else.

use crate::inner::answers::AnsweredStep;
use crate::inner::callers::MessengerProof;
use crate::inner::judge::Judge;
use crate::inner::model::{asked_sort, brought};
use crate::inner::permissions::{browser_of, price};
use crate::inner::prelude::*;
use turnstone_api::operation::Session;

impl Judge {
    pub(super) fn check_changed(&self, step: &AnsweredStep<'_>) -> CheckResult {
        let (model, request) = (&self.model, &step.pending.request);
        let ends = |session| matches!(session, Session::Ends | Session::Replaces);
        let ends = request.operation().is_some_and(|operation| ends(operation.about().session));
        let counts = step.pending.caller.claims.as_ref().is_some_and(|claims| model.counts(claims, self.now));
        let said = || format!("{:?}", step.pending.caller.claims);
        step.must(!(ends && counts), "a logout, a rotation or an erasure ends the session", said)?;
        let done = match request {
            Request::EditProfile(_) | Request::SaveAgent(_) => self.is_edited(step)?,
            Request::ConfirmRecovery => self.is_code_confirmed(Some(step.member()?)),
            Request::IssueToken(code) | Request::Recover(code) => {
                self.is_code_confirmed(model.member_named(&code.handle))
            }
            Request::RotateRecovery(_) => true,
            Request::Logout(logout) => self.is_signed_out(step, logout.everywhere)?,
            Request::Pause(_) | Request::LinkMessenger(_) | Request::UnlinkMessenger => self.is_member_changed(step)?,
            Request::PushSubscribe(PushSubscribe { subscription }) => {
                let PushSubscription { endpoint, keys: PushKeys { p256dh, auth } } = subscription;
                let row = model.subscriptions.get(&browser_of(endpoint));
                let kept = row.and_then(|row| model.text(row.account, &row.browser)).unwrap_or_default();
                row.map(|row| row.account) == Some(step.member()?)
                    && [endpoint, p256dh, auth].iter().all(|part| kept.contains(part.reveal()))
            }
            Request::Block(BlockedMember { handle }) => self.is_blocked(step.member()?, handle),
            Request::LeaveQueue(ticket) => {
                let row = model.queue.tickets.get(ticket);
                row.is_some_and(|row| matches!(row.stage, TicketStage::Ended { .. }))
            }
            Request::JoinQueue(join) => self.is_in_queue(step, join)?,
            Request::Unblock(BlockedMember { handle }) => !self.is_blocked(step.member()?, handle),
            Request::PushUnsubscribe(it) => !model.subscriptions.contains_key(&browser_of(&it.endpoint)),
            Request::RevokeSeatGrant(_, grant) => model.grants.get(grant).is_none_or(|row| row.ended),
            Request::ClaimSeatGrant(ClaimSeatGrant { client_ref, .. }) => {
                let by = sha256(client_ref.as_bytes());
                step.replied.replayed || model.grants.values().any(|row| row.claimed == Some((self.now, by)))
            }
            Request::CreateParty | Request::JoinParty(_) | Request::LeaveParty(_) | Request::SetPartyVisibility(..) => {
                self.is_in_party(step)?
            }
            _ => self.is_at_table(step)?,
        };
        let said = || format!("{:?}: {:?}", step.replied.answer, step.changes);
        step.must(done, "a request has the effect that its response reports", said)
    }

    /// A member signs out everywhere, or ends one session and no other, unless there are too many of them.
    fn is_signed_out(&self, step: &AnsweredStep<'_>, everywhere: bool) -> Result<bool, Violation> {
        let Some(Claims::Account { account, epoch, issued_at, .. }) = &step.pending.caller.claims else {
            return Err(step.broken("a seat signs out"));
        };
        let now = &self.model.accounts[account];
        let all = now.epoch == epoch + 1 && now.ended.is_empty();
        let many = self.model.ended_before.get(account).is_some_and(|ended| *ended >= self.model.config.bounds.rows);
        Ok(if everywhere || many { all } else { now.epoch == *epoch && now.ended.contains(issued_at) })
    }

    fn is_blocked(&self, by: AccountId, handle: &str) -> bool {
        let blocked = self.model.member_named(handle);
        blocked.is_some_and(|blocked| self.model.blocks.contains_key(&(by, blocked)))
    }

    /// The ticket asks for what the request does.
    fn is_in_queue(&self, step: &AnsweredStep<'_>, join: &JoinQueue) -> Result<bool, Violation> {
        let Answer::Ticket(ticket) = &step.replied.answer else { return Ok(false) };
        let row = self.model.queue.tickets.get(&ticket.ticket_id);
        let row = row.ok_or_else(|| step.broken("there is no such ticket"))?;
        let asked = asked_sort(join);
        let same = (Some(&row.sort), row.opponents, row.fallback) == (asked.as_ref(), join.opponents, join.fallback);
        let is_new = row.created_at == self.now && row.client_ref == join.client_ref;
        let is_brought = row.client_seed == join.client_seed && row.by_model == step.pending.caller.is_model;
        let is_again = step.replied.replayed || row.created_at <= self.now && row.client_ref != join.client_ref;
        Ok(same && (is_new && is_brought || is_again))
    }

    /// The ticket that a member has for the same table.
    pub(crate) fn own_ticket(&self, account: Option<AccountId>, join: &JoinQueue) -> Option<TicketId> {
        let sort = asked_sort(join)?;
        let is_same = |row: &TicketRow| {
            Some(row.account) == account
                && row.stage == TicketStage::Waiting
                && (&row.sort, row.opponents, row.fallback) == (&sort, join.opponents, join.fallback)
        };
        self.model.queue.tickets.iter().find(|(_, row)| is_same(row)).map(|(id, _)| *id)
    }

    fn is_code_confirmed(&self, member: Option<AccountId>) -> bool {
        member.and_then(|member| self.model.accounts.get(&member)).is_some_and(|row| !row.recovery_unconfirmed)
    }

    /// An edit changes the fields that it names. Another play means a new version, and nothing else does.
    fn is_edited(&self, step: &AnsweredStep<'_>) -> Result<bool, Violation> {
        let (before, member) = (&step.before.facts, step.member()?);
        let is = |now: &Value, name: &str, sent: Option<Value>, plain: Value| {
            now[name] == sent.unwrap_or_else(|| before.get(name).cloned().unwrap_or(plain))
        };
        Ok(match (&step.pending.request, &step.replied.answer) {
            (Request::EditProfile(EditProfile { bio, avatar_url, show_messenger, ranked }), _) => {
                let now = self.member_facts(member);
                is(&now, "bio", bio.as_ref().map(|bio| json!(bio)), Value::Null)
                    && is(&now, "avatarUrl", avatar_url.as_ref().map(|url| json!(url)), Value::Null)
                    && is(&now, "showMessenger", show_messenger.map(Value::from), Value::Null)
                    && is(&now, "ranked", ranked.map(Value::from), Value::Null)
            }
            (Request::SaveAgent(save), Answer::AgentSaved(saved)) => {
                let now = self.agent_facts(Some(member), saved.agent_id);
                let same = ["kind", "prompt", "policy", "aggression"].iter().all(|name| now[name] == before[name]);
                let version = before["version"].as_u64().unwrap_or(0) + u64::from(!same);
                let prompt = save.prompt.as_ref().filter(|_| save.kind == AgentKind::Prompt);
                let policy = save.policy.filter(|_| save.kind == AgentKind::Policy);
                let aggression = policy.map(|_| save.aggression.unwrap_or(DEFAULT_AGGRESSION));
                let limited = |limit: i64| json!(Some(limit).filter(|limit| *limit > 0));
                let limit = save.stake_limit.map(limited);
                now["version"] == version
                    && (now["name"] == save.name && now["kind"] == json!(save.kind))
                    && now["prompt"] == json!(prompt.map(|prompt| prompt.reveal()))
                    && (now["policy"] == json!(policy) && now["aggression"] == json!(aggression))
                    && is(&now, "acceptsChallenges", save.accepts_challenges.map(Value::from), true.into())
                    && is(&now, "stakeLimit", limit, limited(self.settings.stake_limit))
            }
            _ => true,
        })
    }

    fn is_member_changed(&self, step: &AnsweredStep<'_>) -> Result<bool, Violation> {
        let (model, member) = (&self.model, step.member()?);
        let identities = model.linked_identities(member);
        Ok(match &step.pending.request {
            Request::UnlinkMessenger => identities.is_empty(),
            // The proved identity is the linked one.
            request @ Request::LinkMessenger(_) => {
                let is_it = |name: &str| match MessengerProof::of(request) {
                    Some(MessengerProof::InApp(data)) => data.reveal().contains(&format!("{name}%22")),
                    Some(MessengerProof::Widget(fields)) => fields["username"].reveal() == name,
                    None => false,
                };
                let linked = identities.len() == 1 && identities[0].username.as_deref().is_some_and(is_it);
                linked && !model.link_states.contains_key(&member)
            }
            // A pause lasts as requested, or as long as the earlier one if that is longer.
            Request::Pause(Pause { duration }) => {
                let days = match duration {
                    PauseDuration::Day => PAUSE_DAYS[0],
                    PauseDuration::Week => PAUSE_DAYS[1],
                    PauseDuration::Month => PAUSE_DAYS[2],
                };
                let asked = json!(self.now.plus_s(days * DAY_S));
                let before = &step.before.facts["pausedUntil"];
                let longer = before.as_u64() > asked.as_u64();
                json!(model.accounts[&member].paused_until) == if longer { before.clone() } else { asked }
            }
            _ => true,
        })
    }

    /// Whether the newest message of a chat is the house's message about the caller, written now.
    fn is_reported<'m>(
        &self,
        step: &AnsweredStep<'_>,
        chat: impl IntoIterator<Item = (&'m u64, &'m MessageRow)>,
        what: &str,
    ) -> Result<bool, Violation> {
        let newest = chat.into_iter().last().map(|(id, row)| self.model.message(*id, row, None));
        let body = format!("{} {what}", self.model.handle(step.member()?));
        Ok(newest.is_some_and(|it| (it.seat, it.at, it.name.as_str()) == (-1, self.now, "house") && it.body == body))
    }

    fn is_in_party(&self, step: &AnsweredStep<'_>) -> Result<bool, Violation> {
        let member = step.member()?;
        Ok(match (&step.pending.request, &step.replied.answer) {
            (Request::JoinParty(party), _) => {
                let members = self.model.parties.get(party).map(|row| row.members.as_slice()).unwrap_or_default();
                if !step.put().any(|record| matches!(record, Record::Party(..))) {
                    return Ok(members.contains(&member));
                }
                let chat = self.model.party_messages.get(party).into_iter().flatten();
                members.last() == Some(&member) && self.is_reported(step, chat, "joined the party")?
            }
            (Request::LeaveParty(party), _) => {
                let members = self.model.parties.get(party).map(|row| row.members.as_slice()).unwrap_or_default();
                let chat = self.model.party_messages.get(party).into_iter().flatten();
                let left = step.put().any(|record| matches!(record, Record::Party(..)));
                !members.contains(&member) && (!left || self.is_reported(step, chat, "left the party")?)
            }
            (Request::SetPartyVisibility(party, SetPartyVisibility { visibility }), _) => {
                self.model.parties.get(party).is_some_and(|row| row.visibility == *visibility)
            }
            (_, Answer::PartyCreated(made)) => {
                let row = self.model.parties.get(&made.party_id);
                row.is_some_and(|row| row.members == [member] && row.visibility == PartyVisibility::Unlisted)
            }
            _ => true,
        })
    }

    /// A table is created as requested, a seat is taken or left, an invitation is declined.
    fn is_at_table(&self, step: &AnsweredStep<'_>) -> Result<bool, Violation> {
        let (model, now) = (&self.model, self.now);
        let row = |table: TableId| model.row(table).ok_or_else(|| step.broken("there is no such table"));
        Ok(match (&step.pending.request, &step.replied.answer) {
            (Request::CreateTable(create), Answer::Created(made)) => {
                let again = step.replied.replayed || create.daily && step.before.tried;
                if model.gone.tables.contains(&made.table_id) {
                    return Ok(again);
                }
                let row = row(made.table_id)?;
                let invited = create.invited.as_ref().and_then(|handle| model.member_named(handle));
                let (own_ref, own_seed) = (create.client_ref.as_deref(), create.client_seed.as_deref());
                let priced = is_priced(row, &create.kind, create.stake()) && has_brought(row, 0, own_ref, own_seed);
                let is_new = (row.practice, row.pace, row.invited) == (create.practice, create.pace, invited)
                    && self.is_at_level(made.table_id, row, create.level())
                    && model.friendly.contains_key(&made.table_id) == (create.practice && create.open)
                    && row.created_at == now
                    && (create.daily
                        || model.table_rating(made.table_id).map(|rating| rating.rated)
                            == Some(create.rated != Some(false)));
                row.host == Some(step.member()?) && (again || is_new && (create.daily || priced))
            }
            (Request::CreatePartyTable(party, CreatePartyTable { kind, stake, .. }), Answer::Created(made)) => {
                let label = SHIPPED.kind(kind).map_or("", |(_, kind)| kind.label);
                let chat = model.party_messages.get(party).into_iter().flatten();
                let row = row(made.table_id)?;
                (row.party == Some(*party) && row.host == Some(step.member()?) && is_priced(row, kind, *stake))
                    && self.is_reported(step, chat, &format!("opened a table: {label}"))?
            }
            (Request::Practice(practice), Answer::Practice(made)) => {
                let Practice { kind, client_ref, client_seed, .. } = practice;
                let row = model.row(made.table_id);
                let at_level = |row: &TableRow| self.is_at_level(made.table_id, row, practice.level());
                let is_of_guest = |row: &TableRow| row.practice && row.host.is_none() && at_level(row);
                let hosts = step.replied.replayed || self.is_hosted(practice, made.table_id);
                hosts
                    && row.is_none_or(|row| {
                        let brought = has_brought(row, 0, Some(client_ref), client_seed.as_deref());
                        is_of_guest(row) && is_priced(row, kind, FIXED_STAKE) && (brought || step.replied.replayed)
                    })
            }
            (Request::GuestSeat(table, asked), Answer::GuestSeated(made)) => {
                step.replied.replayed || self.is_guest_seated(row(*table)?, *table, asked, made.seat)
            }
            // The house has the open seats, at the level that was asked for, and the match goes on.
            (Request::FillTable(table, fill), _) => {
                let row = row(*table)?;
                let known = model.friendly.get(table).and_then(|row| row.level);
                let level = fill.level().unwrap_or_else(|| known.and_then(|level| Level::new(level.into())));
                !row.players.contains(&Player::Vacant)
                    && row.players.contains(&Player::House)
                    && !matches!(row.status, Status::Waiting { .. } | Status::Cancelled { .. })
                    && row.setup.level() == level_of(row, level)
            }
            (Request::Rematch(table, asked), Answer::Rematch(made)) => self.is_rematch(step, *table, asked, made)?,
            // The first free seat is taken. The last seat starts the match.
            (Request::JoinTable(table, JoinTable { client_seed }), Answer::JoinedTable(reported)) => {
                let (row, member) = (row(*table)?, Player::Member(step.member()?));
                let seat = row.players.iter().position(|player| *player == member);
                let first = row.players.iter().position(|player| *player == Player::Vacant);
                let waits = matches!(row.status, Status::Waiting { .. });
                let rematch = model.rematches.get(table);
                let is_reserved = rematch.is_some();
                // Who joins brings no reference.
                let has_none = |seat: usize| rematch.is_none_or(|row| row.seats[seat].brought_ref.is_none());
                reported.started == first.is_none()
                    && waits == first.is_some()
                    && seat.is_some_and(|seat| is_reserved || first.is_none_or(|first| seat < first))
                    && seat.is_some_and(|seat| has_none(seat) && has_brought(row, seat, None, client_seed.as_deref()))
            }
            (Request::Forfeit(table), _) => {
                let row = row(*table)?;
                match &row.status {
                    Status::Waiting { .. } => match &step.pending.caller.claims {
                        Some(Claims::Seat { seat, .. }) => row.players.get(seat.index()) == Some(&Player::Vacant),
                        _ => !row.players.contains(&Player::Member(step.member()?)),
                    },
                    Status::Playing { .. } => model.tables[table].plies.last().is_some_and(|ply| ply.at == now),
                    Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => true,
                }
            }
            (Request::Decline(table), _) => {
                let cancelled = row(*table)?.status == Status::Cancelled { at: now };
                cancelled && self.is_reported(step, &model.tables[table].messages, "declined the invitation")?
            }
            _ => true,
        })
    }
}

impl Judge {
    /// Whether the house plays at this level at a new table; at a friendly one, if it comes to fill seats.
    fn is_at_level(&self, id: TableId, row: &TableRow, level: Option<Level>) -> bool {
        match self.model.friendly.get(&id) {
            Some(friendly) => friendly.level == level.map(Level::number),
            None if row.practice && row.players.contains(&Player::Vacant) => true,
            None => row.setup.level() == level_of(row, level) || self.model.archives.contains_key(&id),
        }
    }

    /// Whether a guest's new table is friendly if they asked for it, with their name, and has the seats that they asked for.
    fn is_hosted(&self, Practice { kind, open, seats, name, .. }: &Practice, id: TableId) -> bool {
        let row = self.model.friendly.get(&id);
        let expires_at = self.model.guest_expires_at(Millis(0), self.now);
        let is_host = |row: &FriendlyRow| row.guests[0] == Some(GuestRow { name: name.clone(), expires_at });
        let many = self.model.row(id).map_or(0, |row| row.players.len());
        let (fewest, most) = SHIPPED.kind(kind).map_or((0, 0), |(rules, _)| rules.about().seats);
        row.is_some() == *open
            && row.is_none_or(|row| row.by_guest && row.host_seat == Seat(0) && is_host(row))
            && seats.is_none_or(|seats| many == usize::from(seats).clamp(fewest, most))
    }

    /// The caller sits at the rematch, and it begins when all sit. What they brought the first time counts.
    fn is_rematch(
        &self,
        step: &AnsweredStep<'_>,
        table: TableId,
        asked: &Rematch,
        made: &turnstone_service::answer::RematchResponse,
    ) -> Result<bool, Violation> {
        let none = || step.broken("there is no such rematch");
        let (next, seat) = self.model.rematch_place(step.pending.caller.claims.as_ref(), table).ok_or_else(none)?;
        let (row, rematch) = (self.model.row(next).ok_or_else(none)?, &self.model.rematches[&next]);
        let own = &rematch.seats[seat.index()];
        let sits = row.players[seat.index()] == own.player;
        let is_full = !row.players.contains(&Player::Vacant);
        let is_its = (made.table_id, made.seat) == (next, seat) && made.started == is_full;
        let brought_ref = own.brought_ref.clone().unwrap_or_default();
        let is_new = || {
            brought_ref == asked.client_ref
                && has_brought(row, seat.index(), Some(&asked.client_ref), asked.client_seed.as_deref())
        };
        Ok(sits && is_its && made.brought_ref == brought_ref && (step.replied.replayed || is_new()))
    }

    /// A guest has the first free seat, with their name. The last seat starts the match.
    fn is_guest_seated(&self, row: &TableRow, id: TableId, asked: &GuestSeat, seat: Seat) -> bool {
        let GuestSeat { client_ref, name, client_seed } = asked;
        let guests = self.model.friendly.get(&id).map_or(&[][..], |row| row.guests.as_slice());
        let guest = guests.get(seat.index()).and_then(Option::as_ref);
        let lasts = |guest: &GuestRow| guest.expires_at >= self.model.guest_expires_at(Millis(0), self.now);
        let first = row.players.iter().position(|player| *player == Player::Vacant);
        guest.is_some_and(|guest| guest.name == *name && lasts(guest))
            && first.is_none_or(|first| seat.index() < first)
            && matches!(row.status, Status::Waiting { .. }) == first.is_some()
            && has_brought(row, seat.index(), Some(client_ref), client_seed.as_deref())
    }
}

/// Whether a table has this kind, and the buy-in for this stake.
fn is_priced(row: &TableRow, kind: &str, stake: i64) -> bool {
    let found = SHIPPED.kind(kind);
    row.setup.kind.as_deref() == Some(kind) && found.is_some_and(|(_, kind)| row.buy_in == price(kind, stake))
}

/// Whether a seat of a table has brought the hash of these two texts.
fn has_brought(row: &TableRow, seat: usize, client_ref: Option<&str>, client_seed: Option<&str>) -> bool {
    let own = row.setup.deal.as_ref().and_then(|deal| deal.brought.get(seat).copied().flatten());
    own.map(|own| own.0) == brought(client_ref, client_seed)
}

/// The level of the house at a new table. In practice memory has a policy of its own, which is not that for chips.
fn level_of(row: &TableRow, asked: Option<Level>) -> Level {
    let own_best = row.practice && row.game_id == "memory";
    asked.filter(|level| *level < Level::BEST).unwrap_or(if own_best { Level::BEST } else { Level::FULL })
}
