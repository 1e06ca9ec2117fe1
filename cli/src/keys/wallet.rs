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
use serde_json::Value;

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

/// Checks that a file is an account with a key that can sign here, and says what else it is.
///
/// # Errors
///
/// The reason, which repeats nothing of the file.
pub fn check(text: &str) -> Result<(), String> {
    read(text).map(drop)
}

fn read(text: &str) -> Result<Exported, String> {
    let no_export = "it is no account as a wallet exports it";
    let file: Value = serde_json::from_str(text).map_err(|_| no_export)?;
    let is = |what: &str| file["meta"][what] == true;
    let by =
        "its phrase would be another account here: make one (`rpsls account new`), and send to it";
    if is("isHardware")
        || is("isExternal")
        || is("isInjected")
        || is("isMultisig")
        || is("isProxied")
    {
        return Err("the account's key is elsewhere, in a device or another wallet, or there are \
                    several, so rpsls can't sign for it: use an account that has its own key"
            .into());
    }
    let exported: Exported = serde_json::from_value(file).map_err(|_| no_export)?;
    let Encoding { content, kind, version } = &exported.encoding;
    let content: Vec<_> = content.iter().map(String::as_str).collect();
    match content[..] {
        ["pkcs8", "sr25519"] => {}
        ["batch-pkcs8"] => return Err("it has several accounts: export the one".into()),
        ["pkcs8", key] if key.len() < 20 => {
            return Err(format!(
                "its key is of the kind {key}, and rpsls signs with sr25519: {by}"
            ));
        }
        _ => return Err(format!("its key is of no kind that rpsls knows: {by}")),
    }
    let is_known = kind.iter().map(String::as_str).eq(["scrypt", "xsalsa20-poly1305"]);
    match is_known && version == "3" {
        true => Ok(exported),
        false => Err("it is sealed in a way that rpsls does not know: export it anew, with a \
                      password"
            .into()),
    }
}

/// The secret key in the file, in hexadecimal. The keystore keeps it instead of a phrase, which the
/// file does not have.
///
/// # Errors
///
/// [`Failure::Usage`] if it is no such file, or has another password. The error repeats nothing of
/// the file.
pub fn secret_key(text: &str, password: &SecretString) -> Result<SecretString> {
    let exported = read(text).map_err(Failure::usage)?;
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
        assert!(check(EXPORT).is_ok() && check("{}").is_err() && check("[1]").is_err());
    }

    #[test]
    fn what_can_not_sign_here_is_said_before_a_password_is_asked_for() {
        let of = |kind: &str| EXPORT.replacen("sr25519", kind, 1);
        let hardware = r#"{"address":"kGx","meta":{"isHardware":true,"genesisHash":"0x1"}}"#;
        let watched = r#"{"address":"kGx","encoded":"0x","meta":{"isExternal":true}}"#;
        for (text, why) in [
            (of("ed25519"), "of the kind ed25519"),
            (of("ecdsa"), "of the kind ecdsa"),
            (EXPORT.replacen("\"pkcs8\",\"sr25519\"", "\"batch-pkcs8\"", 1), "several accounts"),
            (EXPORT.replacen("xsalsa20-poly1305", "none", 1), "sealed in a way"),
            (hardware.into(), "key is elsewhere"),
            (watched.into(), "key is elsewhere"),
        ] {
            let said = check(&text).unwrap_err();
            assert!(said.contains(why), "{said}");
        }
    }
}
