//! Rust's docs, as other languages read them.

/// Docs, without links to what only Rust's have.
pub fn plain(docs: &[String]) -> Vec<String> {
    let docs = docs.join("\n");
    let mut text = String::new();
    let mut rest = &*docs;
    while let Some((before, link)) = rest.split_once('[') {
        text += before;
        let Some((label, after)) = link.split_once(']') else {
            rest = link;
            continue;
        };
        // What a label stands for is defined on a line of its own.
        if after.starts_with(": ") {
            rest = after.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        text += label;
        let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    text += rest;
    text.trim().lines().map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_told_by_their_labels() {
        let plain = |docs: &str| plain(&[docs.to_owned()]).join("\n");
        assert_eq!(plain(" Of two\n lines."), "Of two\nlines.");
        assert_eq!(plain("See\n [`a`](crate::a), or [`B::b`]."), "See\n`a`, or `B::b`.");
        assert_eq!(plain("As [`a`] has.\n\n[`a`]: crate::a\n"), "As `a` has.");
    }
}
