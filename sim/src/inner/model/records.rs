//! Each record that is written or removed, against the rules that hold for any history.

use crate::inner::model::seed_in;
use crate::inner::model::{Model, Table, is_matched, member};
use crate::inner::prelude::*;

impl Model {
    pub(super) fn put(&mut self, record: &Record) -> CheckResult {
        match &*self.with_seed(record)? {
            Record::Account(id, row) => self.put_account(*id, row)?,
            Record::Balance(ledger_account, row) => {
                self.touched.balances.insert(*ledger_account);
                self.check_refilled(*ledger_account, row.refilled)?;
                self.chips.balances.insert(*ledger_account, *row);
            }
            Record::Ledger(ledger_account, id, row) => self.put_ledger(*ledger_account, *id, row)?,
            Record::Invitation(hash, row) => {
                let before = self.invitations.insert(*hash, *row);
                let one = before.is_none_or(|before| {
                    row.uses_left + 1 == before.uses_left
                        && *row == InvitationRow { uses_left: row.uses_left, ..before }
                });
                let revoked = row.uses_left == 0 && self.is_acted(AuditedAct::InvitationRevoked(*hash));
                must!(one || revoked, "an invitation's uses decrease one at a time", "{before:?} to {row:?}")?;
            }
            Record::Ref(hash, row) => drop(self.refs.insert(*hash, row.clone())),
            Record::Table(id, row) => self.put_table(*id, row)?,
            Record::Ply(table, ply, row) => {
                self.check_decision(*table, row)?;
                let unknown = || Violation { rule: "a ply has a table", seen: format!("{table} {ply}") };
                self.tables.get_mut(table).ok_or_else(unknown)?.play(*ply, row, self.live)?;
                self.touched.played.insert(*table);
            }
            Record::TableMessage(table, id, row) => {
                let unknown = || Violation { rule: "a message has a table", seen: format!("{:?}", record.key()) };
                let names_erased = self.names_erased(row);
                let known = self.tables.get_mut(table).ok_or_else(unknown)?;
                let before = known.messages.insert(*id, row.clone());
                known.version += u64::from(names_erased && before.is_none());
                self.touched.tables.insert(*table);
                self.check_message(before.as_ref(), row, |author| {
                    AuditedAct::TableMessageRemoved(author, *table, *id)
                })?;
            }
            Record::Archive(id, row) => self.put_archive(*id, row)?,
            Record::Grant(id, row) => self.put_grant(*id, row)?,
            Record::Party(id, row) => self.put_party(*id, row)?,
            Record::PartyMessage(party, id, row) => {
                self.touched.parties.insert(*party);
                let before = self.party_messages.entry(*party).or_default().insert(*id, row.clone());
                self.check_message(before.as_ref(), row, |author| {
                    AuditedAct::PartyMessageRemoved(author, *party, *id)
                })?;
            }
            Record::Daily(day, row) => {
                let before = self.days.insert(*day, row.clone());
                if let Some(seed) = self.daily_seed(DayName { day: *day, era: row.era }) {
                    self.seeds.entry(seed).or_default().day = Some(*day);
                }
                let kind = DAILY_KINDS[day.0 as usize % DAILY_KINDS.len()];
                // A start hides the seed that an earlier version stored. An era has another challenge.
                let is_hidden = |before: &DailyRow| before.form == SecretForm::Clear && row.form != SecretForm::Clear;
                let may_change = |before: &DailyRow| before.era < row.era || is_hidden(before) || before == row;
                let same = before.as_ref().is_none_or(may_change) && (row.kind == kind || !self.live);
                must!(same, "a daily challenge does not change", "{day}: {row:?}, {kind}")?;
            }
            _ => self.put_other(record)?,
        }
        Ok(())
    }

    fn put_other(&mut self, record: &Record) -> CheckResult {
        match record {
            Record::DailyTry(day, account, row) => {
                self.touched.tries.insert((*day, *account));
                self.tries.insert((*day, *account), *row);
            }
            Record::Clock(at) => {
                must!(self.latest <= *at, "the core's clock never goes back", "{:?}, {at:?}", self.latest)?;
                self.latest = *at;
            }
            Record::Outage(until, from) => self.put_outage(*until, *from)?,
            Record::TablesMade(day, account, tables) => {
                let before = self.made.insert((*day, *account), *tables).unwrap_or_default();
                let next = !self.live || (*tables == before + 1 && *day == self.latest.day());
                must!(next, "created tables are counted one by one", "{account} on {day}: {before}, {tables}")?;
                self.touched.counted.push(*account);
            }
            Record::Rating(game_id, player, row) => self.put_rating(game_id, *player, *row),
            Record::TableRating(id, row) => self.put_table_rating(*id, row)?,
            Record::Friendly(id, row) => self.put_friendly(*id, row)?,
            Record::PairTables(day, game_id, one, other, tables) => {
                self.put_pair((*day, game_id.clone(), *one, *other), *tables);
            }
            Record::WeekNet(week, account, row) => self.put_week(*week, *account, *row),
            Record::Identity(hash, row) => {
                let before = self.identities.insert(*hash, row.clone());
                let same = before.is_none_or(|before| before.account == row.account);
                must!(same, "an identity belongs to one account permanently", "{row:?}")?;
                let mut linked = self.identities.values().filter(|own| own.account == row.account);
                let one = linked.by_ref().filter(|own| own.linked.is_some()).count() <= 1;
                // The unlinked identity is written before the newly linked one.
                must!(one || !self.live, "a member has one identity of the messenger", "{row:?}")?;
            }
            Record::LinkState(account, row) => {
                self.link_states.insert(*account, *row);
                self.check_lasts("a link state has its lifetime", row.expires_at, LINK_STATE_S)?;
            }
            Record::Freed(_, row) => {
                self.check_lasts("the handle of an erased member is reserved", row.free_at, HANDLE_REST_S)?;
            }
            Record::PushSubscription(hash, row) => drop(self.subscriptions.insert(*hash, row.clone())),
            Record::Notice(id, row) => drop(self.notices.insert(*id, row.clone())),
            Record::Agent(id, row) => self.put_agent(*id, row)?,
            Record::Duel(id, row) => self.put_duel(*id, row)?,
            Record::DuelEntry(id, row) => {
                self.duel_entries.insert(*id, row.clone());
                self.touched.fought.extend(Some(*id).filter(|_| self.live));
            }
            Record::ModelUse(day, account, row) => self.put_model_use(*day, *account, *row)?,
            // While the service runs, losses are computed from the legs, and tables of related accounts from the results.
            Record::AgentLoss(..) | Record::KinTables(..) if self.live => {}
            Record::AgentLoss(day, account, chips) => drop(self.agent_losses.insert((*day, *account), *chips)),
            Record::Beaten(agent, account, ()) => self.put_beaten(*agent, *account)?,
            Record::Audit(id, row) => self.put_audit(*id, row)?,
            Record::Sanction(account, row) => self.put_sanction(*account, *row)?,
            Record::Block(by, blocked, since) => {
                let before = self.blocks.insert((*by, *blocked), *since);
                let is_new = before.is_none() && *since == self.latest && by != blocked;
                must!(is_new || !self.live, "a block is of two members, since now", "{by} {blocked} {since:?}")?;
            }
            Record::Ticket(id, row) => self.put_ticket(*id, row)?,
            Record::Rematch(id, row) => self.put_rematch(*id, row)?,
            Record::UncountedTable(table, seats) => {
                self.kin.unsettled.insert(*table);
                self.kin.tables.insert(*table, seats.clone());
            }
            Record::UncountedDuel(duel, ()) => drop(self.kin.duels.insert(*duel)),
            Record::KinTables(account, tables) => drop(self.kin.noted.insert(*account, *tables)),
            Record::FairDay(day, row) => self.put_fair_day(*day, *row)?,
            Record::FairEntry(day, number, row) => self.put_entry(*day, *number, row)?,
            Record::Statement(number, row) => self.put_statement(*number, row)?,
            // Indexes and copies are checked through the answers.
            _ => {}
        }
        Ok(())
    }

    /// A row that is written now expires after this time.
    fn check_lasts(&self, rule: &'static str, until: Millis, lasts_s: u64) -> CheckResult {
        let right = until == self.latest.plus_s(lasts_s) || !self.live;
        must!(right, rule, "{until:?}, {lasts_s} s after {:?}", self.latest)
    }

    fn put_account(&mut self, id: AccountId, row: &AccountRow) -> CheckResult {
        self.read_handle(id, row);
        if let Some(referrer) = row.referrer.filter(|_| self.live && !self.accounts.contains_key(&id)) {
            self.check_referred(id, referrer)?;
        }
        let said = || format!("{id}: {row:?}");
        let Some(before) = self.accounts.insert(id, row.clone()) else {
            let new = AccountRow::new(row.slot.unwrap_or_default(), row.handle.clone(), row.recovery, self.latest);
            let AccountRow { test, referrer, invitation, came_early, .. } = *row;
            let new = AccountRow { test, referrer, invitation, came_early, ..new };
            must(*row == new || !self.live, "a new account is empty", said)?;
            let admits = |by: &InvitationRow| by.referrer == referrer && by.test == test;
            let by = invitation.and_then(|hash| self.invitations.get(&hash)).is_some_and(admits);
            let early = referrer.is_some_and(|referrer| !self.is_established(referrer, self.latest));
            return must((by && came_early == early) || !self.live, "an account names its invitation", said);
        };
        must(before.epoch <= row.epoch, "a session epoch never decreases", said)?;
        must(before.paused_until <= row.paused_until, "a pause only grows", said)?;
        let fixed = |row: &AccountRow| (row.joined_at, row.test, row.referrer, row.invitation, row.came_early);
        must(fixed(&before) == fixed(row), "the join time, the referrer and the invitation never change", said)?;
        let lasts = |began: &&Millis| began.plus_s(SESSION_S) > self.latest;
        self.ended_before.insert(id, before.ended.iter().filter(lasts).count());
        let ended = row.epoch > before.epoch || before.ended.iter().filter(lasts).all(|at| row.ended.contains(at));
        must(ended, "a session that has ended does not come back", said)?;
        let asks_again = !before.recovery_unconfirmed && row.recovery_unconfirmed;
        must(!asks_again, "a confirmed recovery code stays confirmed", said)?;
        if before.slot.is_some() && row.slot.is_none() {
            self.touched.erased.insert(id);
            // Its name changes at every table, settled ones included, and in every chat.
            let is_in_chat = |table: &Table| table.messages.values().any(|message| message.author == Some(id));
            let names = |table: &&mut Table| table.seat_of(id).is_some() || is_in_chat(table);
            let of_member = self.tables.values_mut().filter(names);
            of_member.for_each(|table| table.version += 1);
            let bare = AccountRow {
                slot: None,
                bio: None,
                avatar_url: None,
                show_messenger: false,
                recovery: RecoveryRow { hash: [0; 32], ..before.recovery },
                epoch: before.epoch + 1,
                ended: Vec::new(),
                referral: None,
                handle: row.handle.clone(),
                ..before.clone()
            };
            let handle = self.handle(id);
            let digits = handle.strip_prefix(ERASED_HANDLE.0).filter(|digits| digits.len() == ERASED_HANDLE.1);
            let is_shell = digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
            must(is_shell && *row == bare || !self.live, "an erasure clears the account", said)?;
        } else if before.epoch < row.epoch {
            self.touched.signed_out.insert(id);
        }
        must(before.slot.is_some() || row.slot.is_none(), "an erased account stays erased", said)
    }

    fn put_table(&mut self, id: TableId, row: &TableRow) -> CheckResult {
        self.touched.tables.insert(id);
        self.note_deal(id, row)?;
        self.check_deal(id, row, self.tables.get(&id).map(|table| &table.row))?;
        self.note_number(row);
        if !self.tables.contains_key(&id) {
            self.note_matched(id, row);
        }
        if self.live && row.setup.kind.is_none() && !self.tables.contains_key(&id) {
            self.check_leg_table(id, row)?;
        }
        if let Status::Waiting { expires_at } = row.status
            && !self.tables.contains_key(&id)
        {
            let pace = &self.config.pace;
            let waits_s = match (row.pace, row.invited) {
                _ if self.rematches.contains_key(&id) => pace.rematch_s,
                (Pace::Daily, _) => pace.waiting_daily_s,
                (Pace::Live, Some(_)) => pace.waiting_invited_s,
                (Pace::Live, None) => pace.waiting_live_s,
            };
            self.check_lasts("a table waits for the configured time", expires_at, waits_s)?;
        }
        let table = self.tables.entry(id).or_insert_with(|| Table::new(row.clone()));
        let first = table.version == 0;
        let (before, after) = (order_of(&table.row.status), order_of(&row.status));
        let (was, is) = (&table.row.players, &row.players);
        let mut setup = table.row.setup.clone();
        let is_filled = table.is_waiting() && is_filled(was, is);
        if table.is_waiting() {
            setup.deal.clone_from(&row.setup.deal);
        }
        if is_filled {
            // The host chooses the level of the house.
            setup = setup.at_level(row.setup.level());
        }
        let same = table.row.clone();
        let seed = if same.seed.is_undealt() { row.seed } else { same.seed };
        let fixed = *row == TableRow { players: is.clone(), status: row.status.clone(), setup, seed, ..same };
        let seated = was == is || is_filled && row.practice || table.is_waiting() && is_reseated(was, is);
        let said = || format!("{id}: {:?} to {row:?}", table.row);
        must(before <= after && fixed && seated, "a table's status only advances", said)?;
        if first {
            let matched = row.players.iter().filter_map(|player| member(*player)).filter(|_| is_matched(row));
            let makers: Vec<AccountId> = row.host.into_iter().chain(matched).collect();
            self.touched.made_within.extend(makers.iter().filter(|_| row.daily.is_none()));
            self.touched.made.extend(makers);
        }
        match &row.status {
            Status::Settled { .. } if first || before < after => self.touched.settled.push(id),
            Status::Cancelled { .. } if first || before < after => self.cancelled.push(id),
            Status::Voided { .. } if before < after => self.touched.voided.push(id),
            _ => {}
        }
        table.row = row.clone();
        table.version += 1;
        if let (
            None,
            Status::Playing { started_at } | Status::Settled { started_at, .. } | Status::Voided { started_at, .. },
        ) = (&table.board, &row.status)
        {
            let known = if self.live { Vec::new() } else { self.outages.known() };
            table.deal(*started_at, &self.config.pace, &known, self.live)?;
            self.touched.played.insert(id);
        }
        self.note_party_table(id, row, first);
        Ok(())
    }

    /// A party refers to the newest table that was opened for it, until that table is cancelled or voided.
    fn note_party_table(&mut self, id: TableId, row: &TableRow, first: bool) {
        let Some(party) = row.party else { return };
        let over = matches!(row.status, Status::Cancelled { .. } | Status::Voided { .. });
        let points = self.party_tables.entry(party).or_default();
        if first && self.live {
            *points = Some(id);
        } else if over && *points == Some(id) {
            *points = None;
        }
        self.touched.parties.insert(party);
    }

    /// An idempotency key is kept for a day and while its result is active. The key of a join is kept permanently.
    fn check_forgotten(&self, row: &RefRow) -> CheckResult {
        let goes_on = match row.made {
            RefResult::Account(..) => true,
            RefResult::Table(id) | RefResult::Practice(id) | RefResult::GuestSeat(id, ..) => {
                self.tables.get(&id).is_some_and(Table::is_active)
            }
            RefResult::Duel(id) => self.duels.get(&id).is_some_and(|duel| duel.end.is_none()),
            RefResult::Grant(_) | RefResult::Claim(_) | RefResult::Ticket(_) => false,
        };
        let old = row.at.plus_s(REFERENCE_S) <= self.latest;
        must!(old && !goes_on, "an idempotency key is kept for a day and while its result is active", "{row:?}")
    }

    /// A daily table has the deal of its day, and is the member's only one.
    pub(super) fn note_deal(&mut self, id: TableId, row: &TableRow) -> CheckResult {
        let Some(seed) = seed_in(row) else { return Ok(()) };
        let dealt = self.seeds.entry(seed).or_default();
        dealt.tables.insert(id);
        dealt.day = dealt.day.or(row.daily);
        let (Some(day), Some(host)) = (row.daily, row.host) else { return Ok(()) };
        let era = row.setup.deal.as_ref().and_then(|deal| DayName::parse(&deal.day)).map_or(0, |name| name.era);
        let deal = self.days.get(&day).filter(|deal| deal.era == era);
        let is_it = |deal: &DailyRow| {
            Some(&deal.kind) == row.setup.kind.as_ref()
                && self.daily_seed(DayName { day, era }).is_none_or(|daily| daily == seed)
        };
        must!(deal.is_none_or(is_it), "all members play the same daily challenge", "{id}: {row:?}, not {deal:?}")?;
        let first = *self.daily_tables.entry((DayName { day, era }, host)).or_insert(id);
        must!(first == id, "one try a day", "{host} on {day}: {first} and {id}")
    }

    /// A message does not change, unless an operator removes its text: then the text and the nonce are gone.
    pub(super) fn check_message(
        &self,
        before: Option<&MessageRow>,
        row: &MessageRow,
        act: impl FnOnce(AccountId) -> AuditedAct,
    ) -> CheckResult {
        let Some(before) = before.filter(|before| self.live && *before != row) else { return Ok(()) };
        let is_bare = matches!(row.body, Sealed::Open(_)) && row.client_id.is_none() && row.seat >= 0;
        let same = (before.author, before.seat, before.at) == (row.author, row.seat, row.at);
        let is_reported = row.author.is_some_and(|author| self.is_acted(act(author)));
        must!(is_bare && same && is_reported, "a message changes only by an audited removal", "{before:?} to {row:?}")
    }

    pub(super) fn remove(&mut self, key: &Key) -> CheckResult {
        match key {
            Key::Table(id) => {
                let over = self.tables.remove(id).is_none_or(|table| !table.is_active());
                must(over, "an active table is never removed", || id.to_string())?;
                must(self.archives.contains_key(id), "a removed table has an archive", || id.to_string())?;
            }
            Key::TableMessage(table, id) => {
                let message = self.tables.get(table).and_then(|table| table.messages.get(id));
                let names_erased = message.is_some_and(|message| self.names_erased(message));
                let Some(table) = self.tables.get_mut(table) else { return Ok(()) };
                // The messages of a finished table are removed with it.
                let spare = table.messages.len() > self.config.bounds.messages;
                must!(spare || !table.is_active(), "a chat keeps its newest messages", "{key:?}")?;
                if spare {
                    table.messages.remove(id);
                    table.version += u64::from(names_erased);
                }
            }
            Key::PartyMessage(party, id) => {
                self.party_messages.entry(*party).or_default().remove(id);
            }
            Key::Grant(id) => {
                let row = self.grants.remove(id);
                let over = row.as_ref().is_none_or(|row| row.ended || row.expires_at <= self.latest);
                must!(over, "an active grant is never removed", "{id}: {row:?}")?;
            }
            Key::Ref(hash) => {
                if let Some(row) = self.refs.remove(hash) {
                    self.check_forgotten(&row)?;
                }
            }
            Key::Invitation(hash) => drop(self.invitations.remove(hash)),
            Key::Sanction(account) => self.put_sanction(*account, SanctionRow::default())?,
            Key::Party(id) => self.remove_party(*id)?,
            // Two queries of one group commit return the same rows, so an archive may be removed twice.
            Key::Archive(id) if self.gone.tables.contains(id) && !self.archives.contains_key(id) => {}
            Key::Archive(id) => {
                must!(self.is_over_practice(*id, self.latest), "permanent rows are never removed", "{key:?}")?;
                self.counts.hit("premise: an archive of practice was dropped");
                self.archives.remove(id);
                self.gone.tables.insert(*id);
            }
            _ => self.remove_other(key)?,
        }
        Ok(())
    }

    fn remove_other(&mut self, key: &Key) -> CheckResult {
        let kept = || must!(false, "permanent rows are never removed", "{key:?}");
        let today = self.latest.day();
        let past = |day: Day, rule| must!(day < today, rule, "{key:?}");
        match key {
            Key::TablesMade(day, account) => {
                past(*day, "today's table counts are never removed")?;
                self.made.remove(&(*day, *account));
            }
            Key::Daily(day) => drop(self.days.remove(day)),
            Key::DailyTry(day, account) => drop(self.tries.remove(&(*day, *account))),
            Key::ModelUse(day, account) => {
                past(*day, "today's model calls are never removed")?;
                self.model_uses.remove(&(*day, *account));
            }
            Key::AgentLoss(day, account) => {
                past(*day, "today's losses are never removed")?;
                self.agent_losses.remove(&(*day, *account));
            }
            Key::Identity(hash) => {
                let row = self.identities.remove(hash);
                let rule = "an identity belongs to one account permanently";
                self.touched.left.extend(row.map(|row| (row.account, rule)));
            }
            Key::PairTables(..) | Key::WeekNet(..) => self.remove_count(key)?,
            Key::TableRating(id) => {
                let archived = self.archives.contains_key(id);
                must!(archived, "the rating of a table is removed with the table", "{id}")?;
                self.ratings.tables.remove(id);
            }
            Key::Friendly(id) => {
                let archived = self.archives.contains_key(id);
                must!(archived, "the guests of a table are kept as long as the table", "{id}")?;
                self.friendly.remove(id);
            }
            Key::Ticket(id) => self.remove_ticket(*id)?,
            Key::Rematch(id) => self.remove_rematch(*id)?,
            Key::LinkState(account) => drop(self.link_states.remove(account)),
            Key::Block(by, blocked) => drop(self.blocks.remove(&(*by, *blocked))),
            Key::PushSubscription(hash) => {
                let row = self.subscriptions.remove(hash);
                self.unsubscribed.extend(row.map(|row| (*hash, row)));
            }
            Key::Notice(id) => drop(self.notices.remove(id)),
            Key::Outage(until) => self.remove_outage(*until)?,
            Key::Duel(id) => self.remove_duel(*id)?,
            Key::Agent(_) | Key::DuelEntry(_) | Key::Beaten(..) | Key::Account(_) | Key::Audit(_) | Key::Rating(..) => {
                kept()?
            }
            Key::Balance(_) | Key::Ledger(..) | Key::History(..) | Key::HistoryOfGame(..) => kept()?,
            _ => {}
        }
        Ok(())
    }
}

/// Whether the house has taken all vacant seats.
fn is_filled(was: &[Player], is: &[Player]) -> bool {
    let filled = |(was, is): (&Player, &Player)| was == is || (*was, *is) == (Player::Vacant, Player::House);
    was != is && !is.contains(&Player::Vacant) && was.iter().zip(is).all(filled)
}

/// Whether one person has taken a vacant seat, or left one.
fn is_reseated(was: &[Player], is: &[Player]) -> bool {
    use Player::{Guest, Member, Vacant};
    let mut changed = was.iter().zip(is).filter(|(was, is)| was != is);
    let one = matches!(changed.next(), Some((Vacant, Member(_) | Guest) | (Member(_) | Guest, Vacant)));
    one && changed.next().is_none() && was.len() == is.len()
}

const fn order_of(status: &Status) -> u8 {
    match status {
        Status::Waiting { .. } => 0,
        Status::Playing { .. } => 1,
        Status::Settled { .. } | Status::Cancelled { .. } | Status::Voided { .. } => 2,
    }
}
