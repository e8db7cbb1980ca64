//! The interface of a reference model.

use crate::expected::StepEvents;
use crate::stream::Stream;
use serde_json::{Value, json};

/// The rules of one game for the referee: a match that is dealt and played beside the match under test.
pub(crate) trait Law: Send {
    /// The phase of the match, as every view names it.
    fn phase(&self) -> &'static str;
    /// The seats that may act, ascending; empty when the match is over.
    fn to_act(&self) -> Vec<usize>;
    /// The legal actions of a seat that may act, in their public order.
    fn legal(&self, seat: usize) -> Vec<Value>;
    /// A seat plays a legal action.
    fn play(&mut self, seat: usize, action: &Value, emitted: &mut StepEvents);
    /// Whether a seat may leave now.
    fn may_leave(&self, seat: usize) -> bool;
    /// A seat that may leave leaves.
    fn leave(&mut self, seat: usize, emitted: &mut StepEvents);
    /// A viewer's view, without `game`, `phase` and `toAct`.
    fn view(&self, audience: Audience) -> Value;
    /// The gain or loss of each seat, once the match is over.
    fn outcome(&self) -> Vec<Share>;
}

/// The inputs of a deal.
pub(crate) struct Deal<'a> {
    pub(crate) config: &'a Value,
    pub(crate) seats: usize,
    pub(crate) stake: i64,
    pub(crate) stream: Stream,
}

/// A viewer: a seat or a spectator; and whether the seed of a finished match is revealed.
#[derive(Clone, Copy)]
pub(crate) struct Audience {
    pub(crate) seat: Option<usize>,
    pub(crate) sealed: bool,
}

impl Audience {
    pub(crate) fn is(self, seat: usize) -> bool {
        self.seat == Some(seat)
    }
}

/// The result of one seat.
pub(crate) struct Share {
    pub(crate) result: &'static str,
    pub(crate) score: i64,
    pub(crate) rank: Option<usize>,
    pub(crate) pieces: Option<Vec<usize>>,
    pub(crate) title: Option<&'static str>,
    /// Chips of the seat's buy-in that were in no pot at the end.
    pub(crate) behind: i64,
}

impl Share {
    /// Win, loss or draw by the sign of the score.
    pub(crate) fn by_sign(score: i64) -> Self {
        let result = match score {
            1.. => "win",
            0 => "draw",
            _ => "loss",
        };
        Self { result, score, rank: None, pieces: None, title: None, behind: 0 }
    }

    pub(crate) fn to_json(&self, seat: usize) -> Value {
        let (result, score) = (self.result, self.score);
        json!({"seat": seat, "result": result, "score": score, "rank": self.rank, "winningPieces": self.pieces})
    }
}

/// Two seats with one stake each: the winner takes both; in a draw both get their stakes back.
pub(crate) fn duel(winner: Option<usize>, stake: i64) -> [i64; 2] {
    match winner {
        Some(0) => [stake, -stake],
        Some(_) => [-stake, stake],
        None => [0, 0],
    }
}

/// The shares of a match of two seats, with the winner's pieces.
pub(crate) fn duel_shares(winner: Option<usize>, stake: i64, pieces: Option<Vec<usize>>) -> Vec<Share> {
    let mut shares: Vec<Share> = duel(winner, stake).into_iter().map(Share::by_sign).collect();
    if let Some(winner) = winner {
        shares[winner].pieces = pieces;
    }
    shares
}

/// The status of a seat that is in play or has left.
pub(crate) fn status(left: bool) -> &'static str {
    if left { "left" } else { "in" }
}

/// A whole number of an action that is known to be legal.
pub(crate) fn number(action: &Value, field: &str) -> usize {
    action[field].as_u64().map_or(usize::MAX, |number| number as usize)
}
