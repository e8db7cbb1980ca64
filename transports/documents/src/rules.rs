//! `/rules.json` and `/rules.md`: the rules of every table kind, readable without an account.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use turnstone_api::answer::GameKind;
use turnstone_games::{
    About, BuyIn, Encoding, EncodingPart, Kind, Level, MATCHES, Opening, PolicyName, Rules, SHIPPED, Strength,
    Winnings, strengths,
};

/// The rules of all table kinds.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rules")]
pub(crate) struct RulesDocument {
    /// Each kind once.
    games: Vec<KindRules>,
}

/// The facts of a kind as in `GET /api/games`, and its numbers of seats.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct KindRules {
    #[serde(flatten)]
    facts: GameKind,
    /// The minimum number of seats.
    fewest_seats: usize,
    /// The maximum number of seats.
    most_seats: usize,
    /// The built-in policies that agents can have in this game.
    policies: &'static [PolicyName],
    /// The effect of an agent's `aggression`; null if it has none.
    aggression: Option<&'static str>,
    /// The levels of the house, the weakest first; none if its choices do not matter or it has no seat.
    levels: Vec<LevelFacts>,
    /// The numbers of a fixed size by which learners see and play the game.
    encoding: KindEncoding,
}

/// A level of the house: `level` of a practice table.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "HouseLevel")]
#[serde(rename_all = "camelCase")]
struct LevelFacts {
    /// Its number.
    level: u8,
    /// How often the house plays another legal action than its policy chooses, in percent.
    slips: u8,
    /// The number of matches behind the strength. A player is in seat 0, the house in all other seats, with the default
    /// number of seats.
    matches: u16,
    /// What players win against the house at this level.
    against: Strength,
}

fn levels(about: &About) -> Vec<LevelFacts> {
    let facts = |(level, against): (Level, &Strength)| LevelFacts {
        level: level.number(),
        slips: level.slips(),
        matches: MATCHES,
        against: *against,
    };
    strengths(about.id).map_or_else(Vec::new, |strengths| Level::all().zip(strengths).map(facts).collect())
}

/// The fixed encoding of a game's actions and of a seat's view, for learners. The API itself takes and returns JSON.
#[derive(Serialize, JsonSchema)]
struct KindEncoding {
    /// The version of the rules to which it belongs; it changes only with them.
    version: &'static str,
    /// The action space.
    actions: ActionEncoding,
    /// The observation of a seat.
    observation: ObservationEncoding,
}

/// Each action has an index that keeps its meaning; a learner marks the legal ones in a mask of this size.
#[derive(Serialize, JsonSchema)]
struct ActionEncoding {
    /// The number of indices; they begin with 0.
    count: usize,
    /// The meaning of the indices.
    text: &'static str,
}

/// A seat's view as numbers.
#[derive(Serialize, JsonSchema)]
struct ObservationEncoding {
    /// The length of the vector.
    shape: [usize; 1],
    /// The type of its numbers.
    #[serde(rename = "type")]
    number_type: &'static str,
    /// What the observations of all games have in common.
    text: &'static str,
    /// The parts of the vector, in order.
    parts: Vec<ObservationPart>,
    /// What the view shows and the vector does not contain.
    omitted: &'static str,
}

/// Consecutive numbers of an observation.
#[derive(Serialize, JsonSchema)]
struct ObservationPart {
    /// The name of the part.
    name: &'static str,
    /// The index of its first number in the vector.
    offset: usize,
    /// The lengths of its dimensions.
    shape: &'static [usize],
    /// The meaning of its numbers.
    text: &'static str,
}

impl KindEncoding {
    fn of(rules: &dyn Rules) -> Self {
        let encoding = rules.encoding();
        let mut offset = 0;
        let part = |part: &'static EncodingPart| {
            let from = offset;
            offset += part.len();
            ObservationPart { name: part.name, offset: from, shape: part.shape, text: part.text }
        };
        Self {
            version: rules.about().version,
            actions: ActionEncoding { count: encoding.actions, text: encoding.action_text },
            observation: ObservationEncoding {
                shape: [encoding.observation_len()],
                number_type: "float32",
                text: Encoding::TEXT,
                parts: encoding.parts().map(part).collect(),
                omitted: encoding.omitted,
            },
        }
    }
}

/// `/rules.json`
pub fn json() -> String {
    let of_game = |rules: &'static dyn Rules| {
        let about = rules.about();
        let (fewest_seats, most_seats) = about.seats;
        about.kinds.iter().map(move |kind| KindRules {
            facts: GameKind::of(about, kind),
            fewest_seats,
            most_seats,
            policies: about.policies,
            aggression: aggression(about),
            levels: levels(about),
            encoding: KindEncoding::of(rules),
        })
    };
    let games = SHIPPED.games().flat_map(of_game).collect();
    serde_json::to_string(&RulesDocument { games }).expect("rules are plain data")
}

/// `/rules.md`
pub fn text(base_url: &str) -> String {
    let mut page = INTRODUCTION.replace("{base_url}", base_url);
    for game in SHIPPED.games() {
        page.push('\n');
        page.push_str(&of_game(game.about()));
    }
    page
}

/// The rules of one game with its table kinds, as a section of a page.
pub fn of_game(about: &About) -> String {
    let mut section = format!("## {} (`{}`)\n\n{}\n\n", about.kinds[0].label, about.id, about.rules);
    writeln!(section, "Engine version {}. {}\n", about.version, seats(about)).expect(WRITES);
    writeln!(section, "{}\n", policies(about)).expect(WRITES);
    if let Some([weakest, .., best]) = strengths(about.id) {
        writeln!(section, "{}\n", practice(about, weakest, best)).expect(WRITES);
    }
    for kind in about.kinds {
        writeln!(section, "- `{}`: {} {} {}", kind.kind, kind.description, buy_in(kind), opening(kind)).expect(WRITES);
    }
    let written = SHIPPED.newest(about.id).map_or("", |rules| rules.moves_text());
    writeln!(section, "\nMoves as text, for tools of language models: {written}").expect(WRITES);
    section
}

/// What a level means. Where chips count, the number of hands that a player wins says little.
fn practice(about: &About, weakest: &Strength, best: &Strength) -> String {
    let how = if about.id.starts_with("holdem") {
        let net = |winnings: Winnings| {
            format!("{} {} %", if winnings.net < 0 { "loses" } else { "gains" }, winnings.net.unsigned_abs())
        };
        format!(
            "{} of the chips that they put in over {MATCHES} hands, and against level 5, its best, {}",
            net(weakest.random),
            net(best.random)
        )
    } else {
        format!(
            "wins {} of {MATCHES} matches, and against level 5, its best, {}",
            weakest.random.wins, best.random.wins
        )
    };
    // In practice the house keeps no more in mind than a person does.
    let forgets = if Level::for_practice(about.id, None) == Level::FULL {
        String::new()
    } else {
        let wins = [weakest, best].map(|strength| strength.best.wins);
        format!(
            "; one who forgets nothing wins {} and {}. For chips the house forgets nothing, either",
            wins[0], wins[1]
        )
    };
    format!("For practice the house has levels: against level 1 a player at random {how}{forgets}.")
}

const WRITES: &str = "writing to a String cannot fail";

/// Only hold'em's policies use it.
fn aggression(about: &About) -> Option<&'static str> {
    let bets = about.policies.contains(&PolicyName::CallingStation);
    bets.then_some(
        "It scales how often `minimax` bets, raises and calls: 0.5 plays as the house does, 0 only checks, calls seldom and \
         folds, 1 bets and raises twice as often. The other policies ignore it.",
    )
}

fn policies(about: &About) -> String {
    let names: Vec<String> = about.policies.iter().map(|policy| format!("`{}`", word(*policy))).collect();
    if names.is_empty() {
        return "Agents of kind `policy` cannot play it.".to_owned();
    }
    let effect = aggression(about).unwrap_or("It has no effect.");
    let effect = effect.strip_prefix("It ").unwrap_or(effect);
    format!("Policies of agents: {}. `aggression` {effect}", names.join(", "))
}

fn word(policy: PolicyName) -> String {
    let word = serde_json::to_value(policy).expect("a name is plain data");
    word.as_str().unwrap_or_default().to_owned()
}

fn seats(about: &About) -> String {
    let house = if about.banked { ", and the house is the bank" } else { "" };
    match about.seats {
        (1, 1) => format!("One seat{house}."),
        (fewest, most) if fewest == most => format!("{fewest} seats{house}."),
        (fewest, most) => format!("{fewest} to {most} seats, {} unless asked for{house}.", about.default_seats),
    }
}

fn buy_in(kind: &Kind) -> String {
    match kind.buy_in {
        BuyIn::Stake => "A seat costs the stake.".into(),
        BuyIn::Fixed(chips) => format!("A seat costs {chips} chips."),
        BuyIn::PerStake(times) => format!("A seat costs {times} times the stake."),
    }
}

const fn opening(kind: &Kind) -> &'static str {
    match kind.opening {
        Opening::Never => "Played with the house alone.",
        Opening::OnRequest => "Played with the house, or with members (`open` or `invited`).",
        Opening::Always => "Played with members.",
    }
}

const INTRODUCTION: &str = "# Rules

The rules of every game of this service, with its table kinds: send a kind to `POST {base_url}/api/tables`. The same for \
programs is `{base_url}/rules.json`; `{base_url}/skill.md` describes how to play. A changed rule gets a new engine \
version, and running matches keep their version.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden;

    #[test]
    fn both_pages_have_the_rules_of_every_kind() {
        let text = text("http://127.0.0.1:8080");
        let json: serde_json::Value = serde_json::from_str(&json()).unwrap();
        for (at, (game, kind)) in SHIPPED.kinds().enumerate() {
            let about = game.about();
            let listed = &json["games"][at];
            assert_eq!(listed["kind"], kind.kind);
            assert_eq!((&listed["rules"], &listed["engineVersion"]), (&about.rules.into(), &about.version.into()));
            assert_eq!(listed["mostSeats"], about.seats.1);
            assert_eq!(
                listed["levels"].as_array().unwrap().len(),
                strengths(about.id).map_or(0, |levels| levels.len())
            );
            let (encoding, written) = (game.encoding(), &listed["encoding"]);
            assert_eq!(
                (&written["version"], &written["actions"]["count"]),
                (&about.version.into(), &encoding.actions.into())
            );
            let last = &written["observation"]["parts"][encoding.observation.len()];
            let shape = last["offset"].as_u64().unwrap() + last["shape"][0].as_u64().unwrap();
            assert_eq!(written["observation"]["shape"], serde_json::json!([shape]), "{}", about.id);
            assert_eq!(listed["policies"].as_array().unwrap().len(), about.policies.len());
            assert_eq!(listed["aggression"].is_string(), about.id.starts_with("holdem"), "{}", about.id);
            let named = about.policies.iter().all(|policy| policies(about).contains(&word(*policy)));
            assert!(named && text.contains(&policies(about)), "{}", about.id);
            assert!(text.contains(about.rules) && text.contains(&format!("- `{}`: ", kind.kind)), "{}", kind.kind);
        }
        assert_eq!(json["games"].as_array().unwrap().len(), SHIPPED.kinds().count());
        golden::compare("rules.md", &text);
    }
}
