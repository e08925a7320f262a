//! The contract of the store: what every engine must do. Each fact is one function over a [`place::Place`];
//! the table at the end runs all of them on every engine.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it stands")]

mod acts;
mod alike;
mod appends;
mod batches;
mod connections;
mod cutting_proxy;
mod durability;
mod given;
mod handovers;
mod keeping;
mod meddling;
mod opening;
mod place;
mod players;
mod refusals;
mod results;
mod rooms;
mod schema;
mod secrets;
mod takeovers;

macro_rules! fact {
    (sqlite, $module:ident::$fact:ident) => {
        #[tokio::test]
        async fn $fact() {
            crate::$module::$fact(&crate::place::Place::sqlite()).await;
        }
    };
    (postgres, $module:ident::$fact:ident) => {
        #[tokio::test]
        #[cfg_attr(no_postgres, ignore = "needs PostgreSQL: set SARJA_TEST_POSTGRES to its URL")]
        async fn $fact() {
            crate::$module::$fact(&crate::place::Place::postgres().await).await;
        }
    };
    (memory, $module:ident::$fact:ident) => {
        #[tokio::test]
        async fn $fact() {
            crate::$module::$fact(&crate::place::Place::memory()).await;
        }
    };
}

macro_rules! facts {
    ($engine:tt as $name:ident: $($module:ident { $($fact:ident,)+ })+) => {
        mod $name {$(
            mod $module {
                $(fact! { $engine, $module::$fact })+
            }
        )+}
    };
}

macro_rules! on_every_engine {
    ($($engine:ident),+) => {$(
        facts! { $engine as $engine:
            appends {
                entry_is_read_back_as_it_was_written,
                log_after_begins_with_the_row_that_holds_the_next_event,
                command_sent_again_meets_what_is_stored,
                same_command_id_of_another_player_is_another_command,
                taken_place_in_the_log_is_a_conflict,
                gap_is_refused_with_the_number_that_comes_next,
                old_owner_is_fenced,
                fenced_owner_hears_of_the_fence_even_if_its_command_is_stored,
                closed_or_unknown_room_takes_no_entry,
            }
            batches {
                bad_entry_hurts_no_other_in_its_batch,
                each_entry_of_a_large_batch_is_judged_by_itself,
                two_claims_of_one_place_in_one_batch_give_one_conflict,
                many_rooms_at_once_keep_every_row_in_order,
                entry_of_a_caller_that_went_away_is_written,
                close_finishes_what_is_queued,
            }
            durability {
                rows_survive_a_store_that_was_not_closed,
            }
            handovers {
                what_was_left_is_given_once_to_whoever_takes_the_room_next,
                what_was_left_last_counts,
                what_was_left_before_another_event_is_worth_nothing,
                what_was_left_is_worth_nothing_once_the_room_was_retaken,
                who_has_lost_a_room_leaves_nothing_and_removes_nothing,
                closed_or_unknown_rooms_are_left_to_nobody,
                many_rooms_are_left_together,
                what_is_no_json_is_left_by_nobody,
                room_that_was_left_and_closed_goes_after_its_time,
            }
            keeping {
                room_in_which_nothing_was_played_goes_after_its_time,
                what_was_played_is_kept_for_ever,
                open_room_stays_however_old,
                guest_who_was_nowhere_goes_after_the_time,
                guest_of_a_room_that_went_goes_too,
                nothing_goes_that_is_kept_for_ever,
                many_rooms_go_while_others_play,
                room_ids_are_read_in_parts_without_gap_or_repetition,
                record_of_a_room_has_its_results_in_order,
                sound_store_has_no_faults,
            }
            opening {
                stores_that_open_a_new_place_together_both_work,
                open_store_is_ready_and_a_closed_one_is_not,
            }
            players {
                player_is_found_by_token_only,
                taken_id_or_token_is_refused,
                seen_time_never_goes_back,
                rename_changes_the_name,
                unknown_player_cannot_be_changed,
                token_of_an_invited_player_tells_its_only_room,
                invited_player_is_not_there_without_the_entry,
            }
            refusals {
                nul_is_refused_by_the_name_of_its_field,
                events_must_be_an_array_of_the_count_given,
                numbers_that_do_not_fit_are_refused,
            }
            results {
                results_are_written_with_their_entry,
                result_that_fails_takes_its_entry_with_it,
                results_are_written_once,
                match_is_found_by_its_id,
                latest_match_of_a_code_is_found_also_in_closed_rooms,
                matches_of_a_player_come_latest_first,
                matches_of_a_player_are_limited,
            }
            rooms {
                room_begins_with_its_first_row,
                room_whose_first_row_fails_is_not_there,
                code_is_unique_among_open_rooms,
                code_is_free_again_after_close,
                room_id_is_not_used_twice,
                taking_raises_the_epoch,
                retaking_needs_the_epoch_that_was_held,
                closed_or_unknown_room_cannot_be_taken,
                only_the_owner_closes_a_room,
                open_rooms_come_oldest_first,
            }
            secrets {
                secret_is_apart_from_the_log,
                revealing_keeps_the_first_time,
                revealing_what_is_not_there_is_refused,
                deal_has_one_secret,
            }
        }
    )+};
}

on_every_engine!(sqlite, postgres, memory);

macro_rules! on_engines_that_last {
    ($($engine:ident as $name:ident),+) => {$(
        facts! { $engine as $name:
            alike {
                acts_have_the_same_outcome_as_in_memory,
            }
            durability {
                acknowledged_rows_survive_a_kill,
            }
            keeping {
                store_for_reading_sees_what_is_written_meanwhile_and_writes_nothing,
            }
            opening {
                newer_schema_is_refused_with_both_versions,
            }
        }
    )+};
}

// What memory does not have: another process that finds what was left, an older or newer program, and itself to be compared
// with.
on_engines_that_last!(sqlite as sqlite_lasts, postgres as postgres_lasts);

// What a file does not have: connections that are cut, and others that write to the same rooms.
facts! { postgres as postgres_alone:
    connections {
        cut_while_nothing_is_written_is_noticed_by_nobody,
        answer_that_was_cut_off_leaves_it_unknown_and_the_log_tells,
        statement_that_was_cut_off_leaves_it_unknown_and_the_log_tells,
        entry_that_arrives_after_the_room_was_retaken_is_not_written,
        cut_commit_leaves_the_whole_entry_unknown,
        cut_before_the_commit_is_certain_to_have_written_nothing,
        server_that_is_away_is_unavailable_until_it_is_back,
        acknowledged_rows_survive_connections_that_are_killed,
    }
    takeovers {
        room_under_takeover_does_not_hold_up_the_others,
        room_that_is_held_for_too_long_is_unavailable,
        taking_waits_for_the_append_that_is_under_way,
        append_that_comes_while_the_room_is_taken_is_fenced,
        append_that_comes_while_the_room_is_closed_is_refused,
        owner_that_died_in_an_append_does_not_keep_the_room,
    }
}
