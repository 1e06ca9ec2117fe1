//! The node as clients see it: unmodified `gsdk`, plain WebSockets, and the
//! program `vara-devnode` itself.

mod calls;
mod estimates;
mod game;
mod hostile;
mod methods;
mod money;
mod refusals;
mod subscriptions;
mod support;
mod time;
