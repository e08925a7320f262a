//! Runs of which every tile is known: how those of one colour go on at one number, and which begin.

use super::{loose::Loose, paths::Paths};
use crate::{
    case::Class,
    special::{JOKERS_MAX, Special},
    story::Story,
    supply::bit,
};

/// The most of them that are open at once in one colour: one for each joker and each bundle, and one to be seen to be too many.
const OPEN_MAX: usize = 9;

/// The most real tiles that have to lie before the first joker of a run: with more, some could be cut off as a run of their
/// own.
const REALS_BESIDE_MAX: u8 = 4;

/// Runs of one colour, in an order that is the same whatever came first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KnownRuns {
    runs: [Special; OPEN_MAX],
    count: u8,
}

impl KnownRuns {
    pub(super) fn as_slice(&self) -> &[Special] {
        &self.runs[..usize::from(self.count)]
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A number that is the same for equal runs.
    pub(super) fn hash(&self) -> u64 {
        self.as_slice().iter().fold(0, |hash, run| {
            let word = (hash ^ run.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            word ^ word >> 29
        })
    }

    /// These and one more; `None` if there is no place for it.
    fn with(mut self, run: Special) -> Option<Self> {
        let count = usize::from(self.count);
        if count == OPEN_MAX {
            return None;
        }
        let at = self.as_slice().iter().position(|r| *r > run).unwrap_or(count);
        self.runs.copy_within(at..count, at + 1);
        self.runs[at] = run;
        self.count += 1;
        Some(self)
    }

    /// These with another run in the place of one.
    fn replaced(mut self, at: usize, run: Special) -> Self {
        self.runs[at] = run;
        self.runs[..usize::from(self.count)].sort_unstable();
        self
    }
}

/// What known runs take of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Laid {
    /// Those that are open after it.
    pub(super) open: KnownRuns,
    /// Those that ended before it.
    pub(super) ended: KnownRuns,
    pub(super) real: u8,
    /// How many rack tiles have to be among the tiles that are played.
    pub(super) marked: u8,
    pub(super) jokers: Loose,
    /// Kept jokers that lie in them, a bit for each class.
    pub(super) kept: u8,
}

/// One number of one colour.
#[derive(Clone, Copy)]
pub(super) struct KnownColumn<'a> {
    pub(super) story: Story<'a>,
    pub(super) colour: usize,
    pub(super) number: u8,
    /// Jokers that may lie in more than one place.
    loose: Loose,
    /// Classes that have to lie in known sets, a bit each.
    asking: u8,
    /// How many jokers there can be in runs so near that a run that is open, or begins here, has the first of them.
    jokers_near: u8,
}

impl<'a> KnownColumn<'a> {
    pub(super) fn new(story: Story<'a>, loose: Loose, colour: usize, number: u8, shadows: &Paths) -> Self {
        let asks = |class: Class| match class {
            Class::Free => story.case.explicit,
            Class::Retrieved { .. } => true,
            Class::InRun { explicit, .. } => explicit,
            Class::InGroup { .. } => false,
        };
        let mut column =
            Self { story, colour, number, loose, asking: story.classes_that(asks), jokers_near: 0 };
        let last = story.supply.numbers;
        let end = if column.may_be_long() { last } else { last.min(number + REALS_BESIDE_MAX) };
        column.jokers_near = (number + 1..=end).map(|n| shadows.most_jokers(colour, usize::from(n))).sum();
        column
    }

    /// Whether any run could begin here that has to be known.
    pub(super) fn may_begin(&self) -> bool {
        self.asking_loose() > 0 || self.reasons() > 0
    }

    /// The kept jokers that lie in runs here, a bit for each class: those that have to lie in known ones, and the others.
    pub(super) fn kept_here(&self) -> (u8, u8) {
        let at = (self.colour, self.number);
        let of = |wanted: bool| move |class| matches!(class, Class::InRun { colour, number, explicit, .. } if (colour, number) == at && explicit == wanted);
        (self.story.classes_that(of(true)), self.story.classes_that(of(false)))
    }

    /// Calls for every way in which the open runs go on or end, and others begin; `false` if there were too many side by side.
    pub(super) fn each_way(&self, open: &KnownRuns, found: &mut dyn FnMut(&Laid)) -> bool {
        if open.is_empty() && !self.may_begin() {
            found(&Laid::default());
            return true;
        }
        let mut all = Ways { column: *self, found, is_whole: true };
        all.go_on(open.as_slice(), Laid::default());
        all.is_whole
    }

    /// Whether a run may end with a number.
    pub(super) fn may_end(&self, run: Special, end: u8) -> bool {
        self.is_reasoned(run) && self.story.may_end(run, end, run.spare())
    }

    /// Whether it holds something for which it has to be known.
    fn is_reasoned(&self, run: Special) -> bool {
        run.bundles() != 0 || run.each_joker().any(|j| self.asking & 1 << j.1 != 0)
    }

    fn asking_loose(&self) -> u8 {
        (0..super::CLASSES).filter(|class| self.asking & 1 << class != 0).map(|c| self.loose.get(c)).sum()
    }

    fn reasons(&self) -> u8 {
        self.story.case.reasons[self.colour][usize::from(self.number)]
    }

    /// Whether there may be a reason for many tiles before the first joker.
    fn may_be_long(&self) -> bool {
        let case = self.story.case;
        let kept = |class: Class| matches!(class, Class::InRun { explicit: true, colour, .. } if colour == self.colour);
        case.beside > 0 || !case.bundles.is_empty() || self.story.classes_that(kept) != 0
    }

    /// Whether one more real tile only makes a run that might as well lie in two.
    fn is_long_enough(&self, run: Special) -> bool {
        let case = self.story.case;
        let tiles = self.number - run.start();
        if run.jokers() == 0 {
            return !self.may_be_long() && tiles >= REALS_BESIDE_MAX;
        }
        // With this tile the last three would be real, and a run by themselves.
        let number = self.number;
        tiles >= 5
            && case.parted.is_empty()
            && run.joker_at(number - 1).is_none()
            && run.joker_at(number - 2).is_none()
            && self.may_end(run, number - 3)
    }

    /// How many more runs may be open for which there is no reason yet; `None` if there are too many already, or if more
    /// jokers lie in them than there are.
    fn reasons_left(&self, laid: &Laid) -> Option<u8> {
        let (mut bare, mut used) = (0, Loose::NONE);
        for run in laid.open.as_slice() {
            bare += u8::from(!self.is_reasoned(*run));
            for (_, class) in run.each_joker().filter(|j| self.loose.get(j.1) > 0) {
                used = used.plus(Loose::of(class, 1));
            }
        }
        let asking = |jokers: Loose| -> u8 {
            (0..super::CLASSES).filter(|c| self.asking & 1 << c != 0).map(|c| jokers.get(c)).sum()
        };
        let left = asking(self.loose.minus(used)?).min(self.jokers_near) + self.reasons();
        left.checked_sub(bare)
    }

    /// Whether a tile fits the bundles of a run, one that `is_part` of every one that it is in the middle of.
    fn fits_bundles(&self, run: Special, is_part: impl Fn(&crate::case::Bundle) -> bool) -> bool {
        let bundles = self.story.case.bundles.iter().enumerate();
        let borne = bundles.filter(|(i, _)| run.bundles() & 1 << i != 0);
        borne.into_iter().all(|(_, bundle)| self.number > bundle.high || is_part(bundle))
    }
}

struct Ways<'a, 'f> {
    column: KnownColumn<'a>,
    found: &'f mut dyn FnMut(&Laid),
    is_whole: bool,
}

impl Ways<'_, '_> {
    /// Decides how the open runs go on, from one on.
    fn go_on(&mut self, open: &[Special], laid: Laid) {
        let Some((&run, others)) = open.split_first() else {
            self.begin(laid, 0);
            return;
        };
        self.lay(run, laid, true, 0, &mut |ways, laid, _| ways.go_on(others, laid));
        if self.column.may_end(run, self.column.number - 1) {
            match laid.ended.with(run) {
                Some(ended) => self.go_on(others, Laid { ended, ..laid }),
                None => self.is_whole = false,
            }
        }
    }

    /// Begins more runs, or none; `code` keeps those that begin here in order.
    fn begin(&mut self, laid: Laid, code: usize) {
        let Some(reasons_left) = self.column.reasons_left(&laid) else { return };
        self.take_up(laid, 0);
        let new = Special::new(self.column.colour, self.column.number);
        let code = if reasons_left == 0 { code.max(1) } else { code };
        self.lay(new, laid, false, code, &mut |ways, laid, code| ways.begin(laid, code));
    }

    /// Lays a real tile or a joker next in a run: those from `code` on, 0 for the tile and then the classes.
    fn lay(
        &mut self,
        run: Special,
        laid: Laid,
        goes_on: bool,
        code: usize,
        then: &mut dyn FnMut(&mut Self, Laid, usize),
    ) {
        if code == 0 && !(goes_on && self.column.is_long_enough(run)) {
            self.lay_real(run, laid, then);
        }
        for class in code.saturating_sub(1)..self.column.story.case.classes.len() {
            self.lay_joker(run, laid, class, then);
        }
    }

    fn lay_real(&mut self, run: Special, laid: Laid, then: &mut dyn FnMut(&mut Self, Laid, usize)) {
        let column = self.column;
        let (story, colour, number) = (column.story, column.colour, column.number);
        let at = usize::from(number);
        let is_part = |bundle: &crate::case::Bundle| bundle.faces & bit(colour, number) != 0;
        if laid.real == story.supply.all(colour, at) || !column.fits_bundles(run, is_part) {
            return;
        }
        let laid = Laid { real: laid.real + 1, ..laid };
        let may = story.supply.may[colour][at];
        if story.case.beside > 0 && laid.marked < may {
            let marked = Laid { marked: laid.marked + 1, ..laid };
            self.with_run(marked, run.with_mark(number), 0, then);
            let spare = story.replaces(colour, number);
            if spare != 0 && may >= 2 {
                let both = Laid { marked: marked.marked.max(2), ..laid };
                self.with_run(both, run.with_mark(number).with_spare(spare), 0, then);
            }
        }
        self.with_run(laid, run, 0, then);
    }

    fn lay_joker(
        &mut self,
        run: Special,
        laid: Laid,
        class: usize,
        then: &mut dyn FnMut(&mut Self, Laid, usize),
    ) {
        let column = self.column;
        let case = column.story.case;
        let (colour, number) = (column.colour, column.number);
        let laid = match case.classes[class].0 {
            Class::Free | Class::Retrieved { .. } => {
                if laid.jokers.get(class) == column.loose.get(class) {
                    return;
                }
                Laid { jokers: laid.jokers.plus(Loose::of(class, 1)), ..laid }
            }
            Class::InRun { colour: c, number: n, .. } => {
                if (c, n) != (colour, number) || laid.kept & 1 << class != 0 {
                    return;
                }
                Laid { kept: laid.kept | 1 << class, ..laid }
            }
            Class::InGroup { .. } => return,
        };
        let is_part = |bundle: &crate::case::Bundle| {
            bundle.faces & bit(colour, number) == 0 && bundle.kept & 1 << class != 0
        };
        if run.jokers() < case.jokers_max.min(JOKERS_MAX) && column.fits_bundles(run, is_part) {
            self.with_run(laid, run.with_joker(number, class), class + 1, then);
        }
    }

    fn with_run(
        &mut self,
        laid: Laid,
        run: Special,
        code: usize,
        then: &mut dyn FnMut(&mut Self, Laid, usize),
    ) {
        match laid.open.with(run) {
            Some(open) => then(self, Laid { open, ..laid }, code),
            None => self.is_whole = false,
        }
    }

    /// Lets runs take up the bundles that begin with this number, from one on.
    fn take_up(&mut self, laid: Laid, bundle: usize) {
        let column = self.column;
        let bundles = &column.story.case.bundles;
        let Some(wanted) = bundles.get(bundle) else {
            (self.found)(&laid);
            return;
        };
        if wanted.colour != Some(column.colour) || wanted.low != column.number {
            self.take_up(laid, bundle + 1);
            return;
        }
        for (at, run) in laid.open.as_slice().iter().enumerate() {
            let fits = match run.joker_at(column.number) {
                Some(class) => wanted.kept & 1 << class != 0,
                None => wanted.faces & bit(column.colour, column.number) != 0,
            };
            // Each bundle needs its own tiles.
            let is_free =
                (0..bundles.len()).all(|i| run.bundles() & 1 << i == 0 || bundles[i].high < wanted.low);
            if fits && is_free {
                let open = laid.open.replaced(at, run.with_bundle(bundle));
                self.take_up(Laid { open, ..laid }, bundle + 1);
            }
        }
    }
}
