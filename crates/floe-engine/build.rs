//! Packs the networks of `nets/` for the program: a third of the text's size, and most of the web app's download is the
//! engine's module. `src/net.rs` unpacks them.
//!
//! A section for each network of a file, the value network first: its name and a zero byte, the number of weights in four
//! bytes, how many decimals they have, how many bytes each takes. Then the weights as whole numbers whose lowest bit is the
//! sign: the lowest byte of all of them, the next byte of all of them, and so on, since bytes that are alike compress well.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=nets");
    let nets = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("nets");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for entry in fs::read_dir(nets)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default();
        let packed = pack(&fs::read_to_string(&path)?).unwrap_or_else(|error| fail(&path, &error));
        fs::write(out.join(name).with_extension("net"), packed)?;
    }
    Ok(())
}

fn fail(path: &Path, error: &str) -> ! {
    println!("cargo::error={}: {error}", path.display());
    std::process::exit(1)
}

fn pack(text: &str) -> Result<Vec<u8>, String> {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let mut words = text.split_ascii_whitespace().peekable();
    let mut name = "";
    let mut packed = Vec::new();
    loop {
        let _count = words.next();
        let mut weights = Vec::new();
        while let Some(word) = words.next_if(|word| !is_name(word)) {
            weights.push(word);
        }
        section(&mut packed, name, &weights)?;
        let Some(next) = words.next() else { return Ok(packed) };
        name = next;
    }
}

fn section(packed: &mut Vec<u8>, name: &str, weights: &[&str]) -> Result<(), String> {
    let decimals =
        weights.iter().map(|word| word.split_once('.').map_or(0, |(_, digits)| digits.len())).max();
    let decimals = decimals.ok_or("a section has no weights")?;
    let scale = 10f32.powi(decimals as i32);
    let mut whole = Vec::new();
    for word in weights {
        let exact: f32 = word.parse().map_err(|_| format!("'{word}' is not a number"))?;
        let number = (f64::from(exact.abs()) * f64::from(scale)).round() as u32;
        // Both are exact, so their quotient is the nearest number to the decimal, as it is when that is parsed.
        if number >= 1 << 24 || number as f32 / scale != exact.abs() {
            return Err(format!(
                "the weight {word} cannot be packed; weights are rounded as `floe train` does"
            ));
        }
        whole.push(number << 1 | u32::from(exact.is_sign_negative()));
    }
    let bits = 32 - whole.iter().fold(0, |all, weight| all | weight).leading_zeros();
    let bytes = bits.div_ceil(8);
    packed.extend(name.bytes().chain([0]));
    packed.extend((weights.len() as u32).to_le_bytes());
    packed.extend([decimals as u8, bytes as u8]);
    for byte in 0..bytes {
        packed.extend(whole.iter().map(|weight| (weight >> (8 * byte)) as u8));
    }
    Ok(())
}
