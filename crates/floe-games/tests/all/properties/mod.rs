//! What holds whatever is put in: no input breaks a parser, no size does, no quarrel at a table breaks the game, and
//! a game stopped by consent ends as it would have been played.

mod adjudication;
mod examples;
mod huge;
mod quarrels;
mod texts;
