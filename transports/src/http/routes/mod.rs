//! All routes, one file for each section of the API document.

mod account;
mod club;
mod discovery;
mod parties;
mod seats;
mod tables;

use super::route::Route;

/// The route table, in the document's order. A route that cannot be served does not stand here.
pub const ROUTES: &[&dyn Route] = &[
    &account::JOIN,
    &account::TOKEN,
    &account::RECOVER,
    &account::ROTATE,
    &account::LOGOUT,
    &account::ME,
    &account::ERASE,
    &account::PROFILE,
    &account::EDIT_PROFILE,
    &account::MY_TABLES,
    &account::MY_INVITATIONS,
    &account::HISTORY,
    &account::LEDGER,
    &account::REFERRAL,
    &account::PAUSE_STATE,
    &account::PAUSE,
    &tables::PRACTICE,
    &tables::GAMES,
    &tables::CREATE,
    &tables::READ,
    &tables::ACT,
    &tables::FORFEIT,
    &tables::OPEN,
    &tables::PLAYING,
    &tables::JOIN,
    &tables::DECLINE,
    &tables::MESSAGES,
    &tables::POST_MESSAGE,
    &tables::REPLAY,
    &tables::CARD,
    &tables::DAILY,
    &seats::ISSUE,
    &seats::CURRENT,
    &seats::REVOKE,
    &seats::CLAIM,
    &club::LEADERBOARD,
    &club::PLAYER,
    &parties::CREATE,
    &parties::JOIN,
    &parties::VISIBILITY,
    &parties::TABLE,
    &parties::READ,
    &parties::POST_MESSAGE,
    &discovery::DEPLOYMENT,
];
