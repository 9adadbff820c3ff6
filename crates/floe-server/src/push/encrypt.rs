//! The encryption of a message for a browser (RFC 8291): only the browser that subscribed can read it, not the push service.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;

use crate::ids;

/// The length of a public key, uncompressed.
pub const PUBLIC: usize = 65;
/// The length of the secret that authenticates.
pub const AUTH: usize = 16;
/// The record size that is declared; a message is one record.
const RECORD: u32 = 4096;
/// Maximum length of a message, so that it fits into one record with its padding delimiter and tag.
const MAX_TEXT: usize = 3_000;

/// The keys of a subscription, as the browser made them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserKeys {
    /// The public key.
    pub public: [u8; PUBLIC],
    /// The secret that authenticates.
    pub auth: [u8; AUTH],
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message; `None` if it is too long or the browser's key is not a point of the curve.
pub fn encrypt(keys: &BrowserKeys, text: &[u8]) -> Option<Vec<u8>> {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
    let public = own.compute_public_key().ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    agree_ephemeral(own, &theirs, |shared| seal(shared, public.as_ref(), keys, &ids::random(), text))
        .ok()
        .flatten()
}

/// The body of the request: a header with salt and public key, then the record.
fn seal(shared: &[u8], public: &[u8], keys: &BrowserKeys, salt: &[u8; 16], text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let info: [&[u8]; 3] = [b"WebPush: info\0", &keys.public, public];
    let secret: [u8; 32] = derive(&keys.auth, shared, &info)?;
    let key: [u8; 16] = derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derive(salt, &secret, &[b"Content-Encoding: nonce\0"])?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    // The delimiter of the last record.
    let mut record = [text, &[2]].concat();
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record).ok()?;
    let length = [u8::try_from(public.len()).ok()?];
    Some([&salt[..], &RECORD.to_be_bytes(), &length, public, &record].concat())
}

fn derive<const N: usize>(salt: &[u8], secret: &[u8], info: &[&[u8]]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    Salt::new(HKDF_SHA256, salt).extract(secret).expand(info, Length(N)).ok()?.fill(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding};

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        Base64UrlUnpadded::decode_vec(text).unwrap().try_into().unwrap()
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard() {
        let keys = BrowserKeys {
            public: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let public: [u8; PUBLIC] =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt: [u8; 16] = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let body =
            seal(&shared, &public, &keys, &salt, b"When I grow up, I want to be a watermelon").unwrap();
        assert_eq!(
            Base64UrlUnpadded::encode_string(&body),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK\
             6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn what_cannot_be_encrypted_is_refused() {
        let nowhere = BrowserKeys { public: [4; PUBLIC], auth: [0; AUTH] };
        assert_eq!(encrypt(&nowhere, b"hello"), None, "not a point of the curve");
        let public =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let keys = BrowserKeys { public, auth: [0; AUTH] };
        assert_eq!(encrypt(&keys, &[0; MAX_TEXT + 1]), None, "too long");
        let (one, two) = (encrypt(&keys, b"hello").unwrap(), encrypt(&keys, b"hello").unwrap());
        assert_eq!((one.len(), two.len()), (16 + 4 + 1 + PUBLIC + 5 + 1 + 16, one.len()));
        assert_ne!(one[..16], two[..16], "every message has its own salt");
    }
}
