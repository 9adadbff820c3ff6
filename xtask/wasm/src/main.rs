//! `xtask-wasm FILE FOLDER`: generates the JavaScript around a compiled library. Separate from `xtask`, which is built
//! every time and should build quickly.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, folder] = &args[..] else {
        eprintln!("xtask-wasm: expected a file and a folder, not {} arguments", args.len());
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let configured =
        bindgen.input_path(file).web(true).map(|bindgen| bindgen.typescript(true).remove_name_section(true));
    match configured.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask-wasm: {error:#}");
            ExitCode::FAILURE
        }
    }
}
