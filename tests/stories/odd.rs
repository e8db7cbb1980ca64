//! Invalid requests to every route, derived from the OpenAPI document: each field of each body and query with values
//! that it rejects, each path with unknown ids, each method that a path does not have.

use crate::json::Json;
use crate::teller::Teller;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use turnstone_documents::{ROUTES, openapi};

const ID: &str = "018bcfe568007b3ab7e1a04c4d1f2a90";

/// A member at a service without limits.
fn teller() -> Teller {
    let mut teller = Teller::new();
    let limits = ["requests", "moves", "anonymous", "credential"].map(|limit| format!("{limit}_per_minute=0"));
    teller.go_on(&format!("set {}\nada joins", limits.join(" ")));
    teller
}

/// A day without a secret.
const DATE: &str = "2020-02-02";

/// A path with well-formed, unknown ids.
fn path(template: &str) -> String {
    let kind = if template.starts_with("/api/parties") { "pty_" } else { "t_" };
    let path = template.replace("{id}", &format!("{kind}{ID}"));
    let path = path.replace("{grantId}", &format!("grant_{ID}")).replace("{duelId}", &format!("duel_{ID}"));
    let path = path.replace("{ticketId}", &format!("tk_{ID}"));
    path.replace("{handle}", "unknown").replace("{date}", DATE)
}

/// An example with a value for its placeholder.
fn filled(example: &str) -> String {
    example.replace("<a new UUID>", "00000000-0000-4000-8000-000000000001")
}

/// The error is a 400 that names the field.
fn names(teller: &mut Teller, asked: (&str, &str), body: Option<&Value>, field: &str) {
    let (method, path) = asked;
    let (status, reported) = teller.ask("ada", method, path, body.map(|body| filled(&body.to_string())));
    let error = reported.get("error").and_then(Json::text).unwrap_or_default();
    let code = reported.get("code").and_then(Json::text);
    let place = if body.is_some() { format!("/{field}") } else { field.to_owned() };
    let named = reported.get("field").and_then(Json::text) == Some(&place);
    let names = (status, code) == (400, Some("invalid_request")) && error.starts_with(&format!("{field}: ")) && named;
    assert!(names, "{method} {path} {}: {status} {reported}", body.unwrap_or(&Value::Null));
}

/// A schema without its references and its `null`.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        return resolved(document, document.pointer(&target[1..]).unwrap());
    }
    // A union accepts anything here: the service checks its shape, not the body's parser.
    let one = schema.get("anyOf").and_then(Value::as_array).filter(|any| any[1..] == [json!({ "type": "null" })]);
    one.map_or(schema, |one| resolved(document, &one[0]))
}

fn kind_of(schema: &Value) -> &str {
    let kind = &schema["type"];
    let plain = kind.as_array().and_then(|kinds| kinds.iter().find(|kind| *kind != "null")).unwrap_or(kind);
    plain.as_str().unwrap_or("any")
}

/// JSON that a field of this schema rejects.
fn wrong_values(schema: &Value) -> Vec<Value> {
    let mut wrong = match kind_of(schema) {
        "string" => vec![json!(7), json!(true), json!(["x"]), json!({ "x": null })],
        "integer" => vec![json!("7"), json!(true), json!([7]), json!({}), json!(7.5), json!(9_007_199_254_740_993_i64)],
        "number" => vec![json!("0.5"), json!(true), json!([0]), json!({})],
        "boolean" => vec![json!("true"), json!(1), json!([true]), json!({})],
        "object" => vec![json!(7), json!(true), json!("x"), json!(["x"])],
        "any" => return vec![Value::Null],
        other => panic!("no field has the type {other}"),
    };
    let bound = |name: &str| schema.get(name).and_then(Value::as_i64);
    wrong.extend(bound("minimum").map(|least| json!(least - 1)));
    wrong.extend(bound("maximum").map(|most| json!(most + 1)));
    let letters = |count: i64| json!("a".repeat(count.try_into().unwrap()));
    wrong.extend(bound("minLength").map(|least| letters(least - 1)));
    wrong.extend(bound("maxLength").map(|most| letters(most + 1)));
    if schema.get("enum").is_some() || schema.get("oneOf").is_some() || schema.get("format") == Some(&json!("uuid")) {
        wrong.extend([json!("nonsense"), json!(""), json!("NONSENSE")]);
    }
    if kind_of(schema) == "string" {
        wrong.push(json!("control\u{7}control\u{0}"));
    }
    wrong
}

#[test]
fn rejects_invalid_fields_by_name() {
    let mut teller = teller();
    let document = openapi::document("https://turnstone.example");
    let mut fields = 0;
    for route in ROUTES {
        let method = route.method();
        let operation = &document["paths"][route.path()][method.to_lowercase()];
        let content = &operation["requestBody"]["content"]["application/json"];
        let Some(schema) = content.get("schema").map(|schema| resolved(&document, schema)) else { continue };
        let path = path(route.path());
        for (field, schema_of_field) in schema["properties"].as_object().into_iter().flatten() {
            let mut body = content["example"].clone();
            for wrong in wrong_values(resolved(&document, schema_of_field)) {
                body[field] = wrong;
                names(&mut teller, (method, &path), Some(&body), field);
            }
            let required = schema["required"].as_array().is_some_and(|all| all.contains(&json!(field)));
            if required {
                body[field] = Value::Null;
                names(&mut teller, (method, &path), Some(&body), field);
                body.as_object_mut().unwrap().remove(field);
                names(&mut teller, (method, &path), Some(&body), field);
            }
            fields += 1;
        }
    }
    assert!(fields > 35, "all fields of all bodies: {fields}");
}

#[test]
fn every_route_with_a_body_rejects_other_json_than_objects() {
    let mut teller = teller();
    let deep = format!(r#"{{"x":{}{}}}"#, "[".repeat(32), "]".repeat(32));
    let odd = [
        "",
        " ",
        "null",
        "[]",
        "7",
        "\"x\"",
        "{",
        "{}}",
        "{}{}",
        "{,}",
        "{'a':1}",
        "{\"a\":NaN}",
        "{\"a\":01}",
        "{\"a\":\"\\ud800\"}",
        "\u{feff}{}",
        "{\"a\":1,\"a\":1}",
        "{\"a\":[{\"b\":1,\"\\u0062\":2}]}",
        &deep,
    ];
    for route in ROUTES.iter().filter(|route| route.has_body()) {
        for body in odd.into_iter().filter(|body| !(body.is_empty() && route.may_lack_body())) {
            let (method, path) = (route.method(), path(route.path()));
            let (status, reported) = teller.ask("ada", method, &path, Some(body.to_owned()));
            let code = reported.get("code").and_then(Json::text);
            // The secret of the webhook is checked before its body, and here there is none.
            let is_webhook = path == "/api/msgr/webhook";
            let wanted = if is_webhook { (503, "not_configured") } else { (400, "invalid_request") };
            assert_eq!((status, code), (wanted.0, Some(wanted.1)), "{method} {path} {body}: {reported}");
        }
    }
}

/// Values that a parameter of this schema rejects.
fn wrong_texts(schema: &Value) -> Vec<String> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_i64);
    let mut wrong: Vec<String> = match kind_of(schema) {
        "string" => vec!["%07".into(), "%00".into()],
        "integer" => ["", "x", "-1", "%2B1", "1.5", "1e1", "0x1", "9007199254740993", "1%00"].map(str::to_owned).into(),
        // Words of a list.
        "any" => ["", "x", "null", "1"].map(str::to_owned).into(),
        "number" => ["", "x", "-1", "1e1", "inf", "NaN", "1,5", "50.0001"].map(str::to_owned).into(),
        other => panic!("no parameter has the type {other}"),
    };
    // A spectator's side of a replay is -1.
    wrong.retain(|text| text != "-1" || bound("minimum") != Some(-1));
    wrong.extend(bound("minimum").map(|least| (least - 1).to_string()));
    wrong.extend(bound("maximum").map(|most| (most + 1).to_string()));
    wrong.extend(bound("maxLength").map(|most| "a".repeat((most + 1).try_into().unwrap())));
    wrong
}

#[test]
fn rejects_invalid_parameters_by_name() {
    let mut teller = teller();
    let document = openapi::document("https://turnstone.example");
    let mut parameters = 0;
    for route in ROUTES {
        let method = route.method();
        let all = &document["paths"][route.path()][method.to_lowercase()]["parameters"];
        for parameter in all.as_array().into_iter().flatten().filter(|own| own["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            let needed =
                all.as_array().into_iter().flatten().filter(|own| own["required"] == true && own["name"] != name);
            let needed: String = needed.map(|own| format!("&{}=rps", own["name"].as_str().unwrap())).collect();
            let path = path(route.path());
            for wrong in wrong_texts(&parameter["schema"]) {
                names(&mut teller, (method, &format!("{path}?{name}={wrong}{needed}")), None, name);
            }
            names(&mut teller, (method, &format!("{path}?{name}=1&other=2&{name}=1{needed}")), None, name);
            names(&mut teller, (method, &format!("{path}?{name}=%ff")), None, "query");
            parameters += 1;
        }
    }
    assert!(parameters > 10, "all parameters of all queries: {parameters}");
}

#[test]
fn unknown_and_malformed_ids_are_404() {
    let mut teller = teller();
    for route in ROUTES.iter().filter(|route| route.path().contains('{')) {
        let (method, known) = (route.method(), path(route.path()));
        let body = || route.has_body().then(|| filled(route.about().example.0));
        assert_eq!(teller.ask("ada", method, &known, body()).0, 404, "{method} {known}");
        for odd in ["x", "%20", "%00", "..", "t_", &ID.to_uppercase(), "%E2%98%83", &"9".repeat(3000)] {
            let path = known.replacen(ID, odd, 1).replace("unknown", odd).replace(DATE, odd);
            let (status, reported) = teller.ask("ada", method, &path, body());
            assert_eq!(status, 404, "{method} {path}: {reported}");
        }
        let path = known.replacen(ID, "%ff", 1).replace("unknown", "%ff").replace(DATE, "%ff");
        assert_eq!(teller.ask("ada", method, &path, body()).0, 400, "{method} {path}");
    }
}

#[test]
fn rejects_other_methods_and_spellings_of_a_path() {
    let mut teller = teller();
    let paths: BTreeSet<&str> = ROUTES.iter().map(|route| route.path()).collect();
    for template in paths {
        let own: Vec<&str> =
            ROUTES.iter().filter(|route| route.path() == template).map(|route| route.method()).collect();
        let path = path(template);
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PURGE", "get"] {
            if !own.contains(&method) {
                assert_eq!(teller.ask("ada", method, &path, None).0, 405, "{method} {path}");
                let allow = format!("\"allow\": \"{}\"", own.join(", "));
                let (_, sent) = teller.sent.last().unwrap();
                assert!(sent.contains(&allow), "{method} {path}: {allow} is not in {sent}");
            }
        }
        let others = [format!("{path}/"), format!("/{path}"), path.replacen("/api", "/API", 1), format!("/v1{path}")];
        for other in others {
            assert_eq!(teller.ask("ada", own[0], &other, None).0, 404, "{} {other}", own[0]);
        }
    }
}
