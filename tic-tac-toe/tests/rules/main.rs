//! The rules of tic-tac-toe, one file a subject.

mod cast;
mod club;
mod ending;
mod expiring;
mod passes;
mod playing;
mod queries;
mod referees;
mod refusals;
mod restarting;
mod timeouts;
