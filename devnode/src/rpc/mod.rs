//! The node's JSON-RPC.

mod author;
mod blocks;
mod chain_head;
mod development;
mod error;
mod gear;
mod origin;
mod question;
mod state;
mod subscriptions;
mod system;
mod unknown;

use crate::{chain::Chain, handle::Handle};
use anyhow::Context;
use error::Error;
use gear_core::ids::ActorId;
use gsdk::ext::{
    sp_core::{
        Bytes,
        bytes::to_hex,
        crypto::{AccountId32, Ss58Codec},
    },
    subxt::utils::H256,
};
use jsonrpsee::{
    RpcModule,
    server::{
        BatchRequestConfig, PingConfig, RandomStringIdProvider, RpcServiceBuilder, Server,
        ServerHandle, middleware::http::ProxyGetRequestLayer,
    },
    types::{ErrorObjectOwned, Params},
};
use origin::GuardLayer;
use question::Ask;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    future::{Future, ready},
    net::SocketAddr,
    sync::Arc,
    time::Duration,
};
use tower::ServiceBuilder;
use tower_http::cors::CorsLayer;

pub use origin::Origin;

/// The limits are enough for the largest program in hexadecimal, and for the clients' own limits.
const MAX_REQUEST: u32 = 15 * 1024 * 1024;
const MAX_RESPONSE: u32 = 32 * 1024 * 1024;

const MAX_CONNECTIONS: u32 = 256;
const MAX_SUBSCRIPTIONS: u32 = 256;
const MAX_BATCH: u32 = 256;

/// The length of a subscription's id in characters, as on a Substrate node.
const ID_LENGTH: usize = 16;

/// The most messages that may wait for a client that does not read.
const MAX_UNREAD: u32 = 4;

/// The most characters of an address. Decoding Base58 takes time quadratic in the length.
const MAX_ADDRESS: usize = 100;

/// A client that does not answer for this long counts as gone.
const PING_INTERVAL: Duration = Duration::from_secs(20);
const INACTIVE_LIMIT: Duration = Duration::from_secs(60);

/// A method's answer.
type Answer = Result<Value, Error>;

/// A method that one look at the chain can answer.
type Method = fn(&mut Chain, Arguments) -> Answer;

/// The methods that ask about a state, and their error for an unknown block.
type Questions = (&'static [(&'static str, Ask)], fn(H256) -> Error);

/// Listens at the address, and serves the methods from then on.
///
/// # Errors
///
/// If the node can't listen at the address.
pub async fn serve(
    listen: SocketAddr,
    module: RpcModule<Handle>,
    origins: Vec<Origin>,
) -> anyhow::Result<(SocketAddr, ServerHandle)> {
    let names = Arc::new(module.method_names().collect());
    let http = ServiceBuilder::new()
        .layer(GuardLayer::new(origins))
        .layer(CorsLayer::permissive())
        .layer(ProxyGetRequestLayer::new("/health", "system_health")?);
    let named = move |service| unknown::Named::new(service, Arc::clone(&names));
    let server = Server::builder()
        .max_request_body_size(MAX_REQUEST)
        .max_response_body_size(MAX_RESPONSE)
        .max_connections(MAX_CONNECTIONS)
        .max_subscriptions_per_connection(MAX_SUBSCRIPTIONS)
        .set_batch_request_config(BatchRequestConfig::Limit(MAX_BATCH))
        .set_http_middleware(http)
        .set_rpc_middleware(RpcServiceBuilder::new().layer_fn(named))
        .set_id_provider(RandomStringIdProvider::new(ID_LENGTH))
        .set_message_buffer_capacity(MAX_UNREAD)
        .enable_ws_ping(
            PingConfig::new().ping_interval(PING_INTERVAL).inactive_limit(INACTIVE_LIMIT),
        )
        .build(listen)
        .await?;
    Ok((server.local_addr()?, server.start(module)))
}

/// All methods except these.
///
/// # Errors
///
/// If there is no method with such a name.
pub fn module(
    handle: Handle,
    is_instant: bool,
    without: &[String],
) -> anyhow::Result<RpcModule<Handle>> {
    let mut module = RpcModule::new(handle);
    let lists: [&[(&'static str, Method)]; 4] =
        [blocks::METHODS, development::METHODS, state::METHODS, system::METHODS];
    for (name, method) in lists.concat() {
        add(&mut module, name, method)?;
    }
    // Questions to programs go through the runtime, which has its own words for a block that it
    // does not know.
    let lists: [Questions; 2] = [
        (gear::QUESTIONS, Error::runtime_of_unknown_block),
        (state::QUESTIONS, Error::unknown_block),
    ];
    for (questions, unknown) in lists {
        for &(name, ask) in questions {
            serve_by(&mut module, name, move |handle: Arc<Handle>, arguments| async move {
                ask(arguments)?.answered(&handle, unknown).await
            })?;
        }
    }
    development::add(&mut module)?;
    state::add(&mut module)?;
    author::add(&mut module, is_instant)?;
    chain_head::add(&mut module, is_instant)?;
    subscriptions::add(&mut module)?;
    for (alias, name) in [gear::ALIASES, subscriptions::ALIASES].concat() {
        module.register_alias(alias, name)?;
    }
    for unserved in without {
        let name = module.method_names().find(|name| name == unserved);
        let name = name.with_context(|| format!("there is no method {unserved} to leave out"))?;
        module.remove_method(name);
    }
    let mut names: Vec<_> = module.method_names().chain(["rpc_methods"]).collect();
    names.sort_unstable();
    let names = json!({ "methods": names });
    serve_by(&mut module, "rpc_methods", move |_, _| ready(Ok(names.clone())))?;
    Ok(module)
}

fn add(module: &mut RpcModule<Handle>, name: &'static str, method: Method) -> anyhow::Result<()> {
    serve_by(module, name, move |handle: Arc<Handle>, arguments| async move {
        handle.run(move |chain| method(chain, arguments)).await?
    })
}

/// Serves a method.
fn serve_by<F>(
    module: &mut RpcModule<Handle>,
    name: &'static str,
    answer: impl Fn(Arc<Handle>, Arguments) -> F + Send + Sync + 'static,
) -> anyhow::Result<()>
where
    F: Future<Output = Answer> + Send + 'static,
{
    let answer = Arc::new(answer);
    module.register_async_method(name, move |params, handle, _| {
        let answer = Arc::clone(&answer);
        async move {
            let answered = answer(handle, Arguments::of(&params)?).await;
            answered.map_err(ErrorObjectOwned::from)
        }
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

/// The account of an address.
fn account(address: &str) -> Result<ActorId, Error> {
    if address.len() > MAX_ADDRESS {
        let what = format!("an address has at most {MAX_ADDRESS} characters");
        return Err(Error::invalid_params(&what));
    }
    let id = AccountId32::from_ss58check(address)
        .map_err(|error| Error::invalid_params(&format!("{address} is no address: {error:?}")))?;
    Ok(<[u8; 32]>::from(id).into())
}

/// Bytes as Substrate writes them.
fn hex(bytes: &[u8]) -> Value {
    Value::String(to_hex(bytes, false))
}
