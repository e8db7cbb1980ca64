//! Addresses for rate limits. An IPv6 /64 counts as one address, because one user usually has all of it.

use std::net::{IpAddr, Ipv6Addr};

/// An IPv4 address, or an IPv6 /64. An IPv4-mapped IPv6 address is the IPv4 address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Subnet(IpAddr);

impl From<IpAddr> for Subnet {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        })
    }
}

impl std::fmt::Display for Subnet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            IpAddr::V4(address) => write!(out, "{address}"),
            IpAddr::V6(address) => write!(out, "{address}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_an_ipv6_64_as_one_address() {
        let subnet = |text: &str| Subnet::from(text.parse::<IpAddr>().unwrap()).to_string();
        assert_eq!(subnet("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(subnet("2001:db8:1:2::"), "2001:db8:1:2::/64");
        assert_eq!(subnet("2001:db8:1:3::"), "2001:db8:1:3::/64");
        assert_eq!(subnet("192.0.2.1"), "192.0.2.1");
        assert_eq!(subnet("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(subnet("::1"), "::/64");
    }
}
