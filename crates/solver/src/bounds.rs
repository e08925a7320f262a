//! How much each colour can still shed, the other colours left aside.
//!
//! The sum over the colours bounds what is left to win: only groups tie colours together, and a tile counts here as fit for
//! a group wherever there are enough other colours of its number.

use alloc::vec::Vec;

use sarja_rules::NUMBER_MAX;

use crate::{
    case::Case,
    runs::{OPEN_MAX, Runs},
    supply::Supply,
};

/// So little that nothing makes up for it: it cannot be done.
pub(crate) const NEVER: i32 = -(1 << 28);

/// The most tiles of a face, which is the most that can lie in groups.
pub(crate) const GROUPED_MAX: usize = 3;

/// The most places for colours that can stay empty in the groups of a number.
const GAPS_MAX: usize = GROUPED_MAX + JOKERS_MAX;

/// The most jokers without a place; no ruleset has more.
const JOKERS_MAX: usize = 4;

const LEVELS: usize = NUMBER_MAX as usize + 2;

/// The most that a colour can shed from a number on, for each collection of its open runs and number of free jokers.
#[derive(Debug, Default)]
pub(crate) struct Bounds {
    most: Vec<i32>,
    /// The same for each number of its tiles that lie in groups at the first of these numbers.
    grouped: Vec<[i32; GROUPED_MAX + 1]>,
    states: usize,
    open_max: usize,
    pub(crate) jokers: usize,
    /// What a tile gets for lying in a group: with every group that can be these add up to no less than nothing.
    pub(crate) rewards: Rewards,
    /// What a joker gets for lying in a group.
    pub(crate) joker_reward: i32,
}

/// A reward for each colour and number.
pub(crate) type Rewards = [[i32; LEVELS]; 4];

/// A way to use the tiles of a number and colour.
pub(crate) struct Choice {
    pub(crate) grouped: u8,
    /// How many jokers lie in runs.
    pub(crate) laid: usize,
    pub(crate) next: Runs,
    pub(crate) jokers_left: usize,
    pub(crate) value: i32,
}

impl Bounds {
    /// Works them out; `false` if there are more runs side by side than can be told apart.
    pub(crate) fn fill(&mut self, supply: &Supply, case: &Case) -> bool {
        self.jokers = usize::from(case.loose());
        let most = (0..4).flat_map(|c| (1..LEVELS - 1).map(move |n| (c, n)));
        let open_max = most.map(|(c, n)| self.side_by_side(supply, case, c, n)).max().unwrap_or(0);
        let copies = (0..4).flat_map(|c| (1..LEVELS - 1).map(move |n| supply.all(c, n))).max().unwrap_or(0);
        if open_max > OPEN_MAX || usize::from(copies) > GROUPED_MAX {
            return false;
        }
        self.open_max = open_max.max(1);
        self.states = Runs::up_to(self.open_max).len();
        self.rewards = [[0; LEVELS]; 4];
        self.joker_reward = 0;
        self.fill_all(supply, case);
        true
    }

    /// Works them out for the rewards as they are.
    pub(crate) fn fill_all(&mut self, supply: &Supply, case: &Case) {
        let size = 4 * LEVELS * self.states * (self.jokers + 1);
        self.most.clear();
        self.most.resize(size, NEVER);
        self.grouped.clear();
        self.grouped.resize(size, [NEVER; GROUPED_MAX + 1]);
        for colour in 0..4 {
            let last = usize::from(supply.numbers) + 1;
            for runs in Runs::up_to(self.open_max).iter().filter(|r| r.short() == 0) {
                let row = self.place(colour, last, *runs);
                self.most[row..=row + self.jokers].fill(0);
            }
            for number in (1..last).rev() {
                let open_before =
                    if number == 1 { 0 } else { self.side_by_side(supply, case, colour, number - 1) };
                let column = Column::new(supply, case, colour, number, self.jokers as u8);
                for &runs in Runs::up_to(open_before) {
                    for jokers in 0..=self.jokers {
                        let grouped = self.most_of(&column, runs, jokers);
                        let row = self.place(colour, number, runs);
                        self.most[row + jokers] = grouped.into_iter().max().unwrap_or(NEVER);
                        self.grouped[row + jokers] = grouped;
                    }
                }
            }
        }
    }

    /// How many runs of a colour can go through a number.
    fn side_by_side(&self, supply: &Supply, case: &Case, colour: usize, number: usize) -> usize {
        usize::from(supply.all(colour, number) + case.pins[colour][number]) + self.jokers
    }

    /// Where the row of a colour stands that has these runs open before a number.
    pub(crate) fn row(&self, colour: usize, number: usize, runs: Runs) -> u32 {
        self.place(colour, number, runs) as u32
    }

    fn place(&self, colour: usize, number: usize, runs: Runs) -> usize {
        ((colour * LEVELS + number) * self.states + runs.index()) * (self.jokers + 1)
    }

    /// What four rows allow together with so many jokers, where so many tiles of the colours that are not decided lie in groups.
    pub(crate) fn sum(&self, rows: [u32; 4], jokers: usize, groups: Option<&Groups>) -> i32 {
        let rows = rows.map(|row| row as usize);
        if jokers == 0 {
            return self.sum_without_jokers(rows, groups);
        }
        let gaps = groups.map_or(0, |g| usize::from(g.gaps));
        self.combine(rows, jokers, groups, None).0[gaps][jokers]
    }

    /// What the rows of all colours but one allow together, for each number of gaps and jokers that they may have.
    pub(crate) fn beside(&self, rows: [u32; 4], jokers: usize, groups: &Groups, colour: usize) -> Beside {
        self.combine(rows.map(|row| row as usize), jokers, Some(groups), Some(colour))
    }

    /// What a colour and those beside it allow, with so many gaps and jokers.
    pub(crate) fn with(&self, beside: &Beside, row: u32, gaps: u8, jokers: usize) -> i32 {
        let own = &self.most[row as usize..=row as usize + jokers];
        let rest = &beside.0[usize::from(gaps)];
        own.iter().enumerate().map(|(had, most)| most + rest[jokers - had]).max().unwrap_or(NEVER)
    }

    /// Weighs against each other which colours are missing in groups, and which take the jokers.
    fn combine(
        &self,
        rows: [usize; 4],
        jokers: usize,
        groups: Option<&Groups>,
        skipped: Option<usize>,
    ) -> Beside {
        let gaps = groups.map_or(0, |g| usize::from(g.gaps));
        let mut sums = [[NEVER * 4; JOKERS_MAX + 1]; GAPS_MAX + 1];
        sums[0][0] = 0;
        let (mut jokers_had, mut gaps_had) = (0, 0);
        for (colour, row) in rows.into_iter().enumerate().filter(|c| Some(c.0) != skipped) {
            let mut next = [[NEVER * 4; JOKERS_MAX + 1]; GAPS_MAX + 1];
            let open = groups.filter(|g| colour >= g.decided);
            let (low, high) = open.map_or((0, 0), |g| g.range(colour));
            for tiles in low..=high {
                let missing = open.map_or(0, |g| usize::from(g.plain + g.known[colour]) - tiles);
                for more in 0..=jokers {
                    let most =
                        if open.is_some() { self.grouped[row + more][tiles] } else { self.most[row + more] };
                    if most <= NEVER {
                        continue;
                    }
                    for gap in 0..(gaps_had + 1).min((gaps + 1).saturating_sub(missing)) {
                        for had in 0..=jokers_had.min(jokers - more) {
                            let sum = &mut next[gap + missing][had + more];
                            *sum = (*sum).max(sums[gap][had] + most);
                        }
                    }
                }
            }
            sums = next;
            jokers_had = jokers;
            if open.is_some() {
                gaps_had = gaps;
            }
        }
        // Who may have more can do with less.
        for gap in 0..=gaps {
            for joker in 0..=jokers {
                let fewer_gaps = if gap > 0 { sums[gap - 1][joker] } else { NEVER * 4 };
                let fewer_jokers = if joker > 0 { sums[gap][joker - 1] } else { NEVER * 4 };
                sums[gap][joker] = sums[gap][joker].max(fewer_gaps).max(fewer_jokers);
            }
        }
        Beside(sums)
    }

    /// What one row allows.
    fn of(&self, row: usize, colour: usize, groups: Option<&Groups>) -> i32 {
        let Some(groups) = groups.filter(|g| colour >= g.decided) else {
            return self.most[row];
        };
        let (low, high) = groups.range(colour);
        self.grouped[row][low..=high].iter().copied().max().unwrap_or(NEVER)
    }

    fn sum_without_jokers(&self, rows: [usize; 4], groups: Option<&Groups>) -> i32 {
        let Some(groups) = groups else {
            return rows.iter().map(|&row| self.most[row]).sum();
        };
        let decided: i32 = rows[..groups.decided].iter().map(|&row| self.most[row]).sum();
        if groups.gaps == 0 {
            let all = |colour: usize| self.of(rows[colour], colour, Some(groups));
            return decided + (groups.decided..4).map(all).sum::<i32>();
        }
        // Which colours are missing in groups is weighed against each other.
        let gaps = usize::from(groups.gaps);
        let mut sums = [NEVER * 4; GAPS_MAX + 1];
        sums[0] = decided;
        for (colour, row) in rows.into_iter().enumerate().skip(groups.decided) {
            let mut next = [NEVER * 4; GAPS_MAX + 1];
            let (low, high) = groups.range(colour);
            for tiles in low..=high {
                let missing = usize::from(groups.plain + groups.known[colour]) - tiles;
                let most = self.grouped[row][tiles];
                for had in 0..=gaps.saturating_sub(missing) {
                    next[had + missing] = next[had + missing].max(sums[had] + most);
                }
            }
            sums = next;
        }
        sums[..=gaps].iter().copied().max().unwrap_or(NEVER)
    }

    /// The most for each number of tiles in groups.
    fn most_of(&self, column: &Column, runs: Runs, jokers: usize) -> [i32; GROUPED_MAX + 1] {
        let mut best = [NEVER; GROUPED_MAX + 1];
        self.each_choice(column, runs, jokers, |choice| {
            let best = &mut best[usize::from(choice.grouped)];
            *best = (*best).max(choice.value);
        });
        best
    }

    /// Goes through the ways to use the tiles of a column.
    pub(crate) fn each_choice(
        &self,
        column: &Column,
        runs: Runs,
        jokers: usize,
        mut look: impl FnMut(Choice),
    ) {
        let reward = self.rewards[column.colour][column.number];
        for laid in 0..=jokers {
            for grouped in 0..=column.groups_max {
                // Jokers that the groups need at least.
                let owed = usize::from(column.owed[usize::from(grouped)]);
                let Some(jokers_left) = (jokers - laid).checked_sub(owed) else { continue };
                for used in column.least.max(grouped)..=column.all {
                    let slots = used - grouped + column.pins + laid as u8;
                    let Some(more) = slots.checked_sub(runs.short()) else { continue };
                    let longer = more.min(runs.threes());
                    if runs.short() + longer < column.links {
                        continue;
                    }
                    let next = Runs::new(more - longer, runs.ones(), runs.twos() + longer);
                    let row = self.place(column.colour, column.number + 1, next);
                    let shed = i32::from(used - column.must) * column.weight;
                    let rewards = reward * i32::from(grouped) - self.joker_reward * i32::from(laid as u8);
                    let value = shed + rewards + self.most[row + jokers_left];
                    look(Choice { grouped, laid, next, jokers_left, value });
                }
            }
        }
    }

    /// The most of one colour from the first number on.
    pub(crate) fn of_colour(&self, colour: usize, jokers: usize) -> i32 {
        self.most[self.place(colour, 1, Runs::default()) + jokers]
    }
}

/// What some colours allow together, by gaps in groups and by jokers.
pub(crate) struct Beside([[i32; JOKERS_MAX + 1]; GAPS_MAX + 1]);

/// What is decided of the groups of one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Groups {
    /// How many colours are decided.
    pub(crate) decided: usize,
    /// How many plain groups there are.
    pub(crate) plain: u8,
    /// How many of their places for colours may stay empty.
    pub(crate) gaps: u8,
    /// How many tiles of each colour lie in other groups.
    pub(crate) known: [u8; 4],
}

impl Groups {
    /// The fewest and the most tiles of a colour that can lie in groups; an empty range where there are not so many.
    fn range(&self, colour: usize) -> (usize, usize) {
        let high = usize::from(self.plain + self.known[colour]);
        let low = high - usize::from(self.gaps.min(self.plain));
        (low.min(GROUPED_MAX + 1), high.min(GROUPED_MAX))
    }
}

/// One number of one colour.
pub(crate) struct Column {
    colour: usize,
    number: usize,
    must: u8,
    least: u8,
    all: u8,
    pins: u8,
    links: u8,
    groups_max: u8,
    /// How many jokers so many groups need, where this colour answers for the groups of the number.
    owed: [u8; GROUPED_MAX + 1],
    weight: i32,
}

impl Column {
    pub(crate) fn new(supply: &Supply, case: &Case, colour: usize, number: usize, jokers: u8) -> Self {
        let all = supply.all(colour, number);
        let help = jokers + case.group_pins[number];
        let others = |groups: u8| -> u8 {
            (0..4).filter(|&c| c != colour).map(|c| supply.all(c, number).min(groups)).sum()
        };
        let fits = |groups: u8| others(groups) + help >= 2 * groups;
        let answers = (0..4).find(|&c| supply.all(c, number) > 0) == Some(colour);
        let owed = [0, 1, 2, 3].map(|groups: u8| {
            let needed = (2 * groups).saturating_sub(others(groups) + case.group_pins[number]);
            if answers { needed } else { 0 }
        });
        Self {
            colour,
            number,
            must: supply.must[colour][number],
            least: supply.must[colour][number] + case.least[colour][number],
            all,
            pins: case.pins[colour][number],
            links: case.links_at(colour, number),
            owed,
            groups_max: (0..=all).rev().find(|&g| fits(g)).unwrap_or(0),
            weight: supply.weight(number as u8),
        }
    }
}
