//! Matches that are over, as the log tells them: all of it, and nothing of another match or of one that goes on.

use sarja_protocol::{Event, MatchArchive, MatchState, PlayWhy};
use sarja_rules::FaceCounts;
use sarja_server::room::Room;
use serde_json::json;

use crate::table::{A, B, MINUTE, Table};

impl Table {
    /// The match with this number, if it is over.
    pub(crate) fn archive(&self, match_no: u32) -> Option<MatchArchive> {
        let (id, code, link) = (self.room.id(), self.room.code(), self.room.link_secret().clone());
        Room::archive((id, code, link), &self.rows, self.secrets.clone(), match_no).unwrap()
    }

    /// Every match that is over has an archive, all of whose positions can be rebuilt; no other has one.
    pub(crate) fn check_archives(&self) {
        let over: Vec<_> = self.matches.iter().map(|recorded| recorded.match_no.0).collect();
        for match_no in 0..=over.last().unwrap_or(&0) + 2 {
            let archive = self.archive(match_no);
            assert_eq!(archive.is_some(), over.contains(&match_no), "match {match_no} of {over:?}");
            archive.iter().for_each(check);
        }
    }
}

fn check(archive: &MatchArchive) {
    let read = MatchArchive::read(&archive.to_json()).unwrap();
    assert_eq!(read, *archive, "nothing is lost by writing and reading");
    let all = archive.settings.rules.tiles.total();
    for round in &archive.rounds {
        let positions = round.positions().unwrap_or_else(|error| panic!("{error} of {round:?}"));
        assert_eq!(positions.is_empty(), round.racks.is_empty());
        for position in positions {
            let lying: usize = position.table.iter().map(|set| set.tiles.len()).sum();
            let held: usize = position.racks.iter().map(FaceCounts::total).sum();
            assert_eq!(lying + held + position.pool + position.pile.len(), all, "{position:?}");
        }
        assert!(round.events.iter().all(|archived| archived.event.is_archived()));
    }
}

#[test]
fn archive_tells_the_rounds_of_its_match_alone() {
    let settings = json!({"overrides": {"match": {"rounds": 1}}});
    let mut table = Table::playing(&settings, 2);
    table.play_round();
    assert!(table.archive(1).is_some());
    table.ask(A, json!({"type": "ask_rematch"}));
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.start();
    assert_eq!(table.archive(2), None, "it goes on");
    let first = table.archive(1).unwrap();
    table.play_round();
    assert_eq!(table.archive(1).unwrap(), first, "what came later is none of it");
    let second = table.archive(2).unwrap();
    let deals = |archive: &MatchArchive| archive.rounds.iter().map(|r| r.deal).collect::<Vec<_>>();
    assert_eq!((deals(&first), deals(&second)), (vec![1], vec![2]));
    assert!(first.match_id != second.match_id && first.match_no == 1 && second.match_no == 2);
    assert_eq!(first.state, MatchState::Ended);
    table.check_archives();
}

#[test]
fn archive_of_a_match_that_was_abandoned_in_the_shuffle_tells_what_was_promised() {
    let mut table = Table::seated(&json!({}), 2);
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.ask(A, json!({"type": "start_match"}));
    table.ask(A, json!({"type": "ask_end"}));
    table.ask(B, json!({"type": "ask_end"}));
    let archive = table.archive(1).unwrap();
    let [round] = &archive.rounds[..] else { panic!("{archive:?}") };
    assert_eq!((round.racks.len(), round.pool, round.starter), (0, 0, None));
    assert_eq!(round.secret.0, *table.secrets[0].secret.expose());
    assert_eq!((archive.state, archive.ranking), (MatchState::Abandoned, None));
}

#[test]
fn archive_tells_what_was_drawn_also_by_bots_and_from_seats_that_were_left() {
    let mut table = Table::seated(&json!({"overrides": {"match": {"rounds": 1}}}), 2);
    table.ask(A, json!({"type": "seat_bot"}));
    table.ask(B, json!({"type": "set_ready", "ready": true}));
    table.start();
    table.ask(B, json!({"type": "resign"}));
    table.advance(10 * MINUTE);
    table.ask(A, json!({"type": "ask_end"}));
    let archive = table.archive(1).unwrap();
    let mut drawn = vec![0; archive.seats.len()];
    for archived in archive.rounds.iter().flat_map(|round| &round.events) {
        match &archived.event {
            Event::TilesDrawn { seat, tiles, count, .. } => {
                assert_eq!(tiles.as_ref().map(Vec::len), Some(usize::from(*count)));
                drawn[seat.index()] += 1;
            }
            Event::SetsPlayed { why, .. } => assert_eq!(*why, PlayWhy::Played),
            _ => {}
        }
    }
    assert!(drawn.iter().all(|&times| times > 0), "{drawn:?}");
    table.check_archives();
}
