//! All that a room's task remembers, made of what the store holds.

use sarja_protocol::{
    Accepted, CommandId, Epoch, ErrorCode, ErrorMessage, Event, LinkSecret, PlayerId, RoomCode, RoomId,
    RoomMs, Seq,
};
use sarja_store::{DealNo, LoadedRoom, LogRow, NewSecret, Secret, ShuffleSecret};

use super::{
    answers::Answers,
    ring::{Ring, Told},
};
use crate::{
    connection::encode,
    limits::{ANSWERS_MAX, EVENTS_KEPT_MAX},
    room::{Event as Logged, RebuildError, Recorded, Room},
};

/// The secret of the invitation link is stored beside those of the shuffles; deals are counted from 1.
const LINK: DealNo = DealNo(0);

/// How many bytes of the stored secret are the link's.
const LINK_BYTES: usize = 16;

/// The link's secret that a stored one stands for.
fn link_of(stored: &ShuffleSecret) -> LinkSecret {
    let (link, _) = stored.expose().split_first_chunk::<LINK_BYTES>().expect("a secret has 32 bytes");
    LinkSecret::from_bytes(link)
}

/// A new room's link secret, and how it is stored.
pub(crate) fn link_secret(random: ShuffleSecret) -> (LinkSecret, NewSecret) {
    (link_of(&random), NewSecret { deal: LINK, secret: random })
}

/// A room and what its task remembers of its past.
#[derive(Debug)]
pub(crate) struct Rebuilt {
    pub(crate) room: Room,
    pub(super) ring: Ring,
    pub(super) answers: Answers,
    /// The moment of the last event.
    pub(super) last_ms: RoomMs,
    /// Deals so far.
    pub(super) deals: u32,
}

/// Why what is stored makes no room.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// The code is none.
    #[error("room {0} has a code that is none")]
    Code(RoomId),
    /// There is no secret for its link.
    #[error("room {0} has no secret for its link")]
    NoLink(RoomId),
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] RebuildError),
}

impl Rebuilt {
    /// A room that was just made: nothing has happened in it but these events, which are stored.
    pub(crate) fn made(mut room: Room, events: &[Logged], epoch: Epoch) -> Self {
        let mut ring = Ring::after(room.seq());
        for event in events {
            let shown = room.apply(RoomMs(0), event);
            ring.push(Told::of(room.seq(), epoch, RoomMs(0), shown));
        }
        Self { room, ring, answers: Answers::default(), last_ms: RoomMs(0), deals: 0 }
    }

    /// Folds what is stored.
    pub(crate) fn of(loaded: LoadedRoom) -> Result<Self, Unreadable> {
        let (id, code, link) = identity(&loaded)?;
        // The room has its link already; the others are those of its deals.
        let deals = loaded.secrets.into_iter().filter(|secret| secret.deal != LINK).collect();
        let (room, recorded) = Room::rebuild(id, code, link, &loaded.rows, deals)?;
        let last_ms = recorded.last().map_or(RoomMs(0), |last| last.at_ms);
        let deals = recorded.iter().filter(|r| is_deal(&r.shown.public)).count();
        Ok(Self {
            answers: answers(&loaded.rows, &recorded),
            ring: ring(recorded, &loaded.rows),
            last_ms,
            deals: u32::try_from(deals).unwrap_or(u32::MAX),
            room,
        })
    }
}

/// Which room it is, and what opens it.
pub(crate) fn identity(loaded: &LoadedRoom) -> Result<(RoomId, RoomCode, LinkSecret), Unreadable> {
    let id = RoomId(loaded.room.id.0);
    let code: RoomCode = loaded.room.code.as_str().parse().map_err(|_| Unreadable::Code(id))?;
    let is_link = |secret: &&Secret| secret.deal == LINK;
    let stored = loaded.secrets.iter().find(is_link).ok_or(Unreadable::NoLink(id))?;
    Ok((id, code, link_of(&stored.secret)))
}

/// Whether a shuffle begins.
pub(super) const fn is_deal(event: &Event) -> bool {
    matches!(event, Event::ShuffleCommitted { .. })
}

/// The last events, each with the epoch of its row.
fn ring(recorded: Vec<Recorded>, rows: &[LogRow]) -> Ring {
    let skipped = recorded.len().saturating_sub(EVENTS_KEPT_MAX);
    let before = recorded.get(skipped).map_or(Seq(0), |first| Seq(first.seq.0 - 1));
    let mut ring = Ring::after(before);
    let mut rows = rows.iter().peekable();
    for Recorded { seq, at_ms, shown } in recorded.into_iter().skip(skipped) {
        while rows.next_if(|row| row.last_seq().0 < seq.0).is_some() {}
        let epoch = rows.peek().map_or(Epoch(0), |row| Epoch(row.epoch.0));
        ring.push(Told::of(seq, epoch, at_ms, shown));
    }
    ring
}

/// What the last commands were answered. Refused ones left no trace; sent again they are judged anew.
fn answers(rows: &[LogRow], recorded: &[Recorded]) -> Answers {
    let mut answers = Answers::default();
    let with_command = rows.iter().filter(|row| row.command.is_some());
    let skipped = with_command.clone().count().saturating_sub(ANSWERS_MAX);
    for row in with_command.skip(skipped) {
        if let Some(command) = &row.command
            && let Ok(id) = CommandId::new(command.id.as_str())
        {
            let seq = Seq(row.last_seq().0);
            let last = recorded.binary_search_by_key(&seq, |r| r.seq).ok().and_then(|at| recorded.get(at));
            let answer = match last.map(|last| &last.shown.public) {
                Some(Event::ProgramInvited { .. }) => {
                    encode(&ErrorMessage::new(ErrorCode::TokenNotRepeated).to_command(id.clone()).into())
                }
                // What it was answered is not in the log. Sent again, it is answered anew.
                Some(Event::HintTaken { .. }) => continue,
                _ => accepted(id.clone(), Some(seq)),
            };
            answers.keep((PlayerId(command.player.0), id), command.body_hash, answer);
        }
    }
    answers
}

/// The answer to a command that was done.
pub(super) fn accepted(command_id: CommandId, seq: Option<Seq>) -> tokio_tungstenite::tungstenite::Utf8Bytes {
    encode(&Accepted { command_id, seq }.into())
}
