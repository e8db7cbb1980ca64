//! The commands of the documents, as a reader runs them.

use crate::turnstone::{Home, has_curl, stderr};

const WALKTHROUGH: &str = include_str!("../../transports/WALKTHROUGH.md");
/// The pages whose blocks a reader pastes into a terminal.
const PAGES: [&str; 3] = [WALKTHROUGH, include_str!("../../README.md"), include_str!("../../CONTRIBUTING.md")];

/// The shell blocks of a section, one after another.
fn blocks(section: &str) -> String {
    let heading = format!("## {section}\n");
    let (_, text) = WALKTHROUGH.split_once(&heading).unwrap();
    let text = text.split_once("\n## ").map_or(text, |(own, _)| own);
    let blocks: Vec<&str> = text.split("```sh\n").skip(1).map(|rest| rest.split_once("\n```").unwrap().0).collect();
    assert!(blocks.len() > 1, "{section} has blocks");
    blocks.join("\n")
}

/// The script with real values in place of the examples.
fn script(home: &Home, listens: &str, invite: &str) -> String {
    let hand = blocks("With curl");
    let (address, code) = ("B=http://127.0.0.1:8080\n", "INVITE=AAAAA-BBBBB-CCCCC-DDDDD\n");
    assert!(hand.contains(address) && hand.contains(code), "the two lines that a reader changes");
    let hand = hand.replace(address, &format!("B=http://{listens}\n")).replace(code, &format!("INVITE={invite}\n"));
    // The program is already built.
    let cargo = format!("cargo() {{ shift 3; '{}' \"$@\"; }}", crate::binary());
    format!("cd '{}'\n{cargo}\n{hand}\nwait\n", home.path("").display())
}

#[test]
fn the_walkthrough_runs_as_written() {
    let home = Home::new();
    if !has_curl() {
        return;
    }
    let server = home.serve("data");
    let invite = home.invited("data", &["invite", "--uses", "2"]);
    let output = home.shell(&script(&home, &server.address.to_string(), invite.trim())).output().unwrap();
    let reported = String::from_utf8(output.stdout.clone()).unwrap();
    let errors = stderr(&output);
    let codes: Vec<&str> = errors.lines().filter_map(|line| line.strip_prefix("recovery code of ")).collect();
    assert!(codes.len() == 2 && codes[0].starts_with("cleo: ") && codes[1].starts_with("dan: "), "{errors}");
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(output.status.success(), "{reported}");
    assert!(!reported.contains("\"error\""), "{reported}");
    for part in [
        "\"handle\":\"cleo\"",
        "\"balance\":1000",
        "\"game\":\"tic-tac-toe\"",
        "{\"ok\":true,\"table\":{",
        "\"started\":true",
        "\"game\":\"holdem\"",
        "\"body\":\"good luck\"",
        "\"winnerSeat\":1",
        ": holds: ",
    ] {
        assert!(reported.contains(part), "{part} is not in {reported}");
    }
}

/// In an interactive shell of macOS, `#` begins no comment by default: it and the rest of the line would be run.
#[test]
fn shell_blocks_have_no_comments() {
    let blocks = PAGES.iter().flat_map(|page| page.split("```sh\n").skip(1));
    for block in blocks.map(|rest| rest.split_once("\n```").unwrap().0) {
        let reported = block.lines().find(|line| line.trim_start().starts_with('#') || line.contains(" #"));
        assert_eq!(reported, None, "use prose instead of comments");
    }
}

#[test]
fn the_walkthrough_shows_errors() {
    let home = Home::new();
    if !has_curl() {
        return;
    }
    let server = home.serve("data");
    let script = script(&home, &server.address.to_string(), "WRONG-WRONG-WRONG-WRONG");
    let joins = script.split_once("get /api/me").unwrap().0;
    let output = home.shell(&format!("{joins}\necho \"cleo has '$CLEO'\"")).output().unwrap();
    let reported = stderr(&output);
    assert!(
        reported.contains("no recoveryCode in: ") && reported.contains("invalid_invite"),
        "the server's error: {reported}"
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "cleo has ''");
}
