//! Searches that somebody waits for while the room goes on: hints, and analyses of rounds.
//!
//! They run in tasks of the room's own, and end with it. What they found is kept for a while, so that asking again costs nothing.

use std::collections::VecDeque;

use sarja_protocol::{CanPlay, TurnAnalysis, TurnNumber};
use sarja_protocol::{CommandId, ErrorCode, ErrorMessage, Hint, HintedPlay, RoundAnalysis, ServerToClient};
use sarja_rules::Family;
use sarja_store::BodyHash;
use tokio::task::{JoinError, JoinSet};

use super::{answers::CommandKey, commands::Waiting, run::RoomActor};
use crate::{
    connection::{Outbox, encode},
    limits::{BUSY_RETRY_MS, SEARCHERS_MAX, SEARCHES_KEPT_MAX, STORE_RETRY_MS},
    metrics::Outcome,
    thinking::Unthought,
};

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// A hint in this turn.
    Hint(TurnNumber),
    /// What could have been played in the round of this deal.
    Round(u32),
}

impl Subject {
    /// Whether both are hints, or both are rounds: one of a kind is searched for at a time.
    const fn is_like(self, other: Self) -> bool {
        matches!((self, other), (Self::Hint(_), Self::Hint(_)) | (Self::Round(_), Self::Round(_)))
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// A hint.
    Hint(CanPlay, Option<HintedPlay>),
    /// The turns of a round.
    Round(Vec<TurnAnalysis>),
}

/// Why nothing was found.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotFound {
    /// It could not be thought about.
    #[error(transparent)]
    Unthought(#[from] Unthought),
    /// The log could not be read.
    #[error(transparent)]
    Unread(#[from] sarja_store::ReadError),
    /// The log makes no room.
    #[error(transparent)]
    Unreadable(#[from] super::Unreadable),
    /// The round was of another game, which is not analysed.
    #[error("a round of `{}` is not analysed", .0.word())]
    OtherGame(Family),
    /// There was no such round.
    #[error("there was no such round")]
    NoRound,
}

impl NotFound {
    fn to_error(&self) -> ErrorMessage {
        match self {
            Self::Unthought(Unthought::Crowded) => {
                ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS)
            }
            Self::Unread(_) => ErrorMessage::new(ErrorCode::StoreUnavailable).retry_after(STORE_RETRY_MS),
            Self::Unthought(Unthought::Failed) | Self::Unreadable(_) => {
                ErrorMessage::new(ErrorCode::InternalError)
            }
            Self::OtherGame(family) => {
                ErrorMessage::new(ErrorCode::NotThisGame).with("family", family.word())
            }
            Self::NoRound => ErrorMessage::new(ErrorCode::NotOver),
        }
    }
}

/// Somebody who waits for it.
#[derive(Debug)]
struct Asker {
    key: CommandKey,
    hash: BodyHash,
    outbox: Outbox,
}

/// The end of a search.
pub(super) type Done = Result<(Subject, Result<Found, NotFound>), JoinError>;

/// The searches of a room, who waits for them, and the last that were found.
#[derive(Debug, Default)]
pub(super) struct Searches {
    running: JoinSet<(Subject, Result<Found, NotFound>)>,
    subjects: Vec<Subject>,
    askers: Vec<(Subject, Asker)>,
    found: VecDeque<(Subject, Found)>,
}

impl Searches {
    /// The end of the next search; `None` if none runs.
    pub(super) async fn next(&mut self) -> Option<Done> {
        self.running.join_next().await
    }

    fn known(&self, subject: Subject) -> Option<&Found> {
        self.found.iter().find(|(known, _)| *known == subject).map(|(_, found)| found)
    }

    fn keep(&mut self, subject: Subject, found: Found) {
        self.found.push_back((subject, found));
        if self.found.len() > SEARCHES_KEPT_MAX {
            self.found.pop_front();
        }
    }

    /// Those who wait for this; all, if a search ended and it is not known which.
    fn askers_of(&mut self, subject: Option<Subject>) -> Vec<Asker> {
        let is_it = |other: Subject| subject.is_none_or(|subject| subject == other);
        self.subjects.retain(|other| !is_it(*other));
        let (now, later) = std::mem::take(&mut self.askers).into_iter().partition(|(other, _)| is_it(*other));
        self.askers = later;
        now.into_iter().map(|(_, asker)| asker).collect()
    }
}

impl RoomActor {
    /// Answers with what is known of the subject, or begins to search for it and answers then.
    pub(super) fn search(
        &mut self,
        subject: Subject,
        waiting: &Waiting<'_>,
        search: impl Future<Output = Result<Found, NotFound>> + Send + 'static,
    ) -> Outcome {
        let asker = Asker { key: waiting.key(), hash: waiting.hash, outbox: waiting.outbox.clone() };
        if let Some(found) = self.searches.known(subject).cloned() {
            self.tell(subject, asker, &found);
            return Outcome::Accepted;
        }
        let searches = &mut self.searches;
        let runs = searches.subjects.contains(&subject);
        // Sent again while it waits, a command waits once, where it was sent last.
        searches.askers.retain(|(_, other)| other.key != asker.key);
        if searches.askers.len() >= SEARCHERS_MAX
            || (!runs && searches.subjects.iter().any(|s| s.is_like(subject)))
        {
            return waiting.refuse(ErrorMessage::new(ErrorCode::Busy).retry_after(BUSY_RETRY_MS));
        }
        searches.askers.push((subject, asker));
        if !runs {
            searches.subjects.push(subject);
            searches.running.spawn(async move { (subject, search.await) });
        }
        Outcome::Accepted
    }

    /// Tells those who waited for a search what came of it.
    pub(super) fn searched(&mut self, done: Done) {
        let room = self.room.id();
        match done {
            Ok((subject, Ok(found))) => {
                for asker in self.searches.askers_of(Some(subject)) {
                    self.tell(subject, asker, &found);
                }
                self.searches.keep(subject, found);
            }
            Ok((subject, Err(not_found))) => {
                tracing::warn!(%room, ?subject, error = %not_found, "nothing was found");
                self.tell_failure(Some(subject), &not_found.to_error());
            }
            Err(error) => {
                tracing::error!(%room, %error, "a search failed");
                self.tell_failure(None, &ErrorMessage::new(ErrorCode::InternalError));
            }
        }
    }

    fn tell(&mut self, subject: Subject, asker: Asker, found: &Found) {
        let Asker { key, hash, outbox } = asker;
        let text = encode(&message(subject, key.1.clone(), found.clone()));
        outbox.text(text.clone());
        self.answers.keep(key, hash, text);
    }

    /// What went wrong may go well later, and so it is not kept as an answer.
    fn tell_failure(&mut self, subject: Option<Subject>, error: &ErrorMessage) {
        for asker in self.searches.askers_of(subject) {
            self.services.metrics.connections.errors.count(error.code);
            asker.outbox.message(error.clone().to_command(asker.key.1));
        }
    }
}

fn message(subject: Subject, command_id: CommandId, found: Found) -> ServerToClient {
    match (subject, found) {
        (Subject::Hint(turn), Found::Hint(can_play, play)) => {
            Hint { command_id, turn, can_play, play }.into()
        }
        (Subject::Round(deal), Found::Round(turns)) => RoundAnalysis { command_id, deal, turns }.into(),
        _ => unreachable!("a search finds what it searches for"),
    }
}
