//! Query strings of every route.

use crate::bodies::{filled, judge};
use crate::cases;
use proptest::prelude::*;
use proptest::sample::Index;
use turnstone_documents::ROUTES;

/// Pairs of names that some route knows and values that may be invalid everywhere.
fn query() -> impl Strategy<Value = String> {
    let names = ["wait", "events_since", "msgs_since", "since", "limit", "game", "before", "cursor", "%77ait", ""];
    let values = [
        "",
        "0",
        "1",
        "-1",
        "50",
        "50.0001",
        "51",
        "1e3",
        "0.0000000000000000000000000001",
        "18446744073709551616",
        "9007199254740993",
        "null",
        "NaN",
        "%ff",
        "%00",
        "%e2%80%ae",
        "+1",
        "٣",
    ];
    let name = proptest::sample::select(names.to_vec()).prop_map(str::to_owned);
    let value = prop_oneof![
        4 => proptest::sample::select(values.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => any::<u64>().prop_map(|number| number.to_string()),
    ];
    let pair = (name, value, 0..8_u8).prop_map(|(name, value, form)| match form {
        0 => name,
        1 => format!("{name}={value}={value}"),
        _ => format!("{name}={value}"),
    });
    proptest::collection::vec(pair, 0..5).prop_map(|pairs| pairs.join("&"))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn every_query_is_read_or_rejected_by_name(route in any::<Index>(), query in query()) {
        let route = &ROUTES[route.index(ROUTES.len())];
        judge(route, &query, filled(route.about().example.0).as_bytes());
    }

    #[test]
    fn any_text_after_the_mark_is_read_or_rejected(route in any::<Index>(), query: String) {
        let route = &ROUTES[route.index(ROUTES.len())];
        judge(route, &query, filled(route.about().example.0).as_bytes());
    }
}
