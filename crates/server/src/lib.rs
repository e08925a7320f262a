//! Placeholder while the workspace grows.
