//! The `AsyncAPI` document of the connection.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::{
    ClientToServer, ServerToClient,
    schema::{definitions, for_strangers},
};

/// The `AsyncAPI` document (3.0), from the side of the server: it receives what clients send.
pub fn asyncapi() -> Value {
    // AsyncAPI's own schema format is a superset of draft-07.
    let settings = SchemaSettings::draft07().with(|s| s.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    generator.subschema_for::<ClientToServer>();
    generator.subschema_for::<ServerToClient>();
    let sides = [
        ("receive", ClientToServer::schemas(&mut generator)),
        ("send", ServerToClient::schemas(&mut generator)),
    ];

    let mut messages = BTreeMap::new();
    let mut operations = BTreeMap::new();
    for (action, schemas) in sides {
        let mut refs = Vec::new();
        for (kind, summary, _) in schemas {
            refs.push(json!({"$ref": format!("#/channels/connection/messages/{kind}")}));
            let payload = json!({"$ref": format!("#/components/schemas/{kind}")});
            messages.insert(
                kind,
                json!({"name": kind, "summary": summary, "contentType": "application/json", "payload": payload}),
            );
        }
        let channel = json!({"$ref": "#/channels/connection"});
        operations.insert(action, json!({"action": action, "channel": channel, "messages": refs}));
    }
    let refs: BTreeMap<_, _> = messages
        .keys()
        .map(|kind| (*kind, json!({"$ref": format!("#/components/messages/{kind}")})))
        .collect();
    for_strangers(json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Sarja",
            "version": "1",
            "description": "Rummikub and Rommikubbi on a server: one WebSocket, JSON text frames. PROTOCOL.md has what this cannot say.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"local": {"host": "localhost:8080", "protocol": "ws"}},
        "channels": {"connection": {"address": "/ws", "messages": refs}},
        "operations": operations,
        "components": {"messages": messages, "schemas": definitions(&mut generator)},
    }))
}
