//! How long a verdict takes.

fn main() {
    divan::main();
}
