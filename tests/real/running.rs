//! Ways to run it: reload of the configuration, announced drain, health, supervisors, containers.

use crate::turnstone::{Home, LONG, SERVE, Serving, eventually, stderr, top};
use serde_json::json;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};

fn skipped(why: &str) {
    use std::io::Write;
    // Not by a macro: the test harness captures what macros print.
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}

fn hang_up(server: &Serving) {
    assert!(Command::new("kill").args(["-HUP", &server.id().to_string()]).status().unwrap().success());
}

fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // SIGHUP is signal 1, the lowest bit.
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn sighup_reloads_limits_and_log_level() {
    if hangups_are_ignored() {
        return skipped("these tests were started to outlive a hangup, and so is what they start");
    }
    let home = Home::new();
    let configure = |text: &str| std::fs::write(home.path("own.toml"), text).unwrap();
    configure("[limits]\nparties = 1\nrequests_per_minute = 5000\ncredential_per_minute = 0\n");
    let server = home.serve_plain("data", &["--config", "own.toml"]);
    let ada = server.join(home.invited("data", &["invite"]).trim(), "ada");
    let is_taken = || ada.ask(&server, "POST", "/api/parties", &json!({})).status == 200;
    let policy = || ada.get(&server, "/api/me").header("ratelimit-policy").unwrap_or_default().to_owned();
    assert!(is_taken() && !is_taken(), "one party");
    assert!(policy().contains("5000"), "{}", policy());
    configure(
        "[limits]\nparties = 2\nrequests_per_minute = 6000\ncredential_per_minute = 0\n[server]\nhttp_threads = 3\n",
    );
    hang_up(&server);
    eventually(|| server.has_logged("these changes wait for a restart"));
    assert!(server.has_logged("limits.requests_per_minute, limits.parties"), "the changed keys are logged");
    assert!(server.has_logged("server.http_threads"), "and what was not");
    eventually(|| policy().contains("6000"));
    assert!(is_taken() && !is_taken(), "one more party, and existing ones stay");
    // An invalid configuration changes nothing, and the log says so.
    configure("[limits]\nparties = -1\n");
    hang_up(&server);
    eventually(|| server.has_logged("limits.parties"));
    eventually(|| server.has_logged("nothing changes"));
    assert!(!is_taken());
    configure("[server]\nlog_level = \"error\"\n[limits]\ncredential_per_minute = 0\n");
    hang_up(&server);
    eventually(is_taken);
    server.terminate();
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    assert!(!log.iter().any(|line| line.contains("draining")), "only errors are logged: {log:?}");
}

#[test]
fn a_drain_is_announced_before_it_begins() {
    let home = Home::new();
    let server = home.serve_with("data", &[("TURNSTONE_SERVER__DRAIN_LAG_S", "600")]);
    let listen = server.address.to_string();
    let health = || home.command("data", &["health"]).env("TURNSTONE_LISTEN", &listen).output().unwrap();
    let well = health();
    assert_eq!((well.status.code(), String::from_utf8_lossy(&well.stdout).trim()), (Some(0), "ready"));
    server.terminate();
    eventually(|| server.ask("GET", "/readyz", &[], "").status == 503);
    for path in ["/healthz", "/api/deployment", "/api/tables/open"] {
        assert_eq!(server.ask("GET", path, &[], "").status, 200, "{path}: new requests are still served");
    }
    let leaving = health();
    assert_eq!(leaving.status.code(), Some(1));
    assert!(stderr(&leaving).contains("is not ready: 503"), "{}", stderr(&leaving));
    drop(server);
    let gone = health();
    assert!(gone.status.code() == Some(1) && stderr(&gone).contains("nothing listens"), "{}", stderr(&gone));
    // It ends by itself when the lag is over.
    let server = home.serve_with("data", &[("TURNSTONE_SERVER__DRAIN_LAG_S", "1")]);
    server.terminate();
    let (code, log) = server.ended();
    assert_eq!(code, Some(0));
    assert!(log.iter().any(|line| line.contains("draining soon")), "{log:?}");
}

#[test]
fn notifies_a_supervisor_of_ready_watchdog_and_stopping() {
    let home = Home::new();
    let socket = UnixDatagram::bind(home.path("notify")).unwrap();
    socket.set_read_timeout(Some(LONG)).unwrap();
    let reported = || {
        let mut bytes = [0; 256];
        let length = socket.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..length]).trim().to_owned()
    };
    let notify = home.path("notify");
    let settings = [("NOTIFY_SOCKET", notify.to_str().unwrap()), ("WATCHDOG_USEC", "4000000")];
    let server = home.serve_with("data", &settings);
    assert_eq!(reported(), "READY=1");
    for _ in 0..3 {
        assert_eq!(reported(), "WATCHDOG=1");
    }
    server.terminate();
    let mut last = reported();
    while last == "WATCHDOG=1" {
        last = reported();
    }
    assert_eq!(last, "STOPPING=1");
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn an_unreadable_secret_stops_only_serve() {
    let home = Home::new();
    home.serve("data").stop();
    let mut command = home.command("data", &SERVE);
    let output = command.env("TURNSTONE_MODEL__KEY_FILE", "nowhere").output().unwrap();
    assert!(output.status.code() == Some(1) && stderr(&output).contains("model.key_file nowhere"), "{output:?}");
    let minted = home.command("data", &["invite"]).env("TURNSTONE_MODEL__KEY_FILE", "nowhere").output().unwrap();
    assert!(minted.status.success(), "{}", stderr(&minted));
}

#[test]
fn the_unit_of_systemd_is_hardened() {
    let unit = top("transports/server/ship/turnstone.service");
    let checked = Command::new("systemd-analyze")
        .args(["security", "--offline=true", "--threshold=15", "--no-pager"])
        .arg(unit)
        .output();
    match checked {
        Ok(output) if stderr(&output).contains("unrecognized option") => {
            skipped("this systemd-analyze checks no files")
        }
        Ok(output) => {
            let reported = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success(), "{reported}{}", stderr(&output));
        }
        Err(_) => skipped("there is no systemd-analyze here"),
    }
}

/// A container command that works here.
fn container_engine() -> Option<&'static str> {
    let works = |engine: &&str| {
        let mut command = Command::new(engine);
        command.arg("info").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    ["docker", "podman"].into_iter().find(works)
}

#[test]
fn a_container_runs_unprivileged_on_a_read_only_root() {
    let files = std::fs::read_dir(top("target/ship")).into_iter().flatten().flatten().map(|file| file.path());
    let Some(image) = files.into_iter().find(|file| file.to_string_lossy().ends_with(".oci.tar")) else {
        return skipped("transports/server/ship/release has made no image");
    };
    let Some(engine) = container_engine() else { return skipped("there is no docker and no podman that works here") };
    let run = |arguments: &[&str]| {
        let output = Command::new(engine).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let loaded = run(&["load", "--input", image.to_str().unwrap()]);
    let name = loaded.rsplit(' ').next().unwrap();
    let id = run(&["run", "-d", "--rm", "--read-only", "--cap-drop", "ALL", "-v", "/data", name]);
    let health = || Command::new(engine).args(["exec", &id, "/turnstone", "health"]).status().unwrap().success();
    eventually(health);
    assert_eq!(run(&["inspect", "-f", "{{.Config.User}}", &id]), "65532:65532");
    run(&["exec", &id, "/turnstone", "invite"]);
    run(&["exec", &id, "/turnstone", "check"]);
    run(&["stop", &id]);
}
