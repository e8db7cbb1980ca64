//! Tokens and typed codes: all contents of an `Authorization` field.

use crate::cases;
use crate::change::{cut, cuts};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proptest::prelude::*;
use turnstone_service::credentials::{Claims, ServerKeys, code_hash};
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, TableId};
use turnstone_service::secret::SecretKey;
use turnstone_service::time::Millis;

fn keys() -> ServerKeys {
    ServerKeys::new(vec![(1, SecretKey([1; 32])), (2, SecretKey([2; 32]))])
}

fn claims() -> [Claims; 2] {
    let account = AccountId::new(Millis(5), [3; 10]);
    let table = TableId::new(Millis(5), [4; 10]);
    [
        Claims::Account { account, epoch: 7, issued_at: Millis(5), expires_at: Millis(9) },
        Claims::Seat { table, seat: Seat(1), grant: None, expires_at: Millis(9) },
    ]
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn only_what_the_server_wrote_is_a_token(of_a_seat: bool, cuts in cuts()) {
        let [account, seat] = claims();
        let token = keys().token(if of_a_seat { &seat } else { &account });
        let changed = cut(token.reveal().as_bytes().to_vec(), &cuts);
        let changed = String::from_utf8_lossy(&changed);
        let read = keys().read_token(&changed);
        prop_assert_eq!(read.is_some(), changed == token.reveal());
    }

    #[test]
    fn a_payload_of_any_bytes_is_no_token(payload in any::<Vec<u8>>(), mac in any::<[u8; 32]>()) {
        let token = format!("tsn1.{}.{}", URL_SAFE_NO_PAD.encode(payload), URL_SAFE_NO_PAD.encode(mac));
        prop_assert_eq!(keys().read_token(&token), None);
    }

    #[test]
    fn any_text_can_be_typed_as_a_code(typed: String) {
        prop_assert_eq!(keys().read_token(&typed), None);
        prop_assert_eq!(code_hash(&typed), code_hash(&format!(" {}-", typed)));
    }
}
