//! The configuration's errors.

use super::*;
use turnstone_service::credentials::ServerKeys;
use turnstone_service::secret::SecretKey;

fn configured(toml: &str) -> Result<Configured, String> {
    let directory = std::env::temp_dir().join(format!("turnstone-config-{:?}", std::thread::current().id()));
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("turnstone.toml");
    std::fs::write(&file, toml).unwrap();
    let loaded = Configured::load(&Flags { config: Some(file), ..Flags::default() });
    std::fs::remove_dir_all(&directory).unwrap();
    loaded.map_err(|error| error.to_string())
}

fn load(toml: &str) -> Result<Config, String> {
    configured(toml).map(|configured| configured.config)
}

#[test]
fn unset_keys_have_their_default() {
    let config = load("[limits]\nparties = 3\n").unwrap();
    assert_eq!((config.limits.parties, config.limits.active_tables), (3, 20));
    assert_eq!(config.base_url(), "http://127.0.0.1:8080");
    assert_eq!(config.core().pace.daily_turn_s, 172_800);
}

#[test]
fn for_a_local_network_it_listens_everywhere_and_names_its_own_address() {
    let lan = |listen: Option<&str>| {
        let listen = listen.map(|listen| listen.parse().unwrap());
        Configured::load(&Flags { lan: true, listen, ..Flags::default() }).unwrap().config
    };
    let config = lan(None);
    assert_eq!(config.server.listen.to_string(), "0.0.0.0:8080");
    assert!(config.check_plain_http().is_ok());
    // A machine without a network has only the address that stands for all.
    let own = own_address().unwrap_or(Ipv4Addr::UNSPECIFIED.into());
    assert_eq!(config.base_url(), format!("http://{own}:8080"));
    assert_eq!(lan(Some("192.168.1.5:81")).base_url(), "http://192.168.1.5:81");
}

#[test]
fn names_unusable_values() {
    let named = [
        ("[limits]\nparty = 3\n", "party"),
        ("[limit]\nparties = 3\n", "limit"),
        ("[limits]\nparties = \"many\"\n", "limits.parties"),
        ("[limits]\nparties = -1\n", "limits.parties"),
        ("[pace]\nlive_turn_s = 0\n", "pace.live_turn_s"),
        ("[economy]\nrake_basis_points = 10001\n", "economy.rake_basis_points"),
        ("[server]\nbase_url = \"ftp://x\"\n", "server.base_url"),
        ("[server]\nlisten = \"nowhere\"\n", "server.listen"),
        ("[server]\nenvironment = \"moon\"\n", "server.environment"),
        ("[server]\ntrusted_proxies = [\"x\"]\n", "trusted_proxies"),
        ("[server]\ncors_origins = [\"https://a.example/\"]\n", "server.cors_origins"),
        ("[server]\nbase_url = \"https://ada:51213@a.example\"\n", "server.base_url"),
        ("[server]\ncors_origins = [\"https://ada:51213@a.example\"]\n", "server.cors_origins"),
        ("[model]\nurl = \"ftp://ada:51213@a.example\"\n", "model.url"),
        ("[messenger]\nbot_api_url = \"51213\"\n", "messenger.bot_api_url"),
        ("[storage]\nengine = \"paper\"\n", "storage.engine"),
        ("[model]\nkey = 51213\n", "model.key"),
        ("[messenger]\nbot_token = 51213.5\n", "messenger.bot_token"),
        ("[messenger]\nbot_username = 5\n", "messenger.bot_username"),
        ("[server]\ndrain_lag_s = 601\n", "server.drain_lag_s"),
        ("[server]\nlog_level = \"info,x=loud\"\n", "server.log_level"),
        ("[server]\nlog_level = \"\"\n", "server.log_level"),
        ("[server]\nlog_level = \"warning\"\n", "server.log_level"),
        ("[push]\nallowed_hosts = [\"https://push.example.org\"]\n", "push.allowed_hosts"),
    ];
    for (toml, name) in named {
        let reported = load(toml).unwrap_err();
        assert!(reported.contains(name) && !reported.contains("default"), "{toml:?} told {reported:?}");
        assert!(!reported.contains("51213"), "a secret is told: {reported:?}");
    }
}

#[test]
fn unset_endpoints_are_not_called() {
    let outgoing = |toml: &str| {
        let keys = ServerKeys::new(vec![(1, SecretKey([1; 32]))]);
        load(toml).unwrap().outgoing(VapidKey::of(&keys))
    };
    let empty = outgoing("");
    assert!(empty.model.is_none() && empty.bot.is_none() && empty.push_subject.is_none());
    assert!(outgoing("[messenger]\nbot_token = \"51277\"\n").bot.is_none(), "the address of the bot API is missing");
    let somebody = outgoing(
        "[model]\nurl = \"http://127.0.0.1:11434/v1/chat/completions\"\ntimeout_s = 5\n\
         [messenger]\nbot_token = \"51277\"\nbot_api_url = \"https://bot.example\"\n\
         [server]\nbase_url = \"https://turnstone.example/\"\n",
    );
    assert_eq!(somebody.model.unwrap().timeout, Duration::from_secs(5));
    assert_eq!(somebody.bot.unwrap().token.reveal(), "51277");
    assert_eq!(somebody.push_subject.unwrap(), "https://turnstone.example");
    let subject = outgoing("[push]\nsubject = \"mailto:ada@example.org\"\n").push_subject;
    assert_eq!(subject.unwrap(), "mailto:ada@example.org");
}

#[test]
fn a_secret_can_be_in_a_file() {
    let home = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(home.path().join(name), text).unwrap();
        home.path().join(name).display().to_string()
    };
    let (key, empty) = (file("key", "sk-51213\r\n"), file("empty", "\n"));
    let config = load(&format!("[model]\nkey_file = {key:?}\n")).unwrap();
    assert!(config.model.key.is_none(), "only a server reads it");
    assert_eq!(config.with_secrets().unwrap().model.key.unwrap().reveal(), "sk-51213");
    for (toml, named) in [
        (format!("[model]\nkey = \"sk-51213\"\nkey_file = {key:?}\n"), "model.key and model.key_file"),
        (format!("[messenger]\nbot_token_file = {empty:?}\n"), "messenger.bot_token_file"),
        ("[messenger]\nwebhook_secret_file = \"/nowhere/at/all\"\n".to_owned(), "/nowhere/at/all"),
    ] {
        let reported = load(&toml).unwrap().with_secrets().unwrap_err().to_string();
        assert!(reported.contains(named) && !reported.contains("51213"), "{toml:?} told {reported:?}");
    }
}

#[test]
fn packages_of_this_version_come_from_the_configured_folder() {
    let home = tempfile::tempdir().unwrap();
    let config = load(&format!("[server]\nclients = {:?}\n", home.path())).unwrap();
    assert_eq!(config.packages().unwrap().names().count(), 0, "an empty folder is no error");
    let own = format!("turnstone_client-{}-py3-none-any.whl", env!("CARGO_PKG_VERSION"));
    for name in [&own, "turnstone_client-0.0.9-py3-none-any.whl", "SHA256SUMS", "server.keys"] {
        std::fs::write(home.path().join(name), name).unwrap();
    }
    assert_eq!(config.packages().unwrap().names().collect::<Vec<_>>(), [&own]);
    std::fs::remove_file(home.path().join(&own)).unwrap();
    std::fs::create_dir(home.path().join(&own)).unwrap();
    let reported = config.packages().unwrap_err().to_string();
    assert!(reported.contains("server.clients") && reported.contains(&own), "{reported}");
    let missing = load("[server]\nclients = \"/nowhere/at/all\"\n").unwrap();
    let reported = missing.packages().unwrap_err().to_string();
    assert!(reported.contains("server.clients /nowhere/at/all: "), "{reported}");
}

#[test]
fn names_changed_keys_including_secrets() {
    let [old, new] = [
        "[limits]\nparties = 3\n[model]\nkey = \"sk-51213\"\n",
        "[limits]\nparties = 4\n[model]\nkey = \"sk-51214\"\n[server]\ncors_origins = [\"https://a.example\"]\n",
    ]
    .map(|toml| configured(toml).unwrap());
    assert_eq!(old.differences(&new), ["server.cors_origins", "limits.parties", "model.key"]);
    assert!(old.differences(&old).is_empty());
    assert!(!format!("{old:?}").contains("51213"));
}

#[test]
fn secrets_are_printed_as_stars() {
    let configured =
        configured("[model]\nkey = \"sk-123\"\n[messenger]\nbot_token = \"51277\"\nwebhook_secret = \"hush\"\n")
            .unwrap();
    let printed = configured.print();
    let config = configured.config;
    for secret in ["sk-123", "51277", "hush"] {
        assert!(!printed.contains(secret), "{printed}");
    }
    assert!(printed.contains("key = \"***\""), "{printed}");
    assert!(!format!("{config:?}").contains("hush"));
    assert_eq!(config.messenger.bot_token.unwrap().reveal(), "51277");
}

#[test]
fn prints_urls_without_their_credentials() {
    let configured = configured(
        "[model]\nurl = \"https://ada:sk-1@models.example:8443/v1/chat?key=sk-2\"\n\
         [messenger]\nbot_api_url = \"http://sk-3@bot.example\"\n",
    )
    .unwrap();
    let printed = configured.print();
    for line in ["url = \"https://***@models.example:8443/v1/chat?***\"", "bot_api_url = \"http://***@bot.example\""] {
        assert!(printed.contains(line), "{line} is not in {printed}");
    }
    let shown = format!("{printed} {configured:?}");
    assert!(!shown.contains("sk-") && !shown.contains("ada"), "{shown}");
    let url = configured.config.model.url.unwrap();
    assert_eq!(url.reveal(), "https://ada:sk-1@models.example:8443/v1/chat?key=sk-2");
}

#[test]
fn masks_every_part_of_a_url_that_may_be_a_credential() {
    for (url, masked) in [
        ("https://a.example/v1", "https://a.example/v1"),
        ("https://a@b@c.example", "https://***@c.example"),
        ("https://a.example?x@y", "https://a.example?***"),
        ("https://a.example/v1/?x=/y", "https://a.example/v1/?***"),
        ("https://a.example/#x?y", "https://a.example/#***"),
        ("http://ada:x@[::1]:80/a@b", "http://***@[::1]:80/a@b"),
        ("ada:secret", "***"),
    ] {
        assert_eq!(without_credentials(url), masked);
    }
}

#[test]
fn names_a_changed_credential_within_a_url() {
    let [old, new] =
        ["1", "2"].map(|key| configured(&format!("[model]\nurl = \"https://a.example/?k={key}\"\n")).unwrap());
    assert_eq!(old.differences(&new), ["model.url"]);
}

#[test]
fn a_node_needs_an_id_an_address_and_the_key_of_the_cluster() {
    let etcd = "[cluster]\netcd = [\"http://127.0.0.1:2379\"]\n";
    assert!(!load("").unwrap().is_node());
    let error = |rest: &str| load(&format!("{etcd}{rest}")).unwrap().node().unwrap_err().to_string();
    assert!(error("").contains("cluster.node"));
    assert!(error("node = \"a\"").contains("cluster.listen"));
    let known = "node = \"a\"\nlisten = \"10.0.0.1:9600\"\n";
    assert!(error(known).contains("cluster.key_file"));
    assert!(error(&format!("{known}etcd_key_file = \"x\"\nkey_file = \"/nowhere\"")).contains("/nowhere"));
    let standby = "key_file = \"k\"\n[server]\nstandby_listen = \"10.0.0.1:9500\"";
    assert!(error(&format!("{known}{standby}")).contains("no standby"));
    assert!(load(&format!("{etcd}prefix = \"a/b\"")).unwrap_err().contains("cluster.prefix"));
}

#[test]
fn the_certificate_for_etcd_comes_with_its_key() {
    let toml = "[cluster]\netcd = [\"https://10.0.0.1:2379\"]\netcd_cert_file = \"c\"";
    assert!(load(toml).unwrap().etcd().unwrap_err().to_string().contains("belong together"));
    assert!(load("").unwrap().etcd().unwrap_err().to_string().contains("cluster.etcd"));
}
