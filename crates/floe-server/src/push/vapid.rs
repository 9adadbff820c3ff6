//! The key by which push services know this server (RFC 8292). The first server on a store makes it.

use base64ct::{Base64UrlUnpadded, Encoding};
use floe_store::{Item, Store};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::clock::now_ms;
use crate::error::ApiError;

/// The item that holds the key.
const KIND: &str = "push key";
/// How long a signature is valid: the standard allows a day.
const VALID_S: i64 = 12 * 60 * 60;

/// The key.
pub struct ServerKey {
    pair: EcdsaKeyPair,
}

impl ServerKey {
    /// A new key, and the text from which it is parsed.
    fn generate() -> Option<String> {
        let pair =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).ok()?;
        Some(Base64UrlUnpadded::encode_string(pair.as_ref()))
    }

    fn parse(text: &str) -> Option<ServerKey> {
        let bytes = Base64UrlUnpadded::decode_vec(text).ok()?;
        let rng = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &rng).ok()?;
        Some(ServerKey { pair })
    }

    /// The stored key; if there is none yet, a new one is stored. Of several servers that start at once, one makes it.
    pub async fn load(store: &dyn Store) -> Result<Option<ServerKey>, ApiError> {
        if store.items("", KIND).await?.is_empty() {
            let Some(body) = ServerKey::generate() else { return Ok(None) };
            let item =
                Item { user: String::new(), kind: KIND.into(), key: "1".into(), at_ms: now_ms(), body };
            store.put_item(item, false).await?;
        }
        let known = store.items("", KIND).await?;
        Ok(known.first().and_then(|item| ServerKey::parse(&item.body)))
    }

    /// The public key, as browsers take it.
    pub fn public(&self) -> String {
        Base64UrlUnpadded::encode_string(self.pair.public_key().as_ref())
    }

    /// The value of the header `Authorization` for a push service. `contact` tells its operators whom to write to.
    pub fn authorization(&self, origin: &str, contact: Option<&str>, now_s: i64) -> Option<String> {
        let head = json!({ "typ": "JWT", "alg": "ES256" });
        let mut claims = json!({ "aud": origin, "exp": now_s + VALID_S });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let part = |value: &serde_json::Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&head), part(&claims));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).ok()?;
        let signature = Base64UrlUnpadded::encode_string(signature.as_ref());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use floe_store::MemoryStore;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[tokio::test]
    async fn the_key_is_made_once_and_its_signatures_are_valid() {
        let store = Arc::new(MemoryStore::new());
        let key = ServerKey::load(&*store).await.unwrap().unwrap();
        let again = ServerKey::load(&*store).await.unwrap().unwrap();
        assert_eq!(key.public(), again.public());
        let header =
            again.authorization("https://push.example", Some("mailto:op@floe.example"), 1_000).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let bytes = |text: &str| Base64UrlUnpadded::decode_vec(text).unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        public.verify(signed.as_bytes(), &bytes(signature)).unwrap();
        let claims: serde_json::Value =
            serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!(
            claims,
            json!({ "aud": "https://push.example", "exp": 44_200, "sub": "mailto:op@floe.example" })
        );
    }
}
