//! Answers in pages.

use alloc::vec::Vec;
use tic_tac_toe_io::StateQuery;

/// Which entries a page is about.
#[derive(Clone, Copy)]
pub struct Range {
    /// Where to look first.
    pub from: u32,
    /// The most entries that are wanted.
    pub limit: u32,
}

impl Range {
    /// What a query asks for that says nothing else.
    pub const FIRST: Range = Range { from: 0, limit: StateQuery::PAGE };

    /// The wanted ones of the entries in the places before `end`, and where to
    /// go on if there may be more. No more than [`StateQuery::SCAN`] places are
    /// looked at: a node gives a query only so much gas.
    pub fn select<T>(
        self,
        end: u32,
        mut entry: impl FnMut(u32) -> Option<T>,
    ) -> (Vec<T>, Option<u32>) {
        let limit = self.limit.min(StateQuery::PAGE) as usize;
        let stop = end.min(self.from.saturating_add(StateQuery::SCAN));
        let mut entries = Vec::new();
        for place in self.from..stop {
            if entries.len() == limit {
                return (entries, Some(place));
            }
            entries.extend(entry(place));
        }
        (entries, (stop < end && self.from < end).then_some(stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evens(from: u32, limit: u32, end: u32) -> (Vec<u32>, Option<u32>) {
        Range { from, limit }.select(end, |place| place.is_multiple_of(2).then_some(place))
    }

    #[test]
    fn a_page_ends_at_its_limit_or_with_the_entries() {
        assert_eq!(evens(0, 3, 10), ([0, 2, 4].into(), Some(5)));
        assert_eq!(evens(5, 3, 10), ([6, 8].into(), None));
        assert_eq!(evens(0, 5, 9), ([0, 2, 4, 6, 8].into(), None));
    }

    #[test]
    fn nothing_is_wanted_or_there_is_nothing() {
        assert_eq!(evens(3, 0, 10), ([].into(), Some(3)));
        assert_eq!(evens(0, 5, 0), ([].into(), None));
        assert_eq!(evens(10, 5, 10), ([].into(), None));
        assert_eq!(evens(u32::MAX, 5, 10), ([].into(), None));
    }

    #[test]
    fn no_page_is_longer_than_the_longest() {
        let (page, next) = evens(0, u32::MAX, 1_000);
        assert_eq!(page.len() as u32, StateQuery::PAGE);
        assert_eq!(next, Some(199));
    }

    #[test]
    fn a_search_that_takes_long_goes_on_with_the_next_page() {
        let end = 2 * StateQuery::SCAN + 10;
        let last = |range: Range| range.select(end, |place| (place == end - 1).then_some(place));
        let first = Range { from: 0, limit: 1 };
        assert_eq!(last(first), (Vec::new(), Some(StateQuery::SCAN)));
        let second = Range { from: StateQuery::SCAN, limit: 1 };
        assert_eq!(last(second), (Vec::new(), Some(2 * StateQuery::SCAN)));
        let third = Range { from: 2 * StateQuery::SCAN, limit: 1 };
        assert_eq!(last(third), ([end - 1].into(), None));
    }
}
