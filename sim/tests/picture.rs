//! Output of a run: as a page, and its state after a step.

use serde_json::Value;
use turnstone_sim::count::Counts;
use turnstone_sim::inner::{Bug, RunSource, SimStory, StoryStep, What, picture, reported, run, shrink, until};
use turnstone_sim::network::{self, Form};
use turnstone_sim::report::{LevelRun, report};

/// The data of a page.
fn data_of(page: &str) -> Value {
    let begin = "<script id=\"data\" type=\"application/json\">";
    let (_, rest) = page.split_once(begin).expect("a page has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    serde_json::from_str(data).expect("the data is JSON")
}

/// A page is one file that loads nothing else, and nothing in it ends an element early.
fn check_page(page: &str) {
    for element in ["html", "head", "body", "style", "script", "main", "title", "h1"] {
        let begun = page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(begun, page.matches(&format!("</{element}>")).count(), "{element}");
    }
    assert_eq!(page.matches("</script>").count(), 2, "the data and the code");
    assert!(page.contains("default-src 'none'") && !page.contains(" src=") && !page.contains("href="));
    assert!(!page.contains("innerHTML"), "data is set as text");
}

fn failing_seed(bug: Bug) -> u64 {
    let _bug = bug.inject();
    (1..50).find(|seed| run(*seed, 300).failure.is_some()).expect("the bug is found")
}

#[test]
fn a_page_shows_the_lanes_and_the_violation_of_a_seed() {
    let bug = Bug::LedgerRowMissing;
    let seed = failing_seed(bug);
    let (source, _bug) = (RunSource::Seed(seed, 300), bug.inject());
    let (report, page) = picture(source);
    check_page(&page);
    let data = data_of(&page);
    let lanes: Vec<&str> = data["lanes"].as_array().unwrap().iter().map(|lane| lane.as_str().unwrap()).collect();
    let others = ["operator", "service", "network", "disk"];
    assert!(others[1..].iter().all(|lane| lanes.contains(lane)), "{lanes:?}");
    assert!(lanes.iter().any(|lane| !others.contains(lane)), "a member of {lanes:?}");
    let violation = report.failure.unwrap().violation;
    assert_eq!(data["violation"]["rule"], violation.rule);
    assert_eq!(data["violation"]["seen"], violation.seen);
    let moments = data["moments"].as_array().unwrap();
    let at = data["violation"]["moment"].as_u64().unwrap() as usize;
    assert_eq!(at, moments.len() - 1, "the violation is the last moment");
    let kind = moments[at][3].as_u64().unwrap() as usize;
    assert_eq!(data["kinds"][kind], "violated");
    let last_step = u64::from(report.story.steps.last().unwrap().n);
    assert_eq!(moments[at][0].as_u64(), Some(last_step), "the violation belongs to the last step");
    // All references of a moment or a thing resolve, and an answer follows its request.
    let texts = data["texts"].as_array().unwrap().len() as u64;
    for (index, moment) in moments.iter().enumerate() {
        assert!((moment[2].as_u64().unwrap() as usize) < lanes.len());
        assert!(moment[4].as_u64().unwrap() < texts && moment[5].as_u64().unwrap() < texts);
        assert!(moment[6].as_u64().is_none_or(|of| (of as usize) < index));
    }
    assert!(moments.iter().any(|moment| moment[6].is_u64()), "answers refer to their requests");
    let things = data["things"].as_array().unwrap();
    for kind in ["t_", "acc_"] {
        assert!(things.iter().any(|thing| thing["id"].as_str().unwrap().starts_with(kind)), "{kind}");
    }
    assert_eq!(page, picture(source).1, "the page is reproducible");
}

#[test]
fn recording_does_not_change_a_run() {
    let plain = run(3, 400);
    let (seen, _) = picture(RunSource::Seed(3, 400));
    assert_eq!(plain.totals, seen.totals);
}

#[test]
fn texts_of_members_are_escaped_on_the_page() {
    let words = "</script><b>&amp; <!-- bold";
    let found = (1..20).map(|seed| run(seed, 400)).find(|run| run.totals.counts.get("answer: post_table_message") > 0);
    let mut story = found.expect("a member posts a message").story;
    for step in &mut story.steps {
        if let What::Ask("post_table_message" | "post_party_message", fields) = &mut step.what {
            fields.insert("body".into(), words.into());
        }
    }
    let (_, page) = picture(RunSource::Story(&story));
    check_page(&page);
    assert!(!page.contains("<b>") && !page.contains("<!--"));
    let texts = data_of(&page)["texts"].to_string();
    assert!(texts.contains("</script><b>&amp; <!-- bold"), "the text is shown unchanged");
}

#[test]
fn a_run_stops_at_the_given_step_and_prints_the_state() {
    let shows_a_table = |seed: &u64| until(RunSource::Seed(*seed, 400), 150).1.contains("seat 0: ");
    let seed = (3..20).find(shows_a_table).expect("a table is played");
    let source = RunSource::Seed(seed, 400);
    let (report, text) = until(source, 150);
    assert_eq!(report.story.steps.last().map(|step: &StoryStep| step.n), Some(150));
    assert_eq!(report.story.steps[..], run(seed, 400).story.steps[..150], "the same steps as to the end");
    let parts =
        ["step 150\n", "\ntables: ", "\nmembers: ", "\nrequests without an answer: ", "\ncalls without an answer: "];
    for part in parts.into_iter().chain(["\ndue next, of ", "\nwritten last\n", "seat 0: ", "chips in hand"]) {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert_eq!(text, until(source, 150).1);
}

#[test]
fn a_network_run_can_be_drawn() {
    let draw = || network::picture(5, &network::run(5, 30, Form::Alone));
    let page = draw();
    check_page(&page);
    let data = data_of(&page);
    assert!(data["lanes"].to_string().contains("client 0"));
    assert!(data["moments"].as_array().unwrap().len() > 20);
    assert_eq!(page, draw());
}

#[test]
fn a_story_shows_the_results_of_its_steps_and_can_be_replayed() {
    // The second bug is detected while the run comes to rest, which is written as steps.
    for (bug, shown) in [(Bug::RefillForgotten, " granted: {"), (Bug::TimerDropped, " world commit")] {
        let _bug = bug.inject();
        let shrunk = (1..50).filter_map(|seed| run(seed, 300).failure).map(|failure| shrink(&failure, 60));
        let mut stories = shrunk.map(|short| (reported(&short.story, &short.violation.seen), short));
        let (text, short) = stories.find(|(text, _)| text.contains(shown)).expect("a story shows it");
        assert_eq!(SimStory::from_text(&text).unwrap(), short.story, "results are comments");
        let end: Vec<&str> = text.lines().rev().take(10).collect();
        let broken = format!("service violated: {}", short.violation.rule);
        assert!(end.iter().any(|line| line.ends_with(&broken)), "the end is shown: {end:?}");
        assert_eq!(text, reported(&short.story, &short.violation.seen));
    }
}

#[test]
fn different_cores_are_reported_by_their_first_difference() {
    let _bug = Bug::RefillForgotten.inject();
    let differs = |seed| {
        let failure = run(seed, 300).failure?;
        failure.violation.seen.contains("they differ, first in").then_some(failure.violation.seen)
    };
    let seen = (1..20).find_map(differs).expect("two cores differ");
    let mut lines = seen.lines().skip(1);
    let (expected, reported) = (lines.next().unwrap(), lines.next().unwrap());
    assert!(expected.starts_with("- ") && reported.starts_with("+ ") && expected[2..] != reported[2..], "{seen}");
}

#[test]
fn a_report_shows_the_counters_of_many_seeds() {
    let mut counts = Counts::default();
    counts.add("fault: power lost", 3);
    counts.hit("premise: <i>a premise</i>");
    let failures = vec![(9, "a rule".to_owned(), "</script>".to_owned(), "rerun".to_owned())];
    let level = LevelRun {
        name: "core",
        from: 1,
        seconds: 2.0,
        unit: "commands",
        sizes: vec![(300, 86_400_000), (700, 2 * 86_400_000)],
        counts,
        never: vec!["fault: clock set back"],
        failures,
    };
    let page = report(&[level], &["once.story".to_owned()]);
    check_page(&page);
    let data = data_of(&page);
    let level = &data["levels"][0];
    let facts = level["facts"].to_string();
    for fact in [r#"["simulated days","3.0"]"#, r#"["commands","1000"]"#, r#"["commands per second","500"]"#] {
        assert!(facts.contains(fact), "{fact} in {facts}");
    }
    assert_eq!(level["groups"][0][0], "fault");
    assert_eq!(level["groups"][0][1][0][1], 3);
    assert_eq!((&level["never"][0], &level["failures"][0][2]), (&"fault: clock set back".into(), &"</script>".into()));
}
