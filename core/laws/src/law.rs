//! What the law of a game says.

use crate::stream::Stream;
use crate::told::Told;
use serde_json::{Value, json};

/// The rules of one game as the referee knows them: a match that is dealt and played beside the one it judges.
pub(crate) trait Law: Send {
    /// Where the match is, in the word that every view has.
    fn phase(&self) -> &'static str;
    /// Who may act, ascending; empty when the match is over.
    fn to_act(&self) -> Vec<usize>;
    /// What a seat that may act may do, in the order of the offer.
    fn legal(&self, seat: usize) -> Vec<Value>;
    /// A seat does what it may do.
    fn play(&mut self, seat: usize, action: &Value, told: &mut Told);
    /// Whether a seat may leave now.
    fn may_leave(&self, seat: usize) -> bool;
    /// A seat that may leave does.
    fn leave(&mut self, seat: usize, told: &mut Told);
    /// What a viewer sees, besides `game`, `phase` and `toAct`.
    fn view(&self, sight: Sight) -> Value;
    /// What each seat gained or lost, once the match is over.
    fn outcome(&self) -> Vec<Share>;
}

/// What a match is dealt from.
pub(crate) struct Deal<'a> {
    pub(crate) config: &'a Value,
    pub(crate) seats: usize,
    pub(crate) stake: i64,
    pub(crate) stream: Stream,
}

/// Who looks: a seat or somebody without one; at a match that is over, perhaps before its seed is open.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    pub(crate) seat: Option<usize>,
    pub(crate) sealed: bool,
}

impl Sight {
    pub(crate) fn is(self, seat: usize) -> bool {
        self.seat == Some(seat)
    }
}

/// What the end is for one seat.
pub(crate) struct Share {
    pub(crate) result: &'static str,
    pub(crate) score: i64,
    pub(crate) rank: Option<usize>,
    pub(crate) pieces: Option<Vec<usize>>,
    pub(crate) title: Option<&'static str>,
    /// Chips that the seat brought and that were in no pot at the end.
    pub(crate) behind: i64,
}

impl Share {
    /// Won, lost or drawn by the sign of the score.
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

/// Two seats with a stake each: the winner takes both; in a draw each keeps their own.
pub(crate) fn duel(winner: Option<usize>, stake: i64) -> [i64; 2] {
    match winner {
        Some(0) => [stake, -stake],
        Some(_) => [-stake, stake],
        None => [0, 0],
    }
}

/// The shares of a duel, with the winner's pieces.
pub(crate) fn duel_shares(winner: Option<usize>, stake: i64, pieces: Option<Vec<usize>>) -> Vec<Share> {
    let mut shares: Vec<Share> = duel(winner, stake).into_iter().map(Share::by_sign).collect();
    if let Some(winner) = winner {
        shares[winner].pieces = pieces;
    }
    shares
}

/// The word for a seat that is there or has left.
pub(crate) fn status(left: bool) -> &'static str {
    if left { "left" } else { "in" }
}

/// A whole number of an action that is known to be legal.
pub(crate) fn number(action: &Value, field: &str) -> usize {
    action[field].as_u64().map_or(usize::MAX, |number| number as usize)
}
