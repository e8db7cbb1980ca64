//! The kept matches against the reference models, read from their files without an engine.
#![allow(clippy::unwrap_used, reason = "a test without its data has failed")]

use serde_json::{Value, json};
use turnstone_laws::{Broken, Entry, ReferenceModel, Shown, Viewer};

/// The files of a folder, by name.
fn files(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/../../golden/games/{folder}", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<(String, String)> =
        paths.map(|path| (path.display().to_string(), std::fs::read_to_string(path).unwrap())).collect();
    files.sort_unstable();
    assert!(!files.is_empty());
    files
}

fn begin(whole: &Value, shown: &Shown) -> Result<ReferenceModel, Broken> {
    let seed = hex::decode(whole["seed"].as_str().unwrap()).unwrap().try_into().unwrap();
    let version = whole["version"].as_str().unwrap();
    ReferenceModel::begin(whole["gameId"].as_str().unwrap(), version, &whole["config"], seed, shown)
}

fn entry(step: &Value) -> (usize, Entry) {
    let leaves = step["leave"] == true;
    let entry = if leaves { Entry::Leave(None) } else { Entry::Action(step["action"].clone()) };
    (step["seat"].as_u64().unwrap() as usize, entry)
}

fn views(views: &Value) -> Vec<(Viewer, Value)> {
    let viewer = |name: &str| Viewer { seat: name.parse().ok(), sealed: false };
    views.as_object().into_iter().flatten().map(|(name, view)| (viewer(name), view.clone())).collect()
}

#[test]
fn whole_matches_satisfy_the_reference_models_in_every_view() {
    for (name, text) in files("vectors") {
        for (line, text) in text.lines().enumerate() {
            let judged = judge(&serde_json::from_str(text).unwrap());
            assert_eq!(judged, Ok(()), "{name}, match {line}: {}", judged.as_ref().unwrap_err());
        }
    }
}

fn judge(whole: &Value) -> Result<(), Broken> {
    // The legal actions in a step of the file are those before the step.
    let offered = |ply: usize| {
        let step = &whole["steps"][ply];
        let legal = step["legal"].as_array().map(|legal| (step["seat"].as_u64().unwrap() as usize, legal.clone()));
        legal.into_iter().collect()
    };
    let shown = |ply: usize, seen: &Value| Shown { views: views(seen), legal: offered(ply), ..Shown::default() };
    let mut reference = begin(whole, &shown(0, &whole["opening"]))?;
    for (ply, step) in whole["steps"].as_array().unwrap().iter().enumerate() {
        let (seat, entry) = entry(step);
        reference.step(seat, &entry, &shown(ply + 1, &step["views"]))?;
    }
    reference.end(&whole["outcome"])
}

#[test]
fn bundles_satisfy_the_reference_models() {
    for (name, text) in files("bundles") {
        let bundle: Value = serde_json::from_str(&text).unwrap();
        let judged = begin(&bundle, &Shown::default()).and_then(|mut reference| {
            for step in bundle["log"].as_array().unwrap() {
                let (seat, entry) = entry(step);
                reference.step(seat, &entry, &Shown::default())?;
            }
            reference.end(&bundle["outcome"])
        });
        assert_eq!(judged, Ok(()), "{name}: {}", judged.as_ref().unwrap_err());
    }
}

#[test]
fn differences_are_reported_in_a_sentence() {
    let seed =
        hex::decode("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap().try_into().unwrap();
    let config = json!({"kind": "tic-tac-toe-vs-house", "seats": 2, "stake": 10});
    let begin = |shown: &Shown| ReferenceModel::begin("tic-tac-toe", "1", &config, seed, shown);
    let mark = |cell: usize| Entry::Action(json!({"type": "mark", "cell": cell}));
    let nothing = Shown::default();

    let mut reference = begin(&nothing).unwrap();
    let sentence = |broken: Result<(), Broken>| broken.unwrap_err().to_string();
    assert_eq!(
        sentence(reference.step(0, &mark(4), &nothing)),
        "after 0 entries seat 0 acts, and it is for [1] to act"
    );
    reference.step(1, &mark(4), &nothing).unwrap();
    assert_eq!(
        sentence(reference.step(0, &mark(4), &nothing)),
        r#"after 1 entries seat 0 does {"cell":4,"type":"mark"}, which it may not"#
    );
    assert_eq!(sentence(reference.end(&json!([]))), "after 1 entries it ends, and it is for [0] to act");

    let offer = Shown { legal: vec![(1, vec![])], ..Shown::default() };
    assert_eq!(
        begin(&offer).unwrap_err().to_string(),
        r#"after 0 entries seat 1 is not offered {"cell":0,"type":"mark"}, which it may do"#
    );
    let unheard = ReferenceModel::begin("go", "1", &config, seed, &nothing).unwrap_err();
    assert_eq!(unheard.to_string(), "after 0 entries go 1 has no law here");
}
