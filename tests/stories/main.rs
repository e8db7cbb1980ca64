//! Stories: requests of members through the real transport, and the responses. Each shows one rule, so that the rule
//! can be learned from its transcript under `golden/stories`.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue reports where")]

mod accounts;
mod agent_limits;
mod agents;
mod blocks;
mod bounds;
mod canary;
mod chat;
mod checks;
mod chips;
mod club;
mod daily;
mod document;
mod documents;
mod duels;
mod erasure;
mod executor;
mod fairness;
mod friendly;
mod grants;
mod hands;
mod hidden;
mod hostile;
mod http2;
mod json;
mod kinds;
mod labels;
mod lines;
mod local;
mod matrix;
mod mcp;
mod messenger;
mod model;
mod odd;
#[path = "../../sim/src/operator_lines.rs"]
mod operator_lines;
mod outages;
mod outside;
mod parties;
mod polls;
mod practice;
mod push;
mod queue;
mod ratings;
mod readers;
mod receipts;
mod rematch;
mod room;
mod script;
mod sessions;
mod streams;
mod streams_of_members;
mod tables;
mod teller;
mod turns;
mod visibility;
mod wire;
mod world;

use teller::Teller;

/// Run a story and compare its transcript with the golden one.
fn check(name: &str, text: &str) {
    let reported = story(text);
    hold(name, &reported);
    if local::can_tell(text) {
        let local = Teller::local(text);
        assert_eq!(
            local::without_caching(&local),
            local::without_caching(&reported),
            "the in-process transport differs"
        );
    }
}

/// Compare a text with the golden one. `INSTA_UPDATE=always` writes the file instead.
fn hold(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../golden/stories");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The transcript of a story.
fn story(text: &str) -> String {
    Teller::tell(text)
}

/// Stories as tests, each under its name.
macro_rules! stories {
    ($($name:ident $text:literal)*) => {
        $(#[test] fn $name() { crate::check(stringify!($name), $text); })*
    };
}
pub(crate) use stories;
