//! Where metrics get their handles. Each server has a recorder of its own, so that several in one process do not mix.

use std::collections::HashMap;

use metrics::{Counter, Gauge, Histogram, Key, Label as Pair, Level, Metadata, Recorder as _, SharedString};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

use super::label::Label;

/// The upper bounds of what is measured in seconds: a commit to a fast disk takes half a millisecond, and after ten
/// seconds everybody has given up.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The upper bounds of what is counted: the largest batch of the store is the last.
const COUNTS: [f64; 9] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// What kind of number a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It only grows, from the start of the server.
    Counter,
    /// It goes up and down.
    Gauge,
    /// How many measurements were below each of some bounds.
    Histogram,
}

/// A metric as people read about it.
#[derive(Clone, Debug)]
pub(super) struct Described {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) help: &'static str,
    pub(super) labels: Vec<DescribedLabel>,
}

/// A label as people read about it.
#[derive(Clone, Debug)]
pub(super) struct DescribedLabel {
    pub(super) name: &'static str,
    /// All its values; none where they are only known when the server runs.
    pub(super) values: Vec<&'static str>,
    /// What they are called together, if they are listed elsewhere.
    pub(super) listed_as: Option<&'static str>,
}

impl DescribedLabel {
    fn of<L: Label>() -> Self {
        let values = L::all().into_iter().map(L::text).collect();
        Self { name: L::NAME, values, listed_as: L::LISTED_AS }
    }
}

/// Gives out handles, and keeps what each metric means.
pub(super) struct Register {
    recorder: PrometheusRecorder,
    described: Vec<Described>,
}

const METADATA: Metadata<'static> = Metadata::new(module_path!(), Level::INFO, Some(module_path!()));

impl Register {
    pub(super) fn new() -> Self {
        let suffix = |ending: &str| Matcher::Suffix(ending.to_owned());
        let recorder = PrometheusBuilder::new()
            .set_buckets_for_metric(suffix("_seconds"), &SECONDS)
            .and_then(|builder| builder.set_buckets_for_metric(suffix("_writes"), &COUNTS))
            .expect("there are buckets")
            .build_recorder();
        Self { recorder, described: Vec::new() }
    }

    /// The end at which everything can be read, and what it means.
    pub(super) fn finish(self) -> (PrometheusHandle, Vec<Described>) {
        (self.recorder.handle(), self.described)
    }

    pub(super) fn counter(&mut self, name: &'static str, help: &'static str) -> Counter {
        self.describe(name, Kind::Counter, help, Vec::new());
        self.recorder.register_counter(&Key::from_name(name), &METADATA)
    }

    pub(super) fn gauge(&mut self, name: &'static str, help: &'static str) -> Gauge {
        self.describe(name, Kind::Gauge, help, Vec::new());
        self.recorder.register_gauge(&Key::from_name(name), &METADATA)
    }

    pub(super) fn histogram(&mut self, name: &'static str, help: &'static str) -> Histogram {
        self.describe(name, Kind::Histogram, help, Vec::new());
        self.recorder.register_histogram(&Key::from_name(name), &METADATA)
    }

    /// A gauge that is 1 and tells something by its labels, which are only known when the server runs.
    pub(super) fn fact(&mut self, name: &'static str, help: &'static str, facts: &[(&'static str, String)]) {
        let label =
            |(name, _): &(&'static str, String)| DescribedLabel { name, values: Vec::new(), listed_as: None };
        self.describe(name, Kind::Gauge, help, facts.iter().map(label).collect());
        let pairs: Vec<_> = facts.iter().map(|(label, value)| Pair::new(*label, value.clone())).collect();
        self.recorder.register_gauge(&Key::from_parts(name, pairs), &METADATA).set(1.0);
    }

    /// A counter for each value of a label. All are there from the start: what has not happened yet is 0, not absent.
    pub(super) fn counters<L: Label>(&mut self, name: &'static str, help: &'static str) -> By<L, Counter> {
        self.describe(name, Kind::Counter, help, vec![DescribedLabel::of::<L>()]);
        By::new(|value| self.recorder.register_counter(&key(name, value), &METADATA))
    }

    /// A gauge for each value of a label.
    pub(super) fn gauges<L: Label>(&mut self, name: &'static str, help: &'static str) -> By<L, Gauge> {
        self.describe(name, Kind::Gauge, help, vec![DescribedLabel::of::<L>()]);
        By::new(|value| self.recorder.register_gauge(&key(name, value), &METADATA))
    }

    /// A histogram for each value of a label.
    pub(super) fn histograms<L: Label>(
        &mut self,
        name: &'static str,
        help: &'static str,
    ) -> By<L, Histogram> {
        self.describe(name, Kind::Histogram, help, vec![DescribedLabel::of::<L>()]);
        By::new(|value| self.recorder.register_histogram(&key(name, value), &METADATA))
    }

    /// A counter for each pair of values of two labels.
    pub(super) fn counters_by_two<L: Label, M: Label>(
        &mut self,
        name: &'static str,
        help: &'static str,
    ) -> By<L, By<M, Counter>> {
        self.describe(name, Kind::Counter, help, vec![DescribedLabel::of::<L>(), DescribedLabel::of::<M>()]);
        By::new(|one: L| {
            By::new(|other: M| {
                let pairs = vec![Pair::new(L::NAME, one.text()), Pair::new(M::NAME, other.text())];
                self.recorder.register_counter(&Key::from_parts(name, pairs), &METADATA)
            })
        })
    }

    fn describe(&mut self, name: &'static str, kind: Kind, help: &'static str, labels: Vec<DescribedLabel>) {
        let text = SharedString::const_str(help);
        match kind {
            Kind::Counter => self.recorder.describe_counter(name.into(), None, text),
            Kind::Gauge => self.recorder.describe_gauge(name.into(), None, text),
            Kind::Histogram => self.recorder.describe_histogram(name.into(), None, text),
        }
        self.described.push(Described { name, kind, help, labels });
    }
}

fn key<L: Label>(name: &'static str, value: L) -> Key {
    Key::from_parts(name, vec![Pair::new(L::NAME, value.text())])
}

/// A handle for each value of a label.
#[derive(Debug)]
pub(crate) struct By<L, H> {
    handles: HashMap<&'static str, H>,
    label: std::marker::PhantomData<fn(L)>,
}

impl<L: Label, H> By<L, H> {
    fn new(mut handle: impl FnMut(L) -> H) -> Self {
        let handles = L::all().into_iter().map(|value| (value.text(), handle(value))).collect();
        Self { handles, label: std::marker::PhantomData }
    }

    /// The handle of this value; `None` for one that is not among all, which the server never uses itself.
    pub(crate) fn of(&self, value: L) -> Option<&H> {
        self.handles.get(value.text())
    }
}

impl<L: Label> By<L, Counter> {
    /// Counts one.
    pub(crate) fn count(&self, value: L) {
        self.of(value).into_iter().for_each(|counter| counter.increment(1));
    }
}

impl<L: Label> By<L, Gauge> {
    /// Sets the gauge of this value.
    pub(crate) fn set(&self, value: L, to: f64) {
        self.of(value).into_iter().for_each(|gauge| gauge.set(to));
    }
}
