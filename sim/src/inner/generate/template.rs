//! Steps are drawn from templates: lines of a story in which `?` begins a choice and `@` names a thing to be drawn, such
//! as `table_messages {"id":"@table","since":"?-|0|$msgs"}`. A choice of `-` leaves its field out.

use super::Generator;
use super::things::Drawn;
use crate::inner::step::{Fields, What};
use crate::inner::world::Scene;
use serde_json::Value;

/// Those who do what a template says, where it begins with one of them.
const CALLERS: [&str; 5] = ["stranger ", "messenger ", "operator ", "world ", "nobody "];

/// The caller that a template names, if it names one, and the step.
fn parts(template: &str) -> (Option<&str>, &str) {
    let own = CALLERS.iter().find_map(|caller| Some((*caller, template.strip_prefix(*caller)?)));
    own.map_or((None, template), |(caller, line)| (Some(caller.trim()), line))
}

/// The operation that a template asks for.
pub(super) fn operation_of(template: &str) -> &str {
    let (_, line) = parts(template);
    line.split(' ').next().unwrap_or_default()
}

impl Generator {
    /// The step of a template; nothing if there is nothing that it could be about.
    pub(super) fn draw(&mut self, world: &dyn Scene, who: &str, template: &str) -> Option<(String, What)> {
        let (own, line) = parts(template);
        let who = own.unwrap_or(who);
        let (name, json) = line.split_once(' ').unwrap_or((line, "{}"));
        let fields: Fields = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {template}"));
        let fields = self.fields(world, who, fields)?;
        let what = What::from_parts(name, fields).unwrap_or_else(|error| panic!("{error}: {template}"));
        Some((who.to_owned(), what))
    }

    /// One of several, all as likely.
    pub(super) fn draw_one(&mut self, world: &dyn Scene, who: &str, of: &[&str]) -> Option<(String, What)> {
        let template = self.rng.one(of);
        self.draw(world, who, template)
    }

    /// The same, with a number for each `#`.
    pub(super) fn draw_of(&mut self, world: &dyn Scene, who: &str, template: &str, n: u32) -> Option<(String, What)> {
        self.draw(world, who, &template.replace('#', &n.to_string()))
    }

    pub(super) fn fields(&mut self, world: &dyn Scene, who: &str, template: Fields) -> Option<Fields> {
        let mut drawn = Drawn::new(world, who);
        let mut fields = Fields::new();
        for (name, value) in template {
            if let Some(value) = self.value(&mut drawn, value)? {
                fields.insert(name, value);
            }
        }
        Some(fields)
    }

    /// What stands for a value: nothing if it cannot be drawn, none if it is left out.
    fn value(&mut self, drawn: &mut Drawn<'_>, value: Value) -> Option<Option<Value>> {
        Some(Some(match value {
            Value::String(text) => match text.chars().next() {
                Some('?') => {
                    let choices: Vec<&str> = text[1..].split('|').collect();
                    let choice = self.rng.one(&choices);
                    if choice == "-" {
                        return Some(None);
                    }
                    let value = serde_json::from_str(choice).unwrap_or_else(|_| choice.into());
                    return self.value(drawn, value);
                }
                Some('@') => return self.thing(drawn, &text[1..]),
                _ => text.into(),
            },
            Value::Object(all) => {
                let mut fields = Fields::new();
                for (name, value) in all {
                    if let Some(value) = self.value(drawn, value)? {
                        fields.insert(name, value);
                    }
                }
                Value::Object(fields)
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value,
        }))
    }
}
