//! Accounts as browser wallets export them: JSON encrypted with a password.
//!
//! The format is version 3 of the polkadot-js keyring's: a PKCS #8 document with an sr25519 key
//! pair, sealed with the password.

use crate::{
    failure::Failure,
    keys::sealed::{OpenError, open},
};
use anyhow::{Result, ensure};
use schnorrkel::SecretKey;
use secrecy::SecretString;
use serde::Deserialize;

/// The bytes around the key pair in the document.
const BEFORE_SECRET: [u8; 16] = [48, 83, 2, 1, 1, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];
const SECRET: usize = 64;
const BEFORE_PUBLIC: [u8; 5] = [161, 35, 3, 33, 0];
#[derive(Deserialize)]
struct Exported {
    encoded: String,
    encoding: Encoding,
}

#[derive(Deserialize)]
struct Encoding {
    content: Vec<String>,
    #[serde(rename = "type")]
    kind: Vec<String>,
    version: String,
}

/// Whether the text is a wallet's export, and not some other file.
pub fn is_export(text: &str) -> bool {
    serde_json::from_str::<Exported>(text).is_ok()
}

/// The secret key in the file, in hexadecimal. The keystore keeps it instead of a phrase, which the
/// file does not have.
///
/// # Errors
///
/// [`Failure::Usage`] if it is no such file, or has another password. The error repeats nothing of
/// the file.
pub fn secret_key(text: &str, password: &SecretString) -> Result<SecretString> {
    let exported: Exported = serde_json::from_str(text)
        .map_err(|_| Failure::usage("that is no account as a wallet exports it"))?;
    let Encoding { content, kind, version } = &exported.encoding;
    let is_known = content.iter().map(String::as_str).eq(["pkcs8", "sr25519"])
        && kind.iter().map(String::as_str).eq(["scrypt", "xsalsa20-poly1305"])
        && version == "3";
    ensure!(
        is_known,
        Failure::Usage(
            "the wallet's file has another kind of key or encryption than sr25519 under a \
             password"
                .into()
        )
    );
    let damaged = || Failure::usage("the wallet's file is damaged");
    let document = open(&exported.encoded, password).map_err(|error| match error {
        OpenError::Damaged => damaged(),
        OpenError::Password => Failure::usage("that is not the password of the wallet's file"),
    })?;
    let rest = document.strip_prefix(&BEFORE_SECRET).ok_or_else(damaged)?;
    let (secret, rest) = rest.split_at_checked(SECRET).ok_or_else(damaged)?;
    let public = rest.strip_prefix(&BEFORE_PUBLIC).ok_or_else(damaged)?;
    let secret = SecretKey::from_ed25519_bytes(secret).map_err(|_| damaged())?;
    ensure!(secret.to_public().to_bytes() == public, damaged());
    Ok(format!("0x{}", hex::encode(secret.to_bytes())).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by `@polkadot/keyring` 14.
    const EXPORT: &str = include_str!("../../tests/data/wallet.json");

    #[test]
    fn another_password_or_a_damaged_file_is_the_users_mistake() {
        let damaged = EXPORT.replacen("\"encoded\":\"", "\"encoded\":\"AAAA", 1);
        for (text, password) in
            [(EXPORT, "sesame"), (&damaged, "sesame street 7"), ("{}", "sesame street 7")]
        {
            let error = secret_key(text, &password.into()).err().unwrap();
            assert_eq!(Failure::code(&error), 2, "{error}");
        }
        assert!(is_export(EXPORT) && !is_export("{}"));
    }
}
