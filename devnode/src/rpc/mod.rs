//! The node's JSON-RPC.

mod author;
mod blocks;
mod development;
mod error;
mod gear;
mod state;
mod subscriptions;
mod system;
mod unknown;

use crate::{chain::Chain, handle::Handle};
use error::Error;
use gsdk::ext::{sp_core::Bytes, subxt::utils::H256};
use jsonrpsee::{
    RpcModule,
    server::{
        BatchRequestConfig, PingConfig, RpcServiceBuilder, Server, ServerHandle,
        middleware::http::ProxyGetRequestLayer,
    },
    types::Params,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tower::ServiceBuilder;
use tower_http::cors::CorsLayer;

/// Enough for a program of the greatest size in hexadecimal, and as much as the
/// clients' own limit asks for.
const MAX_REQUEST: u32 = 15 * 1024 * 1024;
const MAX_RESPONSE: u32 = 32 * 1024 * 1024;

const MAX_CONNECTIONS: u32 = 512;
const MAX_SUBSCRIPTIONS: u32 = 256;
const MAX_BATCH: u32 = 256;

/// Messages that may wait for a client that does not read.
const MAX_UNREAD: u32 = 256;

/// A client that does not answer for this long is gone.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const INACTIVE_LIMIT: Duration = Duration::from_secs(60);

/// What a method answers.
type Answer = Result<Value, Error>;

/// A method that one look at the chain answers.
type Method = fn(&mut Chain, Arguments) -> Answer;

/// Listens, and serves from then on.
///
/// # Errors
///
/// If the address can't be listened at.
pub async fn serve(
    listen: SocketAddr,
    handle: Handle,
    is_instant: bool,
) -> anyhow::Result<(SocketAddr, ServerHandle)> {
    let module = module(handle, is_instant)?;
    let names = Arc::new(module.method_names().collect());
    let server = Server::builder()
        .max_request_body_size(MAX_REQUEST)
        .max_response_body_size(MAX_RESPONSE)
        .max_connections(MAX_CONNECTIONS)
        .max_subscriptions_per_connection(MAX_SUBSCRIPTIONS)
        .set_batch_request_config(BatchRequestConfig::Limit(MAX_BATCH))
        .set_http_middleware(
            ServiceBuilder::new()
                .layer(CorsLayer::permissive())
                .layer(ProxyGetRequestLayer::new("/health", "system_health")?),
        )
        .set_message_buffer_capacity(MAX_UNREAD)
        .enable_ws_ping(
            PingConfig::new().ping_interval(PING_INTERVAL).inactive_limit(INACTIVE_LIMIT),
        )
        .set_rpc_middleware(
            RpcServiceBuilder::new()
                .layer_fn(move |service| unknown::Named::new(service, Arc::clone(&names))),
        )
        .build(listen)
        .await?;
    let address = server.local_addr()?;
    Ok((address, server.start(module)))
}

fn module(handle: Handle, is_instant: bool) -> anyhow::Result<RpcModule<Handle>> {
    let mut module = RpcModule::new(handle);
    let lists: [&[(&'static str, Method)]; 5] =
        [blocks::METHODS, development::METHODS, gear::METHODS, state::METHODS, system::METHODS];
    for (name, method) in lists.concat() {
        add(&mut module, name, method)?;
    }
    author::add(&mut module, is_instant)?;
    subscriptions::add(&mut module)?;
    for (alias, name) in [gear::ALIASES, subscriptions::ALIASES].concat() {
        module.register_alias(alias, name)?;
    }
    let mut names: Vec<_> = module.method_names().chain(["rpc_methods"]).collect();
    names.sort_unstable();
    let names = json!({ "methods": names });
    module.register_method("rpc_methods", move |_, _, _| names.clone())?;
    Ok(module)
}

fn add(module: &mut RpcModule<Handle>, name: &'static str, method: Method) -> anyhow::Result<()> {
    module.register_async_method(name, move |params, handle, _| async move {
        let arguments = Arguments::of(&params)?;
        handle.run(move |chain| method(chain, arguments)).await?
    })?;
    Ok(())
}

/// The arguments of a request, taken one after another.
struct Arguments(std::vec::IntoIter<Value>);

impl Arguments {
    fn of(params: &Params) -> Result<Self, Error> {
        let list = if params.as_str().is_none() { vec![] } else { params.parse::<Vec<Value>>()? };
        Ok(Self(list.into_iter()))
    }

    /// The next argument.
    ///
    /// # Errors
    ///
    /// If it is missing or of another kind.
    fn next<T: DeserializeOwned>(&mut self) -> Result<T, Error> {
        let value = self.0.next().unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| Error::invalid_params(&error.to_string()))
    }

    /// The next argument, if it is there and is not `null`.
    fn optional<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Error> {
        self.next()
    }

    /// The next argument as bytes in hexadecimal.
    fn bytes(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.next::<Bytes>()?.0)
    }

    /// The next argument as 32 bytes.
    fn id<T: From<[u8; 32]>>(&mut self) -> Result<T, Error> {
        Ok(self.next::<H256>()?.0.into())
    }
}

/// Bytes as Substrate writes them.
fn hex(bytes: &[u8]) -> Value {
    Value::String(format!("0x{}", ::hex::encode(bytes)))
}
