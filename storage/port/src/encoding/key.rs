//! Keys: one byte for the kind, then the fields, each in a form whose bytes sort as its values do. Texts end in a zero
//! byte (a zero within them is written `00 FF`), so that no text's end is read as part of the next field.

use super::table::{read_fields, write_fields};
use turnstone_service::games::Seat;
use turnstone_service::ids::{AccountId, AgentId, AgentVersionId, DuelId, GrantId, PartyId, TableId, TicketId};
use turnstone_service::record::{DayName, Key, LedgerAccount, NoticeId, NoticeKind, RatedPlayer};
use turnstone_service::time::{Day, Millis};

/// The bytes of a key.
pub fn encode_key(key: &Key) -> Vec<u8> {
    let mut bytes = vec![key.kind().number()];
    write_fields(key, &mut bytes);
    bytes
}

/// The inverse of [`encode_key`]; `None` for any other bytes.
pub fn decode_key(bytes: &[u8]) -> Option<Key> {
    let (kind, rest) = bytes.split_first()?;
    let mut from = KeyReader(rest);
    let key = read_fields(*kind, &mut from)?;
    from.0.is_empty().then_some(key)
}

/// The bytes of a key that are not read yet.
pub(super) struct KeyReader<'a>(&'a [u8]);

impl KeyReader<'_> {
    fn raw<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }
}

pub(super) trait KeyField: Sized {
    /// Appends its bytes.
    fn write(&self, bytes: &mut Vec<u8>);

    /// The field at the start of these bytes; `None` if there is none.
    fn read(from: &mut KeyReader<'_>) -> Option<Self>;
}

impl<const N: usize> KeyField for [u8; N] {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        from.raw()
    }
}

/// Numbers, the larger bytes first.
macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl KeyField for $number {
            fn write(&self, bytes: &mut Vec<u8>) {
                self.to_be_bytes().write(bytes);
            }

            fn read(from: &mut KeyReader<'_>) -> Option<Self> {
                from.raw().map(Self::from_be_bytes)
            }
        }
    )+};
}

numbers!(u8, u32, u64, u128);

/// Types that hold one number.
macro_rules! wrapped {
    ($($wrapped:ident),+) => {$(
        impl KeyField for $wrapped {
            fn write(&self, bytes: &mut Vec<u8>) {
                self.0.write(bytes);
            }

            fn read(from: &mut KeyReader<'_>) -> Option<Self> {
                KeyField::read(from).map(Self)
            }
        }
    )+};
}

wrapped!(AccountId, AgentId, AgentVersionId, Day, DuelId, GrantId, Millis, PartyId, Seat, TableId, TicketId);

/// A day of a later era than 0.
impl KeyField for DayName {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.day.write(bytes);
        self.era.write(bytes);
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        Some(Self { day: Day::read(from)?, era: u64::read(from).filter(|era| *era > 0)? })
    }
}

impl KeyField for LedgerAccount {
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Mint => bytes.push(0),
            Self::House => bytes.push(1),
            Self::Held => bytes.push(2),
            Self::Member(id) => {
                bytes.push(3);
                id.write(bytes);
            }
        }
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        match u8::read(from)? {
            0 => Some(Self::Mint),
            1 => Some(Self::House),
            2 => Some(Self::Held),
            3 => AccountId::read(from).map(Self::Member),
            _ => None,
        }
    }
}

impl KeyField for RatedPlayer {
    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Account(id) => {
                bytes.push(0);
                id.write(bytes);
            }
            Self::Version(id) => {
                bytes.push(1);
                id.write(bytes);
            }
        }
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        match u8::read(from)? {
            0 => AccountId::read(from).map(Self::Account),
            1 => AgentVersionId::read(from).map(Self::Version),
            _ => None,
        }
    }
}

impl KeyField for NoticeId {
    fn write(&self, bytes: &mut Vec<u8>) {
        self.table.write(bytes);
        self.seat.write(bytes);
        bytes.push(match self.kind {
            NoticeKind::TurnBegan => 0,
            NoticeKind::TurnEndsSoon => 1,
            NoticeKind::Declined => 2,
        });
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        let (table, seat) = (TableId::read(from)?, Seat::read(from)?);
        let kind = match u8::read(from)? {
            0 => NoticeKind::TurnBegan,
            1 => NoticeKind::TurnEndsSoon,
            2 => NoticeKind::Declined,
            _ => return None,
        };
        Some(Self { table, seat, kind })
    }
}

impl KeyField for String {
    fn write(&self, bytes: &mut Vec<u8>) {
        for byte in self.bytes() {
            bytes.push(byte);
            if byte == 0 {
                bytes.push(0xFF);
            }
        }
        bytes.push(0);
    }

    fn read(from: &mut KeyReader<'_>) -> Option<Self> {
        let mut text = Vec::new();
        loop {
            let [byte] = from.raw()?;
            if byte != 0 {
                text.push(byte);
            } else if from.0.first() == Some(&0xFF) {
                from.raw::<1>()?;
                text.push(0);
            } else {
                return Self::from_utf8(text).ok();
            }
        }
    }
}
