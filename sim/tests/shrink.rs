//! Stories of violations are short, with plain settings, times and values, and end with the step that violates the
//! rule.

use turnstone_sim::inner::{Action, Bug, RunFailure, SimStory, What, WorldSettings, play, run, shrink};

fn broken(bug: Bug, steps: u32, is_it: impl Fn(&RunFailure) -> bool) -> RunFailure {
    let _bug = bug.inject();
    let mut failures = (1..200).filter_map(|seed| run(seed, steps).failure);
    failures.find(is_it).expect("a bug is detected")
}

#[test]
fn a_shrunk_story_has_no_unneeded_steps_settings_or_pauses() {
    let failure = broken(Bug::DoubleRefund, 500, |failure| failure.at_rest.is_empty());
    let bug = Bug::DoubleRefund.inject();
    let short = shrink(&failure, 600);
    let story = &short.story;
    assert_eq!(short.violation.rule, failure.violation.rule);
    assert!(story.steps.len() <= 10, "{}", story.to_text(""));
    assert_eq!(story.settings, WorldSettings::default(), "{}", story.to_text(""));
    let timed = story.steps.iter().filter(|step| step.after_ms > 0).count();
    assert!(timed <= 1, "{}", story.to_text(""));
    assert!(!story.to_text("").contains(":true"), "{}", story.to_text(""));
    let read = SimStory::from_text(&story.to_text("a comment")).unwrap();
    assert_eq!(read, *story);
    assert_eq!(play(&read).failure.map(|again| again.violation.rule), Some(failure.violation.rule));
    drop(bug);
    assert!(play(&read).failure.is_none(), "the story passes without the bug");
}

#[test]
fn a_violation_at_rest_becomes_steps_of_the_story() {
    let bug = Bug::DoubleRefund;
    let failure = broken(bug, 60, |failure| !failure.at_rest.is_empty());
    let _bug = bug.inject();
    let short = shrink(&failure, 600);
    assert!(short.at_rest.is_empty(), "the violation is in a step of the story: {:?}", short.at_rest);
    assert_eq!(short.story.steps.last().unwrap().what, What::Do(Action::Commit), "{}", short.story.to_text(""));
    assert!(short.story.steps.len() <= 16, "{}", short.story.to_text(""));
    let again = play(&short.story).failure.unwrap();
    assert_eq!((again.violation.rule, again.at_rest.len()), (failure.violation.rule, 0));
    assert_eq!(again.story.steps.len(), short.story.steps.len(), "the last step is the violation");
}

#[test]
fn a_reconfigure_step_reads_back_from_its_line() {
    let line =
        r#"7 +250 world reconfigure {"deployment-id":"dpl_7","live-turn-s":20,"messenger":false,"push-host":"*"}"#;
    let text = format!("seed 5\nsettings {{}}\n{line}\n");
    let story = SimStory::from_text(&text).unwrap();
    assert!(matches!(&story.steps[0].what, What::Do(Action::Reconfigure(change)) if change.len() == 4));
    assert_eq!(story.settings, WorldSettings::default());
    assert_eq!(SimStory::from_text(&story.to_text("")).unwrap(), story);
    assert!(play(&story).failure.is_none());
}
