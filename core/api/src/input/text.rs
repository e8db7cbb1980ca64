//! Rules for members' texts that others read, and for the addresses of their pictures.

use fluent_uri::Uri;
use fluent_uri::component::Host;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The error of a one-line text, if any: it must not contain line ends or direction overrides, and must contain a
/// visible character unless it is empty.
pub(super) fn fault_of_line(text: &str) -> Option<&'static str> {
    if text.contains(char::is_control) {
        return Some("must not have control characters");
    }
    if text.is_ascii() {
        return (!text.is_empty() && text.trim().is_empty()).then_some(NOTHING);
    }
    if text.contains(turns) {
        return Some("must not have line separators or characters that turn the direction of text");
    }
    text.chars().all(is_blank).then_some(NOTHING)
}

/// The most characters of a guest's name.
const MAX_GUEST_NAME: usize = 20;
/// The most marks in a row in a guest's name: more of them cover the lines above and below.
const MAX_MARKS: usize = 2;

/// The error of a guest's name, if any.
pub(super) fn fault_of_guest_name(name: &str) -> Option<&'static str> {
    let (mut marks, mut before) = (0, None);
    for letter in name.chars() {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Some("must have at most two marks in a row");
        }
        let fits = if marks > 0 { !is_blank(letter) } else { is_of_name(letter) };
        if !fits || before == Some(' ') && letter == ' ' {
            return Some("must have only letters, digits, single spaces, `-` and `'`");
        }
        before = Some(letter);
    }
    (!(1..=MAX_GUEST_NAME).contains(&name.chars().count())).then_some("must have 1 to 20 characters")
}

/// Whether a character is a mark, which is drawn at the character before it.
fn is_mark(letter: char) -> bool {
    use unicode_general_category::GeneralCategory as Is;
    let kind = unicode_general_category::get_general_category(letter);
    matches!(kind, Is::NonspacingMark | Is::SpacingMark | Is::EnclosingMark)
}

/// Whether a guest's name can have a character that is no mark.
fn is_of_name(letter: char) -> bool {
    use unicode_general_category::GeneralCategory as Is;
    let is_letter = matches!(
        unicode_general_category::get_general_category(letter),
        Is::UppercaseLetter
            | Is::LowercaseLetter
            | Is::TitlecaseLetter
            | Is::ModifierLetter
            | Is::OtherLetter
            | Is::DecimalNumber
    );
    matches!(letter, ' ' | '-' | '\'') || is_letter && !is_blank(letter)
}

/// The error of a text of several lines, if any.
pub(super) fn fault_of_lines(text: &str) -> Option<&'static str> {
    let stray = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    text.contains(stray).then_some("must not have control characters except line breaks and tabs")
}

const NOTHING: &str = "must contain a visible character";

/// Whether a character ends a line or turns the direction of text (Unicode's property Bidi_Control).
fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is invisible: white space, or of Unicode's property Default_Ignorable_Code_Point. The blank pattern of
/// Braille is a symbol by its properties.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fff8}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The error of a picture's address, if any. Other members' browsers fetch it: it must not refer to their own machine
/// or network, and must not contain credentials.
pub(super) fn fault_of_picture(text: &str) -> Option<&'static str> {
    const NO_URI: &str = "must be an https URI";
    let Ok(uri) = Uri::parse(text) else { return Some(NO_URI) };
    let Some(authority) = uri.authority().filter(|_| uri.scheme().as_str().eq_ignore_ascii_case("https")) else {
        return Some(NO_URI);
    };
    if authority.host().is_empty() || authority.port_to_u16().is_err() {
        return Some(NO_URI);
    }
    if authority.has_userinfo() {
        return Some("must not have a user or password");
    }
    let is_public = match authority.host_parsed() {
        Host::Ipv4(address) => is_public(address.into()),
        Host::Ipv6(address) => is_public(address.into()),
        Host::RegName(name) => is_public_name(name.as_str()),
        _ => false,
    };
    (!is_public).then_some("must name a public host")
}

/// Whether a host name means the same host everywhere: neither a name of the local machine or network, nor a number
/// that browsers interpret as an address.
fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let Some((_, last)) = name.rsplit_once('.') else { return false };
    let is_number = last.starts_with("0x") || last.bytes().all(|byte| byte.is_ascii_digit());
    !is_number && !name.contains('%') && !matches!(last, "localhost" | "local" | "internal")
}

/// Whether an address is public.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network; shared by a provider's customers; protocol assignments; relays; benchmarks; reserved.
        [0, ..] | [100, 64..=127, ..] | [192, 0, 0, _] | [192, 88, 99, _] | [198, 18..=19, ..] | [240..=255, ..] => {
            true
        }
        _ => false,
    };
    !special
        && !address.is_private()
        && !address.is_loopback()
        && !address.is_link_local()
        && !address.is_documentation()
        && !address.is_multicast()
}

/// The global unicast range, except documentation addresses and those that embed an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, 0 | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_characters_of_the_unicode_properties() {
        let turning = regex::Regex::new(r"[\p{Bidi_Control}\u{2028}\u{2029}]").unwrap();
        let blank = regex::Regex::new(r"[\p{White_Space}\p{Default_Ignorable_Code_Point}\u{2800}]").unwrap();
        for letter in '\0'..=char::MAX {
            let text = letter.to_string();
            assert_eq!(turns(letter), turning.is_match(&text), "{letter:?}");
            assert_eq!(is_blank(letter), blank.is_match(&text), "{letter:?}");
        }
    }

    #[test]
    fn accepts_visible_lines() {
        let emoji = "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        for good in ["", "hello", " hello ", "שלום", "ﷺ", emoji, "❤\u{fe0f}", "\u{301}", "हिन्\u{200d}दी", "a\u{3000}b"]
        {
            assert_eq!(fault_of_line(good), None, "{good:?}");
        }
    }

    #[test]
    fn accepts_names_of_guests() {
        for good in [
            "Bob",
            "bo b",
            "O'Neil",
            "Anne-Marie",
            "77",
            "Zo\u{eb}",
            "हिन्दी",
            "q\u{323}\u{307}",
            "名前",
            &"a".repeat(20),
        ] {
            assert_eq!(fault_of_guest_name(good), None, "{good:?}");
        }
        let long = "a".repeat(21);
        for bad in ["", "a  b", "a_b", "a.b", "<b>", "a\u{200d}b", "a\u{202e}b", "\u{3164}", "❤", "½", &long] {
            assert!(fault_of_guest_name(bad).is_some(), "{bad:?}");
        }
        assert!(fault_of_guest_name("q\u{323}\u{307}\u{301}").is_some_and(|fault| fault.contains("marks")));
    }

    #[test]
    fn rejects_invisible_and_bidirectional_text() {
        for turned in ["a\u{202e}b", "\u{2066}a\u{2069}", "a\u{200f}", "\u{61c}a", "a\u{2028}b", "a\u{2029}"] {
            assert!(fault_of_line(turned).is_some_and(|fault| fault.contains("direction")), "{turned:?}");
        }
        for unseen in [
            " ",
            "   ",
            "\u{a0}",
            "\u{3000}",
            "\u{200b}\u{200d}",
            "\u{feff}",
            "\u{3164}",
            "\u{2800}",
            "\u{ad}",
            "\u{fe0f}",
        ] {
            assert_eq!(fault_of_line(unseen), Some(NOTHING), "{unseen:?}");
        }
        for control in ["a\nb", "\u{7}", "a\u{85}b"] {
            assert_eq!(fault_of_line(control), Some("must not have control characters"), "{control:?}");
        }
    }

    #[test]
    fn accepts_pictures_at_public_hosts_only() {
        for good in [
            "https://example.org/a.png",
            "HTTPS://EXAMPLE.ORG./a.png?x#y",
            "https://example.org:8443/a.png",
            "https://8.8.8.8/a.png",
            "https://[2606:4700::1111]/a.png",
            "https://1.1.1.1.example.org/",
        ] {
            assert_eq!(fault_of_picture(good), None, "{good}");
        }
        for bad in ["", "http://example.org/", "https:", "https:///a.png", "https://example.org:99999/", "https:a.png"]
        {
            assert_eq!(fault_of_picture(bad), Some("must be an https URI"), "{bad}");
        }
        for user in ["https://ada@example.org/", "https://ada:secret@example.org/", "https://@example.org/"] {
            assert_eq!(fault_of_picture(user), Some("must not have a user or password"), "{user}");
        }
        for host in [
            "localhost",
            "LocalHost.",
            "a.localhost",
            "printer",
            "printer.local",
            "db.internal",
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0x7f000001",
            "127.0.0.0x1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[fe80::1]",
            "[fd00::1]",
            "[ff02::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:10.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[2001:db8::1]",
            "[v1.x]",
            "%6cocalhost.example.org",
        ] {
            assert_eq!(fault_of_picture(&format!("https://{host}/a")), Some("must name a public host"), "{host}");
        }
    }
}
