//! Rules of the table of permissions that need more than the caller's relation to a table and its stage.

use super::Case;
use super::case::{TableCase, kind_named, price};
use crate::inner::callers::{MessengerProof, person_of};
use crate::inner::judge::table_of;
use crate::inner::model::{Table, is_free};
use crate::inner::prelude::*;
use crate::inner::settings::WEBHOOK_SECRET;

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
        Request::Join(Join { invite_code, handle, .. }) => (invite_code, handle.clone()),
        Request::JoinMessenger(JoinMessenger { invite_code: Some(code), handle, .. })
            if identity(case, request).is_none() =>
        {
            let person = proven(case, request)?;
            (code, handle.clone().unwrap_or_else(|| format!("user_{}", person - 1_000)))
        }
        _ => return None,
    };
    Some((code, handle.trim().to_lowercase()))
}

/// The account of a recovery code, and the code.
fn logging_in<'r>(case: &Case<'_>, request: &'r Request) -> Option<(Option<AccountId>, &'r Secret)> {
    match request {
        Request::IssueToken(code) | Request::Recover(code) => {
            Some((case.world.model.member_named(&code.handle), &code.recovery_code))
        }
        Request::RotateRecovery(RotateRecovery { recovery_code: Some(code) }) => Some((case.member(), code)),
        _ => None,
    }
}

rules! {
    /// A code is valid while it has uses left and has not expired. A referral code also needs an owner who may admit
    /// members, with room in the tree.
    invalid_invitation(case, request): let Some((code, _)) = newcomer(case, request) => {
        let (model, row) = (&case.world.model, case.world.model.invitations.get(&code_hash(code.reveal())));
        let alive = |id: AccountId| model.is_member(id) && !model.is_frozen(id);
        !row.is_some_and(|row| {
            let in_time = row.expires_at.is_none_or(|until| until > case.now);
            let open = |owner: AccountId| alive(owner) && model.code_uses(owner, row, case.now) > 0;
            row.uses_left > 0 && in_time && row.referrer.is_none_or(open)
        })
    };
    malformed_handle(_, request): let Request::JoinMessenger(JoinMessenger { handle: Some(handle), .. }) = request =>
        !is_formed(&handle.trim().to_lowercase());
    no_handle(case, request): let Some((_, handle)) = newcomer(case, request) =>
        !is_formed(&handle) || RESERVED_HANDLES.contains(&handle.as_str()) || handle.starts_with(ERASED_HANDLE.0);
    /// A handle belongs to its member, and is reserved for a while after an erasure.
    handle_taken(case, request): let Some((_, handle)) = newcomer(case, request) => {
        let model = &case.world.model;
        let kept = |id: &AccountId| model.accounts.contains_key(id) && !model.is_member(*id);
        let mut freed = case.world.freed.iter().filter(|(_, (own, free_at))| *own == handle && *free_at > case.now);
        model.member_named(&handle).is_some() || freed.any(|(id, _)| kept(id))
    };
    wrong_code(case, request): let Some((account, code)) = logging_in(case, request) => {
        let row = account.and_then(|id| case.world.model.accounts.get(&id)).filter(|row| row.slot.is_some());
        row.is_none_or(|row| row.recovery.hash != code_hash(code.reveal()))
    };
    /// Only the session of the join rotates without the code, for some days and until the code is confirmed.
    code_needed(case, request): let Request::RotateRecovery(RotateRecovery { recovery_code: None }) = request => {
        let row = case.member().and_then(|account| case.world.model.accounts.get(&account));
        !row.is_some_and(|row| {
            let is_first =
                matches!(case.claims, Some(Claims::Account { issued_at, .. }) if *issued_at == row.joined_at);
            let until = row.joined_at.plus_s(case.world.settings.recovery_open_s);
            row.recovery_unconfirmed && is_first && case.now < until
        })
    };
    frozen_account(case, request): let Some((Some(account), _)) = logging_in(case, request) =>
        !wrong_code(case, request) && case.world.model.is_frozen(account);
    unconfirmed(case, request): let Request::EraseAccount(EraseAccount { confirm_handle }) = request =>
        !case.is(case.world.model.member_named(confirm_handle));
    no_such_member(case, request): {
        let (Request::Player(handle) | Request::Block(BlockedMember { handle })) = request else { return false };
        case.world.model.member_named(handle).is_none()
    };
    own_handle(case, request): let Request::Block(BlockedMember { handle }) = request =>
        case.is(case.world.model.member_named(handle));
    not_blocked(case, request): let Request::Unblock(BlockedMember { handle }) = request => {
        let other = case.world.model.member_named(handle);
        !other.is_some_and(|other| case.blocks(other))
    };
    muted(case, _): let Some(account) = case.member() => case.world.model.is_muted(account, case.now);
}

// The messenger, and browsers.

/// The messenger user of a valid proof that is neither too old nor from the future.
fn proven(case: &Case<'_>, request: &Request) -> Option<u64> {
    let proof = MessengerProof::of(request)?;
    let (person, at_s) = person_of(proof)?;
    let messenger = case.world.settings.config().messenger;
    let lasts_s = match proof {
        MessengerProof::InApp(_) => messenger.in_app_max_age_s,
        MessengerProof::Widget(_) => messenger.max_age_s,
    };
    let now_s = case.now.0 / 1_000;
    (at_s.saturating_add(lasts_s) >= now_s && at_s <= now_s + PROOF_AHEAD_S).then_some(person)
}

fn identity<'w>(case: &Case<'w>, request: &Request) -> Option<&'w IdentityRow> {
    let id = proven(case, request)?;
    let hash = case.world.settings.keys().keyed_hash("identity", &format!("messenger {id}"));
    case.world.model.identities.get(&hash)
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

rules! {
    no_proof(case, request): proven(case, request).is_none();
    by_widget(_, request): matches!(MessengerProof::of(request), Some(MessengerProof::Widget(_)));
    /// An identity belongs to one account permanently, and signs in to it while it is linked.
    identity_elsewhere(case, request): let Some(row) = identity(case, request) => {
        let model = &case.world.model;
        let lets_in = row.linked.is_some() && model.is_member(row.account) && !model.is_frozen(row.account);
        if matches!(request, Request::JoinMessenger(_)) { !lets_in } else { !case.is(Some(row.account)) }
    };
    uninvited(case, request): let Request::JoinMessenger(JoinMessenger { invite_code: None, .. }) = request =>
        identity(case, request).is_none();
    /// A link state is valid for the account that requested it, once and for its lifetime.
    no_link_state(case, request): let Request::LinkMessenger(LinkMessenger { state, .. }) = request => {
        let known = case.member().and_then(|account| case.world.model.link_states.get(&account));
        !known.is_some_and(|row| row.hash == sha256(state.reveal().as_bytes()) && row.expires_at > case.now)
    };
    not_linked(case, _): {
        let mut own = case.world.model.identities.values().filter(|row| case.is(Some(row.account)));
        !own.any(|row| row.linked.is_some())
    };
    wrong_secret(_, request): let Request::MessengerWebhook(MessengerWebhook { secret, .. }) = request =>
        secret.as_ref().is_none_or(|secret| secret.reveal() != WEBHOOK_SECRET);
    /// A browser of another member can be taken over only with its keys.
    browser_of_another(case, request): let Request::PushSubscribe(PushSubscribe { subscription }) = request =>
        let Some(row) = browser(case, &subscription.endpoint) => {
            let PushKeys { p256dh, auth } = &subscription.keys;
            let keys = sealed_bytes(&row.browser).and_then(|bytes| case.world.browser_keys.get(bytes));
            let same = keys.is_some_and(|(point, secret)| point == p256dh.reveal() && secret == auth.reveal());
            !case.is(Some(row.account)) && !same
        };
    no_subscription(case, request): let Request::PushUnsubscribe(PushUnsubscribe { endpoint }) = request =>
        !case.is(browser(case, endpoint).map(|row| row.account));
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

fn is_never_open(create: &CreateTable) -> bool {
    kind_named(&create.kind).is_some_and(|kind| kind.opening == Opening::Never)
}

/// The chips that a request stakes. A repeated daily challenge stakes nothing.
fn price_of(case: &Case<'_>, request: &Request) -> Option<(AccountId, i64)> {
    let (account, model) = (case.member()?, &case.world.model);
    let today = case.now.day();
    let chips = match request {
        Request::CreateTable(create) if create.daily => {
            if model.try_of(today, account).is_some() {
                return None;
            }
            let kind = model.days.get(&today).and_then(|day| kind_named(&day.kind));
            kind.map_or(0, |kind| price(kind, FIXED_STAKE))
        }
        Request::CreateTable(create) if create.practice => return None,
        Request::CreateTable(create) => price(kind_named(&create.kind)?, create.stake()),
        Request::CreatePartyTable(_, create) => price(kind_named(&create.kind)?, create.stake),
        Request::JoinTable(table, _) => {
            let row = case.table(*table)?.row;
            if row.practice || is_free(row) {
                return None;
            }
            row.buy_in
        }
        Request::Rematch(table, _) => {
            let row = match rematch_place(case, request) {
                Some((next, seat)) => {
                    let row = case.world.model.row(next)?;
                    Some(row).filter(|row| row.players[seat.index()] == Player::Vacant)?
                }
                None => case.table(*table)?.row,
            };
            if row.practice || is_free(row) {
                return None;
            }
            row.buy_in
        }
        Request::JoinQueue(join) if case.world.own_ticket(Some(account), join).is_some() => return None,
        Request::JoinQueue(join) => match join.stake.unwrap_or(0) {
            0 => return None,
            stake => price(kind_named(&join.kind)?, stake),
        },
        _ => return None,
    };
    Some((account, chips))
}

/// The rematch of the table of a request, and the caller's seat there.
fn rematch_place(case: &Case<'_>, request: &Request) -> Option<(TableId, Seat)> {
    let Request::Rematch(table, _) = request else { return None };
    case.world.model.rematch_place(case.claims, *table)
}

/// The rematch at which the caller is to take a seat.
fn open_rematch<'w>(case: &Case<'w>, request: &Request) -> Option<&'w TableRow> {
    let (next, seat) = rematch_place(case, request)?;
    let row = case.world.model.row(next)?;
    let sits = row.players[seat.index()] != Player::Vacant && !matches!(row.status, Status::Cancelled { .. });
    (!sits).then_some(row)
}

/// The host of a table that a block closes: one of two seats, or one with a seat for the caller.
fn host_apart(case: &Case<'_>, request: &Request) -> Option<AccountId> {
    let table = case.about(request)?;
    (table.row.players.len() == 2 || table.kept).then_some(table.row.host)?
}

/// The table of a request, if it is in play between members.
fn in_play<'w>(case: &Case<'w>, request: &Request) -> Option<(&'w Table, Option<Seat>)> {
    let table = case.about(request).filter(|table| table.row.setup.kind.is_some())?;
    Some((table.hot.filter(|hot| hot.is_playing())?, table.seat))
}

rules! {
    no_such_kind(_, request): match request {
        Request::Practice(practice) => kind_named(&practice.kind).is_none(),
        Request::CreatePartyTable(_, CreatePartyTable { kind, .. }) | Request::JoinQueue(JoinQueue { kind, .. }) => {
            kind_named(kind).is_none_or(|kind| kind.opening == Opening::Never)
        }
        _ => plain(request).is_some_and(|create| kind_named(&create.kind).is_none()),
    };
    practice_by_invitation(_, request): let Some(create) = plain(request) => create.practice && create.invited.is_some();
    practice_at_daily_pace(_, request): let Some(create) = plain(request) =>
        create.practice && create.open && create.pace == Pace::Daily;
    /// A friendly table is of a kind that people play with each other.
    never_friendly(_, request): {
        let kind = match request {
            Request::Practice(practice) if practice.open => &practice.kind,
            Request::CreateTable(create) if create.practice && create.open && !create.daily => &create.kind,
            _ => return false,
        };
        kind_named(kind).is_some_and(|kind| kind.opening == Opening::Never)
    };
    /// Only other people read a name.
    named_alone(_, request): let Request::Practice(practice) = request => practice.name.is_some() && !practice.open;
    not_friendly(case, request): table_of(request)
        .is_none_or(|id| !case.world.model.friendly.contains_key(&id) || case.world.model.is_reserved(id));
    /// The caller may not know of the table of which they want a rematch.
    rematch_of_nothing(case, request): rematch_place(case, request).is_none() && case.about(request).is_none();
    did_not_play(case, request): let Some(table) = case.about(request) =>
        rematch_place(case, request).is_none() && table.seat.is_none();
    player_is_blocked(case, request): let Some(table) = case.about(request) => {
        let mut members = table.row.players.iter().filter_map(|player| player.member());
        rematch_place(case, request).is_none() && table.hot.is_some() && members.any(|other| case.blocks(other))
    };
    no_rematch(case, request): match open_rematch(case, request) {
        Some(row) => !matches!(row.status, Status::Waiting { .. }),
        None => rematch_place(case, request).is_none()
            && !case.about(request).is_some_and(|table| table.hot.is_some() && case.world.model.has_rematch(table.row, case.now)),
    };
    rematch_is_closed(case, request): let Some(row) = open_rematch(case, request) => {
        let apart = row.players.len() == 2 || case.member().is_some();
        case.world.model.seats_frozen(row) || apart && row.host.is_some_and(|host| case.is_blocked_by(host))
    };
    /// A guest cannot sit at a table that does not wait, is full, or has a player with a frozen account.
    takes_no_guest(case, request): let Some(table) = table_of(request).and_then(|id| case.world.model.tables.get(&id)) =>
        !table.is_waiting()
            || !table.row.players.contains(&Player::Vacant)
            || case.world.model.seats_frozen(&table.row);
    not_host(case, request): let Some(id) = table_of(request) => let Some(row) = case.world.model.friendly.get(&id) => {
        let made_by_member = case.world.model.row(id).and_then(|row| row.host);
        match case.claims {
            Some(Claims::Seat { seat, .. }) => !row.by_guest || *seat != row.host_seat,
            _ => !case.is(made_by_member),
        }
    };
    /// A table with the house is without chips.
    house_for_chips(_, request): let Request::JoinQueue(join) = request =>
        join.fallback == Fallback::House && join.stake.is_some_and(|stake| stake > 0);
    no_ticket(case, request): {
        let (Request::ReadTicket(ticket, _) | Request::LeaveQueue(ticket)) = request else { return false };
        !case.world.model.queue.tickets.get(ticket).is_some_and(|row| case.is(Some(row.account)))
    };
    ticket_is_matched(case, request): let Request::LeaveQueue(ticket) = request =>
        let Some(row) = case.world.model.queue.tickets.get(ticket) =>
            matches!(row.stage, TicketStage::Matched { .. });
    /// For chips the house plays at its best.
    level_for_chips(_, request): let Request::CreateTable(create) = request => create.level().is_some() && !create.practice;
    /// Practice at a level in a game without levels.
    no_level(case, request): {
        let kind = match request {
            Request::Practice(practice) if practice.level().is_some() => &practice.kind,
            Request::CreateTable(create) if create.practice && create.level().is_some() => &create.kind,
            Request::FillTable(table, fill) if fill.level().flatten().is_some() => {
                let Some(game) = case.world.model.row(*table).map(|row| &row.game_id) else { return false };
                return strengths(game).is_none();
            }
            _ => return false,
        };
        SHIPPED.kind(kind).is_some_and(|(rules, _)| strengths(rules.about().id).is_none())
    };
    never_open(_, request): let Some(create) = plain(request) =>
        create.open && !create.practice && is_never_open(create);
    /// Only another member can be invited, and only to a table between members.
    no_guest(case, request): let Some(create) = plain(request) => let Some(handle) = &create.invited => {
        let model = &case.world.model;
        let guest = model.member_named(handle).filter(|guest| !model.is_frozen(*guest));
        !create.practice && (is_never_open(create) || guest.is_none() || case.is(guest) || guest.is_some_and(|guest| case.blocks(guest)))
    };
    paused(case, request): let Some((account, _)) = price_of(case, request) => case.is_paused(account);
    short_of_chips(case, request): let Some((account, chips)) = price_of(case, request) =>
        case.world.model.chips.balance(account) < chips;
    /// A seat credential has to name the expected plies.
    seat_without_plies(case, request): let Request::Act(_, act) = request =>
        matches!(case.claims, Some(Claims::Seat { .. })) && act.expected_plies.is_none();
    for_agents(case, request): let Some(table) = case.about(request) => table.row.setup.kind.is_none();
    stale(case, request): let Request::Act(_, act) = request => let Some((table, _)) = in_play(case, request) =>
        act.expected_plies.is_some_and(|expected| expected != table.plies.len() as u64);
    not_legal(case, request): let Request::Act(_, act) = request => let Some((table, seat)) = in_play(case, request) =>
        seat.and_then(|seat| table.board.as_ref().and_then(|board| board.find(seat, &act.action))).is_none();
    cannot_leave(case, request): let Some((table, Some(seat))) = in_play(case, request) =>
        table.board.as_ref().is_some_and(|board| !board.may_concede(seat));
    /// There is no free seat if the table does not wait, is full, or has a player with a frozen account.
    no_free_seat(case, request): let Some(table) = case.about(request) =>
        !table.hot.is_some_and(Table::is_waiting)
            || !table.row.players.contains(&Player::Vacant)
            || case.world.model.seats_frozen(table.row);
    seat_is_kept(case, request): {
        let kept = case.about(request).and_then(|table| table.row.invited);
        kept.is_some() && !case.is(kept) && !no_free_seat(case, request)
    };
    host_is_blocked(case, request): let Some(host) = host_apart(case, request) => case.blocks(host);
    blocked_by_host(case, request): let Some(host) = host_apart(case, request) => case.is_blocked_by(host);
    /// A list is of a day whose secret was stated.
    no_such_day(case, request): {
        let name = match request {
            Request::FairnessDay(day, _) => DayName { day: *day, era: 0 },
            Request::FairnessEraDay(day, era, _) => DayName { day: *day, era: *era },
            _ => return false,
        };
        !case.world.model.fairness.days.contains_key(&name)
    };
    /// The steps of a replay are shown from a seat of the match, or to a spectator.
    no_such_seat(case, request): let Request::Replay(table, Replay { seat: Some(ReplaySide::Seat(seat)) }) = request =>
        case.world.model.row(*table).is_some_and(|row| seat.index() >= row.players.len());
    too_long(case, request): let Request::Replay(table, Replay { seat: Some(_) }) = request => {
        let model = &case.world.model;
        let sealed = model.row(*table).is_some_and(|row| model.is_sealed(*table, row, case.now));
        model.plies_of(*table) as usize > model.config.bounds.replay_steps && !sealed
    };
    /// A seat of a table for chips can have one active grant, and a member a limited number of them.
    not_grantable(case, request): let Some(TableCase { row, seat: Some(seat), .. }) = case.about(request) =>
        let Request::IssueSeatGrant(id, _) = request => {
            let grants = || case.world.model.grants.values().filter(|row| !row.ended);
            let handed_out = grants().any(|row| row.table == *id && row.seat == seat && row.expires_at > case.now);
            let out = grants().filter(|row| case.is(Some(row.owner))).count();
            let full = out >= case.world.settings.config().bounds.grants;
            row.practice || row.setup.kind.is_none() || handed_out || full
        };
    /// A grant that has ended can be revoked again.
    no_grant(case, request): let Request::RevokeSeatGrant(table, grant) = request => {
        let row = case.world.model.grants.get(grant);
        !row.is_some_and(|row| case.is(Some(row.owner)) && row.table == *table)
    };
    /// A claim token is valid once, while the grant is active and the table is in play. The same reference gets the same
    /// answer again.
    claims_nothing(case, request): let Request::ClaimSeatGrant(ClaimSeatGrant { claim_token, client_ref }) = request => {
        let (hash, model) = (code_hash(claim_token.reveal()), &case.world.model);
        let Some(row) = model.grants.values().find(|row| row.claim_hash == hash) else { return true };
        let playing = model.tables.get(&row.table).is_some_and(Table::is_playing);
        let opens = match row.claimed {
            Some((_, winner)) => winner == sha256(client_ref.as_bytes()),
            None => playing && !row.ended && row.expires_at > case.now,
        };
        model.is_frozen(row.owner) || !opens
    };
}

// Parties.

/// The party of a request. Outsiders do not see it.
fn party<'w>(case: &Case<'w>, request: &Request) -> Option<&'w PartyRow> {
    match request {
        Request::JoinParty(party)
        | Request::LeaveParty(party)
        | Request::PartyInvitation(party)
        | Request::SetPartyVisibility(party, _)
        | Request::CreatePartyTable(party, _)
        | Request::ReadParty(party, _)
        | Request::StreamParty(party, _)
        | Request::PostPartyMessage(party, _) => case.world.model.parties.get(party),
        _ => None,
    }
}

fn is_member(case: &Case<'_>, row: &PartyRow) -> bool {
    row.members.iter().any(|member| case.is(Some(*member)))
}

rules! {
    no_party(case, request): party(case, request).is_none();
    not_in_party(case, request): party(case, request).is_none_or(|row| !is_member(case, row));
    not_owner(case, request): let Some(row) = party(case, request) => !case.is(row.members.first().copied());
    /// A private party accepts no new members, and no party somebody whom its owner blocks.
    party_is_private(case, request): let Some(row) = party(case, request) => {
        let blocked = row.members.first().is_some_and(|owner| case.is_blocked_by(*owner));
        (row.visibility == PartyVisibility::Private || blocked) && !is_member(case, row)
    };
    owner_is_blocked(case, request): let Some(row) = party(case, request) =>
        row.members.first().is_some_and(|owner| case.blocks(*owner)) && !is_member(case, row);
    /// A roster has at most as many members as a list has rows.
    party_is_full(case, request): let Some(row) = party(case, request) =>
        row.members.len() >= case.world.settings.config().bounds.rows && !is_member(case, row);
}

/// A caller without credentials watches public tables that are in play, and no daily challenge.
pub(super) fn not_watched(case: &Case<'_>, request: &Request) -> bool {
    let row = table_of(request).and_then(|id| case.world.model.row(id));
    let is_shown = row.is_some_and(|row| {
        row.visibility == Visibility::Public && row.daily.is_none() && matches!(row.status, Status::Playing { .. })
    });
    case.claims.is_none() && !is_shown
}

pub(super) fn no_such_game(_: &Case<'_>, request: &Request) -> bool {
    matches!(request, Request::Ratings(page) if SHIPPED.newest(&page.game_id).is_none())
}

/// Whether a cursor of ratings has not the form of one.
pub(super) fn no_rating_cursor(_: &Case<'_>, request: &Request) -> bool {
    let has_form = |cursor: &str| cursor.split('.').count() == 4;
    matches!(request, Request::Ratings(page) if page.cursor.as_deref().is_some_and(|cursor| !has_form(cursor)))
}
