//! The text after `cmd:`: what the shell runs, and the options among its words that are for the bot.

/// A setting for the bot: `option.NAME=VALUE` among the words of a player.
pub(crate) type BotOption = (String, String);

/// A command for a shell, split as far as Floe has to understand it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BotCommand {
    /// The command as it was given, without its options.
    pub(crate) text: String,
    /// The end of the variables that are set before the program: `VAR=x prog`.
    assignments: usize,
    /// The words from the program on, without quotes.
    words: Vec<String>,
}

impl BotCommand {
    /// A command and the options among its words. Quotes are the shell's; one that is not closed is refused, and so is a
    /// command without a program.
    pub(crate) fn parse(text: &str) -> Result<(BotCommand, Vec<BotOption>), String> {
        let (text, options) = take_options(text)?;
        let words = split(&text)?;
        let is_assignment = |word: &&Word| is_variable(&text[word.begin..word.end]);
        let assignments = words.iter().take_while(is_assignment).count();
        let Some(program) = words.get(assignments) else {
            return Err(format!("'{text}' names no program; use cmd:PROGRAM ARGS"));
        };
        let command = BotCommand {
            assignments: program.begin,
            words: words[assignments..].iter().map(|word| word.value.clone()).collect(),
            text,
        };
        Ok((command, options))
    }

    /// What a shell runs to become the program: variables are set as before any command.
    pub(crate) fn script(&self) -> String {
        let (variables, program) = self.text.split_at(self.assignments);
        format!("{variables}exec {program}")
    }

    /// The file name of the program; of the script, where the program is an interpreter.
    pub(crate) fn file_name(&self) -> String {
        let file = |word: &str| word.rsplit('/').find(|part| !part.is_empty()).unwrap_or(word).to_owned();
        let program = self.words.first().map(|word| file(word)).unwrap_or_default();
        let bare = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        if !INTERPRETERS.contains(&bare) {
            return program;
        }
        let is_script = |word: &&String| {
            !word.is_empty()
                && !word.starts_with('-')
                && !word.contains(char::is_whitespace)
                && !is_variable(word)
        };
        match self.words.iter().skip(1).find(is_script) {
            // `env node bot.js`: the interpreter of the interpreter.
            Some(script) if INTERPRETERS.contains(&file(script).as_str()) => {
                let rest = self.words.iter().skip_while(|word| *word != script).cloned().collect();
                BotCommand { words: rest, ..self.clone() }.file_name()
            }
            Some(script) => file(script),
            None => program,
        }
    }
}

/// Programs whose first argument is the program.
const INTERPRETERS: &[&str] = &[
    "python", "pypy", "node", "deno", "bun", "java", "dotnet", "mono", "ruby", "perl", "php", "lua",
    "luajit", "sh", "bash", "dash", "zsh", "env", "julia", "Rscript", "guile", "sbcl", "escript", "wine",
    "npx", "tsx",
];

/// Takes the words `option.NAME=VALUE` out of a text. A word that starts with a quote is none.
pub(crate) fn take_options(text: &str) -> Result<(String, Vec<BotOption>), String> {
    let (mut rest, mut options, mut kept) = (String::new(), Vec::new(), 0);
    for word in split(text)? {
        if !text[word.begin..word.end].starts_with("option.") {
            continue;
        }
        let option = word.value["option.".len()..].split_once('=');
        let Some((name, value)) = option.filter(|(name, _)| !name.trim().is_empty()) else {
            return Err(format!("'{}' is not an option; use option.NAME=VALUE", word.value));
        };
        if word.value.chars().any(char::is_control) {
            return Err(format!("option {name}: a value has no control characters"));
        }
        options.push((name.trim().to_owned(), value.trim().to_owned()));
        rest += text[kept..word.begin].trim_end();
        kept = word.end;
    }
    rest += &text[kept..];
    Ok((rest.trim().to_owned(), options))
}

/// An option as a word that [`take_options`] reads.
pub(crate) fn option_text((name, value): &BotOption) -> String {
    let plain = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_.,:/@%+-".contains(c));
    let quoted = |text: &str| match plain(text) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    };
    format!("option.{}={}", quoted(name), quoted(value))
}

/// Is this a word that sets a variable, `NAME=…`?
fn is_variable(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// A word of a command: where it is, and what it says without its quotes.
struct Word {
    begin: usize,
    end: usize,
    value: String,
}

/// The words of a text by the quoting rules of a shell: `'…'` is literal, in `"…"` a backslash protects `"`, `\`, `$` and
/// `` ` ``, elsewhere it protects any character. What a shell expands is left as it is.
fn split(text: &str) -> Result<Vec<Word>, String> {
    let mut words: Vec<Word> = Vec::new();
    let mut word: Option<Word> = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let current = word.get_or_insert(Word { begin: at, end: at, value: String::new() });
        let not_closed = || format!("in '{text}' a {c} is not closed");
        match c {
            '\'' => loop {
                match chars.next().ok_or_else(not_closed)? {
                    (_, '\'') => break,
                    (_, c) => current.value.push(c),
                }
            },
            '"' => loop {
                match chars.next().ok_or_else(not_closed)? {
                    (_, '"') => break,
                    (_, '\\') => match chars.next().ok_or_else(not_closed)? {
                        (_, c @ ('"' | '\\' | '$' | '`')) => current.value.push(c),
                        (_, c) => current.value.extend(['\\', c]),
                    },
                    (_, c) => current.value.push(c),
                }
            },
            '\\' => match chars.next() {
                Some((_, c)) => current.value.push(c),
                None => return Err(format!("'{text}' ends with a backslash")),
            },
            c => current.value.push(c),
        }
        current.end = chars.offset();
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_before_the_program_as_in_a_shell() {
        for (text, script) in [
            ("bot --fast", "exec bot --fast"),
            ("A=1 bot", "A=1 exec bot"),
            ("A='x y' B=\"$A z\" ./bot C=3", "A='x y' B=\"$A z\" exec ./bot C=3"),
            ("  python3   bot.py  ", "exec python3   bot.py"),
        ] {
            assert_eq!(BotCommand::parse(text).unwrap().0.script(), script);
        }
        for (text, refusal) in [
            ("A=1", "'A=1' names no program; use cmd:PROGRAM ARGS"),
            ("bot 'x", "in 'bot 'x' a ' is not closed"),
            ("bot \"x", "in 'bot \"x' a \" is not closed"),
            ("bot \\", "'bot \\' ends with a backslash"),
            ("bot option.=3", "'option.=3' is not an option; use option.NAME=VALUE"),
            ("bot option.depth", "'option.depth' is not an option; use option.NAME=VALUE"),
        ] {
            assert_eq!(BotCommand::parse(text).unwrap_err(), refusal);
        }
    }

    #[test]
    fn options_are_words_of_their_own() {
        let (command, options) =
            BotCommand::parse("bot option.Depth=3 --fast option.'Skill Level'=\"a b\" 'option.x=1'").unwrap();
        assert_eq!(command.script(), "exec bot --fast 'option.x=1'");
        let expected =
            [("Depth", "3"), ("Skill Level", "a b")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(options, expected);
        let words: Vec<String> = options.iter().map(option_text).collect();
        assert_eq!(words, ["option.Depth=3", "option.'Skill Level'='a b'"]);
        assert_eq!(take_options(&words.join(" ")).unwrap(), (String::new(), options));
        // A shell's own words are left alone.
        let (command, options) = BotCommand::parse("sh -c 'while read a; do echo option.x=1; done'").unwrap();
        assert!(options.is_empty());
        assert_eq!(command.text, "sh -c 'while read a; do echo option.x=1; done'");
    }

    #[test]
    fn a_program_is_called_by_its_file() {
        for (text, name) in [
            ("./bots/amazons-bot --fast", "amazons-bot"),
            ("python3 bots/first.py", "first.py"),
            ("/usr/bin/python3.11 -u first.py", "first.py"),
            ("A=1 java -Xmx700m -jar target/bot.jar", "bot.jar"),
            ("env A=1 node bot.js", "bot.js"),
            ("sh -c 'while read line; do echo; done'", "sh"),
            ("python3", "python3"),
        ] {
            assert_eq!(BotCommand::parse(text).unwrap().0.file_name(), name, "{text}");
        }
    }
}
