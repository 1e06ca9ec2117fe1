//! Tests of the rules of tic-tac-toe, one file for each subject.

mod cast;
mod ending;
mod expiring;
mod passes;
mod playing;
mod queries;
mod referees;
mod refusals;
mod restarting;
mod tic_tac_toe;
mod timeouts;
