// The name under which `cargo xtask test` still calls the comparison.
import './compare-engines.mjs';
