//! Data that is not stored, whatever the engine could do with it.

use sarja_store::{
    AppendError, Entry, MatchRow, NewPlayer, NewRoom, PlayerId, Problem, RoundRow, SeatRow, Seq,
};
use uuid::Uuid;

use crate::given::{self, append, command, entry, finished_match, new_player, new_room, round};
use crate::place::Place;

pub(crate) async fn nul_is_refused_by_the_name_of_its_field(place: &Place) {
    let store = place.open().await;
    let (player, room) = (given::player(&store).await, given::room(&store).await);
    let nul = || "a\0b".to_owned();
    let with_match = |change: &dyn Fn(&mut MatchRow)| {
        let mut result = finished_match(1, player);
        change(&mut result);
        Entry { matches: vec![result], ..entry(2, 1) }
    };
    let with_round = |round: RoundRow| Entry { rounds: vec![round], ..entry(2, 1) };
    let with_seat = |seat: SeatRow| with_match(&|m| m.seats[0] = seat.clone());
    let seat = finished_match(1, player).seats.remove(0);
    for (field, entry) in [
        ("events", Entry { events: r#"["\u0000"]"#.into(), ..entry(2, 1) }),
        ("events", Entry { events: "[\"\0\"]".into(), ..entry(2, 1) }),
        ("command id", Entry { command: Some(command(player, &nul())), ..entry(2, 1) }),
        ("round points", with_round(RoundRow { points: r#""\u0000""#.into(), ..round(1) })),
        ("round racks", with_round(RoundRow { racks: r#""\u0000""#.into(), ..round(1) })),
        ("ruleset", with_match(&|m| m.ruleset = nul())),
        ("match options", with_match(&|m| m.options = r#""\u0000""#.into())),
        ("seat name", with_seat(SeatRow { name: nul(), ..seat.clone() })),
        ("bot level", with_seat(SeatRow { bot: Some(nul()), ..seat.clone() })),
    ] {
        let error = store.append(append(room, entry)).await.unwrap_err();
        let AppendError::Refused(why) = error else { panic!("{field}: {error}") };
        assert_eq!((why.field, why.problem), (field, Problem::Nul));
    }
    let refused = [
        (
            "player name",
            store.create_player(NewPlayer { name: nul(), ..new_player() }).await.unwrap_err().to_string(),
        ),
        ("player name", store.rename_player(player, nul()).await.unwrap_err().to_string()),
        ("room code", store.create_room(new_room(&nul())).await.unwrap_err().to_string()),
        ("owner", {
            let room = NewRoom { owner: nul().into(), ..new_room("CODE") };
            store.create_room(room).await.unwrap_err().to_string()
        }),
        ("owner", store.take_room(room, nul().into()).await.unwrap_err().to_string()),
    ];
    for (field, text) in refused {
        assert_eq!(text, format!("{field} holds a NUL character"));
    }
    assert_eq!(given::events(&store, room).await, [1]);
    assert_eq!(store.open_rooms().await.unwrap().len(), 1);
}

pub(crate) async fn events_must_be_an_array_of_the_count_given(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    for (events, count) in [("[{},{}]", 1), ("[]", 0), ("{}", 1), ("[{}", 1), ("", 1)] {
        let entry = Entry::new(Seq(2), count, events.into());
        let error = store.append(append(room, entry)).await.unwrap_err();
        assert!(matches!(&error, AppendError::Refused(why) if why.field == "events"), "{events}: {error}");
    }
    assert_eq!(given::events(&store, room).await, [1]);
}

pub(crate) async fn numbers_that_do_not_fit_are_refused(place: &Place) {
    let store = place.open().await;
    let room = given::room(&store).await;
    for first_seq in [i64::MAX as u64, u64::MAX] {
        let entry = Entry { first_seq: Seq(first_seq), ..entry(2, 1) };
        let error = store.append(append(room, entry)).await.unwrap_err();
        let AppendError::Refused(why) = error else { panic!("{error}") };
        assert_eq!((why.field, why.problem), ("first_seq", Problem::OutOfRange(first_seq)));
    }
    // A player that is not there is no number, but what the database would refuse is refused the same way.
    let stranger = Entry { command: Some(command(PlayerId(Uuid::new_v4()), "c1")), ..entry(2, 1) };
    let error = store.append(append(room, stranger)).await.unwrap_err();
    let AppendError::Refused(why) = error else { panic!("{error}") };
    assert!(why.field == "log row" && matches!(why.problem, Problem::Rejected(_)), "{why}");
}
