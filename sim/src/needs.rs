//! The credential that each request of the contract needs: one table for both rings, in words of its own.

/// Which credential a request needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// None at all.
    Nothing,
    /// An account's.
    Account,
    /// An account's, or a guest's at his table.
    AccountOrGuest,
    /// An account's or a seat's.
    AccountOrSeat,
}

/// What the request of this name needs; nothing is said of one that is new.
pub(crate) fn need_of(operation: &str) -> Option<Need> {
    Some(match operation {
        // Whoever comes in, and what is shown to everybody.
        "join" | "join_messenger" | "issue_token" | "recover" | "messenger_webhook" | "practice"
        | "claim_seat_grant" | "open_tables" | "playing_tables" | "replay" | "end_card" | "daily_board"
        | "leaderboard" | "push_key" | "deployment" => Need::Nothing,
        // What is a member's own.
        "rotate_recovery"
        | "logout"
        | "me"
        | "erase_account"
        | "profile"
        | "edit_profile"
        | "my_tables"
        | "my_invitations"
        | "history"
        | "ledger"
        | "referral"
        | "pause_state"
        | "pause"
        | "link_messenger"
        | "unlink_messenger"
        | "challenge_messenger"
        | "player"
        | "push_subscribe"
        | "push_unsubscribe" => Need::Account,
        "read_table" | "act" => Need::AccountOrSeat,
        "forfeit" => Need::AccountOrGuest,
        "games" | "create_table" | "join_table" | "decline" | "table_messages" | "post_table_message"
        | "issue_seat_grant" | "current_seat_grant" | "revoke_seat_grant" => Need::Account,
        "list_agents" | "save_agent" | "self_check" | "challenge" | "list_duels" | "read_duel" => Need::Account,
        "create_party"
        | "join_party"
        | "set_party_visibility"
        | "create_party_table"
        | "read_party"
        | "post_party_message" => Need::Account,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::need_of;
    use turnstone_api::operation::ALL;

    #[test]
    fn somebody_has_said_of_every_request_what_it_needs() {
        let unsaid: Vec<&str> =
            ALL.iter().map(|operation| operation.name()).filter(|name| need_of(name).is_none()).collect();
        assert!(unsaid.is_empty(), "{unsaid:?}");
    }
}
