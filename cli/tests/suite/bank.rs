//! Money for the tests' accounts.
//!
//! On a node in development mode only Alice and Bob are rich. Tests run in parallel, so only one of
//! them pays at a time. Otherwise two would use the same nonce.

use gsdk::{
    Api, GearConfig, IntoAccountId32, PairSigner, Signer,
    ext::{
        sp_core::{Pair as _, sr25519::Pair},
        subxt::config::polkadot::PolkadotExtrinsicParamsBuilder,
    },
    gear,
};
use std::time::Duration;
use tokio::{sync::Mutex, time::sleep};

/// The lock for signing as the payer.
static TURN: Mutex<()> = Mutex::const_new(());

/// How often to try while others use the payer's account.
const TRIES: u32 = 50;

/// Sends this much from the rich payer to a development account. Returns once the node has the
/// transfer.
pub async fn pay(url: &str, to: &str, value: u128) {
    let api = Api::new(url).await.expect("the node answers");
    let payer = signer("//Alice");
    let to = signer(to).account_id().into_account_id();
    let call = gear::tx().balances().transfer_keep_alive(to.into(), value);
    let _turn = TURN.lock().await;
    for _ in 0..TRIES {
        let nonce = api.legacy().system_account_next_index(payer.account_id()).await;
        let parameters = PolkadotExtrinsicParamsBuilder::<GearConfig>::new()
            .nonce(nonce.expect("the node knows the account"))
            // A final block may be too old to sign in view of.
            .immortal()
            .build();
        if let Ok(signed) = api.tx().create_signed(&call, &payer, parameters).await
            && api.legacy().author_submit_extrinsic(signed.encoded()).await.is_ok()
        {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("the node takes no transfer");
}

pub fn signer(path: &str) -> Signer {
    PairSigner::new(Pair::from_string(path, None).expect("a development account"))
}
