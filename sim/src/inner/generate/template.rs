//! Steps are drawn from templates (`templates.txt`): lines of a story in which `?` starts a choice and `@` names a
//! thing to be drawn, such as `table_messages {"id":"@table","since":"?-|0|$msgs"}`. A choice of `-` leaves its field
//! out.

use super::things::Drawn;
use super::{Generator, weighted};
use crate::contract::{edge, fields_of};
use crate::inner::habits::Swarm;
use crate::inner::prelude::*;
use crate::inner::settings::WorldSettings;
use crate::inner::step::{Fields, What};
use crate::inner::world::Scene;

/// Callers that a template may start with.
const CALLERS: [&str; 5] = ["stranger ", "messenger ", "operator ", "world ", "nobody "];

/// Templates by the names of their sections.
static SECTIONS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let written = sections();
    let lines = |lines: &Vec<&'static str>| lines.iter().flat_map(|line| resolved(&written, line)).collect();
    written.iter().map(|(name, of)| (*name, lines(of))).collect()
});

pub(super) static SCRIPTS: LazyLock<Vec<(u64, Vec<&str>)>> = LazyLock::new(|| {
    let written = sections();
    let scripts = written.iter().filter_map(|(name, lines)| Some((name.strip_prefix("script ")?, lines)));
    let weighted = |(weight, lines): (&'static str, &Vec<&'static str>)| {
        Some((weight.parse().ok()?, lines.iter().flat_map(|line| resolved(&written, line)).collect()))
    };
    scripts.filter_map(weighted).collect()
});

/// A template for every operation of the contract, with its weight.
pub(super) static ANY: LazyLock<Vec<(u64, &str)>> = LazyLock::new(|| {
    let weighted = lines("any").iter().filter_map(|line| line.split_once(' '));
    weighted.filter_map(|(weight, line)| Some((weight.parse().ok()?, resolved(&sections(), line)[0]))).collect()
});

type Section = (&'static str, Vec<&'static str>);

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in include_str!("templates.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match (line.strip_prefix('[').and_then(|name| name.strip_suffix(']')), sections.last_mut()) {
            (Some(name), _) => sections.push((name, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    sections
}

/// The lines of a line: itself, or all lines of another section.
fn resolved(sections: &[Section], line: &'static str) -> Vec<&'static str> {
    let Some(name) = line.strip_prefix("= ") else { return vec![line] };
    let section = sections.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("no section `{name}`"));
    section.1.iter().flat_map(|line| resolved(sections, line)).collect()
}

/// The templates of a section.
pub(super) fn lines(name: &str) -> &'static [&'static str] {
    SECTIONS.get(name).map_or(&[], Vec::as_slice)
}

/// The only template of a section.
pub(super) fn line(name: &str) -> &'static str {
    lines(name).first().unwrap_or_else(|| panic!("no template `{name}`"))
}

/// The caller of a template, if it has one, and the step. A guest is named by the step that gave them their seat.
fn parts(template: &str) -> (Option<&str>, &str) {
    if template.starts_with("guest") && !template.starts_with("guest_") {
        return template.split_once(' ').map_or((None, template), |(guest, line)| (Some(guest), line));
    }
    let own = CALLERS.iter().find_map(|caller| Some((*caller, template.strip_prefix(*caller)?)));
    own.map_or((None, template), |(caller, line)| (Some(caller.trim()), line))
}

pub(super) fn operation_of(template: &str) -> &str {
    let (_, line) = parts(template);
    line.split(' ').next().unwrap_or_default()
}

impl Generator {
    /// The step of a template; `None` if a thing that it names does not exist.
    pub(super) fn draw(&mut self, world: &dyn Scene, who: &str, template: &str) -> Option<(String, What)> {
        let (own, line) = parts(template);
        let who = own.unwrap_or(who);
        let (name, json) = line.split_once(' ').unwrap_or((line, "{}"));
        let fields: Fields = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {template}"));
        let fields = self.fields(world, who, fields)?;
        Some((who.to_owned(), What::from_parts(name, fields).unwrap_or_else(|error| panic!("{error}: {template}"))))
    }

    /// The step of one of several templates, all equally likely.
    pub(super) fn draw_one(&mut self, world: &dyn Scene, who: &str, of: &[&str]) -> Option<(String, What)> {
        let template = self.rng.one(of);
        self.draw(world, who, template)
    }

    /// The step of a template in which `#` is replaced by a number.
    pub(super) fn draw_of(&mut self, world: &dyn Scene, who: &str, template: &str, n: u32) -> Option<(String, What)> {
        self.draw(world, who, &template.replace('#', &n.to_string()))
    }

    pub(super) fn fields(&mut self, world: &dyn Scene, who: &str, template: Fields) -> Option<Fields> {
        self.object(&mut Drawn::new(world, who), template)
    }

    fn object(&mut self, drawn: &mut Drawn<'_>, template: Fields) -> Option<Fields> {
        let mut fields = Fields::new();
        for (name, value) in template {
            if let Some(value) = self.value(drawn, value)? {
                fields.insert(name, value);
            }
        }
        Some(fields)
    }

    /// The value for a template's value: `None` if it cannot be drawn, `Some(None)` if the field is left out.
    fn value(&mut self, drawn: &mut Drawn<'_>, value: Value) -> Option<Option<Value>> {
        Some(Some(match value {
            Value::String(text) => match text.chars().next() {
                Some('?') => {
                    let choices: Vec<&str> = text[1..].split('|').collect();
                    let choice = self.rng.one(&choices);
                    if choice == "-" {
                        return Some(None);
                    }
                    return self.value(drawn, serde_json::from_str(choice).unwrap_or_else(|_| choice.into()));
                }
                Some('@') => return self.thing(drawn, &text[1..]),
                _ => text.into(),
            },
            Value::Object(all) => Value::Object(self.object(drawn, all)?),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value,
        }))
    }
}

/// The caller, the operation, and the fields with their symbols.
pub(crate) type DrawnRequest = (String, &'static str, Fields);

impl Generator {
    /// A generator that draws only named templates.
    pub(crate) fn of_requests(rng: Rng) -> Self {
        let settings = WorldSettings::default();
        Self::new(rng, Swarm { settings, habits: Vec::new(), people: 1, pause_ms: 0 })
    }

    /// The request of a template, as step `n`. `#` stands for `about`.
    pub(crate) fn request(
        &mut self,
        scene: &dyn Scene,
        (n, who): (u32, &str),
        template: &str,
        about: u32,
    ) -> Option<DrawnRequest> {
        self.next = n;
        let (who, what) = self.draw_of(scene, who, template, about)?;
        let What::Ask(operation, fields) = what else { return None };
        Some((who, operation, fields))
    }

    pub(crate) fn any_request(&mut self, scene: &dyn Scene, step: (u32, &str)) -> Option<DrawnRequest> {
        let (_, line) = weighted(&mut self.rng, &ANY, |(weight, _)| *weight);
        self.request(scene, step, line, 0)
    }

    /// Any request of the contract, with one field at the edge of its range. All fields are equally likely.
    pub(crate) fn edge_request(&mut self, scene: &dyn Scene, step: (u32, &str)) -> Option<DrawnRequest> {
        let (_, line) = weighted(&mut self.rng, &ANY, |(_, line)| fields_of(operation_of(line)).len() as u64);
        let (who, operation, fields) = self.request(scene, step, line, 0)?;
        Some((who, operation, edge(operation, fields, &mut self.rng)?))
    }
}

#[cfg(test)]
mod tests {
    use super::{ANY, SCRIPTS, operation_of};
    use std::collections::BTreeSet;
    use turnstone_api::operation::ALL;

    #[test]
    fn every_operation_is_drawn() {
        let drawn: BTreeSet<&str> = ANY.iter().map(|(_, line)| operation_of(line)).collect();
        let missing = ALL.iter().map(|operation| operation.name()).filter(|name| !drawn.contains(name));
        assert_eq!(missing.collect::<Vec<&str>>(), [""; 0]);
        assert!(!SCRIPTS.is_empty());
    }
}
