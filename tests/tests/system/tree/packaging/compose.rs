//! `docker-compose.yml`, with what it names: `.env.example`, the Caddyfile, the secrets.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{stop_fault, variable_fault};
use crate::tree::{assert_none, files::read};

fn compose_file() -> Value {
    serde_saphyr::from_str(&read("docker-compose.yml")).expect("the compose file is YAML")
}

/// What the specification does not allow.
fn schema_faults(compose: &Value) -> Vec<String> {
    let mut schema: Value =
        serde_json::from_str(&read("tests/schemas/compose/compose-spec.json")).expect("a schema is JSON");
    // It names its draft by an address that nobody else uses.
    schema.as_object_mut().expect("a schema is an object").remove("$schema");
    let validator = jsonschema::options().with_draft(jsonschema::Draft::Draft201909).build(&schema);
    let validator = validator.expect("the schema is one");
    validator.iter_errors(compose).map(|error| format!("{}: {error}", error.instance_path)).collect()
}

/// The names in a list, or the keys of a map.
fn names(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::Object(fields) => fields.keys().cloned().collect(),
        _ => BTreeSet::new(),
    }
}

fn services(compose: &Value) -> impl Iterator<Item = (&String, &Value)> {
    compose["services"].as_object().into_iter().flatten()
}

/// Volumes, networks and secrets that are used and not declared, or the other way round.
fn name_faults(compose: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for kind in ["volumes", "networks", "secrets"] {
        let declared = names(&compose[kind]);
        let used: BTreeSet<_> = services(compose)
            .flat_map(|(_, service)| names(&service[kind]))
            // A volume is written as NAME:PLACE; one that begins with a point is a file of ours.
            .map(|name| name.split(':').next().unwrap_or_default().to_owned())
            .filter(|name| !name.starts_with('.'))
            .collect();
        faults.extend(declared.symmetric_difference(&used).map(|name| format!("{kind}: {name}")));
    }
    faults
}

/// Services that could do more than they need, or take more than their share.
fn confinement_faults(compose: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, service) in services(compose) {
        for (key, wanted) in [
            ("read_only", json!(true)),
            ("restart", json!("unless-stopped")),
            ("cap_drop", json!(["ALL"])),
            ("security_opt", json!(["no-new-privileges:true"])),
        ] {
            if service[key] != wanted {
                faults.push(format!("{name}: {key} is {}", service[key]));
            }
        }
        for key in ["/mem_limit", "/pids_limit", "/logging/options/max-size", "/logging/options/max-file"] {
            if service.pointer(key).is_none() {
                faults.push(format!("{name}: {key} has no limit"));
            }
        }
    }
    faults
}

/// What has to fit together between the services, and with the program.
fn meaning_faults(compose: &Value) -> Vec<String> {
    let services = &compose["services"];
    let [sarja, postgres, caddy] = ["sarja", "postgres", "caddy"].map(|name| &services[name]);
    let mut faults: Vec<_> =
        names(&sarja["environment"]).iter().filter_map(|name| variable_fault("sarja", name)).collect();
    faults.extend(stop_fault("sarja", sarja["stop_grace_period"].as_str()));
    let mut check = |is_right: bool, what: &str| {
        if !is_right {
            faults.push(what.to_owned());
        }
    };
    check(postgres["ports"].is_null(), "PostgreSQL is open to others");
    check(postgres["healthcheck"]["test"].is_array(), "nobody knows whether PostgreSQL is up");
    check(
        sarja["depends_on"]["postgres"]["condition"] == "service_healthy",
        "Sarja does not wait for PostgreSQL",
    );
    check(compose["networks"]["back"]["internal"] == true, "PostgreSQL can reach the internet");
    check(names(&postgres["networks"]) == ["back".to_owned()].into(), "PostgreSQL is in another network");
    check(caddy["profiles"] == json!(["tls"]), "Caddy starts unasked");
    let address = &caddy["networks"]["front"]["ipv4_address"];
    check(
        address.is_string() && *address == sarja["environment"]["SARJA_TRUSTED_PROXIES"],
        "another than Caddy is trusted",
    );
    check(
        caddy["environment"]["SARJA_UPSTREAM"] == "sarja:8080",
        "Caddy looks for Sarja where it does not listen",
    );
    for secret in names(&sarja["secrets"]) {
        let place = format!("/run/secrets/{secret}");
        let is_read = sarja["environment"].as_object().is_some_and(|all| all.values().any(|v| *v == *place));
        check(is_read, &format!("Sarja does not read {place}"));
    }
    for (name, secret) in compose["secrets"].as_object().into_iter().flatten() {
        check(secret["file"] == format!("./secrets/{name}"), &format!("{name} lies elsewhere"));
    }
    faults
}

/// The names in `${NAME:-default}` or, with another beginning, in `{$NAME}`.
fn interpolated<'a>(text: &'a str, begin: &str) -> BTreeSet<&'a str> {
    let is_part = |character: char| character.is_ascii_uppercase() || character == '_';
    let names =
        text.split(begin).skip(1).map(|rest| &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())]);
    names.filter(|name| !name.is_empty()).collect()
}

/// The settings that `.env.example` shows.
fn shown(example: &str) -> BTreeSet<&str> {
    let lines = example.lines().filter_map(|line| line.strip_prefix('#')?.split_once('='));
    lines.map(|(name, _)| name).filter(|name| !name.contains(' ')).collect()
}

#[test]
fn the_compose_file_is_what_the_specification_allows() {
    assert_none(&schema_faults(&compose_file()));
}

#[test]
fn the_services_are_confined_and_know_each_other() {
    let compose = compose_file();
    assert_none(&name_faults(&compose));
    assert_none(&confinement_faults(&compose));
    assert_none(&meaning_faults(&compose));
}

#[test]
fn what_may_be_set_for_the_services_is_shown() {
    assert_eq!(interpolated(&read("docker-compose.yml"), "${"), shown(&read(".env.example")));
}

#[test]
fn the_caddyfile_asks_for_nothing_that_it_is_not_given() {
    let caddyfile = read("ops/caddy/Caddyfile");
    let given = names(&compose_file()["services"]["caddy"]["environment"]);
    let asked: BTreeSet<_> = interpolated(&caddyfile, "{$").into_iter().map(str::to_owned).collect();
    assert_eq!(asked, given);
    assert!(caddyfile.contains("reverse_proxy {$SARJA_UPSTREAM}"));
}

#[test]
fn the_secrets_that_are_made_are_those_that_are_named() {
    let script = read("ops/make-secrets.sh");
    let made: BTreeSet<_> = script.split("| write ").skip(1).filter_map(|rest| rest.lines().next()).collect();
    let named = names(&compose_file()["secrets"]);
    assert_eq!(made, named.iter().map(String::as_str).collect());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compose file with one change.
    fn changed(change: impl FnOnce(&mut Value)) -> Value {
        let mut compose = compose_file();
        change(&mut compose);
        compose
    }

    #[test]
    fn keys_that_do_not_exist_are_found() {
        let wrong = changed(|compose| compose["services"]["sarja"]["stop_grace"] = json!("40s"));
        assert_eq!(schema_faults(&wrong).len(), 1);
        let wrong = changed(|compose| compose["services"]["sarja"]["read_only"] = json!("sometimes"));
        assert_eq!(schema_faults(&wrong).len(), 1);
    }

    #[test]
    fn what_does_not_fit_together_is_found() {
        let faults = |change: fn(&mut Value)| {
            let compose = changed(change);
            name_faults(&compose).len() + confinement_faults(&compose).len() + meaning_faults(&compose).len()
        };
        assert_eq!(faults(|_| ()), 0);
        assert_eq!(faults(|c| c["volumes"]["more"] = json!({})), 1);
        assert_eq!(faults(|c| c["services"]["sarja"]["volumes"] = json!(["other:/data"])), 2);
        assert_eq!(faults(|c| c["services"]["sarja"]["read_only"] = json!(false)), 1);
        assert_eq!(faults(|c| drop(c["services"]["caddy"].as_object_mut().unwrap().remove("mem_limit"))), 1);
        assert_eq!(faults(|c| c["services"]["sarja"]["stop_grace_period"] = json!("10s")), 1);
        assert_eq!(faults(|c| c["services"]["sarja"]["environment"]["SARJA_LISTENS"] = json!("x")), 1);
        assert_eq!(
            faults(|c| c["services"]["sarja"]["environment"]["SARJA_TRUSTED_PROXIES"] = json!("::/0")),
            1
        );
        assert_eq!(faults(|c| c["services"]["postgres"]["ports"] = json!(["5432:5432"])), 1);
        assert_eq!(faults(|c| c["networks"]["back"]["internal"] = json!(false)), 1);
    }

    #[test]
    fn names_are_found_in_text() {
        assert_eq!(interpolated("a ${ONE:-x} ${TWO} $THREE", "${"), ["ONE", "TWO"].into());
        assert_eq!(interpolated("{$ONE} {\n$TWO}", "{$"), ["ONE"].into());
        assert_eq!(shown("# text = none\n#ONE=x\nTWO=y\n"), ["ONE"].into());
    }
}
