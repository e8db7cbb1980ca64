//! An independent decision of every permission. `table.rs` has a row for each operation of the contract: the credential
//! that it needs, and the causes of errors by the caller's relation to a table and the table's stage, or by a rule of
//! `causes.rs` or `agents.rs`. Each reply is checked both ways (`judge.rs`). `references.rs` has the
//! idempotency keys, `orders.rs` the orders of operators.

/// Rules of causes: the name, and whether the cause holds for a caller and a request of this form.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident($case:pat_param, $request:pat_param):
        $(let $form:pat = $of:expr =>)* $holds:expr;)*) => {
        $($(#[$doc])*
        pub(super) fn $name($case: &Case<'_>, $request: &Request) -> bool {
            $(let $form = $of else { return false };)*
            $holds
        })*
    };
}

mod agents;
mod case;
mod causes;
mod judge;
mod orders;
mod references;
mod table;

use crate::inner::prelude::*;
pub(crate) use agents::meets;
pub(crate) use case::price;
use case::{ASKED, Case, Relation, Stage};
pub(crate) use causes::{browser_of, sealed_bytes};
pub(crate) use orders::{account_named, is_for_operators};
pub(crate) use table::row_of;
use table::{Cause, TABLE};

/// Causes of credentials and idempotency keys, which are checked before the table.
const ALWAYS: [&str; 5] = [
    "me, Auth NotSignedIn",
    "me, Auth Frozen",
    "join, Idempotency Conflict",
    "practice, Idempotency Conflict",
    "create_table, Idempotency Conflict",
];

/// Counters of the causes of each operation.
static CAUSES: LazyLock<Grid> = LazyLock::new(|| {
    let mut grid = Grid::default();
    for row in TABLE {
        for cause in row.groups.iter().copied().flatten() {
            let names = match cause {
                Cause::At(.., name) | Cause::If(_, name) => std::slice::from_ref(name),
                Cause::Which(_, names) => names,
            };
            for (operation, name) in row.operations.iter().flat_map(|of| names.iter().map(move |name| (of, name))) {
                let name = format!("{operation}, {name}");
                let seldom = include_str!("seldom.txt").lines().any(|line| line == name);
                let cell = if seldom { Cell::May("too rare in some hundred runs") } else { Cell::Must };
                grid.add(format!("cause: {name}"), cell);
            }
        }
    }
    for always in ALWAYS {
        grid.add(format!("cause: {always}"), Cell::Must);
    }
    grid
});

/// The events that should happen in some hundred seeds: all causes, and all relations at tables of all stages.
pub(crate) fn expected() -> impl Iterator<Item = &'static str> {
    [&CAUSES, &ASKED].into_iter().flat_map(|grid| grid.expected())
}

#[cfg(test)]
mod tests {
    use super::TABLE;
    use turnstone_api::operation::ALL;

    #[test]
    fn the_table_has_one_row_for_each_operation() {
        let mut rows: Vec<&str> = TABLE.iter().flat_map(|row| row.operations).copied().collect();
        let mut all: Vec<&str> = ALL.iter().map(|operation| operation.name()).collect();
        rows.sort_unstable();
        all.sort_unstable();
        assert_eq!(rows, all);
    }
}
