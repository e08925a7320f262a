//! What went wrong in other servers, and the tests that it cannot happen here.

use std::ops::RangeInclusive;

use super::assert_none;
use super::files::text_files;
use super::functions::{functions, missing_tests};

/// Public reports of other servers' faults: number, situation, and the tests of it. The numbers are our list's.
const ROWS: &[(u8, &str, &[&str])] = &[
    (1, "a joker lost its mark on the way", &["rules::bugs::a_joker_survives_every_round_trip"]),
    (2, "`J O13 B13` counted 26", &["rules::bugs::joker_and_two_thirteens_open_with_39"]),
    (3, "`K10 B10 J` counted 20", &["rules::bugs::two_tens_and_a_joker_open_with_30"]),
    (4, "a tile added to a table set opened", &["rules::bugs::a_tile_added_to_a_table_run_opens_nothing"]),
    (
        5,
        "a table set that was not sent went unnoticed",
        &["rules::bugs::a_table_set_that_is_not_sent_is_gone"],
    ),
    (6, "a play without a rack tile passed", &["rules::bugs::valid_sets_without_a_rack_tile_are_no_play"]),
    (7, "tiles were counted, not compared", &["rules::bugs::tiles_are_compared_and_not_their_number"]),
    (
        8,
        "an unreadable tile became number 0",
        &[
            "rules::bugs::a_code_that_cannot_be_read_is_refused_by_name",
            "sarja_protocol::parse::tests::a_code_that_names_no_tile_is_refused_with_place_and_value",
            "system::hostile::whatever_is_refused_by_name_changes_nothing_and_other_rooms_play_on",
        ],
    ),
    (
        9,
        "a refused play took the tiles off the rack",
        &[
            "rules::round::turns::a_refused_play_changes_nothing_and_names_all_reasons",
            "system::hostile::whatever_is_refused_by_name_changes_nothing_and_other_rooms_play_on",
        ],
    ),
    (
        10,
        "a public id opened a seat",
        &[
            "rooms::people::a_public_id_opens_no_seat",
            "sockets::hello::a_public_id_opens_no_seat",
            "system::hostile::a_foreign_public_id_opens_no_seat_and_shows_no_rack",
        ],
    ),
    (
        11,
        "the actor's rack went to the room",
        &[
            "rooms::secrecy::after_draw_play_and_time_out_others_get_counts",
            "system::secrecy::no_frame_holds_a_tile_that_its_viewer_may_not_see",
        ],
    ),
    (
        12,
        "secrets were left in the history",
        &[
            "rooms::secrecy::the_log_of_a_round_in_progress_tells_nothing_hidden",
            "rooms::secrecy::the_secret_is_shown_when_the_round_is_over_and_not_before",
            "system::secrecy::no_frame_holds_a_tile_that_its_viewer_may_not_see",
        ],
    ),
    (
        13,
        "only the browser kept the time",
        &[
            "rooms::clock::the_server_ends_the_turn_after_its_time_and_the_grace",
            "sockets::clocks::time_runs_out_with_no_player_connected",
            "system::clocks::an_untouched_turn_ends_with_a_single_draw_and_nobody_at_the_table",
        ],
    ),
    (
        14,
        "two clocks ran out at once",
        &[
            "rooms::clock::there_is_one_clock_and_a_late_one_of_an_earlier_turn_does_nothing",
            "sockets::clocks::one_time_out_ends_one_turn_and_the_next_has_its_whole_time",
            "system::clocks::nobodys_clock_runs_twice_and_the_absent_have_the_short_one",
        ],
    ),
    (
        15,
        "a lost connection lost the seat",
        &[
            "rooms::people::a_lost_connection_keeps_the_seat",
            "sockets::resuming::losing_the_connection_is_seen_and_the_seat_stays",
        ],
    ),
    (
        16,
        "an absent player cost a minute every round",
        &[
            "rooms::clock::who_ran_out_of_time_twice_in_a_row_plays_with_a_short_clock_until_acting",
            "sockets::clocks::the_absent_get_a_short_clock",
            "system::clocks::who_comes_back_and_acts_has_the_full_time_again",
        ],
    ),
    (
        17,
        "the last tile did not end the round",
        &["rules::round::turns::an_empty_rack_ends_the_round_at_once"],
    ),
    (18, "one colour stood in a group twice", &["rules::bugs::one_colour_twice_is_no_group"]),
    (
        19,
        "a limit was too small for a long rack",
        &[
            "rules::bugs::a_rack_of_nearly_all_tiles_is_judged_and_split",
            "sarja_protocol::limits::tests::a_rack_of_nearly_all_tiles_fits_into_a_frame",
        ],
    ),
    (
        20,
        "a joker that its run left",
        &["rules::bugs::a_joker_left_by_its_run_goes_where_the_ruleset_lets_it"],
    ),
    (21, "a greedy solver left two sixes", &["solver::bugs::a_long_run_gives_up_a_tile_for_a_group"]),
    (
        22,
        "a suggested table lacked tiles",
        &[
            "solver::bugs::no_tile_of_the_table_is_lost_and_none_is_made",
            "solving::agreement::solver_and_oracle_agree_on_positions_made_for_them",
        ],
    ),
    (
        23,
        "a solver crashed with three jokers or four",
        &[
            "solver::bugs::four_jokers_are_played_from_the_rack_and_from_the_table",
            "solver::jokers::four_jokers_are_no_difficulty",
        ],
    ),
    (
        24,
        "a solver claimed six tiles and laid four",
        &["solver::bugs::as_many_tiles_are_laid_as_are_claimed"],
    ),
    (
        25,
        "a restart ended every running game",
        &[
            "sockets::restart::a_game_goes_on_after_a_restart",
            "system::restart::what_was_accepted_outlives_a_killed_server_and_the_match_goes_on",
            "system::restart::clients_play_on_through_updates_of_the_server_as_if_nothing_had_been",
            "system::restart::planned::draft_time_and_seats_are_those_of_before_after_one_stop_and_after_two",
            "sarja_server::actor::twins::a_room_that_is_left_to_the_next_server_is_like_one_that_never_stopped",
            "rooms::laws::whatever_people_do_the_room_stays_sound_and_its_log_gives_it_again",
        ],
    ),
    (
        26,
        "who was connected again saw nothing and lost his time",
        &[
            "sockets::play::a_stale_turn_is_refused_with_the_true_state",
            "sockets::resuming::who_comes_back_after_the_turn_sees_what_became_of_it_and_is_told_that_moves_for_it_are_late",
            "sockets::resuming::after_a_restart_too_moves_for_a_turn_that_is_over_are_answered_with_the_true_state",
            "sarja_client::tests::rooms::a_lost_last_message_is_noticed_by_the_heartbeat",
            "sockets::sleeping::a_lobby_that_everybody_left_for_a_while_is_there_as_it_was",
        ],
    ),
    (
        27,
        "a slow client lost messages without a word",
        &[
            "sockets::limits::a_slow_reader_is_closed_and_the_room_goes_on",
            "sockets::slow_readers::who_was_too_slow_gets_exactly_what_did_not_reach_him",
            "sockets::slow_readers::who_was_too_slow_at_the_table_finds_his_rack_and_plays_on",
            "sockets::slow_readers::who_missed_too_much_while_he_was_too_slow_gets_a_snapshot",
            "sockets::resuming::whoever_comes_back_while_the_room_goes_on_gets_each_event_once_and_in_order",
            "sarja_server::connection::outbox::tests::what_a_reader_gets_has_no_gap_and_who_loses_something_is_closed_for_it",
        ],
    ),
    (
        28,
        "rooms of gone players filled the memory",
        &[
            "sockets::sleeping::two_thousand_rooms_made_and_ended_leave_nothing_behind",
            "sarja_server::hub::tests::rooms_that_are_made_and_end_leave_nothing_behind",
            "sarja_server::hub::tests::a_lobby_that_sleeps_is_closed_when_its_time_has_come",
        ],
    ),
];

/// The rows of the playable core.
const CORE: RangeInclusive<u8> = 1..=20;

/// The rows of the solver.
const SOLVER: RangeInclusive<u8> = 21..=24;

/// The rows of durability.
const DURABILITY: RangeInclusive<u8> = 25..=28;

#[test]
fn every_known_fault_of_other_servers_is_a_test() {
    let functions = functions(&text_files());
    assert_none(&missing_tests(ROWS.iter().flat_map(|(_, _, tests)| tests.iter().copied()), &functions));
    let without: Vec<_> =
        ROWS.iter().filter(|(_, _, tests)| tests.is_empty()).map(|row| row.1.to_owned()).collect();
    assert_none(&without);
    assert_eq!(
        ROWS.iter().map(|row| row.0).collect::<Vec<_>>(),
        CORE.chain(SOLVER).chain(DURABILITY).collect::<Vec<_>>()
    );
}
