//! `sarja db` as a process, and what `sarja serve` says of data that is not as it should be.

use std::{fs, path::Path};

use sarja_store::{DataFile, Entry, NewRoom, RoomId, Seq, Store, StoreUrl};
use tempfile::TempDir;

use crate::{
    process::{Ran, run},
    serve::Serving,
};

/// A folder of data that a server has made and left.
fn served() -> TempDir {
    let folder = TempDir::new().unwrap();
    let server = Serving::start(text(folder.path()));
    assert_eq!(server.terminate().0, Some(0));
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn db(args: &[&str]) -> Ran {
    run(&[&["db"], args].concat(), "")
}

/// Succeeds, and gives what it said.
fn done(args: &[&str]) -> String {
    let ran = db(args);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{args:?} {}", ran.stdout);
    ran.stdout
}

#[test]
fn backup_of_a_running_server_is_checked_and_restored_elsewhere() {
    let folder = TempDir::new().unwrap();
    let (data, elsewhere) = (folder.path().join("data"), folder.path().join("elsewhere"));
    let backup = folder.path().join("backup.db");
    let server = Serving::start(text(&data));
    let said = done(&["backup", text(&backup), "--data-dir", text(&data)]);
    assert!(
        said.starts_with(&format!("Backed up to {}: 0 rooms, 0 matches, 0.1 MB.", text(&backup))),
        "{said}"
    );
    assert_eq!(done(&["check", text(&backup)]), "0 rooms, 0 matches whole, 0 rounds whole.\n");
    assert_eq!(done(&["check", "--data-dir", text(&data)]), "0 rooms, 0 matches whole, 0 rounds whole.\n");
    let said = done(&["restore", text(&backup), "--data-dir", text(&elsewhere)]);
    assert!(said.ends_with(&format!("Restored to {}.\n", text(&elsewhere.join("sarja.db")))), "{said}");
    assert_eq!(server.terminate().0, Some(0));
    let server = Serving::start(text(&elsewhere));
    assert_eq!(server.terminate().0, Some(0));
}

#[test]
fn backup_into_a_folder_is_named_after_the_time() {
    let (data, backups) = (served(), TempDir::new().unwrap());
    done(&["backup", text(backups.path()), "--data-dir", text(data.path())]);
    let names: Vec<_> = fs::read_dir(&backups).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let [name] = &names[..] else { panic!("{names:?}") };
    let name = name.to_str().unwrap();
    assert!(name.starts_with("sarja-20") && name.len() == "sarja-20261130-200000.db".len(), "{name}");
}

#[test]
fn backup_replaces_nothing_unless_told_to() {
    let data = served();
    let target = data.path().join("old.db");
    fs::write(&target, "precious").unwrap();
    let args = ["backup", text(&target), "--data-dir", text(data.path())];
    let ran = db(&args);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert!(ran.stderr.ends_with("old.db is there already; --force replaces it\n"), "{}", ran.stderr);
    assert_eq!(fs::read(&target).unwrap(), b"precious");
    done(&[&args[..], &["--force"]].concat());
    done(&["check", text(&target)]);
}

#[test]
fn data_is_used_by_one_server_and_named_by_its_process() {
    let data = served();
    let backup = data.path().join("backup.db");
    done(&["backup", text(&backup), "--data-dir", text(data.path())]);
    let server = Serving::start(text(data.path()));
    let uses = format!(
        "sarja: another process ({}) uses {}: stop it first\n",
        server.id(),
        text(&data.path().join("sarja.db"))
    );
    let restore = db(&["restore", text(&backup), "--data-dir", text(data.path())]);
    assert_eq!((restore.status, restore.stderr), (1, uses.clone()));
    let second =
        run(&["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data-dir", text(data.path())], "");
    assert_eq!((second.status, second.stderr), (1, uses));
    assert_eq!(server.terminate().0, Some(0));
    let said = done(&["restore", text(&backup), "--data-dir", text(data.path())]);
    assert!(said.contains("What was there before is now "), "{said}");
}

#[test]
fn nothing_is_copied_onto_itself_or_from_nothing() {
    let data = served();
    let itself = db(&["restore", text(&data.path().join("sarja.db")), "--data-dir", text(data.path())]);
    assert_eq!(itself.status, 1);
    assert!(itself.stderr.contains("sarja.db is the data itself"), "{}", itself.stderr);
    let file = data.path().join("sarja.db");
    let ran = db(&["backup", text(&file), "--force", "--data-dir", text(data.path())]);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.stderr.matches("sarja.db is the data itself").count(), 1, "{}", ran.stderr);
    let nothing = db(&["restore", text(&data.path().join("none.db")), "--data-dir", text(data.path())]);
    assert_eq!(nothing.status, 1);
    assert!(nothing.stderr.contains("there is no file"), "{}", nothing.stderr);
    assert_eq!(
        done(&["check", "--data-dir", text(data.path())]),
        "0 rooms, 0 matches whole, 0 rounds whole.\n"
    );
}

/// Every kind of file that is none, and what is said of it.
#[test]
fn data_that_cannot_be_is_named_by_check_restore_and_serve() {
    let sound = served();
    let whole = fs::read(sound.path().join("sarja.db")).unwrap();
    let cut = whole[..whole.len() / 2].to_vec();
    let mut zeroed = whole.clone();
    zeroed[..4096].fill(0);
    let cases: [(&str, Vec<u8>, &str); 4] = [
        ("empty", Vec::new(), "is empty: it is no database"),
        ("diary", b"Dear diary, ".repeat(1_000), "is damaged: "),
        ("cut", cut, "is damaged: "),
        ("zeroed", zeroed, "is damaged: "),
    ];
    for (name, bytes, says) in cases {
        let data = TempDir::new().unwrap();
        let file = data.path().join("sarja.db");
        fs::write(&file, &bytes).unwrap();
        let check = db(&["check", "--data-dir", text(data.path())]);
        assert_eq!((check.status, check.stderr.as_str()), (1, ""), "{name}");
        assert!(
            check.stdout.contains(says) && check.stdout.contains(text(&file)),
            "{name}: {}",
            check.stdout
        );
        let elsewhere = TempDir::new().unwrap();
        let restore = db(&["restore", text(&file), "--data-dir", text(elsewhere.path())]);
        assert_eq!(restore.status, 1, "{name}");
        assert!(
            restore.stdout.contains(says) && restore.stdout.contains("Nothing was restored."),
            "{name}: {}",
            restore.stdout
        );
        assert!(!elsewhere.path().join("sarja.db").exists(), "{name}");
        let args = ["serve", "--listen", "127.0.0.1:0", "--log", "error", "--data-dir", text(data.path())];
        let serve = run(&args, "");
        assert_eq!(serve.status, 1, "{name}");
        assert!(
            serve.stderr.contains(says) && serve.stderr.contains(text(&file)),
            "{name}: {}",
            serve.stderr
        );
        assert!(fs::read(&file).unwrap() == bytes, "{name} is left as it is");
    }
    let folder = db(&["check", text(sound.path())]);
    assert_eq!(folder.status, 1);
    assert!(folder.stderr.ends_with(" is no file\n"), "{}", folder.stderr);
}

#[tokio::test]
async fn room_whose_log_makes_no_sense_is_named() {
    let data = served();
    let file = data.path().join("sarja.db");
    let store = Store::open(&StoreUrl::sqlite(&file).unwrap()).await.unwrap();
    let room = NewRoom {
        id: RoomId(uuid::Uuid::new_v4()),
        code: "ABCD2345".into(),
        owner: "test".into(),
        now_ms: 0,
        first: Entry {
            secrets: vec![sarja_store::NewSecret {
                deal: sarja_store::DealNo(0),
                secret: sarja_store::ShuffleSecret::new([1; 32]),
            }],
            ..Entry::new(Seq(1), 1, r#"[{"type":"a_bug"}]"#.into())
        },
    };
    let id = room.id;
    store.create_room(room).await.unwrap();
    store.close().await;
    let args = ["check", "--data-dir", text(data.path())];
    let ran = db(&args);
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""));
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert!(
        lines[0].starts_with(&format!("room {id} (ABCD2345): the row at 1 of room {id} cannot be read")),
        "{lines:?}"
    );
    assert_eq!(lines[1..3], ["1 room, 0 matches whole, 0 rounds whole.", "1 room is faulty."]);
    assert!(lines[3].ends_with("sarja.db is NOT whole."), "{lines:?}");
    // Who has nothing else may want it all the same.
    let elsewhere = TempDir::new().unwrap();
    let restore = ["restore", text(&file), "--data-dir", text(elsewhere.path())];
    assert_eq!(db(&restore).status, 1);
    let forced = db(&[&restore[..], &["--force"]].concat());
    assert_eq!((forced.status, forced.stderr.as_str()), (0, ""), "{}", forced.stdout);
    assert!(DataFile::at(elsewhere.path().join("sarja.db")).path().is_file());
}

#[test]
fn data_that_is_no_file_is_left_to_its_own_tools() {
    let url = "postgres://somebody:secret@localhost/sarja";
    for action in ["backup", "restore"] {
        let ran = db(&[action, "somewhere", "--database", url]);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
        assert!(
            ran.stderr.contains("PostgreSQL's own tools") && !ran.stderr.contains("secret"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_is_in_the_memory_of_a_server_is_looked_for_by_nobody() {
    let commands: [&[&str]; 4] = [
        &["db", "backup", "somewhere"],
        &["db", "restore", "somewhere"],
        &["db", "check"],
        &["replay", "export", "--room", "ABCD2345"],
    ];
    for command in commands {
        let ran = run(&[command, &["--database", "memory:"]].concat(), "");
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{command:?}");
        assert!(
            ran.stderr.contains("memory: is a database that nobody but its own server can look into"),
            "{}",
            ran.stderr
        );
    }
}
