/** The types of everything that crosses between the rules and the web app, generated from Rust by `cargo xtask api`. */
export * from '../../../crates/floe-wasm/api/rules';
