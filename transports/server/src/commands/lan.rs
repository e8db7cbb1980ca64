//! What `turnstone serve --lan` prints besides: the address for phones, and what plain http means.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Black on white, whatever the colours of the terminal are: many phones do not read the opposite.
const INK_ON_PAPER: &str = "\x1b[38;5;16;48;5;231m";
const USUAL: &str = "\x1b[0m";

/// The lines for the people of the network, with a QR code of the address on a terminal.
pub(super) fn welcome(base_url: &str, on_terminal: bool) -> String {
    let code = if on_terminal { code(base_url) } else { None };
    format!(
        "\nPhones and computers in this network open {base_url}\n{}\
         This is plain http: everybody in this network can read and change what the others send, the codes for signing in included.\n\
         Use it only where you trust them. Browsers offer no notifications and no installed app without https.",
        code.unwrap_or_default()
    )
}

/// The QR code of a text, two rows of it in a line. None if the text is too long for one.
fn code(text: &str) -> Option<String> {
    let drawn = QrCode::new(text).ok()?.render::<Dense1x2>().build();
    Some(drawn.lines().map(|line| format!("{INK_ON_PAPER}{line}{USUAL}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_the_address_as_a_qr_code() {
        let (plain, drawn) = (welcome("http://192.168.1.5:8080", false), welcome("http://192.168.1.5:8080", true));
        assert!(!plain.contains('\x1b') && plain.contains("open http://192.168.1.5:8080\nThis is plain http"));
        let lines: Vec<&str> = drawn.lines().filter(|line| line.starts_with(INK_ON_PAPER)).collect();
        // 25 rows and columns for so short a text (version 2), with four empty ones on each side.
        assert_eq!(lines.len(), (25_usize + 8).div_ceil(2));
        let width = |line: &&str| line.trim_start_matches(INK_ON_PAPER).trim_end_matches(USUAL).chars().count();
        assert!(lines.iter().all(|line| width(line) == 25 + 8), "{drawn}");
    }
}
