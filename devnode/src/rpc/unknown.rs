//! Answers requests for methods that are not served, and names the method.

use super::{MAX_RESPONSE, error::Error};
use jsonrpsee::{
    MethodResponse, ResponsePayload, server::middleware::rpc::RpcServiceT, types::Request,
};
use std::{
    collections::HashSet,
    future::{Future, ready},
    pin::Pin,
    sync::Arc,
};

/// Answers in place of a service that would only say that the method does not exist.
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
            return Box::pin(self.service.call(request));
        }
        let error = ResponsePayload::<()>::error(Error::method_not_found(&request.method));
        let id = request.id.into_owned();
        Box::pin(ready(MethodResponse::response(id, error, MAX_RESPONSE as usize)))
    }
}
