//! The node as clients see it. The tests use unmodified `gsdk`, plain WebSockets, and the program
//! `vara-devnode` itself.

mod blocks;
mod development;
mod estimates;
mod game;
mod hostile;
mod mail;
mod methods;
mod pool;
mod process;
mod recorded;
mod refusals;
mod runtime;
mod subscriptions;
mod support;
mod upgrade;
mod vouchers;
