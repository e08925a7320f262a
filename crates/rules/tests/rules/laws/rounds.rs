//! Laws of a round.

use std::collections::BTreeMap;

use proptest::{prelude::*, strategy::ValueTree};
use sarja_rules::{
    FaceCounts, PoolEmpty, RoundEnd, Scoring, Standing, Viewer,
    rummikub::{Event, Opened},
};

use super::{
    arbitrary::config,
    walk::{Walk, apply, tiles_in_sight, walk},
};

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn tiles_are_conserved(walk in walk(150)) {
        let all: FaceCounts = walk.order.iter().collect();
        let mut undrawn = walk.order[walk.players as usize * walk.ruleset.rack as usize..].to_vec();
        let mut checked = 0;
        walk.go(|round, events| {
            for event in events {
                if let Event::TilesDrawn { count, .. } = event {
                    undrawn.drain(..usize::from(*count));
                }
            }
            assert_eq!(round.pool(), undrawn.len());
            let mut there = tiles_in_sight(round);
            there.extend(undrawn.iter().copied());
            assert_eq!(there, all);
            checked += 1;
        });
        prop_assert_eq!(checked, walk.steps.len() + 1);
    }

    #[test]
    fn a_round_is_the_fold_of_its_events(walk in walk(150)) {
        let mut log = Vec::new();
        let mut replayed = walk.deal();
        walk.go(|round, events| {
            log.extend(events.iter().cloned());
            apply(&mut replayed, events);
            assert_eq!(replayed, *round);
        });
        let mut anew = walk.deal();
        apply(&mut anew, &log);
        prop_assert_eq!(anew, replayed);
    }

    #[test]
    fn what_events_say_holds(walk in walk(150)) {
        let mut turn = 0;
        let mut ids = BTreeMap::new();
        let mut highest = 0;
        walk.go(|round, events| {
            for event in events {
                match event {
                    Event::TurnStarted { turn: t, .. } => {
                        assert_eq!(t.0, turn + 1, "turns are numbered without gaps");
                        turn = t.0;
                    }
                    Event::SetsPlayed { table, .. } => {
                        let now: BTreeMap<_, _> = table.iter().map(|p| (p.id, p.set.counts().to_vec())).collect();
                        assert_eq!(now.len(), table.len(), "no id twice");
                        for id in now.keys().filter(|id| !ids.contains_key(*id)) {
                            assert!(id.0 > highest, "an id is never used again");
                        }
                        let stayed = |tiles: &Vec<_>| ids.values().filter(|t| *t == tiles).count();
                        for (id, tiles) in &now {
                            if stayed(tiles) == 1 && now.values().filter(|t| *t == tiles).count() == 1 {
                                assert_eq!(ids.get(id), Some(tiles), "a set that stays keeps its id");
                            }
                        }
                        highest = now.keys().map(|id| id.0).max().unwrap_or(0).max(highest);
                        ids = now;
                    }
                    Event::RoundEnded { end, score, racks } => {
                        assert_eq!(Some(*end), round.end());
                        let sum: i32 = score.points.iter().sum();
                        assert!(round.ruleset().scoring != Scoring::ZeroSum || sum == 0);
                        match end {
                            RoundEnd::Out { winner } => assert!(racks[winner.index()].is_empty()),
                            RoundEnd::Blocked => assert_eq!(round.pool(), 0),
                        }
                    }
                    _ => {}
                }
            }
            let playing = round.players().iter().any(|p| p.standing() == Standing::Playing);
            if round.end().is_none() && playing {
                let standing = round.player(round.seat()).unwrap().standing();
                assert_eq!(standing, Standing::Playing, "nobody who has left is waited for");
                assert!(round.pool() > 0 || round.ruleset().pool_empty != PoolEmpty::EndAtOnce);
            }
            for (seat, player) in (0u8..).zip(round.players()) {
                let lays = events.iter().any(|e| matches!(e, Event::SetsPlayed { seat: s, .. } if s.0 == seat));
                assert!(!lays || player.opened() == Opened::Yes);
            }
        });
    }

    #[test]
    fn played_on_sensibly_every_round_ends(walk in walk(2)) {
        let steps = vec![super::walk::Step::Sensible; 700];
        let mut end = None;
        Walk { steps, ..walk }.go(|round, _| end = round.end());
        prop_assert!(end.is_some());
    }

    #[test]
    fn when_a_round_is_over_everybody_sees_every_rack(walk in walk(150)) {
        walk.go(|round, _| {
            let racks = round.view(Viewer::Spectator).racks;
            assert_eq!(racks.is_some(), round.end().is_some());
        });
    }
}

#[test]
fn the_walks_see_every_kind_of_event() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1));
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..40 {
        let walk = walk(250).new_tree(&mut runner).unwrap().current();
        walk.go(|_, events| {
            for event in events {
                let text = format!("{event:?}");
                *seen.entry(text.split([' ', '{']).next().unwrap().to_string()).or_default() += 1;
            }
        });
    }
    for kind in [
        "TurnStarted",
        "SetsPlayed",
        "TilesDrawn",
        "TurnPassed",
        "TimeRanOut",
        "PlayPenalised",
        "PlayerLeft",
        "PlayerReturned",
        "RoundEnded",
    ] {
        assert!(seen.get(kind).is_some_and(|n| *n >= 5), "{kind}: {seen:?}");
    }
}
