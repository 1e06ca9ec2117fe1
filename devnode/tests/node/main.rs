//! The node as clients see it: unmodified `gsdk`, plain WebSockets, and the
//! program `vara-devnode` itself.

mod calls;
mod development;
mod estimates;
mod finality;
mod game;
mod hostile;
mod memory;
mod methods;
mod money;
mod pool;
mod process;
mod recorded;
mod refusals;
mod runtime;
mod runtimes;
mod subscriptions;
mod support;
mod time;
mod vouchers;
