//! The answers of the contract, each with the rule that holds for it: an answer that has no row does not compile here.

use turnstone_service::answer::Answer;

/// Fields that are not compared as they are, by their paths. They are made from the server's key or at random: what the
/// answers hand out by them is looked at instead.
pub(super) const LEFT_OUT: &[&str] =
    &["recoveryCode", "token", "state", "code", "accessToken", "claimToken", "inviteCode"];

/// What holds for one kind of answers.
pub(crate) struct AnswerRow {
    /// The name of the answers among the counters.
    pub(crate) name: &'static str,
    pub(super) rule: &'static str,
}

macro_rules! answers {
    ($($answer:ident => $name:literal, $rule:literal;)*) => {
        /// All kinds of answers.
        pub(crate) const ANSWERS: &[AnswerRow] =
            &[$(AnswerRow { name: concat!("answer: ", $name), rule: $rule }),*];

        /// The row of an answer.
        pub(super) const fn row_of(answer: &Answer) -> AnswerRow {
            match answer {
                $(Answer::$answer(_) => AnswerRow { name: concat!("answer: ", $name), rule: $rule },)*
            }
        }
    };
}

answers! {
    Ok => "ok", "what is done is done, and said";
    Joined => "join", "a new member gets their own account";
    Token => "token", "a token is its member's";
    Rotated => "rotate", "a new recovery code is sent";
    Me => "me", "the balance in a response is that of the books";
    Erased => "erase", "an erasure reports what it removed";
    Profile => "profile", "a profile is what its member made it";
    MessengerJoined => "join-messenger", "a new member gets their own account";
    Challenge => "challenge-messenger", "a state to link with is the caller's";
    MyTables => "my-tables", "a list reports its tables as they are";
    MyInvitations => "my-invitations", "a list reports its tables as they are";
    History => "history", "a history page is the history";
    Ledger => "ledger", "a ledger page is the ledger";
    Referral => "referral", "a referral counts whom it brought";
    Pause => "pause", "a pause is reported as it is";
    Games => "games", "the games are those that ship";
    Practice => "practice", "a guest gets their seat";
    Created => "create-table", "a table is the one that was made";
    Table => "read-table", "a view is what its viewer may see";
    Acted => "act", "a view is what its viewer may see";
    OpenTables => "open-tables", "a list reports its tables as they are";
    PlayingTables => "playing-tables", "a list reports its tables as they are";
    Joining => "join-table", "a player who sits down learns whether the table begins";
    Messages => "messages", "a chat is sent from the cursor on";
    Posted => "post-message", "a message that was posted is in the chat";
    Replay => "replay", "a replay is the match as it was played";
    Card => "card", "an end card reports its roster";
    Daily => "daily", "the board ranks the tries";
    Granted => "issue-grant", "a grant is what was asked for";
    CurrentGrant => "current-grant", "a grant is reported as it is";
    Claimed => "claim-grant", "a claimed seat is the grant's";
    Leaderboard => "leaderboard", "the leaderboard ranks what was won";
    Player => "player", "a member's card is their own";
    PushKey => "push-key", "browsers subscribe with the server's key";
    Roster => "agents", "a roster reports its agents as they are";
    AgentSaved => "save-agent", "an agent is saved as it was described";
    SelfChecked => "self-check", "a self-check reports its result";
    Challenged => "duel", "a duel reports its result";
    Duels => "duels", "a list of duels reports them as they are";
    Duel => "read-duel", "a duel is shown as it is";
    PartyCreated => "create-party", "a party is the one that was founded";
    Party => "party", "a party is shown as it is";
    Deployment => "deployment", "a deployment names its build";
    Admin => "admin", "the operator gets what they did and what there is";
    Invited => "invite", "an invitation is what was asked for";
}
