//! `author_…`: takes extrinsics.

use super::{Answer, Arguments, error::Error, hex};
use crate::{chain::Chain, handle::Handle};
use jsonrpsee::{RpcModule, SubscriptionMessage};
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Adds the methods. With `is_instant`, the node makes a block for each extrinsic.
pub fn add(module: &mut RpcModule<Handle>, is_instant: bool) -> anyhow::Result<()> {
    super::add(module, "author_pendingExtrinsics", pending)?;
    super::add(
        module,
        "author_submitExtrinsic",
        if is_instant { submit_instantly } else { submit },
    )?;
    module.register_subscription(
        "author_submitAndWatchExtrinsic",
        "author_extrinsicUpdate",
        "author_unwatchExtrinsic",
        move |params, sink, handle, _| async move {
            let (watcher, mut statuses) = mpsc::unbounded_channel();
            let bytes = Arguments::of(&params).and_then(|mut arguments| arguments.bytes());
            let submitted = async {
                let bytes = bytes?;
                handle
                    .run(move |chain| {
                        chain.submit(bytes, Some(watcher))?;
                        if is_instant {
                            chain.make_block();
                        }
                        Ok::<_, Error>(())
                    })
                    .await?
            };
            if let Err(error) = submitted.await {
                sink.reject(error).await;
                return Ok(());
            }
            let sink = sink.accept().await?;
            while let Some(status) = statuses.recv().await {
                sink.send(SubscriptionMessage::from_json(&status)?).await?;
                if status.is_last() {
                    break;
                }
            }
            Ok(())
        },
    )?;
    Ok(())
}

fn submit(chain: &mut Chain, mut arguments: Arguments) -> Answer {
    Ok(json!(chain.submit(arguments.bytes()?, None)?))
}

fn submit_instantly(chain: &mut Chain, arguments: Arguments) -> Answer {
    let hash = submit(chain, arguments)?;
    chain.make_block();
    Ok(hash)
}

fn pending(chain: &mut Chain, _: Arguments) -> Answer {
    let all = chain.pool.iter().map(|pending| hex(&pending.extrinsic.bytes));
    Ok(Value::Array(all.collect()))
}
