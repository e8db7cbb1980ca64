//! The encodings of all kinds of keys and rows, made from the table of records.

use super::key::{KeyField, KeyReader};
use super::row::{read, value};
use turnstone_service::record::{DayName, Key, Record};
use turnstone_service::time::Day;

macro_rules! encode {
    (
        kinds {$(
            $(#[$doc:meta])*
            $number:literal $name:ident $(($($field:ident: $type:ty),+ $(; $($taken:ident: $taken_type:ty),+)?))?
            = $row:ty, $load:ident, version $version:literal $(adds $added:literal)?;
        )+}
        days {$(
            $(#[$day_doc:meta])*
            [$day_number:literal $day_name:ident version $day_version:literal $(adds $day_added:literal)?]
            [$era_number:literal $era_name:ident version $era_version:literal]
            ($($day_field:ident: $day_type:ty),*) = $day_row:ty, $day_load:ident;
        )+}
    ) => {
        /// Appends the fields of a key.
        pub(super) fn write_fields(key: &Key, bytes: &mut Vec<u8>) {
            match key {
                $(Key::$name $(($($field,)+ $($($taken,)+)?))? => {
                    $($($field.write(bytes);)+ $($($taken.write(bytes);)+)?)?
                })+
                $(
                    Key::$day_name(day, $($day_field,)*) => {
                        day.write(bytes);
                        $($day_field.write(bytes);)*
                    }
                    Key::$era_name(name, $($day_field,)*) => {
                        name.write(bytes);
                        $($day_field.write(bytes);)*
                    }
                )+
            }
        }

        /// The key of a kind's number and fields; `None` if there is none.
        pub(super) fn read_fields(number: u8, from: &mut KeyReader<'_>) -> Option<Key> {
            Some(match number {
                $($number => {
                    $($(let $field = KeyField::read(from)?;)+ $($(let $taken = KeyField::read(from)?;)+)?)?
                    Key::$name $(($($field,)+ $($($taken,)+)?))?
                })+
                $(
                    $day_number => {
                        let day = Day::read(from)?;
                        $(let $day_field = KeyField::read(from)?;)*
                        Key::$day_name(day, $($day_field,)*)
                    }
                    $era_number => {
                        let name = DayName::read(from)?;
                        $(let $day_field = KeyField::read(from)?;)*
                        Key::$era_name(name, $($day_field,)*)
                    }
                )+
                _ => return None,
            })
        }

        /// The version and the row of a record.
        pub(super) fn write_row(record: &Record, version: u8) -> Vec<u8> {
            match record {
                $(Record::$name(.., row) => value(version, row),)+
                $(Record::$day_name(.., row) => value(version, row),)+
            }
        }

        /// The record of a key and a row.
        pub(super) fn read_row(key: Key, row: &[u8]) -> Result<Record, postcard::Error> {
            Ok(match key {
                $(Key::$name $(($($field,)+ ..))? => Record::$name($($($field,)+)? read(row)?),)+
                $(
                    Key::$day_name(day, $($day_field,)*) => {
                        Record::$day_name(DayName::of(day), $($day_field,)* read(row)?)
                    }
                    Key::$era_name(name, $($day_field,)*) => Record::$day_name(name, $($day_field,)* read(row)?),
                )+
            })
        }
    };
}

turnstone_service::records!(encode);
