//! The texts under which choices enter a stored hash: fingerprints of idempotency keys, rosters.
//!
//! These texts are part of the stored form. A variant can be renamed, but its text here must stay: otherwise retries
//! across an upgrade conflict, and rosters start again from zero.

use crate::record::Player;
use crate::request::{DuelFormat, Fallback, Opponents, Pace, Visibility};
use std::borrow::Cow;

/// A choice that enters a stored hash.
pub(crate) trait StoredName {
    /// Its text, the same in every version.
    fn stored_name(&self) -> Cow<'static, str>;
}

impl StoredName for Visibility {
    fn stored_name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Public => "Public",
            Self::Unlisted => "Unlisted",
            Self::Private => "Private",
        })
    }
}

impl StoredName for Pace {
    fn stored_name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Live => "Live",
            Self::Daily => "Daily",
        })
    }
}

impl StoredName for DuelFormat {
    fn stored_name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Bo1 => "Bo1",
            Self::Bo3 => "Bo3",
            Self::Bo5 => "Bo5",
        })
    }
}

impl StoredName for Opponents {
    fn stored_name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::People => "People",
            Self::Any => "Any",
        })
    }
}

impl StoredName for Fallback {
    fn stored_name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::None => "None",
            Self::House => "House",
        })
    }
}

impl StoredName for Player {
    fn stored_name(&self) -> Cow<'static, str> {
        match self {
            Self::Vacant => Cow::Borrowed("Vacant"),
            Self::Member(account) => Cow::Owned(format!("Member({account})")),
            Self::Guest => Cow::Borrowed("Guest"),
            Self::House => Cow::Borrowed("House"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::StoredName;
    use crate::record::Player;
    use crate::request::{DuelFormat, Pace, Visibility};
    use turnstone_api::ids::AccountId;

    #[test]
    fn stored_names_never_change() {
        let names: Vec<String> = [
            Visibility::Public.stored_name(),
            Visibility::Unlisted.stored_name(),
            Visibility::Private.stored_name(),
            Pace::Live.stored_name(),
            Pace::Daily.stored_name(),
            DuelFormat::Bo1.stored_name(),
            DuelFormat::Bo3.stored_name(),
            DuelFormat::Bo5.stored_name(),
            Player::Vacant.stored_name(),
            Player::Member(AccountId(1)).stored_name(),
            Player::Guest.stored_name(),
            Player::House.stored_name(),
        ]
        .into_iter()
        .map(String::from)
        .collect();
        let member = "Member(acc_00000000000000000000000000000001)";
        let as_stored =
            ["Public", "Unlisted", "Private", "Live", "Daily", "Bo1", "Bo3", "Bo5", "Vacant", member, "Guest", "House"];
        assert_eq!(names, as_stored);
    }
}
