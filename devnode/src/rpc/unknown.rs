//! An answer to methods that are not served, which names them.

use super::error::Error;
use jsonrpsee::{MethodResponse, server::middleware::rpc::RpcServiceT, types::Request};
use std::{
    collections::HashSet,
    future::{Future, ready},
    pin::Pin,
    sync::Arc,
};

/// Answers for a service where that would only say that there is no such method.
#[derive(Clone)]
pub struct Named<S> {
    service: S,
    served: Arc<HashSet<&'static str>>,
}

impl<S> Named<S> {
    pub fn new(service: S, served: Arc<HashSet<&'static str>>) -> Self {
        Self { service, served }
    }
}

impl<'a, S> RpcServiceT<'a> for Named<S>
where
    S: RpcServiceT<'a>,
    S::Future: Send + 'a,
{
    type Future = Pin<Box<dyn Future<Output = MethodResponse> + Send + 'a>>;

    fn call(&self, request: Request<'a>) -> Self::Future {
        if self.served.contains(&*request.method) {
            Box::pin(self.service.call(request))
        } else {
            let error = Error::method_not_found(&request.method);
            Box::pin(ready(MethodResponse::error(request.id.into_owned(), error)))
        }
    }
}
