//! Decides which web pages may use the node.
//!
//! Any page that is open in a browser can reach the ports of that computer, and a browser lets any
//! page open a WebSocket. Each request of a page names the page's origin. Requests of other
//! programs name none.

use jsonrpsee::server::{HttpBody, HttpRequest, HttpResponse};
use std::{
    future::{Future, ready},
    pin::Pin,
    str::FromStr,
    sync::Arc,
    task::{Context, Poll},
};
use tower::{Layer, Service};

/// The origin of pages that may use the node, besides those of this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Any origin.
    All,
    /// Only this origin, such as `https://example.org`.
    One(String),
}

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(words: &str) -> Result<Self, Self::Err> {
        let words = words.to_lowercase();
        if words == "all" {
            return Ok(Self::All);
        }
        let host = host(&words).filter(|host| !host.is_empty() && !host.contains(['/', '*', '@']));
        host.ok_or("an origin is a scheme and a host, such as https://example.org, or `all`")?;
        Ok(Self::One(words))
    }
}

/// An origin's host without the port.
fn host(origin: &str) -> Option<&str> {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))?;
    match rest.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => Some(host),
        _ => Some(rest),
    }
}

fn is_allowed(origin: &str, others: &[Origin]) -> bool {
    let origin = origin.to_lowercase();
    let is_local = host(&origin).is_some_and(|host| {
        ["localhost", "127.0.0.1", "[::1]"].contains(&host) || host.ends_with(".localhost")
    });
    is_local
        || others.iter().any(|other| match other {
            Origin::All => true,
            Origin::One(one) => *one == origin,
        })
}

/// Puts a [`Guard`] before a service.
#[derive(Clone)]
pub struct GuardLayer(Arc<[Origin]>);

impl GuardLayer {
    /// A layer that lets pages of these origins pass, besides those of this computer.
    pub fn new(others: Vec<Origin>) -> Self {
        Self(others.into())
    }
}

impl<S> Layer<S> for GuardLayer {
    type Service = Guard<S>;

    fn layer(&self, service: S) -> Guard<S> {
        Guard { service, others: Arc::clone(&self.0) }
    }
}

/// Refuses pages that may not use the node, and passes all other requests to a service.
#[derive(Clone)]
pub struct Guard<S> {
    service: S,
    others: Arc<[Origin]>,
}

impl<S, B> Service<HttpRequest<B>> for Guard<S>
where
    S: Service<HttpRequest<B>, Response = HttpResponse>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = HttpResponse;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: HttpRequest<B>) -> Self::Future {
        let origin = request.headers().get("origin");
        let origin = origin.map(|origin| String::from_utf8_lossy(origin.as_bytes()));
        match origin {
            Some(origin) if !is_allowed(&origin, &self.others) => {
                let what = format!("the node serves no pages of {origin}, unless --cors names it");
                log::warn!("{what}");
                let mut refused = HttpResponse::new(HttpBody::from(what));
                *refused.status_mut() = 403.try_into().expect("it is a status");
                Box::pin(ready(Ok(refused)))
            }
            _ => Box::pin(self.service.call(request)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_this_computer_may_ask_and_others_if_they_are_named() {
        for local in [
            "http://localhost",
            "http://localhost:5173",
            "https://127.0.0.1:8080",
            "http://[::1]:80",
            "http://play.localhost:3000",
        ] {
            assert!(is_allowed(local, &[]), "{local}");
        }
        for other in [
            "https://example.org",
            "http://localhost.example.org",
            "http://127.0.0.1.example.org:80",
            "http://127.0.0.2",
            "http://notlocalhost",
            "null",
            "file://",
            "",
        ] {
            assert!(!is_allowed(other, &[]), "{other}");
            assert!(is_allowed(other, &[Origin::All]), "{other}");
        }
        let named = ["https://Example.org".parse().unwrap()];
        assert!(is_allowed("https://example.org", &named));
        assert!(!is_allowed("http://example.org", &named));
        assert!(!is_allowed("https://example.org:8443", &named));
    }

    #[test]
    fn what_is_no_origin_is_refused() {
        for words in ["", "example.org", "https://", "https://example.org/page", "*", "null"] {
            assert!(words.parse::<Origin>().is_err(), "{words}");
        }
        assert_eq!("ALL".parse(), Ok(Origin::All));
    }
}
