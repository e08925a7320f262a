//! The fields of a ruleset that choose among named ways of playing (rules.md §10).

use super::word::choices;

choices! {
    /// Which of the games a ruleset belongs to.
    pub enum Family {
        /// Tiles are laid on a common table and rearranged.
        Rummikub = "rummikub",
        /// Sets have owners, tiles are discarded to a pile.
        Rommikubbi = "rommikubbi",
    }

    /// Whether the table may be used in the turn of the opening (rules.md §3).
    pub enum TableUse {
        /// Only from the next turn on.
        NextTurn = "next_turn",
        /// In the same turn, once the opening is there.
        SameTurn = "same_turn",
    }

    /// What has to replace a retrieved joker (rules.md §4).
    pub enum Release {
        /// Nothing: what it stood with ends up in valid sets.
        Any = "any",
        /// A real tile of its face, from the rack or the table.
        Exact = "exact",
        /// A real tile of its face, from the rack in this play.
        ExactRack = "exact_rack",
    }

    /// Where a retrieved joker may be laid (rules.md §4).
    pub enum Reuse {
        /// In a set that is new.
        NewSet = "new_set",
        /// In any set but its own old one.
        OtherSet = "other_set",
        /// Anywhere.
        Anywhere = "anywhere",
    }

    /// Whether sets with jokers may be taken apart (rules.md §4).
    pub enum JokerSets {
        /// They may.
        Open = "open",
        /// What they held stays together in one set.
        Locked = "locked",
    }

    /// What becomes of a legal draft when time runs out (rules.md §5).
    pub enum LegalDraft {
        /// It is played.
        Stands = "stands",
        /// It goes back like any other.
        Reverts = "reverts",
    }

    /// What becomes of an illegal table sent as a finished play (rules.md §5).
    pub enum IllegalPlay {
        /// It is refused with all reasons, and the clock runs on.
        Refuse = "refuse",
        /// It costs tiles as if time had run out.
        Penalty = "penalty",
    }

    /// What happens when the pool is empty (rules.md §5).
    pub enum PoolEmpty {
        /// Drawing becomes passing, until nobody can play.
        PlayOn = "play_on",
        /// Each player has one more turn.
        OneMoreTurn = "one_more_turn",
        /// The round is blocked at once.
        EndAtOnce = "end_at_once",
    }

    /// How a round is scored (rules.md §6).
    pub enum Scoring {
        /// The winner gets what the losers lose.
        ZeroSum = "zero_sum",
        /// Losers collect plus points, the lowest total wins the match.
        LosersPay = "losers_pay",
    }

    /// What becomes of a blocked round with two lowest racks (rules.md §6).
    pub enum BlockedTie {
        /// All score 0 and nobody wins it.
        Void = "void",
        /// It is played again and does not count.
        Replay = "replay",
    }

    /// Who starts a round (rules.md §6).
    pub enum Starter {
        /// Drawn for each round.
        Draw = "draw",
        /// Drawn for the first round, then one seat on in each.
        Rotate = "rotate",
    }

    /// What ranks the players of a match with a fixed number of rounds (rules.md §6).
    pub enum Ranking {
        /// Rounds won, then points.
        Wins = "wins",
        /// Points alone.
        Points = "points",
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod tests {
    use core::fmt::Debug;

    use serde::{Serialize, de::DeserializeOwned};

    use super::*;

    fn reads_back<T: Copy + PartialEq + Debug + Serialize + DeserializeOwned>(
        all: &[T],
        word: fn(T) -> &'static str,
    ) {
        for &choice in all {
            let json = serde_json::to_value(choice).unwrap();
            assert_eq!(json, word(choice));
            assert_eq!(serde_json::from_value::<T>(json).unwrap(), choice);
        }
    }

    #[test]
    fn json_writes_each_choice_as_its_word() {
        reads_back(Family::ALL, Family::word);
        reads_back(TableUse::ALL, TableUse::word);
        reads_back(Release::ALL, Release::word);
        reads_back(Reuse::ALL, Reuse::word);
        reads_back(JokerSets::ALL, JokerSets::word);
        reads_back(LegalDraft::ALL, LegalDraft::word);
        reads_back(IllegalPlay::ALL, IllegalPlay::word);
        reads_back(PoolEmpty::ALL, PoolEmpty::word);
        reads_back(Scoring::ALL, Scoring::word);
        reads_back(BlockedTie::ALL, BlockedTie::word);
        reads_back(Starter::ALL, Starter::word);
        reads_back(Ranking::ALL, Ranking::word);
    }
}
