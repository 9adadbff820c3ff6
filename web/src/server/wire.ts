/** The server's wire types, generated from Rust by `cargo xtask api`. */
export * from '../../../crates/floe-server/api/wire';
