//! Profiles, public member cards, and pauses that members ask for.

use super::{handle, rows};
use crate::answer::{Answer, PauseState, PlayerResponse, PlayerTable, Profile};
use crate::handled::HandlerResult;
use crate::handlers::{agents, blocks, ratings};
use crate::ids::AccountId;
use crate::record::{LedgerAccount, RatedPlayer};
use crate::rejection::{Auth, Rejection};
use crate::request::{EditProfile, Pause, PauseDuration};
use crate::state::{HotState, Transaction};

/// Change the fields that were sent; `Some(None)` clears one.
pub(crate) fn edit_profile(
    tx: &mut Transaction<'_>,
    account: AccountId,
    EditProfile { bio, avatar_url, show_messenger, ranked }: EditProfile,
) -> HandlerResult {
    let slot = tx.accounts.known(account).row.slot.ok_or(Rejection::Auth(Auth::NotSignedIn))?;
    let mut seal = |text: Option<String>| text.map(|text| tx.seal(slot, &text));
    let (bio, avatar_url) = (bio.map(&mut seal), avatar_url.map(&mut seal));
    rows::edit_account(tx, account, |row| {
        row.bio = bio.unwrap_or_else(|| row.bio.take());
        row.avatar_url = avatar_url.unwrap_or_else(|| row.avatar_url.take());
        row.show_messenger = show_messenger.unwrap_or(row.show_messenger);
        row.unranked = ranked.map_or(row.unranked, |ranked| !ranked);
    });
    Ok(profile(tx, account).into())
}

pub(crate) fn profile(state: &HotState, account: AccountId) -> Answer {
    let known = state.accounts.known(account);
    let identities = state.identities_of(account);
    Answer::Profile(Profile {
        handle: known.handle.clone(),
        avatar_url: known.avatar_url.clone(),
        bio: known.bio.clone(),
        identities: identities.iter().map(|identity| identity.provider.clone()).collect(),
        doors: identities,
        show_messenger: known.row.show_messenger,
        ranked: !known.row.unranked,
    })
}

/// A member's card, for other members.
pub(crate) fn player(state: &Transaction<'_>, reader: AccountId, handle: &str) -> HandlerResult {
    let account = state.accounts.by_handle(&handle::plain_handle(handle)).ok_or(Rejection::NoSuchMember)?;
    let known = state.accounts.known(account);
    if known.is_erased() {
        return Err(Rejection::NoSuchMember);
    }
    let own = state.tables.of(account).rev().filter(|(_, table)| table.seat_of(account).is_some());
    let public = own.filter(|(id, table)| table.row.is_listed() && !state.is_reserved(*id, &table.row));
    let shown = public.filter(|(_, table)| !blocks::is_unlisted_for(state, Some(reader), &table.row));
    let tables = shown.take(state.config.bounds.rows).map(|(id, table)| PlayerTable {
        id,
        game_id: table.row.game_id.clone(),
        kind: table.row.setup.kind.clone(),
        status: table.status(),
        created_at: table.row.created_at,
    });
    let messenger = state.identities_of(account).into_iter().next().filter(|_| known.row.show_messenger);
    let card = PlayerResponse {
        handle: known.handle.clone(),
        avatar_url: known.avatar_url.clone(),
        bio: known.bio.clone(),
        member_since: known.row.joined_at,
        chips: state.ledger.get(LedgerAccount::Member(account)).net,
        ratings: ratings::shown_ratings(state, RatedPlayer::Account(account), state.now),
        messenger: messenger.and_then(|identity| identity.username),
        agents: agents::agents_on_card(state, account, state.now),
        tables: tables.collect(),
    };
    Ok(Answer::Player(card).into())
}

/// Start or extend a pause. A shorter pause than the current one changes nothing.
pub(crate) fn pause(tx: &mut Transaction<'_>, account: AccountId, input: &Pause) -> HandlerResult {
    let days = match input.duration {
        PauseDuration::Day => 1,
        PauseDuration::Week => 7,
        PauseDuration::Month => 30,
    };
    let until = tx.now.plus_s(days * 86_400);
    let before = tx.accounts.known(account).row.paused_until;
    if before.is_none_or(|before| before < until) {
        rows::edit_account(tx, account, |row| row.paused_until = Some(until));
    }
    Ok(pause_state(tx, account).into())
}

pub(crate) fn pause_state(tx: &Transaction<'_>, account: AccountId) -> Answer {
    let until = tx.accounts.known(account).row.paused_until.filter(|until| *until > tx.now);
    Answer::Pause(PauseState { paused: until.is_some(), until })
}
