//! What stands before the methods: those that are not served are named, and requests
//! are counted.

use super::{MAX_RESPONSE, connection::Connection, error::Error, until_sent};
use jsonrpsee::{
    MethodResponse, ResponsePayload, server::middleware::rpc::RpcServiceT, types::Request,
};
use std::{collections::HashSet, future::Future, pin::Pin, sync::Arc};

/// Answers for a service where that would only say that there is no such method. The
/// others find their connection among their extensions.
#[derive(Clone)]
pub struct Named<S> {
    service: S,
    served: Arc<HashSet<&'static str>>,
    connection: Connection,
}

impl<S> Named<S> {
    pub fn new(service: S, served: Arc<HashSet<&'static str>>, connection: Connection) -> Self {
        Self { service, served, connection }
    }
}

impl<'a, S> RpcServiceT<'a> for Named<S>
where
    S: RpcServiceT<'a>,
    S::Future: Send + 'a,
{
    type Future = Pin<Box<dyn Future<Output = MethodResponse> + Send + 'a>>;

    fn call(&self, mut request: Request<'a>) -> Self::Future {
        let arguments = request.params.as_ref().map_or(0, |params| params.get().len());
        let counted = self.connection.count(arguments);
        let connection = self.connection.clone();
        if self.served.contains(&*request.method) {
            request.extensions_mut().insert(connection);
            let answer = self.service.call(request);
            Box::pin(async move {
                let answer = answer.await;
                drop(counted);
                answer
            })
        } else {
            let error = Error::method_not_found(&request.method);
            let id = request.id.into_owned();
            Box::pin(async move {
                let turn = connection.turn().await;
                drop(counted);
                let error = ResponsePayload::<()>::error(error);
                MethodResponse::response(id, until_sent(error, turn), MAX_RESPONSE as usize)
            })
        }
    }
}
