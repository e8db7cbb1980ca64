//! Notices to members' browsers. A notice is a record until every browser has received it or was given up, so that the
//! next leader continues with it.

use crate::calls::{Call, CallResult, PushCall};
use crate::games::Seat;
use crate::handlers::tables::list;
use crate::ids::{AccountId, TableId};
use crate::pending::{Calls, PendingCall};
use crate::record::{Key, NoticeId, NoticeKind, NoticeRow, NoticeStage, Player, PushSubscriptionRow, Record};
use crate::request::Pace;
use crate::secret::{Secret, sha256};
use crate::state::{HotState, Transaction};
use crate::time::Millis;
use crate::timers::{Timer, Timers};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

/// Maximum attempts for a notice.
const MAX_ATTEMPTS: u8 = 5;
/// The pause after the first failure, in seconds. Each further one is four times as long.
const PAUSE_S: u64 = 30;
/// How long the notice of a declined invitation is sent, in seconds.
const DECLINED_S: u64 = 86_400;
/// Bytes of the hash that is a notice's topic: 32 characters in base64url.
const TOPIC_BYTES: usize = 24;

/// The content of a notification.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    r#type: &'static str,
    table_id: TableId,
    title: &'static str,
    body: String,
    url: String,
}

/// Update the notices of a daily table after new log entries. Notices of ended turns are removed. Each turn that has
/// begun since this length of the log gets two: now, and after three quarters of its time.
pub(crate) fn notify_turns(tx: &mut Transaction<'_>, table: TableId, since: u32) {
    let Some(known) = tx.table(table).filter(|known| known.row.pace == Pace::Daily && !known.row.practice) else {
        return;
    };
    let notices = tx.notices.of_table(table);
    let over: Vec<NoticeId> = notices.filter(|(id, row)| !tx.is_wanted(*id, row)).map(|(id, _)| id).collect();
    let to_act = known.live().map(|live| (live, live.board.to_act()));
    let to_act = to_act.filter(|_| known.is_playing()).into_iter().flat_map(|(live, seats)| {
        seats.iter().map(|seat| (seat, live.turn_of(seat))).filter(|(_, turn)| *turn >= since)
    });
    let begun: Vec<(Seat, u32, AccountId, Millis)> = to_act
        .filter_map(|(seat, turn)| {
            Some((seat, turn, known.row.players[seat.index()].member()?, known.deadline_of(seat)?))
        })
        .collect();
    for id in over {
        tx.remove(Key::Notice(id));
    }
    for (seat, turn, account, until) in begun {
        let soon = tx.now.plus_ms(until.since(tx.now) / 4 * 3);
        notify(tx, NoticeId { table, seat, kind: NoticeKind::TurnEndsSoon }, account, turn, until, soon);
        if tx.subscriptions.of(account).next().is_some() {
            let id = NoticeId { table, seat, kind: NoticeKind::TurnBegan };
            notify(tx, id, account, turn, until, tx.now);
        }
    }
}

/// Notify the host that their invitation was declined.
pub(crate) fn notify_declined(tx: &mut Transaction<'_>, table: TableId) {
    let row = tx.table(table).map(|known| &known.row);
    let Some((host, seat)) = row.and_then(|row| Some((row.host?, row.seat_of(row.host?)?))) else { return };
    if tx.subscriptions.of(host).next().is_some() {
        let id = NoticeId { table, seat, kind: NoticeKind::Declined };
        notify(tx, id, host, 0, tx.now.plus_s(DECLINED_S), tx.now);
    }
}

fn notify(tx: &mut Transaction<'_>, id: NoticeId, account: AccountId, turn: u32, until: Millis, at: Millis) {
    let row = NoticeRow { account, turn, until, tries: 0, left: None, stage: NoticeStage::Due(at) };
    tx.put(Record::Notice(id, row));
}

/// Send a due notice to every browser that has not received it. The owner of a delegated seat is not notified, because
/// they cannot move.
pub(crate) fn send_notice(tx: &mut Transaction<'_>, calls: &mut Calls, id: NoticeId) {
    let Some(mut row) = tx.notices.get(id).cloned() else { return };
    row.until = tx.notice_ends(id, &row);
    let is_delegated = || tx.grants.is_delegated(id.table, id.seat, tx.now);
    let is_turn = id.kind != NoticeKind::Declined;
    let wanted = row.until > tx.now && tx.is_wanted(id, &row) && !(is_turn && is_delegated());
    let own: Vec<[u8; 32]> = tx.subscriptions.of(row.account).collect();
    let is_left = |hash: &[u8; 32]| row.left.as_ref().is_none_or(|left| left.contains(hash));
    let left: Vec<[u8; 32]> = own.into_iter().filter(is_left).filter(|_| wanted).collect();
    let pushes: Vec<([u8; 32], PushCall)> =
        left.iter().filter_map(|hash| Some((*hash, push_call(tx, id, &row, hash)?))).collect();
    if pushes.is_empty() {
        return tx.remove(Key::Notice(id));
    }
    let left = Some(pushes.iter().map(|(hash, _)| *hash).collect());
    let stage = NoticeStage::Sent { failed: Vec::new(), again_at: tx.now };
    for (browser, push) in pushes {
        let pending = PendingCall::Push { notice: id, turn: row.turn, browser };
        calls.send(Call::Push(Box::new(push)), pending);
    }
    tx.put(Record::Notice(id, NoticeRow { tries: row.tries + 1, left, stage, ..row }));
}

fn push_call(tx: &Transaction<'_>, id: NoticeId, row: &NoticeRow, hash: &[u8; 32]) -> Option<PushCall> {
    let browser = tx.browser(hash)?;
    let (p256dh, auth) = browser.keys()?;
    let payload = serde_json::to_string(&payload(tx, id, row)).expect("texts are plain data");
    let topic = sha256(format!("push topic\0{}", id.table).as_bytes());
    Some(PushCall {
        endpoint: Secret::new(browser.endpoint),
        p256dh,
        auth,
        payload,
        ttl_s: row.until.seconds_from(tx.now),
        topic: URL_SAFE_NO_PAD.encode(&topic[..TOPIC_BYTES]),
    })
}

fn payload(tx: &Transaction<'_>, id: NoticeId, row: &NoticeRow) -> Payload {
    let known = tx.table(id.table);
    let game = known.map(|known| list::label(tx.config.games, known)).unwrap_or_default();
    let invited = known.and_then(|known| known.row.invited).map(Player::Member);
    let (r#type, title, body) = match id.kind {
        NoticeKind::TurnBegan => ("your_move", "Your move", format!("{game}: it is your turn.")),
        NoticeKind::TurnEndsSoon => {
            let hours = row.until.since(tx.now) / 3_600_000;
            let left = if hours == 0 { "less than an hour".to_owned() } else { format!("{hours} h") };
            ("your_move", "Your turn ends soon", format!("{game}: you have {left} left for your move."))
        }
        NoticeKind::Declined => {
            let who = invited.map_or_else(|| "Somebody".to_owned(), |player| tx.name_of(player));
            let back = if known.is_some_and(|known| known.row.is_nominal()) { "" } else { ", your stake is back" };
            ("invitation_declined", "Invitation declined", format!("{game}: {who} declined{back}."))
        }
    };
    let url = format!("{}/tables/{}", tx.config.base_url, id.table);
    Payload { r#type, table_id: id.table, title, body, url }
}

/// The result of a notice for one browser.
pub(crate) fn pushed(tx: &mut Transaction<'_>, id: NoticeId, turn: u32, browser: [u8; 32], result: CallResult) {
    note_reachable(tx, browser, result);
    let Some(mut row) = tx.notices.get(id).filter(|row| row.turn == turn).cloned() else { return };
    let (Some(left), NoticeStage::Sent { failed, again_at }) = (&mut row.left, &mut row.stage) else { return };
    let Some(place) = left.iter().position(|own| *own == browser) else { return };
    left.remove(place);
    let is_final =
        matches!(result, CallResult::Delivered | CallResult::Gone | CallResult::Refused | CallResult::Rejected);
    if !is_final {
        let pause_s = if let CallResult::Failed { retry_after_s } = result { retry_after_s } else { None };
        let pause_s = (PAUSE_S << (2 * row.tries.saturating_sub(1))).max(pause_s.unwrap_or(0));
        *again_at = (*again_at).max(tx.now.plus_s(pause_s));
        failed.push(browser);
    }
    if !left.is_empty() {
        return tx.put(Record::Notice(id, row));
    }
    let (left, again_at) = (std::mem::take(failed), *again_at);
    if left.is_empty() || row.tries >= MAX_ATTEMPTS || again_at >= tx.notice_ends(id, &row) {
        return tx.remove(Key::Notice(id));
    }
    tx.put(Record::Notice(id, NoticeRow { left: Some(left), stage: NoticeStage::Due(again_at), ..row }));
}

/// Forget a browser that its push service does not know any more, or whose messages it has rejected for some days.
fn note_reachable(tx: &mut Transaction<'_>, browser: [u8; 32], result: CallResult) {
    let Some(row) = tx.subscriptions.get(&browser).cloned() else { return };
    let kept_s = tx.config.push.rejected_kept_s;
    let is_over = |since: Millis| since.plus_s(kept_s) <= tx.now;
    let now = Some(tx.now);
    match (result, row.rejected_since) {
        (CallResult::Gone, _) => tx.remove(Key::PushSubscription(browser)),
        (CallResult::Rejected, Some(since)) if is_over(since) => tx.remove(Key::PushSubscription(browser)),
        (CallResult::Rejected, None) => {
            tx.put(Record::PushSubscription(browser, PushSubscriptionRow { rejected_since: now, ..row }));
        }
        (CallResult::Delivered, Some(_)) => {
            tx.put(Record::PushSubscription(browser, PushSubscriptionRow { rejected_since: None, ..row }));
        }
        _ => {}
    }
}

/// A notice was on its way when the process ended: send it again where there was no result, without counting an
/// attempt. A notice of a later turn was sent by this process.
pub(crate) fn take_up_notice(tx: &mut Transaction<'_>, id: NoticeId, turn: u32) {
    let Some(row) = tx.notices.get(id).filter(|row| row.turn == turn).cloned() else { return };
    let NoticeStage::Sent { failed, .. } = &row.stage else { return };
    let left = row.left.iter().flatten().chain(failed).copied().collect();
    let (tries, stage) = (row.tries.saturating_sub(1), NoticeStage::Due(tx.now));
    tx.put(Record::Notice(id, NoticeRow { tries, left: Some(left), stage, ..row }));
}

impl HotState {
    /// Resume notices that were on their way when the previous process ended.
    pub(crate) fn resume_notices(&self, now: Millis, agenda: &mut Timers) {
        for (id, turn) in self.notices.under_way() {
            agenda.set(now, Timer::NoticeLost(id, turn));
        }
    }

    /// Until when a notice is sent. An outage may have given its turn more time.
    fn notice_ends(&self, id: NoticeId, row: &NoticeRow) -> Millis {
        let is_turn = id.kind != NoticeKind::Declined && self.is_wanted(id, row);
        let end = self.table(id.table).filter(|_| is_turn).and_then(|known| known.deadline_of(id.seat));
        end.map_or(row.until, |end| end.max(row.until))
    }

    /// Whether a notice still applies.
    fn is_wanted(&self, id: NoticeId, row: &NoticeRow) -> bool {
        if self.accounts.known(row.account).is_erased() {
            return false;
        }
        match id.kind {
            NoticeKind::Declined => true,
            NoticeKind::TurnBegan | NoticeKind::TurnEndsSoon => self.table(id.table).is_some_and(|known| {
                let same_turn = known.live().is_some_and(|live| live.turn_of(id.seat) == row.turn);
                known.seat_of(row.account) == Some(id.seat) && known.waits_for(id.seat) && same_turn
            }),
        }
    }
}
