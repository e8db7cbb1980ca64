//! Sets of the cells of a board of up to 128.

/// A set of cells, one bit each.
pub(super) type Cells = u128;

/// Whether the cell is in the set.
pub(super) const fn has(cells: Cells, cell: u8) -> bool {
    cells >> cell & 1 == 1
}

/// The set of these cells.
pub(super) fn set_of(cells: impl IntoIterator<Item = u8>) -> Cells {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

/// The cells of a set, ascending.
pub(super) fn cells_of(mut cells: Cells) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (cells != 0).then(|| cells.trailing_zeros() as u8)?;
        cells &= cells - 1;
        Some(lowest)
    })
}
