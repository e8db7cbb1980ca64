//! The addresses to which a member may make this server connect: public ones only. Addresses that only this server can
//! reach are excluded: this machine, its network, and addresses embedded in those of a tunnel or a translator.

use ipnet::{Ipv4Net, Ipv6Net};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(a: u16, b: u16, prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

/// IPv4 networks that are not public, by the registry of special purpose addresses (RFC 6890).
const NOT_PUBLIC_V4: [Ipv4Net; 15] = [
    // This network, the unspecified address in it.
    v4(0, 0, 0, 0, 8),
    // Private.
    v4(10, 0, 0, 0, 8),
    v4(172, 16, 0, 0, 12),
    v4(192, 168, 0, 0, 16),
    // Shared behind a carrier's NAT.
    v4(100, 64, 0, 0, 10),
    // Loopback.
    v4(127, 0, 0, 0, 8),
    // Link-local.
    v4(169, 254, 0, 0, 16),
    // Protocol assignments.
    v4(192, 0, 0, 0, 24),
    // Documentation.
    v4(192, 0, 2, 0, 24),
    v4(198, 51, 100, 0, 24),
    v4(203, 0, 113, 0, 24),
    // 6to4 relays.
    v4(192, 88, 99, 0, 24),
    // Benchmarking.
    v4(198, 18, 0, 0, 15),
    // Multicast.
    v4(224, 0, 0, 0, 4),
    // Reserved, and the broadcast address.
    v4(240, 0, 0, 0, 4),
];

/// The allocated public range of IPv6. The unspecified address, loopback, mapped and compatible addresses, NAT64
/// (64:ff9b::/96 and 64:ff9b:1::/48), discard-only, unique local, link-local and multicast addresses are outside of it.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 3);

/// The parts of it that are not public.
const NOT_PUBLIC_V6: [Ipv6Net; 4] = [
    // Protocol assignments, including Teredo, benchmarking and overlay identifiers.
    v6(0x2001, 0, 23),
    // Documentation.
    v6(0x2001, 0x0db8, 32),
    v6(0x3fff, 0, 20),
    // 6to4.
    v6(0x2002, 0, 16),
];

/// Whether an address is public.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) => GLOBAL_V6.contains(&address) && !NOT_PUBLIC_V6.iter().any(|net| net.contains(&address)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each range with its first and last address, and the neighbours outside of it, if those are public.
    #[test]
    fn the_edges_of_every_range() {
        let ranges = [
            ("this network", None, "0.0.0.0", "0.255.255.255", Some("1.0.0.0")),
            ("private", Some("9.255.255.255"), "10.0.0.0", "10.255.255.255", Some("11.0.0.0")),
            ("private", Some("172.15.255.255"), "172.16.0.0", "172.31.255.255", Some("172.32.0.0")),
            ("private", Some("192.167.255.255"), "192.168.0.0", "192.168.255.255", Some("192.169.0.0")),
            ("shared", Some("100.63.255.255"), "100.64.0.0", "100.127.255.255", Some("100.128.0.0")),
            ("loopback", Some("126.255.255.255"), "127.0.0.0", "127.255.255.255", Some("128.0.0.0")),
            ("link-local", Some("169.253.255.255"), "169.254.0.0", "169.254.255.255", Some("169.255.0.0")),
            ("protocols", Some("191.255.255.255"), "192.0.0.0", "192.0.0.255", Some("192.0.1.0")),
            ("documentation", Some("192.0.1.255"), "192.0.2.0", "192.0.2.255", Some("192.0.3.0")),
            ("documentation", Some("198.51.99.255"), "198.51.100.0", "198.51.100.255", Some("198.51.101.0")),
            ("documentation", Some("203.0.112.255"), "203.0.113.0", "203.0.113.255", Some("203.0.114.0")),
            ("6to4 relays", Some("192.88.98.255"), "192.88.99.0", "192.88.99.255", Some("192.88.100.0")),
            ("benchmarks", Some("198.17.255.255"), "198.18.0.0", "198.19.255.255", Some("198.20.0.0")),
            ("multicast", Some("223.255.255.255"), "224.0.0.0", "239.255.255.255", None),
            ("reserved and broadcast", None, "240.0.0.0", "255.255.255.255", None),
            ("unspecified and loopback", None, "::", "::1", None),
            ("compatible", None, "::2", "::ffff:ffff", None),
            ("mapped", None, "::ffff:0:0", "::ffff:255.255.255.255", None),
            ("mapped and public within", None, "::ffff:8.8.8.8", "::ffff:1.1.1.1", None),
            ("translated", None, "::ffff:0:0:0", "::ffff:0:255.255.255.255", None),
            ("NAT64", None, "64:ff9b::", "64:ff9b::255.255.255.255", None),
            ("local NAT64", None, "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", None),
            ("discard-only", None, "100::", "100::ffff:ffff:ffff:ffff", None),
            ("before all that is global", None, "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Some("2000::")),
            (
                "Teredo",
                Some("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
                "2001::",
                "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
                None,
            ),
            ("benchmarks", None, "2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", None),
            ("identifiers", None, "2001:10::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", None),
            ("protocols", None, "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", Some("2001:200::")),
            (
                "documentation",
                Some("2001:db7:ffff:ffff:ffff:ffff:ffff:ffff"),
                "2001:db8::",
                "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
                Some("2001:db9::"),
            ),
            (
                "6to4",
                Some("2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
                "2002::",
                "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                Some("2003::"),
            ),
            (
                "documentation",
                Some("3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
                "3fff::",
                "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
                Some("3fff:1000::"),
            ),
            (
                "after all that is global",
                Some("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
                "4000::",
                "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                None,
            ),
            ("unique local", None, "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
            ("link-local", None, "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
            ("site-local", None, "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
            ("multicast", None, "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None),
        ];
        let public = |text: &str| is_public(text.parse().unwrap());
        for (name, before, first, last, after) in ranges {
            assert!(!public(first) && !public(last), "{name}: {first} to {last}");
            for outside in before.into_iter().chain(after) {
                assert!(public(outside), "{name}: {outside} is outside of {first} to {last}");
            }
        }
        for fine in ["1.1.1.1", "8.8.8.8", "142.250.1.95", "2606:4700:4700::1111", "2a00:1450:4001:80e::200a"] {
            assert!(public(fine), "{fine}");
        }
    }
}
