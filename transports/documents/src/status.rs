//! The status that HTTP has for each error of the contract.

use turnstone_api::code::Code;
use turnstone_api::words::Category;

/// The status of a code.
pub const fn status_of(code: Code) -> u16 {
    match code {
        Code::InvalidRequest | Code::InvalidInvite | Code::HandleTaken => 400,
        Code::NotSignedIn => 401,
        Code::InsufficientChips => 402,
        Code::InvitationRequired => 403,
        Code::GrantNotFound => 404,
        Code::StalePlies
        | Code::ActionRejected
        | Code::NotJoinable
        | Code::IdentityLinkedElsewhere
        | Code::IdempotencyConflict
        | Code::InFlight
        | Code::GrantNotEligible
        | Code::GrantUnavailable
        | Code::SeatDelegated
        | Code::SelfcheckInFlight => 409,
        Code::PayloadTooLarge => 413,
        Code::RateLimited
        | Code::PracticeQuota
        | Code::ActiveTableQuota
        | Code::PartyQuota
        | Code::PushQuota
        | Code::SelfcheckLimit => 429,
        Code::NotConfigured => 503,
    }
}

/// The status of an error, with or without a code.
pub const fn status(category: Category) -> u16 {
    match category {
        Category::Coded(code) => status_of(code),
        Category::Fault(_) => 400,
        Category::Missing => 404,
        Category::Forbidden => 403,
        Category::Conflict => 409,
        Category::Unavailable => 503,
    }
}
