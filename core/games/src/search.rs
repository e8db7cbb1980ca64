//! Shared code of the games with a search: the exact set of best moves in spite of pruning.

/// The moves of the highest value, ascending. `order` lists the moves in the order in which they are tried;
/// `value(move, floor)` returns the value of a move, exact if it is above `floor`, otherwise any number not above it.
///
/// The floor stays one below the highest value found, so that a move as good as the best is never mistaken for a worse
/// one.
pub(super) fn best_moves(
    order: impl IntoIterator<Item = usize>,
    mut value: impl FnMut(usize, i32) -> i32,
) -> Vec<usize> {
    let (mut highest, mut best) = (i32::MIN + 2, Vec::new());
    for at in order {
        let found = value(at, highest - 1);
        if found > highest {
            highest = found;
            best.clear();
        }
        if found == highest {
            best.push(at);
        }
    }
    best.sort_unstable();
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_best_move_with_any_bounds_of_pruned_moves() {
        let worth = [3, 7, 5, 7, -9];
        let pruned = |at: usize, floor: i32| if worth[at] > floor { worth[at] } else { floor };
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 4, 0, 3, 2]] {
            assert_eq!(best_moves(order, pruned), [1, 3], "{order:?}");
        }
    }
}
