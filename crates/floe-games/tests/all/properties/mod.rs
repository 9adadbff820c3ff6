//! What holds for any input: no input or size breaks a parser, no sequence of actions at a table breaks the game, and a
//! game stopped by agreement ends as it would have with best play.

mod adjudication;
mod examples;
mod huge;
mod quarrels;
mod texts;
