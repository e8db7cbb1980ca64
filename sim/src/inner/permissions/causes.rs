//! Rules of the table of permissions that need more than the caller's relation to a table and its stage.

use super::Case;
use super::case::{kind_named, price};
use crate::inner::callers::person_of;
use crate::inner::prelude::*;

// Accounts.

/// Whether a handle is well-formed: letters, digits, `_` and `-`, starting with a letter.
pub(super) fn is_formed(handle: &str) -> bool {
    let mut letters = handle.chars();
    let first = letters.next().is_some_and(|first| first.is_ascii_lowercase());
    let rest = letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c));
    first && rest && HANDLE_LETTERS.contains(&handle.len())
}

/// The code and the handle of a request that would create an account.
fn newcomer<'r>(case: &Case<'_>, request: &'r Request) -> Option<(&'r Secret, String)> {
    let (code, handle) = match request {
        Request::Join { invite_code, handle, .. } => (invite_code, handle.clone()),
        Request::JoinMessenger { invite_code: Some(code), handle, .. } if identity(case, request).is_none() => {
            let person = proven(case, request)?;
            (code, handle.clone().unwrap_or_else(|| format!("user_{}", person - 1_000)))
        }
        _ => return None,
    };
    Some((code, handle.trim().to_lowercase()))
}

/// A code is valid while it has uses left and has not expired. A referral code also needs an established owner with
/// room in the tree.
pub(super) fn invalid_invitation(case: &Case<'_>, request: &Request) -> bool {
    let model = &case.world.model;
    let alive = |id: AccountId| model.is_member(id) && !model.is_frozen(id);
    newcomer(case, request).is_some_and(|(code, _)| {
        !model.invitations.get(&code_hash(code.reveal())).is_some_and(|row| {
            let in_time = row.expires_at.is_none_or(|until| until > case.now);
            let open = |owner: AccountId| alive(owner) && model.code_uses(owner, row, case.now) > 0;
            row.uses_left > 0 && in_time && row.referrer.is_none_or(open)
        })
    })
}

pub(super) fn malformed_handle(_: &Case<'_>, request: &Request) -> bool {
    matches!(request, Request::JoinMessenger { handle: Some(handle), .. } if !is_formed(&handle.trim().to_lowercase()))
}

pub(super) fn no_handle(case: &Case<'_>, request: &Request) -> bool {
    newcomer(case, request).is_some_and(|(_, handle)| {
        let reserved = RESERVED_HANDLES.contains(&handle.as_str()) || handle.starts_with(ERASED_HANDLE.0);
        !is_formed(&handle) || reserved
    })
}

/// A handle belongs to its member, and is reserved for a while after an erasure.
pub(super) fn handle_taken(case: &Case<'_>, request: &Request) -> bool {
    let model = &case.world.model;
    let kept = |id: &AccountId| model.accounts.contains_key(id) && !model.is_member(*id);
    newcomer(case, request).is_some_and(|(_, handle)| {
        let mut freed = case.world.freed.iter().filter(|(_, (own, free_at))| *own == handle && *free_at > case.now);
        model.member_named(&handle).is_some() || freed.any(|(id, _)| kept(id))
    })
}

/// The account of a recovery code, and the code.
fn logging_in<'r>(case: &Case<'_>, request: &'r Request) -> Option<(Option<AccountId>, &'r Secret)> {
    match request {
        Request::Token { handle, recovery_code } | Request::Recover { handle, recovery_code } => {
            Some((case.world.model.member_named(handle), recovery_code))
        }
        Request::Rotate { recovery_code } => Some((case.member(), recovery_code)),
        _ => None,
    }
}

pub(super) fn wrong_code(case: &Case<'_>, request: &Request) -> bool {
    logging_in(case, request).is_some_and(|(account, code)| {
        let row = account.and_then(|id| case.world.model.accounts.get(&id)).filter(|row| row.slot.is_some());
        row.is_none_or(|row| row.recovery.hash != code_hash(code.reveal()))
    })
}

pub(super) fn frozen_account(case: &Case<'_>, request: &Request) -> bool {
    let account = logging_in(case, request).and_then(|(account, _)| account);
    !wrong_code(case, request) && account.is_some_and(|account| case.world.model.is_frozen(account))
}

pub(super) fn unconfirmed(case: &Case<'_>, request: &Request) -> bool {
    let Request::Erase { confirm_handle } = request else { return false };
    !case.is(case.world.model.member_named(confirm_handle))
}

pub(super) fn no_such_member(case: &Case<'_>, request: &Request) -> bool {
    matches!(request, Request::Player { handle } if case.world.model.member_named(handle).is_none())
}

pub(super) fn muted(case: &Case<'_>, _: &Request) -> bool {
    case.member().is_some_and(|account| case.world.model.is_muted(account, case.now))
}

// The messenger, and browsers.

/// The messenger user of a valid proof that is neither too old nor from the future.
fn proven(case: &Case<'_>, request: &Request) -> Option<u64> {
    let in_app = |data: &Secret| MessengerProof::InApp(data.clone());
    let proof = match request {
        Request::JoinMessenger { init_data, .. } => in_app(init_data),
        Request::LinkMessenger { proof, .. } => proof.clone(),
        _ => return None,
    };
    let person = person_of(&proof)?;
    let messenger = case.world.settings.config().messenger;
    let lasts_s = match proof {
        MessengerProof::InApp(_) => messenger.in_app_max_age_s,
        MessengerProof::Widget(_) => messenger.max_age_s,
    };
    let now_s = case.now.0 / 1_000;
    let in_time = person.at_s.saturating_add(lasts_s) >= now_s && person.at_s <= now_s + PROOF_AHEAD_S;
    (in_time && !person.forged).then_some(person.id)
}

fn identity<'w>(case: &Case<'w>, request: &Request) -> Option<&'w IdentityRow> {
    let id = proven(case, request)?;
    let hash = case.world.settings.keys().keyed_hash("identity", &format!("messenger {id}"));
    case.world.model.identities.get(&hash)
}

pub(super) fn no_proof(case: &Case<'_>, request: &Request) -> bool {
    proven(case, request).is_none()
}

pub(super) const fn by_widget(request: &Request) -> bool {
    matches!(request, Request::LinkMessenger { proof: MessengerProof::Widget(_), .. })
}

/// An identity belongs to one account permanently, and signs in to it while it is linked.
pub(super) fn identity_elsewhere(case: &Case<'_>, request: &Request) -> bool {
    let Some(row) = identity(case, request) else { return false };
    let model = &case.world.model;
    let lets_in = row.linked.is_some() && model.is_member(row.account) && !model.is_frozen(row.account);
    if matches!(request, Request::JoinMessenger { .. }) { !lets_in } else { !case.is(Some(row.account)) }
}

pub(super) fn uninvited(case: &Case<'_>, request: &Request) -> bool {
    matches!(request, Request::JoinMessenger { invite_code: None, .. }) && identity(case, request).is_none()
}

/// A link state is valid for the account that requested it, once and for its lifetime.
pub(super) fn no_link_state(case: &Case<'_>, request: &Request) -> bool {
    let Request::LinkMessenger { state, .. } = request else { return false };
    let known = case.member().and_then(|account| case.world.model.link_states.get(&account));
    !known.is_some_and(|row| row.hash == sha256(state.reveal().as_bytes()) && row.expires_at > case.now)
}

pub(super) fn not_linked(case: &Case<'_>, _: &Request) -> bool {
    let mut own = case.world.model.identities.values().filter(|row| case.is(Some(row.account)));
    !own.any(|row| row.linked.is_some())
}

pub(super) fn wrong_secret(_: &Case<'_>, request: &Request) -> bool {
    let Request::MessengerUpdate { secret, .. } = request else { return false };
    secret.as_ref().is_none_or(|secret| secret.reveal() != WEBHOOK_SECRET)
}

/// The key of a browser's subscription.
pub(crate) fn browser_of(endpoint: &Secret) -> [u8; 32] {
    sha256(format!("push endpoint\0{}", endpoint.reveal()).as_bytes())
}

/// The encrypted bytes, by which a row can be recognized.
pub(crate) fn sealed_bytes(sealed: &Sealed) -> Option<&Vec<u8>> {
    if let Sealed::Closed { bytes, .. } = sealed { Some(bytes) } else { None }
}

fn browser<'w>(case: &Case<'w>, endpoint: &Secret) -> Option<&'w PushSubscriptionRow> {
    case.world.model.subscriptions.get(&browser_of(endpoint))
}

/// A browser of another member can be taken over only with its keys.
pub(super) fn browser_of_another(case: &Case<'_>, request: &Request) -> bool {
    let Request::PushSubscribe { endpoint, p256dh, auth } = request else { return false };
    let Some(row) = browser(case, endpoint) else { return false };
    let keys = sealed_bytes(&row.browser).and_then(|bytes| case.world.browser_keys.get(bytes));
    let same = keys.is_some_and(|(point, secret)| point == p256dh.reveal() && secret == auth.reveal());
    !case.is(Some(row.account)) && !same
}

pub(super) fn no_subscription(case: &Case<'_>, request: &Request) -> bool {
    let Request::PushUnsubscribe { endpoint } = request else { return false };
    !case.is(browser(case, endpoint).map(|row| row.account))
}

// Tables.

/// A request for the daily challenge.
pub(super) fn daily(request: &Request) -> Option<&CreateTable> {
    if let Request::CreateTable(create) = request { Some(create).filter(|create| create.daily) } else { None }
}

/// A request for another new table.
fn plain(request: &Request) -> Option<&CreateTable> {
    if let Request::CreateTable(create) = request { Some(create).filter(|create| !create.daily) } else { None }
}

pub(super) fn no_such_kind(_: &Case<'_>, request: &Request) -> bool {
    match request {
        Request::Practice { kind, .. } => kind_named(kind).is_none(),
        Request::PartyTable { kind, .. } => kind_named(kind).is_none_or(|kind| kind.opening == Opening::Never),
        _ => plain(request).is_some_and(|create| kind_named(&create.kind).is_none()),
    }
}

pub(super) fn practice_for_others(_: &Case<'_>, request: &Request) -> bool {
    plain(request).is_some_and(|create| create.practice && (create.open || create.invited.is_some()))
}

/// For chips the house plays at its best.
pub(super) fn level_for_chips(_: &Case<'_>, request: &Request) -> bool {
    if let Request::CreateTable(create) = request { create.level.is_some() && !create.practice } else { false }
}

/// Practice at a level in a game without levels.
pub(super) fn no_level(_: &Case<'_>, request: &Request) -> bool {
    let kind = match request {
        Request::Practice { kind, level: Some(_), .. } => kind,
        Request::CreateTable(create) if create.practice && create.level.is_some() => &create.kind,
        _ => return false,
    };
    SHIPPED.kind(kind).is_some_and(|(rules, _)| strengths(rules.about().id).is_none())
}

fn is_never_open(create: &CreateTable) -> bool {
    kind_named(&create.kind).is_some_and(|kind| kind.opening == Opening::Never)
}

pub(super) fn never_open(_: &Case<'_>, request: &Request) -> bool {
    plain(request).is_some_and(|create| create.open && !create.practice && is_never_open(create))
}

/// Only another member can be invited, and only to a table between members.
pub(super) fn no_guest(case: &Case<'_>, request: &Request) -> bool {
    let Some(create) = plain(request).filter(|create| !create.practice) else { return false };
    let Some(handle) = &create.invited else { return false };
    let model = &case.world.model;
    let guest = model.member_named(handle).filter(|guest| !model.is_frozen(*guest));
    is_never_open(create) || guest.is_none() || case.is(guest)
}

/// The chips that a request stakes. A repeated daily challenge stakes nothing.
fn price_of(case: &Case<'_>, request: &Request) -> Option<(AccountId, i64)> {
    let (account, model) = (case.member()?, &case.world.model);
    let today = case.now.day();
    let chips = match request {
        Request::CreateTable(create) if create.daily => {
            if model.tries.contains_key(&(today, account)) {
                return None;
            }
            let kind = model.days.get(&today).and_then(|day| kind_named(&day.kind));
            kind.map_or(0, |kind| price(kind, FIXED_STAKE))
        }
        Request::CreateTable(create) if create.practice => return None,
        Request::CreateTable(create) => price(kind_named(&create.kind)?, create.stake),
        Request::PartyTable { kind, stake, .. } => price(kind_named(kind)?, *stake),
        Request::JoinTable { table, .. } => case.table(*table)?.row.buy_in,
        _ => return None,
    };
    Some((account, chips))
}

pub(super) fn paused(case: &Case<'_>, request: &Request) -> bool {
    price_of(case, request).is_some_and(|(account, _)| case.is_paused(account))
}

pub(super) fn short_of_chips(case: &Case<'_>, request: &Request) -> bool {
    price_of(case, request).is_some_and(|(account, chips)| case.world.model.chips.balance(account) < chips)
}

/// A seat credential has to name the expected plies.
pub(super) fn seat_without_plies(case: &Case<'_>, request: &Request) -> bool {
    matches!(case.claims, Some(Claims::Seat { .. }))
        && matches!(request, Request::Act(act) if act.expected_plies.is_none())
}

pub(super) fn for_agents(case: &Case<'_>, request: &Request) -> bool {
    case.about(request).is_some_and(|table| table.row.setup.kind.is_none())
}

/// The table of a request, if it is in play between members.
fn in_play<'w>(case: &Case<'w>, request: &Request) -> Option<(&'w Table, Option<Seat>)> {
    let table = case.about(request).filter(|table| table.row.setup.kind.is_some())?;
    Some((table.hot.filter(|hot| hot.is_playing())?, table.seat))
}

pub(super) fn stale(case: &Case<'_>, request: &Request) -> bool {
    let Request::Act(act) = request else { return false };
    let plies = in_play(case, request).map(|(table, _)| table.plies.len() as u64);
    plies.is_some_and(|plies| act.expected_plies.is_some_and(|expected| expected != plies))
}

pub(super) fn not_legal(case: &Case<'_>, request: &Request) -> bool {
    let Request::Act(act) = request else { return false };
    in_play(case, request).is_some_and(|(table, seat)| {
        seat.and_then(|seat| table.board.as_ref().and_then(|board| board.find(seat, &act.action))).is_none()
    })
}

pub(super) fn cannot_leave(case: &Case<'_>, request: &Request) -> bool {
    in_play(case, request).is_some_and(|(table, seat)| {
        !seat.is_none_or(|seat| table.board.as_ref().is_none_or(|board| board.may_concede(seat)))
    })
}

/// There is no free seat if the table does not wait, is full, or has a player with a frozen account.
pub(super) fn no_free_seat(case: &Case<'_>, request: &Request) -> bool {
    case.about(request).is_some_and(|table| {
        let waits = table.hot.is_some_and(Table::is_waiting);
        !waits || !table.row.players.contains(&Player::Vacant) || case.world.model.seats_frozen(table.row)
    })
}

pub(super) fn seat_is_kept(case: &Case<'_>, request: &Request) -> bool {
    let kept = case.about(request).and_then(|table| table.row.invited);
    kept.is_some() && !case.is(kept) && !no_free_seat(case, request)
}

/// A list is of a day whose secret was stated.
pub(super) fn no_such_day(case: &Case<'_>, request: &Request) -> bool {
    matches!(request, Request::DayList { day, .. } if !case.world.model.fairness.days.contains_key(day))
}

/// The steps of a replay are shown from a seat of the match, or to a spectator.
pub(super) fn no_such_seat(case: &Case<'_>, request: &Request) -> bool {
    let Request::Replay { table, steps_of: Some(ReplaySide::Seat(seat)) } = request else { return false };
    case.world.model.row(*table).is_some_and(|row| seat.index() >= row.players.len())
}

pub(super) fn too_long(case: &Case<'_>, request: &Request) -> bool {
    let Request::Replay { table, steps_of: Some(_) } = request else { return false };
    let model = &case.world.model;
    let sealed = model.row(*table).is_some_and(|row| model.is_sealed(*table, row, case.now));
    model.plies_of(*table) as usize > model.config.bounds.replay_steps && !sealed
}

/// A seat of a table for chips can have one active grant, and a member a limited number of them.
pub(super) fn not_grantable(case: &Case<'_>, request: &Request) -> bool {
    let Some(table) = case.about(request) else { return false };
    let (Request::IssueGrant { table: id, .. }, Some(seat)) = (request, table.seat) else { return false };
    let grants = || case.world.model.grants.values().filter(|row| !row.ended);
    let handed_out = grants().any(|row| row.table == *id && row.seat == seat && row.expires_at > case.now);
    let full = grants().filter(|row| case.is(Some(row.owner))).count() >= case.world.settings.config().bounds.grants;
    table.row.practice || table.row.setup.kind.is_none() || handed_out || full
}

/// A grant that has ended can be revoked again.
pub(super) fn no_grant(case: &Case<'_>, request: &Request) -> bool {
    let Request::RevokeGrant { table, grant } = request else { return false };
    let row = case.world.model.grants.get(grant);
    !row.is_some_and(|row| case.is(Some(row.owner)) && row.table == *table)
}

/// A claim token is valid once, while the grant is active and the table is in play. The same reference gets the same
/// answer again.
pub(super) fn claims_nothing(case: &Case<'_>, request: &Request) -> bool {
    let Request::ClaimGrant { claim_token, client_ref } = request else { return false };
    let (hash, model) = (code_hash(claim_token.reveal()), &case.world.model);
    let Some(row) = model.grants.values().find(|row| row.claim_hash == hash) else { return true };
    let playing = model.tables.get(&row.table).is_some_and(Table::is_playing);
    let opens = match row.claimed {
        Some((_, winner)) => winner == sha256(client_ref.as_bytes()),
        None => playing && !row.ended && row.expires_at > case.now,
    };
    model.is_frozen(row.owner) || !opens
}
