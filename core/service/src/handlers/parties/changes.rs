//! Changes of a party: ends of its tables, members who join or leave, messages.

use crate::games::Seat;
use crate::handlers::tables::chat::WHO;
use crate::ids::{AccountId, PartyId, TableId};
use crate::personal::Sealed;
use crate::record::{Key, MessageRow, PartyChatRow, PartyRow, Record, TableRow};
use crate::state::{HotState, Transaction};

/// Note the result of a table that the party opened.
pub(crate) fn note_party(tx: &mut Transaction<'_>, row: &TableRow, nets: &[i64], winner: Option<Seat>) {
    let Some(party) = row.party.filter(|party| tx.parties.get(*party).is_some()) else { return };
    let winner = winner.and_then(|seat| row.players[seat.index()].member());
    edit_party(tx, party, |party| {
        party.tables_together += 1;
        for (player, net) in row.players.iter().zip(nets) {
            let Some(account) = player.member() else { continue };
            let won = u32::from(winner == Some(account));
            match party.standing.iter_mut().find(|(other, ..)| *other == account) {
                Some((_, sum, wins, played)) => {
                    *sum += net;
                    *wins += won;
                    *played += 1;
                }
                None => party.standing.push((account, *net, won, 1)),
            }
        }
        party.reigns.retain(|(game, champion, _)| *game != row.game_id || winner == Some(*champion));
        if let Some(winner) = winner {
            match party.reigns.iter_mut().find(|(game, ..)| *game == row.game_id) {
                Some((_, _, length)) => *length += 1,
                None => party.reigns.push((row.game_id.clone(), winner, 1)),
            }
        }
    });
}

/// A table was cancelled before it began: a party with this table has none now.
pub(crate) fn party_table_is_over(tx: &mut Transaction<'_>, table: TableId) {
    let Some(party) = tx.table(table).and_then(|known| known.row.party) else { return };
    if tx.parties.get(party).is_some_and(|known| known.row.current_table == Some(table)) {
        edit_party(tx, party, |row| row.current_table = None);
    }
}

/// A member leaves. The oldest other member becomes the owner; an empty party ends. The message is an event for open
/// pages of the party. The party remembers the member as long as its chat may name them: a later erasure is an event, too.
pub(crate) fn leave_party(tx: &mut Transaction<'_>, account: AccountId, party: PartyId) {
    if party_row(tx, party).members.len() > 1 {
        let PartyChatRow { oldest, newest, .. } = tx.parties.get(party).expect("the caller has looked").chat;
        edit_party(tx, party, |row| {
            row.members.retain(|member| *member != account);
            row.left.retain(|(_, named)| *named >= oldest);
            row.left.push((account, newest + 1));
        });
        say_in_party(tx, party, account, &format!("{WHO} left the party"));
    } else {
        party_ends(tx, party);
    }
}

/// The party ends: nothing has happened in it for too long, or its last member is gone.
pub(crate) fn party_ends(tx: &mut Transaction<'_>, party: PartyId) {
    let Some(known) = tx.parties.get(party) else { return };
    let PartyChatRow { oldest, newest, .. } = known.chat;
    for message in oldest..=newest {
        tx.remove(Key::PartyMessage(party, message));
    }
    tx.remove(Key::PartyChat(party));
    tx.remove(Key::Party(party));
}

pub(crate) fn party_row(state: &HotState, party: PartyId) -> &PartyRow {
    &state.parties.get(party).expect("the caller has looked").row
}

pub(crate) fn edit_party(tx: &mut Transaction<'_>, party: PartyId, edit: impl FnOnce(&mut PartyRow)) {
    let mut row = party_row(tx, party).clone();
    edit(&mut row);
    tx.put(Record::Party(party, row));
}

/// Add a system message about a member, whose name is [`WHO`] in the text.
pub(crate) fn say_in_party(tx: &mut Transaction<'_>, party: PartyId, about: AccountId, text: &str) {
    let body = Sealed::Open(text.to_owned());
    let row = MessageRow { author: Some(about), seat: -1, body, at: tx.now, client_id: None };
    add_party_message(tx, party, row);
}

pub(crate) fn add_party_message(tx: &mut Transaction<'_>, party: PartyId, row: MessageRow) -> u64 {
    let PartyChatRow { mut oldest, newest, .. } = tx.parties.get(party).expect("the caller has looked").chat;
    let id = newest + 1;
    tx.put(Record::PartyMessage(party, id, row));
    if id - oldest >= tx.config.bounds.messages as u64 {
        tx.remove(Key::PartyMessage(party, oldest));
        oldest += 1;
    }
    tx.put(Record::PartyChat(party, PartyChatRow { oldest, newest: id, active_at: tx.now }));
    id
}
