//! Splits an event into its type and data while it is serialised, so that no text has to be parsed.

use serde::ser::{Error as _, Impossible, Serialize, SerializeStruct, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Error, Result};

/// A value of an enum with `#[serde(tag = "type", content = "data")]`, in its two parts.
#[derive(Default)]
pub(super) struct EventParts {
    pub(super) kind: &'static str,
    pub(super) data: Option<Box<RawValue>>,
}

/// The serializer of such a value, which arrives as a struct of its tag and its content; the tag itself arrives as a
/// unit variant.
pub(super) struct PartsSerializer;

impl SerializeStruct for EventParts {
    type Ok = Self;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match name {
            "type" => self.kind = value.serialize(PartsSerializer)?.kind,
            "data" => self.data = Some(to_raw_value(value)?),
            _ => return rejected(),
        }
        Ok(())
    }

    fn end(self) -> Result<Self> {
        if self.kind.is_empty() { rejected() } else { Ok(self) }
    }
}

fn rejected<T>() -> Result<T> {
    Err(Error::custom("an event is an enum with its type beside its data"))
}

macro_rules! reject {
    ($($method:ident($($argument:ty),*) -> $reported:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$reported> {
            rejected()
        })*
    };
}

impl Serializer for PartsSerializer {
    type Ok = EventParts;
    type Error = Error;
    type SerializeSeq = Impossible<EventParts, Error>;
    type SerializeTuple = Impossible<EventParts, Error>;
    type SerializeTupleStruct = Impossible<EventParts, Error>;
    type SerializeTupleVariant = Impossible<EventParts, Error>;
    type SerializeMap = Impossible<EventParts, Error>;
    type SerializeStruct = EventParts;
    type SerializeStructVariant = Impossible<EventParts, Error>;

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<EventParts> {
        Ok(EventParts::default())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, kind: &'static str) -> Result<EventParts> {
        Ok(EventParts { kind, data: None })
    }

    reject! {
        serialize_bool(bool) -> EventParts;
        serialize_i8(i8) -> EventParts;
        serialize_i16(i16) -> EventParts;
        serialize_i32(i32) -> EventParts;
        serialize_i64(i64) -> EventParts;
        serialize_u8(u8) -> EventParts;
        serialize_u16(u16) -> EventParts;
        serialize_u32(u32) -> EventParts;
        serialize_u64(u64) -> EventParts;
        serialize_f32(f32) -> EventParts;
        serialize_f64(f64) -> EventParts;
        serialize_char(char) -> EventParts;
        serialize_str(&str) -> EventParts;
        serialize_bytes(&[u8]) -> EventParts;
        serialize_none() -> EventParts;
        serialize_unit() -> EventParts;
        serialize_unit_struct(&'static str) -> EventParts;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<EventParts> {
        rejected()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<EventParts> {
        rejected()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<EventParts> {
        rejected()
    }
}
