//! Fairness: what the server states about its deals.

use super::{Access, Case, Definition, OperationFacts, schema_of};
use crate::answer;
use crate::input::Nothing;
use crate::input::fields::number;
use crate::input::parameters::number_below;
use crate::request::Request;
use crate::time::Day;
use crate::words::Category;

parameters! {
    /// A part of a numbered list.
    #[derive(Debug)]
    NumberedList {
        /// The first number.
        #[serde(default = "number::<1, u32>", deserialize_with = "number_below")]
        #[garde(range(min = 1, max = 2_000_000_000))]
        #[schemars(with = "Option<u64>")]
        pub from: u32,
    }
}

/// The signed statements of the server, oldest first.
pub static FAIRNESS: Definition<(), NumberedList> = Definition {
    name: "fairness",
    about: OperationFacts::reads(
        "The signed statements of the server, oldest first",
        Access::Public,
        schema_of::<answer::FairnessStatements>,
    )
    .details("Each contains the hash of the one before it: whoever keeps one sees if an earlier one was changed.")
    .example(
        "",
        r#"{"statements":[{"number":1,"text":"turnstone statement 1\n1\n0000000000000000000000000000000000000000000000000000000000000000\n1700000000000\nkey 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\n","key":"8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c","signature":"5e1f"}],"next":null}"#,
    ),
    request: |(), input| Request::Fairness(input),
};

/// The newest signed statement of the server.
pub static FAIRNESS_NEWEST: Definition<(), Nothing> = Definition {
    name: "fairness_newest",
    about: OperationFacts::reads("The newest signed statement of the server", Access::Public, schema_of::<answer::SignedStatement>)
        .details("Keep its text with your own time before you send the first `clientSeed` of a UTC day: then the secret of that day was fixed before you brought your part.")
        .example(
            "",
            r#"{"number":1,"text":"turnstone statement 1\n1\n0000000000000000000000000000000000000000000000000000000000000000\n1700000000000\nkey 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c\n","key":"8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c","signature":"5e1f"}"#,
        ),
    request: |(), _| Request::FairnessNewest,
};

/// The tables of one day, once all are over.
pub static FAIRNESS_DAY: Definition<Day, NumberedList> = Definition {
    name: "fairness_day",
    about: OperationFacts::reads("The tables of one day, once all are over", Access::Public, schema_of::<answer::DayList>)
        .details("A statement has the number of the tables, the root of the tree over them, and the secret of the day.")
        .cases(&[Case::Plain(Category::Missing, "no secret was stated for this day")])
        .example(
            "",
            r#"{"day":"2026-11-21","closed":true,"tables":1,"running":null,"entries":[{"number":1,"table":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seedOf":"own","seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","ending":"cancelled"}],"next":null}"#,
        ),
    request: Request::FairnessDay,
};

/// The tables of one day in a later era than 0, once all are over.
pub static FAIRNESS_ERA_DAY: Definition<(Day, u64), NumberedList> = Definition {
    name: "fairness_era_day",
    about: OperationFacts::reads(
        "The tables of one day in a later era than 0, once all are over",
        Access::Public,
        schema_of::<answer::DayList>,
    )
    .details("An era begins when the server may have lost tables or has lost its keys. Numbers begin again at 1.")
    .cases(&[Case::Plain(Category::Missing, "no secret was stated for this day")])
    .example(
        "",
        r#"{"day":"2026-11-21/1795219200","closed":true,"tables":1,"running":null,"entries":[{"number":1,"table":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","tableId":"t_018bcfe568007b3ab7e1a04c4d1f2a90","seedOf":"own","seedCommit":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","ending":"cancelled"}],"next":null}"#,
    ),
    request: |(day, era), input| Request::FairnessEraDay(day, era, input),
};
