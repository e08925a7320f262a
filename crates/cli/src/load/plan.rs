//! What a load is to be.

use std::time::Duration;

use sarja_protocol::Settings;
use sarja_rules::Ruleset;
use serde_json::json;

use super::LoadArgs;

/// Rounds of a match. When one is over the same players play another one.
const ROUNDS: u32 = 4;

/// Turns that last longer have no clock.
const SLOW: Duration = Duration::from_secs(10);

/// What a load is to be, checked.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) rooms: u32,
    pub(super) players: u8,
    pub(super) measured: Duration,
    /// Moves a second of all rooms together; 0 for as many as there can be.
    rate: f64,
    /// Drafts a second of each player in turn.
    drafts: u32,
    pub(super) idle: u32,
    pub(super) chaos: bool,
    pub(super) seed: u64,
    ruleset: &'static str,
}

/// Why a load cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// There is nothing to do.
    #[error("with --rooms 0 and --idle 0 there is nothing to do")]
    Nothing,
    /// The number of players fits no ruleset.
    #[error("--players is {0}: rooms have 2 to 6 players")]
    Players(u8),
    /// The rate is none.
    #[error("--rate is {0}: moves a second, or 0 for as many as there can be")]
    Rate(f64),
    /// Nothing is measured.
    #[error("--seconds is 0: a load is measured for a second at least")]
    Seconds,
}

impl Plan {
    /// What these arguments ask for.
    ///
    /// # Errors
    /// See [`PlanError`].
    pub(super) fn of(args: &LoadArgs) -> Result<Self, PlanError> {
        if args.rooms == 0 && args.idle == 0 {
            return Err(PlanError::Nothing);
        }
        if args.seconds == 0 {
            return Err(PlanError::Seconds);
        }
        if !args.rate.is_finite() || args.rate < 0.0 {
            return Err(PlanError::Rate(args.rate));
        }
        let ruleset = match args.players {
            2..=4 => "classic-2600",
            5 | 6 => "xp-6",
            players => return Err(PlanError::Players(players)),
        };
        Ok(Self {
            rooms: args.rooms,
            players: args.players,
            measured: Duration::from_secs(args.seconds),
            rate: args.rate,
            drafts: args.drafts,
            idle: args.idle,
            chaos: args.chaos,
            seed: args.seed,
            ruleset,
        })
    }

    /// The time between two moves of a room; `None` where each is made as soon as it can be. With drafts each turn has a second, unless a
    /// rate says otherwise: without a turn that lasts there is nobody to draft.
    pub(super) fn move_every(&self) -> Option<Duration> {
        if self.rate > 0.0 {
            return Some(Duration::from_secs_f64(f64::from(self.rooms) / self.rate));
        }
        (self.drafts > 0).then_some(Duration::from_secs(1))
    }

    /// The time between two drafts of a player in turn; `None` without drafts.
    pub(super) fn draft_every(&self) -> Option<Duration> {
        (self.drafts > 0).then(|| Duration::from_secs(1) / self.drafts)
    }

    /// What rooms are played by.
    pub(super) fn settings(&self) -> Settings {
        // A turn that waits for its place in the rate is not to run out of time.
        let clock = if self.move_every() > Some(SLOW) { json!({ "turn_seconds": null }) } else { json!({}) };
        let overrides = json!({ "match": { "rounds": ROUNDS }, "clock": clock });
        let overrides = serde_json::from_value(overrides).expect("these are house rules");
        Settings {
            ruleset: self.ruleset.to_owned(),
            seats: Some(self.players),
            overrides,
            ..Settings::default()
        }
    }

    /// The ruleset by which players judge what they can play.
    pub(super) fn ruleset(&self) -> Ruleset {
        Ruleset::named(self.ruleset).expect("it is one of the printed ones")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::{Cli, Command};

    fn plan(args: &str) -> Result<Plan, PlanError> {
        let line = format!("sarja load --url ws://localhost:1 {args}");
        let Command::Load(load) = Cli::try_parse_from(line.split_whitespace()).unwrap().command else {
            panic!("it is another command");
        };
        Plan::of(&load)
    }

    #[test]
    fn what_cannot_be_is_refused_by_name() {
        assert_eq!(plan("--rooms 0").unwrap_err(), PlanError::Nothing);
        assert_eq!(plan("--seconds 0").unwrap_err(), PlanError::Seconds);
        assert_eq!(plan("--players 1").unwrap_err(), PlanError::Players(1));
        assert_eq!(plan("--players 7").unwrap_err(), PlanError::Players(7));
        assert_eq!(plan("--rate=-1").unwrap_err(), PlanError::Rate(-1.0));
        assert!(matches!(plan("--rate NaN"), Err(PlanError::Rate(_))));
        assert!(plan("--rooms 0 --idle 5").is_ok());
    }

    #[test]
    fn a_rate_is_that_of_all_rooms_together() {
        let every = |args| plan(args).unwrap().move_every();
        assert_eq!(every("--rooms 100 --rate 50"), Some(Duration::from_secs(2)));
        assert_eq!(every("--rooms 100 --rate 0"), None);
        assert_eq!(every("--rooms 100 --drafts 10"), Some(Duration::from_secs(1)));
        assert_eq!(plan("--drafts 10").unwrap().draft_every(), Some(Duration::from_millis(100)));
    }

    #[test]
    fn every_number_of_players_has_a_room_that_can_be_made() {
        for players in 2..=6 {
            let plan = plan(&format!("--players {players} --rooms 1000 --rate 1")).unwrap();
            let settings = plan.settings();
            let ruleset = settings.overrides.apply(&plan.ruleset()).unwrap();
            assert_eq!(ruleset.clock.turn_seconds, None, "a turn of a thousand seconds runs out of no time");
            ruleset.deal_fits(players).unwrap();
        }
    }
}
