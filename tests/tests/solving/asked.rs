//! One position, put to the solver.

use sarja_cli::solve::SolveCase;
use sarja_rules::{LaidSet, rack_worth, rummikub::judge_play};
use sarja_solver::{Answer, NodeLimit, Objective, Play, Solution, can_play, solve};
use sarja_tests::referee;
use serde_json::{Value, json};

/// The second referee tries every way to tell equal tiles apart, which takes too long on a full table.
const SECOND_REFEREE_TILES_MAX: usize = 30;

/// A position as a case of the kind `solve`, and as the solver takes it.
pub(crate) struct Asked {
    pub(crate) written: Value,
    case: SolveCase,
    limit: NodeLimit,
}

impl Asked {
    pub(crate) fn read(written: Value, limit: NodeLimit) -> Self {
        let case = SolveCase::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
        Self { written, case, limit }
    }

    /// The same without one tile of the rack.
    pub(crate) fn without_the_last_tile(&self) -> Self {
        let mut written = self.written.clone();
        written["rack"].as_array_mut().unwrap().pop();
        Self::read(written, self.limit)
    }

    /// The best play with its proof.
    pub(crate) fn best(&self, objective: Objective) -> Result<Option<Play>, String> {
        match self.solve(objective)? {
            Solution::Exact(best) => Ok(best),
            bound @ Solution::Bound { .. } => Err(format!("no proof for {objective:?}: {bound:?}")),
        }
    }

    /// What the solver answers, its play judged: also a play that is not proven to be the best has to be legal.
    pub(crate) fn solve(&self, objective: Objective) -> Result<Solution, String> {
        let solution = solve(self.case.position(), objective, self.limit);
        if let Some(play) = solution.play() {
            self.judge(play)?;
        }
        Ok(solution)
    }

    /// The least and the most that the best play is worth by its own measure, which are the same where it is proven.
    pub(crate) fn range(&self, objective: Objective) -> Result<(u32, u32), String> {
        let solution = self.solve(objective)?;
        let least = solution.play().map_or(0, |play| measure(objective, play));
        let most = match solution {
            Solution::Exact(_) => least,
            Solution::Bound { tiles_max, points_max, .. } => match objective {
                Objective::Tiles => tiles_max,
                Objective::Points => points_max,
            },
        };
        if least > most { Err(format!("{least} were found, {most} are the most")) } else { Ok((least, most)) }
    }

    /// Whether there is a play, if that is known.
    pub(crate) fn can_play(&self) -> Result<Option<bool>, String> {
        match can_play(self.case.position(), self.limit) {
            Answer::Yes(play) => self.judge(&play).map(|()| Some(true)),
            Answer::No => Ok(Some(false)),
            Answer::Unknown => Ok(None),
        }
    }

    /// Whether a play is legal, as it is and with no kind declared, and worth what it says. Of small tables the second
    /// referee is asked too.
    fn judge(&self, play: &Play) -> Result<(), String> {
        let undeclared: Vec<LaidSet> = play.table.iter().map(|set| LaidSet::new(set.tiles.clone())).collect();
        let position = self.case.position();
        for table in [&play.table, &undeclared] {
            let verdict = judge_play(position, table);
            if !verdict.is_legal() {
                return Err(format!("{table:?} is not legal: {:?}", verdict.reasons));
            }
            let worth = rack_worth(position.ruleset, &verdict.from_rack).unsigned_abs();
            if (verdict.from_rack.total(), worth) != (play.tiles as usize, play.points) {
                return Err(format!(
                    "{table:?} is worth something else than {} and {}",
                    play.tiles, play.points
                ));
            }
        }
        if undeclared.iter().map(|set| set.tiles.len()).sum::<usize>() > SECOND_REFEREE_TILES_MAX {
            return Ok(());
        }
        let second = referee::judge(&self.as_play(&undeclared));
        if second["legal"] != true {
            return Err(format!("{undeclared:?} is not legal for the second referee: {second}"));
        }
        Ok(())
    }

    fn as_play(&self, after: &[LaidSet]) -> Value {
        let after: Vec<_> = after.iter().map(|set| &set.tiles).collect();
        let at = &self.written;
        json!({
            "ruleset": at["ruleset"], "options": at["options"],
            "before": {"table": at["table"], "rack": at["rack"], "opened": at["opened"]},
            "after": {"table": after},
        })
    }
}

/// What an objective counts.
pub(crate) const fn measure(objective: Objective, play: &Play) -> u32 {
    match objective {
        Objective::Tiles => play.tiles,
        Objective::Points => play.points,
    }
}

/// Fails with the positions on which the solver is wrong, each a line that `sarja solve` can read.
pub(crate) fn assert_all(
    positions: impl IntoIterator<Item = Value>,
    limit: NodeLimit,
    mut check: impl FnMut(&Asked) -> Result<(), String>,
) {
    let mut wrong = Vec::new();
    for written in positions {
        let asked = Asked::read(written, limit);
        if let Err(why) = check(&asked) {
            let mut line = asked.written;
            line["why"] = json!(why);
            wrong.push(line.to_string());
        }
    }
    assert!(wrong.is_empty(), "{} positions:\n{}", wrong.len(), wrong.join("\n"));
}
