//! `sarja health` as a process.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

use crate::{
    process::{Ran, run},
    server::Running,
};

fn health(url: &str, more: &[&str]) -> Ran {
    run(&[&["health", "--url", url], more].concat(), "")
}

/// Somebody who answers the first request with these bytes.
fn answering(bytes: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        stream.write_all(bytes.as_bytes()).unwrap();
    });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_runs_is_ready() {
    let server = Running::start().await;
    let url = server.url.web();
    let asked = tokio::task::spawn_blocking(move || (health(&url, &[]), health(&url, &["--live"])));
    let (ready, live) = asked.await.unwrap();
    assert_eq!((ready.status, ready.stdout.as_str(), ready.stderr.as_str()), (0, "ready\n", ""));
    assert_eq!((live.status, live.stdout.as_str()), (0, "ok\n"));
    server.stop().await;
}

#[test]
fn a_server_that_is_not_ready_says_why_and_the_status_is_1() {
    let url = answering("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 17\r\n\r\nthe disk is full\n");
    let ran = health(&url, &[]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""));
    assert_eq!(
        ran.stderr,
        format!("sarja: {url}/readyz answers 503 Service Unavailable: the disk is full\n")
    );
}

#[test]
fn where_no_server_is_the_status_is_1() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let ran = health(&format!("http://{free}"), &[]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains(&format!("http://{free}/readyz cannot be reached")), "{}", ran.stderr);
}

#[test]
fn what_is_no_server_is_told_from_one() {
    let url = answering("220 mail.example ESMTP\r\n");
    let ran = health(&url, &[]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("does not speak HTTP"), "{}", ran.stderr);
    let endless: &'static str = Box::leak("x".repeat(100_000).into_boxed_str());
    let answer =
        Box::leak(format!("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{endless}").into_boxed_str());
    let ran = health(&answering(answer), &[]);
    assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "an answer without end is not read to it");
}
