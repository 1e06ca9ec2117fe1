//! The address of a node as it is shown.

/// The addresses, separated by commas, without what may be a key of their owner's: a provider's is in
/// the path or the query, and a proxy's a name and a password. Logs and screens are seen by others.
pub fn shown(addresses: &str) -> String {
    let shown: Vec<_> = addresses.split(',').map(|address| shown_one(address.trim())).collect();
    shown.join(",")
}

fn shown_one(address: &str) -> String {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), address),
    };
    let (place, more) = rest.split_at(rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len()));
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let is_whole = host == place && matches!(more, "" | "/");
    let more = if is_whole { more } else { "/…" };
    format!("{scheme}{host}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_key_is_left_out_and_the_rest_is_as_it_was_named() {
        for whole in ["ws://127.0.0.1:9944", "wss://[::1]:1/", "wss://a.b,ws://c", "host:1", ""] {
            assert_eq!(shown(whole), whole);
        }
        for (address, seen) in [
            ("wss://a.b/v1/KEY", "wss://a.b/…"),
            ("wss://a.b?key=KEY", "wss://a.b/…"),
            ("wss://a.b/#KEY", "wss://a.b/…"),
            ("ws://me:KEY@a.b:1", "ws://a.b:1/…"),
            ("ws://me:K@EY@a.b:1/x", "ws://a.b:1/…"),
            ("a.b/KEY", "a.b/…"),
            ("ws://a, wss://b/KEY", "ws://a,wss://b/…"),
        ] {
            assert_eq!(shown(address), seen);
        }
    }
}
