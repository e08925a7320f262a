//! Whether a frame shows its viewer nothing but what that viewer may see.

use sarja_protocol::PlayerId;
use serde_json::Value;

use super::truth::{Moment, Tiles, Truth, minus};

/// Secrets of people, each with whose it is.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    pub(crate) tokens: Vec<(PlayerId, String)>,
    pub(crate) command_ids: Vec<(PlayerId, String)>,
    /// Values for a shuffle, with the deal.
    pub(crate) values: Vec<(PlayerId, u32, String)>,
    pub(crate) link: String,
}

/// Reads the frames of one viewer in their order.
#[derive(Clone, Debug)]
pub(crate) struct Checker<'a> {
    truth: &'a Truth,
    secrets: &'a Secrets,
    viewer: PlayerId,
    /// The last event that the viewer was told of on this connection; 0 before the first.
    seq: u64,
    /// The last event when the viewer resumed on this connection: up to it, events are told as things of the past.
    resumed_at: u64,
}

impl<'a> Checker<'a> {
    pub(crate) const fn new(truth: &'a Truth, secrets: &'a Secrets, viewer: PlayerId) -> Self {
        Self { truth, secrets, viewer, seq: 0, resumed_at: 0 }
    }

    /// A new connection begins.
    pub(crate) const fn begin(&mut self) {
        self.seq = 0;
        self.resumed_at = 0;
    }

    /// # Errors
    /// What the frame shows that it must not.
    pub(crate) fn check(&mut self, frame: &str) -> Result<(), String> {
        let mut message: Value = serde_json::from_str(frame).map_err(|error| error.to_string())?;
        let kind = message["type"].as_str().unwrap_or_default().to_owned();
        if matches!(kind.as_str(), "event" | "snapshot") {
            self.seq = message["seq"].as_u64().ok_or("no seq")?;
        }
        if kind == "resumed" {
            // What was told before the connection was lost.
            self.seq = message["from_seq"].as_u64().ok_or("no from_seq")? - 1;
            self.resumed_at = message["to_seq"].as_u64().ok_or("no to_seq")?;
        }
        self.check_secrets(&kind, frame)?;
        for secret in ["/token", "/link_secret"] {
            take(&mut message, secret);
        }
        // What a client sent itself is repeated to it in the reasons, and what a joker stands for follows from its set.
        drop_derived(&mut message);
        let nothing = Moment::default();
        let now = if self.seq == 0 { &nothing } else { self.truth.at(self.seq) };
        match kind.as_str() {
            "event" => {
                self.check_past(now, &message)?;
                self.check_event(now, &mut message)?;
            }
            "snapshot" => self.check_snapshot(now, &mut message)?,
            "draft_shown" => self.check_draft(now, &take(&mut message, "/table"), false)?,
            "draft_verdict" => self.check_draft(now, &take(&mut message, "/sets"), true)?,
            _ => {}
        }
        nothing_else(&message)
    }

    fn own_rack<'m>(&self, now: &'m Moment) -> Option<&'m Tiles> {
        now.racks.get(now.seats.get(&self.viewer)?.index())
    }

    /// What is told again is nothing that is hidden by now: in Rommikubbi what lies below the top of the pile, in the stock, or in
    /// the hand of somebody else.
    fn check_past(&self, then: &Moment, message: &Value) -> Result<(), String> {
        if self.seq > self.resumed_at {
            return Ok(());
        }
        let now = self.truth.at(self.resumed_at);
        if now.revealed || now.deal != then.deal {
            return Ok(());
        }
        let kind = message["event"]["type"].as_str().unwrap_or_default();
        if matches!(kind, "tile_discarded" | "pile_taken" | "pile_given_back") && now.pile_since != self.seq {
            return Err(format!("{kind} {} after the pile changed at {}", self.seq, now.pile_since));
        }
        if kind == "starter_tile_drawn" {
            // It is told in every snapshot, and is back among the tiles.
            return Ok(());
        }
        let mut open = now.table.clone();
        open.extend(now.pile.last().cloned());
        open.extend(self.own_rack(now).into_iter().flatten().cloned());
        match &message["event"]["from_rack"] {
            Value::Null => within(&faces(&message["event"]), &open, "what is open now"),
            // These lie on the table that is told with them.
            from_rack => {
                within(&faces(&message["event"]["table"]), &open, "what is open now")?;
                within(&faces(from_rack), &open, "what is open now")
            }
        }
    }

    fn check_event(&self, now: &Moment, message: &mut Value) -> Result<(), String> {
        match message["event"]["type"].as_str().unwrap_or_default() {
            "starter_tile_drawn" => {
                within(&take(message, "/event/tile"), &now.starter_draws, "the starter's draws")
            }
            "dealt" => {
                if message.pointer("/event/taken").is_some() {
                    equal(Some(&in_order(message, "/event/taken")), self.own_taken(now), "the own tile")?;
                }
                match message.pointer("/event/rack") {
                    None => Ok(()),
                    Some(_) => equal(Some(&take(message, "/event/rack")), self.own_rack(now), "the own rack"),
                }
            }
            "tiles_drawn" => self.check_drawn(now, &take(message, "/event/tiles")),
            "tile_taken" => self.check_drawn(now, &take(message, "/event/tile")),
            "pile_taken" => match message.pointer("/event/tiles") {
                None => Ok(()),
                Some(_) => {
                    equal(Some(&in_order(message, "/event/tiles")), self.own_taken(now), "the own pile")
                }
            },
            "sets_played" | "sets_laid" => {
                equal(Some(&take(message, "/event/table")), Some(&now.table), "the table")?;
                within(&take(message, "/event/from_rack"), &now.table, "the table")
            }
            "tile_discarded" => Self::check_top(now, message, "/event/tile"),
            "pile_given_back" => Self::check_top(now, message, "/event/pile_top"),
            "round_ended" | "match_abandoned" => Self::check_racks(now, message, "/event/racks"),
            _ => Ok(()),
        }
    }

    fn is_mover(&self, now: &Moment) -> bool {
        now.mover.is_some() && now.mover.as_ref() == now.seats.get(&self.viewer)
    }

    /// What the viewer has taken, if it is the own turn.
    fn own_taken<'m>(&self, now: &'m Moment) -> Option<&'m Tiles> {
        Some(&now.taken).filter(|_| self.is_mover(now))
    }

    fn check_drawn(&self, now: &Moment, told: &Tiles) -> Result<(), String> {
        let drawn = now.drawn.as_ref().filter(|(seat, _)| now.seats.get(&self.viewer) == Some(seat));
        if told.is_empty() { Ok(()) } else { equal(Some(told), drawn.map(|d| &d.1), "the own draw") }
    }

    /// Of a pile nothing is told but its top.
    fn check_top(now: &Moment, message: &mut Value, at: &str) -> Result<(), String> {
        let told = in_order(message, at);
        let top: Tiles = now.pile.last().cloned().into_iter().collect();
        equal(Some(&told), Some(&top), "the top of the pile")
    }

    fn check_snapshot(&self, now: &Moment, message: &mut Value) -> Result<(), String> {
        if message.pointer("/room/round/rack").is_some() {
            equal(Some(&take(message, "/room/round/rack")), self.own_rack(now), "the own rack")?;
        }
        equal(Some(&take(message, "/room/round/table")), Some(&now.table), "the table")?;
        within(&take(message, "/room/round/starter_draws"), &now.starter_draws, "the starter's draws")?;
        Self::check_racks(now, message, "/room/round/revealed_racks")?;
        if message.pointer("/room/round/rommikubbi").is_some() {
            Self::check_top(now, message, "/room/round/rommikubbi/pile_top")?;
        }
        if message.pointer("/room/round/rommikubbi/taken").is_some() {
            let told = in_order(message, "/room/round/rommikubbi/taken");
            equal(Some(&told), self.own_taken(now), "what the viewer has taken")?;
        }
        let is_own = self.is_mover(now);
        let discard = take(message, "/room/draft/discard");
        if !discard.is_empty() {
            let own = self.own_rack(now).filter(|_| is_own);
            within(&discard, own.map_or(&[], Vec::as_slice), "the mover's own rack")?;
        }
        let verdict = take(message, "/room/draft/verdict");
        if !verdict.is_empty() {
            self.check_draft(now, &verdict, true)?;
        }
        let draft = take(message, "/room/draft/table");
        if draft.is_empty() { Ok(()) } else { self.check_draft(now, &draft, is_own) }
    }

    /// Racks that lie open: all of them, each as it is.
    fn check_racks(now: &Moment, message: &mut Value, at: &str) -> Result<(), String> {
        let Some(racks) = message.pointer_mut(at).map(Value::take) else { return Ok(()) };
        let told: Vec<Tiles> = racks.as_array().into_iter().flatten().map(faces).collect();
        if now.revealed && told == now.racks {
            Ok(())
        } else {
            Err(format!("racks that do not lie open: {told:?}"))
        }
    }

    /// A draft is made of the table and the rack of the player whose turn it is; others do not see what lay below the top of a pile
    /// that was taken, which may be given back.
    fn check_draft(&self, now: &Moment, told: &Tiles, is_own: bool) -> Result<(), String> {
        let mover = now.mover.ok_or("a draft in nobody's turn")?;
        let viewer = now.seats.get(&self.viewer);
        if is_own && viewer != Some(&mover) {
            return Err(format!("a verdict on the draft of seat {mover}"));
        }
        if !is_own && !now.drafts_shown {
            return Err(format!("a hidden draft: {told:?}"));
        }
        let mut seen = now.table.clone();
        let rack = &now.racks[mover.index()];
        seen.extend(if is_own {
            rack.clone()
        } else {
            minus(rack, &now.below).ok_or("a pile in no hand")?
        });
        within(told, &seen, "the draft's table and rack")
    }

    fn check_secrets(&self, kind: &str, frame: &str) -> Result<(), String> {
        let holds = |secret: &str| frame.contains(secret);
        let none = Moment::default();
        let now = if self.seq == 0 { &none } else { self.truth.at(self.seq) };
        for (deal, secret) in &self.truth.secrets {
            if holds(secret) && !now.secrets_out.contains(deal) {
                return Err(format!("the secret of deal {deal}"));
            }
        }
        for (whose, token) in &self.secrets.tokens {
            if holds(token) && !(kind == "welcome" && *whose == self.viewer) {
                return Err(format!("the token of {whose}"));
            }
        }
        for (whose, id) in &self.secrets.command_ids {
            if holds(id) && *whose != self.viewer {
                return Err(format!("a command id of {whose}"));
            }
        }
        for (whose, deal, value) in &self.secrets.values {
            if holds(value) && !now.values_out.contains(deal) {
                return Err(format!("the value of {whose} for deal {deal} before it is dealt"));
            }
        }
        if holds(&self.secrets.link) && kind != "room_joined" {
            return Err("the secret of the invitation link".to_owned());
        }
        Ok(())
    }
}

fn take(message: &mut Value, at: &str) -> Tiles {
    message.pointer_mut(at).map(Value::take).map_or_else(Vec::new, |value| faces(&value))
}

/// The faces at this place as they stand there, from the first to the last.
fn in_order(message: &mut Value, at: &str) -> Tiles {
    let mut found = Tiles::new();
    if let Some(value) = message.pointer_mut(at).map(Value::take) {
        collect(&value, &mut found);
    }
    found
}

fn drop_derived(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "stands_for" | "reasons"));
            fields.values_mut().for_each(drop_derived);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_derived),
        _ => {}
    }
}

fn equal(told: Option<&Tiles>, truth: Option<&Tiles>, what: &str) -> Result<(), String> {
    if told == truth { Ok(()) } else { Err(format!("{told:?} is not {what}, {truth:?}")) }
}

fn within(told: &[String], truth: &[String], what: &str) -> Result<(), String> {
    match minus(truth, told) {
        Some(_) => Ok(()),
        None => Err(format!("{told:?} is not in {what}, {truth:?}")),
    }
}

fn nothing_else(message: &Value) -> Result<(), String> {
    let left = faces(message);
    if left.is_empty() { Ok(()) } else { Err(format!("{left:?} in {message}")) }
}

/// Every face in a value, also within longer texts and in names of fields, in ascending order.
pub(crate) fn faces(value: &Value) -> Tiles {
    let mut found = Vec::new();
    collect(value, &mut found);
    found.sort();
    found
}

fn collect(value: &Value, found: &mut Tiles) {
    match value {
        Value::String(text) => collect_from(text, found),
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            collect_from(name, found);
            collect(value, found);
        }),
        _ => {}
    }
}

fn collect_from(text: &str, found: &mut Tiles) {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric());
    found.extend(words.filter(|word| is_face(word)).map(str::to_owned));
}

/// Whether a word is the code of a tile.
pub(crate) fn is_face(word: &str) -> bool {
    word == "J"
        || word.strip_prefix(['R', 'B', 'K', 'O']).is_some_and(|number| {
            !number.starts_with('0') && number.parse().is_ok_and(|number: u8| (1..=13).contains(&number))
        })
}
