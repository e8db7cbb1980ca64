//! Outbound calls: their receivers, contents and number.

use crate::inner::judge::Judge;
use crate::inner::model::is_free;
use crate::inner::permissions::browser_of;
use crate::inner::prelude::*;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;

impl Judge {
    /// The result of a push has its effect: an expired subscription is removed, and so is one that was rejected for long
    /// enough; others stay, and Retry-After is honored.
    pub(crate) fn check_returned(&mut self, call: CallId, effects: &Effects) -> CheckResult {
        let sent = self.push_results.called.remove(&call);
        let Some(((id, turn, tries, browser), result)) = sent.zip(self.results.remove(&call)) else { return Ok(()) };
        let key = Key::PushSubscription(browser);
        let forgotten = effects.batch.changes.iter().any(|change| matches!(change, Change::Remove(of) if *of == key));
        let said = || format!("{result:?}, of {id:?}");
        if result == CallResult::Gone {
            self.counts.hit("premise: a subscription had expired");
            must(!self.model.subscriptions.contains_key(&browser), "an expired subscription is removed", said)?;
        } else {
            let since = self.model.unsubscribed.get(&browser).and_then(|row| row.rejected_since);
            let is_long = since.is_some_and(|since| since.plus_s(self.settings.rejected_kept_s) <= self.now);
            let may_go = result == CallResult::Rejected && is_long;
            must(!forgotten || may_go, "only an expired or rejected subscription is removed", said)?;
            self.counts.add("premise: a rejected subscription was removed", forgotten.into());
            let rejected = self.model.subscriptions.get(&browser).map(|row| row.rejected_since);
            let fits = match (result, rejected) {
                (CallResult::Rejected, Some(since)) => since
                    .is_some_and(|since| since == self.now || since.plus_s(self.settings.rejected_kept_s) > self.now),
                (CallResult::Delivered, Some(since)) => since.is_none(),
                _ => true,
            };
            must(fits, "a subscription is kept for some days while messages to it are rejected", said)?;
        }
        if let CallResult::Failed { retry_after_s: Some(after_s) } = result {
            self.counts.hit("premise: a push service sent Retry-After");
            self.push_results.rests.insert((id, turn, browser), self.now.plus_s(after_s));
        }
        let is_final =
            matches!(result, CallResult::Delivered | CallResult::Gone | CallResult::Refused | CallResult::Rejected);
        if !is_final {
            let pause = self.now.plus_s(NOTICE_PAUSE_S << (2 * tries.saturating_sub(1)));
            let rests = self.push_results.rests.entry((id, turn, browser)).or_default();
            *rests = pause.max(*rests);
        }
        // A subscription whose messages are rejected for long enough is forgotten.
        let since = self.model.subscriptions.get(&browser).and_then(|row| row.rejected_since);
        let kept_s = self.settings.rejected_kept_s;
        let is_over = result == CallResult::Rejected
            && since.is_some_and(|since| since.plus_s(kept_s) <= self.now && since != self.now);
        must(!is_over, "a subscription that rejects for long is forgotten", said)
    }

    /// Every push matches a notice that its step writes, and goes to a browser of the notice's member, once per try.
    pub(crate) fn check_calls(&mut self, returned: Option<CallId>, effects: &Effects) -> CheckResult {
        for change in &effects.batch.changes {
            self.check_reminder(change)?;
        }
        // The answer may report a second call.
        let again = returned.map_or(Ok(Some(0)), |call| self.check_decision(call, effects))?;
        let asked = effects.calls.iter().filter(|(_, call)| matches!(call, Call::Decide(_))).count() as u64;
        let counted = self.model.take_asked();
        let right = again.map_or(counted <= asked + 1, |again| counted == asked + again);
        must!(right, "every model call is counted", "{counted} of {asked}, {again:?} again")?;
        self.check_questions(effects)?;
        let notices: Vec<(NoticeId, &NoticeRow)> = effects.batch.changes.iter().filter_map(sent).collect();
        let moved: BTreeSet<TableId> = effects.batch.changes.iter().filter_map(moved).collect();
        for (id, call) in &effects.calls {
            match call {
                Call::Push(push) => self.check_push(*id, push, &notices, &moved)?,
                Call::Tell(message) => {
                    self.counts.hit("premise: a messenger user got the welcome message");
                    let base = &self.model.config.base_url;
                    let leads = message.link.as_ref().is_some_and(|link| link.url == *base && !link.text.is_empty());
                    let greets = message.chat == 7 && leads && message.text.starts_with("Welcome");
                    must!(greets, "a messenger user gets the welcome message", "{}: {}", message.chat, message.text)?;
                }
                Call::Decide(_) => {}
            }
        }
        Ok(())
    }

    /// A turn that begins has a reminder at three quarters of it.
    fn check_reminder(&self, change: &Change) -> CheckResult {
        let Change::Put(Record::Notice(id, row)) = change else { return Ok(()) };
        let NoticeStage::Due(at) = row.stage else { return Ok(()) };
        if id.kind != NoticeKind::TurnEndsSoon || row.tries > 0 || row.left.is_some() {
            return Ok(());
        }
        let (lasts, then) = (row.until.since(self.now), at.since(self.now));
        let holds = (then * REMINDED_AT.1).abs_diff(lasts * REMINDED_AT.0) <= 16;
        must!(holds, "a reminder is sent at three quarters of a turn", "{id:?}: after {then} of {lasts} ms")
    }

    /// The host is notified of a declined invitation, if the host has a subscribed browser.
    pub(crate) fn check_host_is_reported(&self, table: TableId) -> CheckResult {
        let host = self.model.row(table).and_then(|row| row.host);
        let listens = self.model.subscriptions.values().any(|row| Some(row.account) == host);
        let reported = |id: &NoticeId| id.table == table && id.kind == NoticeKind::Declined;
        let said = || format!("{table} of {host:?}");
        must(!listens || self.model.notices.keys().any(reported), "a host is notified of a declined invitation", said)
    }

    fn check_push(
        &mut self,
        call: CallId,
        push: &PushCall,
        notices: &[(NoticeId, &NoticeRow)],
        moved: &BTreeSet<TableId>,
    ) -> CheckResult {
        let payload: Value = serde_json::from_str(&push.payload).unwrap_or_default();
        let said = || format!("{payload} among {notices:?}");
        let browser = browser_of(&push.endpoint);
        let is_own = |id: &NoticeId, row: &NoticeRow| {
            let table = self.model.row(id.table);
            // For a table that was archived by then the payload is empty.
            let bare = !self.model.tables.contains_key(&id.table) && payload == self.payload_of(*id, row, None);
            row.left.iter().flatten().any(|left| *left == browser)
                && (bare || payload == self.payload_of(*id, row, table))
        };
        let found = notices.iter().find(|(id, row)| is_own(id, row));
        must(found.is_some(), "a push matches a notice of the same step", said)?;
        let Some((id, row)) = found else { return Ok(()) };
        let holder = self.model.subscriptions.get(&browser).map(|row| row.account);
        must(holder == Some(row.account), "a push goes to the browsers of its member", said)?;
        let in_time =
            row.until > self.now && push.ttl_s == row.until.0.div_ceil(1_000).saturating_sub(self.now.0 / 1_000);
        self.check_envelope(browser, *id, push)?;
        let ttl = row.until.since(self.now).div_ceil(1_000);
        must!(in_time || push.ttl_s == ttl, "a push expires with its turn", "{} s, {ttl} s", push.ttl_s)?;
        let holds = push.topic.len() <= TOPIC_LETTERS && row.tries <= NOTICE_TRIES;
        must(holds, "a push is tried five times at most", said)?;
        must(self.pushed.insert((*id, row.turn, row.tries, browser)), "a turn has one push and one reminder", said)?;
        let rests = self.push_results.rests.get(&(*id, row.turn, browser));
        must(rests.is_none_or(|until| *until <= self.now), "a notice waits for its next try", said)?;
        self.push_results.called.insert(call, (*id, row.turn, row.tries, browser));
        self.check_payload(&push.payload)?;
        self.check_turn(*id, row, moved)
    }

    /// The exact payload of a push.
    fn payload_of(&self, id: NoticeId, notice: &NoticeRow, row: Option<&TableRow>) -> Value {
        let kind = row.and_then(|row| row.setup.kind.as_deref()).and_then(|kind| SHIPPED.kind(kind));
        let game = kind.map_or("", |(_, kind)| kind.label);
        let hours = notice.until.since(self.now) / (HOUR_S * 1_000);
        let left = if hours == 0 { "less than an hour".to_owned() } else { format!("{hours} h") };
        let (kind, title, text) = match id.kind {
            NoticeKind::TurnBegan => ("your_move", "Your move", "it is your turn.".to_owned()),
            NoticeKind::TurnEndsSoon => {
                ("your_move", "Your turn ends soon", format!("you have {left} left for your move."))
            }
            NoticeKind::Declined => {
                let who = row.and_then(|row| row.invited);
                let who = who.map_or_else(|| "Somebody".to_owned(), |who| self.model.handle(who));
                let has_stake = row.is_none_or(|row| !row.practice && !is_free(row));
                let back = if has_stake { ", your stake is back" } else { "" };
                ("invitation_declined", "Invitation declined", format!("{who} declined{back}."))
            }
        };
        let url = format!("{}/tables/{}", self.model.config.base_url, id.table);
        json!({ "type": kind, "tableId": id.table, "title": title, "body": format!("{game}: {text}"), "url": url })
    }

    /// A push is encrypted with the keys of its browser, and replaces pushes of the same table only.
    fn check_envelope(&mut self, browser: [u8; 32], id: NoticeId, push: &PushCall) -> CheckResult {
        let said = || format!("{id:?}: {:?} {}", push.auth, push.topic);
        let row = self.model.subscriptions.get(&browser);
        let kept = row.and_then(|row| self.model.text(row.account, &row.browser)).unwrap_or_default();
        let kept: Value = serde_json::from_str(&kept).unwrap_or_default();
        let text = |bytes: &[u8]| json!(URL_SAFE.encode(bytes));
        let own = kept["p256dh"] == text(&push.p256dh) && kept["auth"] == text(&push.auth);
        must(own, "a push is encrypted for its browser", said)?;
        let mut topics = self.push_results.topics.iter();
        let known = topics.find(|(table, topic)| **table == id.table || **topic == push.topic);
        let same = known.is_none_or(|(table, topic)| (*table, topic) == (id.table, &push.topic));
        must(same, "a push replaces only pushes of its table", said)?;
        self.push_results.topics.insert(id.table, push.topic.clone());
        Ok(())
    }

    /// A push is true: the member is to act at a daily table that is no practice, and the seat is not delegated. If the
    /// table moved in the same step, that may have been true before.
    fn check_turn(&mut self, id: NoticeId, notice: &NoticeRow, moved: &BTreeSet<TableId>) -> CheckResult {
        let row = self.model.row(id.table);
        let said = || format!("{id:?} {notice:?}: {row:?}");
        let seated = row.is_some_and(|row| row.players.get(id.seat.index()) == Some(&Player::Member(notice.account)));
        must(seated, "a push goes to the seat's member", said)?;
        if id.kind == NoticeKind::Declined {
            self.counts.hit("premise: a host was notified of a declined invitation");
            return Ok(());
        }
        self.counts.hit(if id.kind == NoticeKind::TurnBegan {
            "premise: a member was notified of their turn"
        } else {
            "premise: a member was reminded of their turn"
        });
        let daily = row.is_some_and(|row| row.pace == Pace::Daily && !row.practice);
        must(daily, "members are notified only of daily tables", said)?;
        let delegated = self.model.is_delegated(id.table, id.seat, self.now);
        must(!delegated, "the owner of a delegated seat gets no notice of its turns", said)?;
        if moved.contains(&id.table) {
            return Ok(());
        }
        let table = self.model.tables.get(&id.table).filter(|table| table.is_playing());
        must(table.is_some_and(|table| table.to_act().contains(id.seat)), "a notified member is to act", said)?;
        let ends = table.and_then(|table| table.turn_ends(id.seat));
        must(ends == Some(notice.until) || self.daily_turns_changed, "a push expires with its turn", said)
    }

    /// A payload contains no seed, code or endpoint.
    fn check_payload(&self, payload: &str) -> CheckResult {
        for word in payload.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_' || c == '.')) {
            let mut bytes = [0; 32];
            let is_seed = hex::decode_to_slice(word, &mut bytes).is_ok();
            let known =
                self.secrets.contains_key(word) || (is_seed && self.model.is_revealed(bytes, self.now).is_some());
            must(!known, "a push contains no secret", || payload.to_owned())?;
        }
        Ok(())
    }

    /// A notice that was in flight when the previous process ended is sent again, as soon as nothing else is due.
    pub(crate) fn check_under_way(&self) -> CheckResult {
        let lost = self.model.notices.iter().find(|(id, row)| {
            let turn = (**id, row.turn);
            matches!(row.stage, NoticeStage::Sent { .. }) && !self.pushed.iter().any(|(id, of, ..)| (*id, *of) == turn)
        });
        must!(lost.is_none(), "a notice in flight at a crash is sent again", "{lost:?}")
    }
}

/// The table of a ply.
const fn moved(change: &Change) -> Option<TableId> {
    if let Change::Put(Record::Ply(table, ..)) = change { Some(*table) } else { None }
}

fn sent(change: &Change) -> Option<(NoticeId, &NoticeRow)> {
    let Change::Put(Record::Notice(id, row)) = change else { return None };
    matches!(row.stage, NoticeStage::Sent { .. }).then_some((*id, row))
}
