//! What commands were answered, for those that are sent again.

use std::collections::{HashMap, VecDeque};

use sarja_protocol::{ClientToServer, CommandId, CreateRoom, PlayerId};
use sarja_store::BodyHash;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::limits::ANSWERS_MAX;

/// Whose command it is, and which.
pub(crate) type CommandKey = (PlayerId, CommandId);

/// The hash of a command as it was read: spelling does not matter, content does.
///
/// It is stored, and so made without the secret of those who may make rooms: else whoever has the data could try secrets
/// without asking the server.
pub(crate) fn body_hash(command: &ClientToServer) -> BodyHash {
    if let ClientToServer::CreateRoom(create) = command
        && create.creation_secret.is_some()
    {
        return body_hash(&CreateRoom { creation_secret: None, ..create.clone() }.into());
    }
    BodyHash::of(&serde_json::to_vec(command).expect("messages are plain data with text keys"))
}

/// What is known of a command that comes in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known<'a> {
    /// It is new.
    New,
    /// It was answered so.
    Answered(&'a Utf8Bytes),
    /// Its id was used for another command.
    Reused,
}

/// The answers to the last commands of a room.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    by_command: HashMap<CommandKey, (BodyHash, Utf8Bytes)>,
    oldest_first: VecDeque<CommandKey>,
}

impl Answers {
    /// What is known of this command.
    pub(crate) fn look(&self, key: &CommandKey, hash: BodyHash) -> Known<'_> {
        match self.by_command.get(key) {
            None => Known::New,
            Some((known, answer)) if *known == hash => Known::Answered(answer),
            Some(_) => Known::Reused,
        }
    }

    /// Keeps an answer, and forgets the oldest if there are too many.
    pub(crate) fn keep(&mut self, key: CommandKey, hash: BodyHash, answer: Utf8Bytes) {
        if self.by_command.insert(key.clone(), (hash, answer)).is_some() {
            return;
        }
        self.oldest_first.push_back(key);
        if self.oldest_first.len() > ANSWERS_MAX
            && let Some(oldest) = self.oldest_first.pop_front()
        {
            self.by_command.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use sarja_protocol::{Draw, TurnNumber};
    use uuid::Uuid;

    use super::*;

    fn draw(turn: u32) -> ClientToServer {
        Draw { command_id: "a".parse().unwrap(), turn: TurnNumber(turn) }.into()
    }

    fn key(n: u128) -> CommandKey {
        (PlayerId(Uuid::from_u128(n)), "a".parse().unwrap())
    }

    #[test]
    fn the_same_command_is_answered_as_before_and_another_under_its_id_is_not() {
        let mut answers = Answers::default();
        answers.keep(key(1), body_hash(&draw(1)), "done".into());
        assert_eq!(answers.look(&key(1), body_hash(&draw(1))), Known::Answered(&"done".into()));
        assert_eq!(answers.look(&key(1), body_hash(&draw(2))), Known::Reused);
        assert_eq!(answers.look(&key(2), body_hash(&draw(1))), Known::New);
    }

    #[test]
    fn only_the_last_answers_are_kept() {
        let mut answers = Answers::default();
        let hash = body_hash(&draw(1));
        for n in 0..=ANSWERS_MAX as u128 {
            answers.keep(key(n), hash, "done".into());
        }
        assert_eq!(answers.look(&key(0), hash), Known::New);
        assert_eq!(answers.by_command.len(), ANSWERS_MAX);
    }
}
