//! `xtask-wasm FILE FOLDER`: the JavaScript around a compiled library. Apart from `xtask`, which is built every time
//! and should be built quickly.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder] = &words[..] else {
        eprintln!("xtask-wasm: a file and a folder are needed, not {} words", words.len());
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let made =
        bindgen.input_path(file).web(true).map(|bindgen| bindgen.typescript(true).remove_name_section(true));
    match made.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask-wasm: {error:#}");
            ExitCode::FAILURE
        }
    }
}
