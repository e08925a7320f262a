//! Whole matches of Rommikubbi over real sockets: what each deal brings is reckoned once more from its log, by the words of
//! rules.md §8 and without the code that reckons it in the server.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;
use sarja_cli::bot::{Move, choose};
use sarja_protocol::{BotLevel, MatchView, RoomView, RoundHow, TurnStep};
use sarja_rules::{
    Face, Kind, Points, Seat, SetId, TurnNumber,
    rommikubbi::{DealEvent, Finish, GoingOut, OwnedSet, PlacedOwnedSet},
};
use sarja_server::{ServerLimits, check_store, room::Event};
use sarja_store::{LoadedRoom, MatchNo, RoomId, Store};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::{
    harness::{Engine, PATIENCE, Table, TestServer, Tiles, on_every_engine, play_match_by, settings},
    matches::check,
};

/// A match: how many people play it, which bots of the server, and how it ends.
struct Case {
    people: usize,
    bots: &'static [BotLevel],
    overrides: Value,
    seed: u64,
    /// How the people choose.
    chosen: fn(&RoomView) -> Move,
}

impl Case {
    fn new(people: usize, bots: &'static [BotLevel], overrides: Value, seed: u64) -> Self {
        Self { people, bots, overrides, seed, chosen: |room| choose(room).unwrap() }
    }

    fn name(&self) -> String {
        format!("{} people, bots {:?}, {}, seed {}", self.people, self.bots, self.overrides, self.seed)
    }
}

/// Plays all cases at once on one server, and gives their deals.
async fn play_all(engine: Engine, cases: Vec<Case>) -> Vec<Deal> {
    // A deal may take two hundred turns: the rates would make it last for minutes.
    let server = TestServer::start_with(engine, |config| config.limits = ServerLimits::bench()).await;
    let store = server.store().await;
    let deals = join_all(cases.iter().map(|case| play(&server, &store, case))).await;
    let report = check_store(&store, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:#?}", report.faults);
    assert_eq!((report.rooms, report.matches_whole), (cases.len() as u64, cases.len() as u64));
    server.stop().await;
    deals.into_iter().flatten().collect()
}

async fn play(server: &TestServer, store: &Store, case: &Case) -> Vec<Deal> {
    let seats = case.people + case.bots.len();
    let wanted = json!({ "ruleset": "rommikubbi", "overrides": case.overrides, "seats": seats });
    let table = Table::lay(server, settings(wanted), Tiles::Seeded(case.seed), case.people, 0).await;
    for &level in case.bots {
        table.people[0].seat_bot(None, level).await.unwrap();
    }
    let played = join_all(table.people.iter().map(|person| play_match_by(person, 1, case.chosen)));
    let Ok(ended) = timeout(PATIENCE, played).await else {
        let seen = table.people[0].state().borrow().view.as_ref().map(|view| view.room().clone());
        panic!("no end of {}: {seen:#?}", case.name());
    };
    for other in &ended[1..] {
        assert_eq!(other.r#match, ended[0].r#match, "everybody is told the same; {}", case.name());
        let tables = [&ended[0], other].map(|room| room.round.as_ref().map(|round| &round.table));
        assert_eq!(tables[0], tables[1], "the last table lies before everybody; {}", case.name());
    }
    let room = RoomId(table.room.room_id.0);
    let rounds = store.rounds(room, MatchNo(1)).await.unwrap();
    let recorded = store.match_by_room(room, MatchNo(1)).await.unwrap().unwrap();
    check(&ended[0], &rounds, &recorded.result, &case.name());
    let deals = Deal::all_of(&server.stored(table.room.room_id).await);
    check_deals(&ended[0], &deals, &case.name());
    check_end(&ended[0], case);
    deals
}

/// What the log says of a deal.
#[derive(Default)]
struct Deal {
    starter: Option<Seat>,
    table: Vec<PlacedOwnedSet>,
    /// Who laid each set first.
    owners: BTreeMap<SetId, Seat>,
    opened: BTreeSet<Seat>,
    given_back: BTreeMap<Seat, Points>,
    /// The last turn in which tiles were laid, and whether they were new sets only.
    laid: Option<(TurnNumber, bool)>,
    /// The turn of the last discard.
    discarded: TurnNumber,
    told: Option<(Option<Finish>, Vec<Points>)>,
    hands: Vec<Vec<Face>>,
}

impl Deal {
    fn all_of(loaded: &LoadedRoom) -> Vec<Self> {
        let mut deals: Vec<Self> = Vec::new();
        for row in &loaded.rows {
            for event in serde_json::from_str::<Vec<Event>>(&row.events).unwrap() {
                match event {
                    Event::StarterChosen { seat, .. } => {
                        deals.push(Self { starter: Some(seat), ..Self::default() });
                    }
                    Event::Rommikubbi(game) => deals.last_mut().unwrap().note(game.event),
                    _ => {}
                }
            }
        }
        deals
    }

    fn note(&mut self, event: DealEvent) {
        match event {
            DealEvent::SetsLaid { turn, seat, table, .. } => {
                // Sets never part: one that has as many tiles as before may have had a joker swapped, and no more.
                let size = |sets: &[PlacedOwnedSet], id| {
                    sets.iter().find(|set| set.id == id).map(|set| set.set.tiles().len())
                };
                let kept = self.table.iter().all(|old| size(&table, old.id) == size(&self.table, old.id));
                self.laid = Some((turn, kept && table.len() > self.table.len()));
                self.opened.insert(seat);
                for set in &table {
                    self.owners.entry(set.id).or_insert(seat);
                }
                self.table = table;
            }
            DealEvent::TileDiscarded { turn, .. } => self.discarded = turn,
            DealEvent::PileGivenBack { seat, .. } => *self.given_back.entry(seat).or_default() += 1,
            DealEvent::DealEnded { finish, points, hands } => {
                self.told = Some((finish, points));
                self.hands = hands;
            }
            _ => {}
        }
    }

    /// Who went out, and whether with new sets only.
    fn went_out(&self) -> Option<(Seat, bool)> {
        let seat = self.hands.iter().position(Vec::is_empty)?;
        Some((Seat(seat as u8), self.laid == Some((self.discarded, true))))
    }

    /// What the deal brings a seat.
    fn points(&self, seat: Seat) -> Points {
        let own = self.table.iter().filter(|set| self.owners[&set.id] == seat);
        let sets: Points = own.map(|set| score(&set.set)).sum();
        let worth = |face: &Face| face.number().map_or(15, |number| Points::from(number.get()));
        let hand: Points = self.hands[seat.index()].iter().map(worth).sum();
        let given_back = 100 * self.given_back.get(&seat).copied().unwrap_or_default();
        let bonus = |new_sets_only| if new_sets_only { 100 } else { 50 };
        match self.went_out() {
            None => sets - hand - given_back,
            Some((finisher, new_sets_only)) if finisher == seat => sets + bonus(new_sets_only) - given_back,
            Some((_, new_sets_only)) => {
                let unopened = if self.opened.contains(&seat) { 0 } else { 100 };
                let times = if new_sets_only { 2 } else { 1 };
                sets - times * (hand + unopened) - given_back
            }
        }
    }
}

/// What a set scores for its owner; it has to be one.
fn score(set: &OwnedSet) -> Points {
    let tiles: Vec<Option<(char, u8)>> =
        set.tiles().iter().map(|face| face.parts().map(|(c, n)| (c.letter(), n.get()))).collect();
    let (at, (colour, number)) =
        tiles.iter().enumerate().find_map(|(at, tile)| tile.map(|tile| (at as u8, tile))).unwrap();
    let count = tiles.len() as u8;
    assert!(count >= 3, "{set:?}");
    if set.kind() == Kind::Group {
        let colours: BTreeSet<char> = tiles.iter().flatten().map(|tile| tile.0).collect();
        assert!(count <= 4 && colours.len() == tiles.iter().flatten().count(), "{set:?}");
        assert!(tiles.iter().flatten().all(|tile| tile.1 == number), "{set:?}");
        let each = if number == 1 { 10 } else { number.min(10) };
        return Points::from(each) * Points::from(count);
    }
    // A 1 that is not the first tile stands after 13.
    let place = |at: u8, number: u8| if number == 1 && at > 0 { 14 } else { number };
    let first = place(at, number) - at;
    assert!(first >= 1 && first + count <= 15, "{set:?}");
    for (at, tile) in (0..).zip(&tiles) {
        let fits = tile.is_none_or(|(c, number)| c == colour && place(at, number) == first + at);
        assert!(fits, "{set:?}");
    }
    (first..first + count).map(|place| Points::from(place.min(10))).sum()
}

fn check_deals(room: &RoomView, deals: &[Deal], case: &str) {
    let seats = room.seats.len() as u8;
    let played = room.r#match.as_ref().unwrap();
    assert_eq!(deals.len(), played.rounds.len(), "{case}");
    for (number, (deal, told)) in deals.iter().zip(&played.rounds).enumerate() {
        let case = format!("deal {}; {case}", number + 1);
        let points: Vec<Points> = (0..seats).map(|seat| deal.points(Seat(seat))).collect();
        assert_eq!(told.points, points, "{case}");
        let (finish, in_log) = deal.told.as_ref().unwrap();
        assert_eq!(in_log, &points, "{case}");
        let went_out = deal.went_out();
        assert_eq!(told.winner, went_out.map(|(seat, _)| seat), "{case}");
        assert_eq!(finish.map(|finish| finish.seat), told.winner, "{case}");
        let how =
            went_out.map(|(_, only_new)| if only_new { GoingOut::NewSetsOnly } else { GoingOut::Otherwise });
        assert_eq!((finish.map(|finish| finish.how), told.going_out), (how, how.map(Into::into)), "{case}");
        assert_eq!(told.how == RoundHow::Out, went_out.is_some(), "{case}");
        let starter = deals[0].starter.unwrap().index() + number;
        assert_eq!(deal.starter, Some(Seat((starter % usize::from(seats)) as u8)), "{case}");
    }
    for seat in 0..seats {
        let total: Points = deals.iter().map(|deal| deal.points(Seat(seat))).sum();
        assert_eq!(played.totals[usize::from(seat)], total, "{case}");
    }
}

/// A match goes on until its target is reached or its deals are played, and then until one alone is first.
fn check_end(room: &RoomView, case: &Case) {
    let played: &MatchView = room.r#match.as_ref().unwrap();
    let mut totals = vec![0; room.seats.len()];
    for (number, round) in (1..).zip(&played.rounds) {
        totals.iter_mut().zip(&round.points).for_each(|(total, points)| *total += points);
        let best = *totals.iter().max().unwrap();
        let is_due = match (case.overrides["match"]["rounds"].as_u64(), &case.overrides["match"]["target"]) {
            (Some(rounds), _) => number >= rounds,
            (None, target) => best >= target.as_i64().unwrap_or(500) as Points,
        };
        let is_over = is_due && totals.iter().filter(|&&total| total == best).count() == 1;
        assert_eq!(
            is_over,
            number as usize == played.rounds.len(),
            "deal {number}: {totals:?}; {}",
            case.name()
        );
    }
    let ranking = played.ranking.as_ref().unwrap();
    let places: Vec<Points> = ranking.iter().map(|shared| totals[shared[0].index()]).collect();
    assert!(places.is_sorted_by(|one, next| one > next), "{ranking:?} of {totals:?}; {}", case.name());
    for shared in ranking {
        assert!(shared.iter().all(|seat| totals[seat.index()] == totals[shared[0].index()]), "{ranking:?}");
    }
    assert_eq!(ranking[0].len(), 1, "{}", case.name());
}

/// What somebody does who takes the pile every now and then for no reason, and gives it back.
fn wavering(room: &RoomView) -> Move {
    let round = room.round.as_ref().unwrap();
    let (own, turn) = (round.rommikubbi.as_ref().unwrap(), round.turn.as_ref().unwrap());
    let wavers = turn.turn.0.is_multiple_of(7);
    match own.step {
        Some(TurnStep::ToTake) if wavers && own.pile > 0 => Move::TakePile,
        Some(TurnStep::TookPile) if wavers => Move::GivePileBack,
        _ => choose(room).unwrap(),
    }
}

/// What somebody does who never lays anything.
fn idle(room: &RoomView) -> Move {
    let own = room.round.as_ref().and_then(|round| round.rommikubbi.as_ref()).unwrap();
    match &own.taken {
        Some(taken) => Move::EndTurn { table: Vec::new(), discard: Some(taken[0]) },
        None => Move::TakeTile,
    }
}

/// So many deals.
fn rounds(rounds: u32) -> Value {
    json!({ "match": { "rounds": rounds } })
}

async fn every_deal_of_people_brings_what_the_rules_say(engine: Engine) {
    play_all(
        engine,
        vec![
            Case::new(2, &[], rounds(2), 1),
            Case::new(3, &[], rounds(1), 2),
            Case::new(4, &[], json!({ "match": { "rounds": 1 }, "clock": { "turn_seconds": 60 } }), 3),
            Case::new(5, &[], rounds(1), 4),
        ],
    )
    .await;
}

async fn every_deal_with_bots_brings_what_the_rules_say(engine: Engine) {
    use BotLevel::{Easy, Hard, Medium};
    play_all(
        engine,
        vec![
            Case::new(1, &[Easy], rounds(2), 5),
            Case::new(
                1,
                &[Easy, Medium],
                json!({ "match": { "target": 100 }, "clock": { "turn_seconds": 30 } }),
                6,
            ),
            Case::new(2, &[Hard, Medium], rounds(2), 7),
            Case::new(2, &[Easy, Medium, Hard], rounds(1), 8),
        ],
    )
    .await;
}

async fn a_pile_that_is_given_back_costs_100_points_each_time(engine: Engine) {
    let wavers = |case| Case { chosen: wavering, ..case };
    let deals = play_all(
        engine,
        vec![
            wavers(Case::new(2, &[], rounds(2), 11)),
            wavers(Case::new(3, &[BotLevel::Easy], rounds(1), 12)),
        ],
    )
    .await;
    for deal in deals {
        assert!(deal.given_back.values().sum::<Points>() > 1, "{:?}", deal.given_back);
    }
}

async fn a_deal_that_nobody_finishes_fines_nobody_for_not_having_opened(engine: Engine) {
    let idle = Case { chosen: idle, ..Case::new(5, &[], rounds(1), 13) };
    let deals = play_all(engine, vec![idle]).await;
    assert_eq!(deals[0].went_out(), None);
    assert!(deals[0].opened.is_empty());
}

async fn a_match_is_played_to_its_target(engine: Engine) {
    use BotLevel::{Hard, Medium};
    play_all(
        engine,
        vec![
            Case::new(1, &[Hard], json!({}), 9),
            Case::new(1, &[Medium, Hard], json!({ "match": { "target": 300 } }), 10),
        ],
    )
    .await;
}

on_every_engine! {
    every_deal_of_people_brings_what_the_rules_say,
    every_deal_with_bots_brings_what_the_rules_say,
    a_pile_that_is_given_back_costs_100_points_each_time,
    a_deal_that_nobody_finishes_fines_nobody_for_not_having_opened,
    a_match_is_played_to_its_target,
}
