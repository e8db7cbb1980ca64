//! Output of a run: as a page, or its state after a step.

use super::recorded::{Moment, Thing};
use super::recording::{DISK, NETWORK, SERVICE};
use super::run::{RunReport, RunSource, SimStory, execute};
use super::standing::moment_text;
use crate::inner::prelude::*;
use crate::page;

/// Number of written records that are shown.
const LAST: usize = 10;
/// Number of moments after the last step that a story shows.
const AT_REST: usize = 60;

/// Run up to a step of the story, with a text of the state.
pub fn until(source: RunSource<'_>, step: u32) -> (RunReport, String) {
    let (report, world) = execute(source, Some(step), true);
    let mut text = world.as_ref().map_or_else(String::new, |world| world.state_text());
    let moments = world.iter().flat_map(|world| &world.recording).flat_map(|recording| &recording.moments);
    let written: Vec<_> = moments.filter(|moment| moment.kind == "applied" && moment.more.contains("\nput ")).collect();
    text.push_str("\nwritten last\n");
    for moment in &written[written.len().saturating_sub(LAST)..] {
        let (at, more) = (moment_text(Millis(moment.at)), moment.more.replace('\n', "\n    "));
        text.push_str(&format!("  step {} {at}: {}\n    {more}\n", moment.step, moment.text));
    }
    if let Some(failure) = &report.failure {
        text.push_str(&format!("\nVIOLATED {}\n  {}\n", failure.violation.rule, failure.violation.seen));
    }
    (report, text)
}

/// A run as a page.
pub fn picture(source: RunSource<'_>) -> (RunReport, String) {
    let (report, world) = execute(source, None, true);
    let (things, moments) = world.map_or_else(Default::default, |mut world| {
        let recording = *world.recording.take().unwrap_or_default();
        let thing = |(thing, was): (Thing, Vec<(usize, String)>)| (thing.id(), world.name_of_thing(thing), was);
        (recording.was.into_iter().map(thing).collect(), recording.moments)
    });
    let title = format!("Seed {}, {} steps", report.story.seed, report.story.steps.len());
    let about =
        format!("begins at {}; {:?}", moment_text(Millis(report.story.settings.start_ms)), report.story.settings);
    let broken =
        report.failure.as_ref().map(|failure| (failure.violation.rule.to_owned(), failure.violation.seen.clone()));
    (report, draw(&title, about, moments, things, broken))
}

/// A story with the results of each step as comments, so that it can be replayed. The moments after the last step
/// follow at the end.
pub fn reported(story: &SimStory, comment: &str) -> String {
    let (_, world) = execute(RunSource::Story(story), None, true);
    let moments = world.and_then(|mut world| world.recording.take()).map(|recording| recording.moments);
    let moments = moments.unwrap_or_default();
    let over = moments.iter().position(|moment| moment.kind == "rest").unwrap_or(moments.len());
    let (of_steps, rest) = moments.split_at(over);
    let mut text = SimStory { steps: Vec::new(), ..story.clone() }.to_text(comment);
    for step in &story.steps {
        text.push_str(&step.to_line());
        text.push('\n');
        let came = of_steps.iter().filter(|moment| moment.step == step.n && is_outcome(moment));
        text.extend(came.map(|moment| reported_line(moment, &moments)));
    }
    if let Some((begin, rest)) = rest.split_first() {
        text.push_str(&reported_line(begin, &moments));
        let from = rest.len().saturating_sub(AT_REST);
        if from > 0 {
            text.push_str(&format!("#   ({from} moments are left out)\n"));
        }
        text.extend(rest[from..].iter().map(|moment| reported_line(moment, &moments)));
    }
    text
}

/// Whether a moment is a result that the line of its step does not show.
fn is_outcome(moment: &Moment) -> bool {
    match moment.kind {
        "granted" | "rejected" | "violated" | "event" => true,
        // Faults of the story are steps. Faults of calls belong to the call that returned.
        "fault" => moment.of.is_some(),
        _ => false,
    }
}

/// A comment: the time, the lane, the text, and for an answer the step of its request.
fn reported_line(moment: &Moment, moments: &[Moment]) -> String {
    let asked = moment.of.map(|of| moments[of].step).filter(|step| *step != moment.step);
    let asked = asked.map(|step| format!(" step {step}")).unwrap_or_default();
    let at = moment_text(Millis(moment.at));
    let mut line = format!("#   {at} {} {}{asked}: {}\n", moment.lane, moment.kind, moment.text);
    if moment.kind == "violated" {
        line.extend(moment.more.lines().map(|seen| format!("#     {seen}\n")));
    }
    line
}

/// A thing over time: its id, its name, and its states with the moments at which they began.
pub(crate) type ThingHistory = (String, String, Vec<(usize, String)>);

/// Texts that a page contains once. Moments refer to them by index.
#[derive(Default)]
struct Texts {
    places: BTreeMap<String, usize>,
    all: Vec<String>,
}

impl Texts {
    fn place(&mut self, text: String) -> usize {
        if let Some(place) = self.places.get(&text) {
            return *place;
        }
        self.places.insert(text.clone(), self.all.len());
        self.all.push(text);
        self.all.len() - 1
    }

    /// Most lines of a thing do not change.
    fn lines(&mut self, text: &str) -> Vec<usize> {
        text.lines().map(|line| self.place(line.to_owned())).collect()
    }
}

pub(crate) fn draw(
    title: &str,
    about: String,
    moments: Vec<Moment>,
    things: Vec<ThingHistory>,
    broken: Option<(String, String)>,
) -> String {
    let begin = moments.first().map_or(0, |moment| moment.at);
    let lanes = lanes_of(&moments);
    let (mut kinds, mut texts) = (Texts::default(), Texts::default());
    let last = moments.len().saturating_sub(1);
    let violated = moments.iter().position(|moment| moment.kind == "violated").unwrap_or(last);
    let moments: Vec<Value> = moments
        .into_iter()
        .map(|moment| {
            let lane = lanes.iter().position(|lane| *lane == moment.lane);
            let (kind, text, more) =
                (kinds.place(moment.kind.to_owned()), texts.place(moment.text), texts.place(moment.more));
            json!([moment.step, moment.at.saturating_sub(begin), lane, kind, text, more, moment.of])
        })
        .collect();
    let mut was = |(moment, text): (usize, String)| (moment, texts.lines(&text));
    let things = things.into_iter().map(|(id, name, all)| {
        let was: Vec<_> = all.into_iter().map(&mut was).collect();
        json!({ "id": id, "name": name, "was": was })
    });
    let things: Vec<Value> = things.collect();
    let violation = broken.map(|(rule, seen)| json!({ "rule": rule, "seen": seen, "moment": violated }));
    let data = json!({
        "about": about, "lanes": lanes, "kinds": kinds.all, "texts": texts.all, "moments": moments,
        "things": things, "violation": violation,
    });
    page::picture(title, &data)
}

/// Callers by name, then the parts of the system.
fn lanes_of(moments: &[Moment]) -> Vec<String> {
    const BELOW: [&str; 3] = [SERVICE, NETWORK, DISK];
    let mut lanes: Vec<String> = moments.iter().map(|moment| moment.lane.clone()).collect();
    lanes.retain(|lane| !BELOW.contains(&lane.as_str()));
    lanes.sort();
    lanes.dedup();
    lanes.extend(BELOW.map(str::to_owned));
    lanes
}
