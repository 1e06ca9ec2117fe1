//! A node that answers otherwise: a proxy that reads along.

use crate::world::runtime;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_tungstenite::{
    accept_async_with_config, connect_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// What becomes of a request.
pub enum Verdict {
    Pass,
    /// The node is not asked.
    Refuse {
        code: i32,
        message: &'static str,
        data: &'static str,
    },
    /// The connection ends.
    Drop,
    /// The node is asked after a while.
    Later(Duration),
}

/// Looks at requests, and may change what the node answered.
pub trait Rules: Send + Sync + 'static {
    fn asked(&self, _method: &str, _params: &Value) -> Verdict {
        Verdict::Pass
    }

    fn answered(&self, _method: &str, _params: &Value, _result: &mut Value) {}
}

pub struct Filter {
    pub url: String,
    connections: Arc<AtomicUsize>,
}

impl Filter {
    /// Stands before the node of this address.
    pub fn before(node: &str, rules: impl Rules) -> Self {
        let listener =
            runtime().block_on(TcpListener::bind("127.0.0.1:0")).expect("a port is free");
        let url = format!("ws://{}", listener.local_addr().expect("it listens"));
        let connections = Arc::new(AtomicUsize::new(0));
        let (node, rules, count) = (node.to_owned(), Arc::new(rules), connections.clone());
        runtime().spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                count.fetch_add(1, SeqCst);
                tokio::spawn(serve(client, node.clone(), rules.clone()));
            }
        });
        Self { url, connections }
    }

    /// How often somebody has connected.
    pub fn connections(&self) -> usize {
        self.connections.load(SeqCst)
    }
}

async fn serve(client: TcpStream, node: String, rules: Arc<impl Rules>) {
    let limits = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    let client = accept_async_with_config(client, Some(limits)).await.expect("a WebSocket");
    let (node, _) =
        connect_async_with_config(node, Some(limits), false).await.expect("the node is there");
    let (mut to_client, mut from_client) = client.split();
    let (mut to_node, mut from_node) = node.split();
    // The requests that the node has yet to answer.
    let asked: Mutex<HashMap<u64, (String, Value)>> = Mutex::default();
    loop {
        tokio::select! {
            message = from_client.next() => {
                let Some(Ok(message)) = message else { return };
                let Some(request) = parsed(&message) else {
                    if to_node.send(message).await.is_err() { return }
                    continue;
                };
                let method = request["method"].as_str().unwrap_or_default().to_owned();
                let params = request["params"].clone();
                match rules.asked(&method, &params) {
                    Verdict::Drop => return,
                    Verdict::Refuse { code, message, data } => {
                        let error = json!({ "code": code, "message": message, "data": data });
                        let answer = json!({ "jsonrpc": "2.0", "id": request["id"], "error": error });
                        let answer = Message::text(answer.to_string());
                        if to_client.send(answer).await.is_err() { return }
                    }
                    verdict => {
                        if let Verdict::Later(pause) = verdict {
                            sleep(pause).await;
                        }
                        if let Some(id) = request["id"].as_u64() {
                            asked.lock().expect("no thread panics").insert(id, (method, params));
                        }
                        if to_node.send(message).await.is_err() { return }
                    }
                }
            }
            message = from_node.next() => {
                let Some(Ok(message)) = message else { return };
                let known = parsed(&message).and_then(|answer| {
                    let id = answer["id"].as_u64()?;
                    Some((answer, asked.lock().expect("no thread panics").remove(&id)?))
                });
                let message = match known {
                    None => message,
                    Some((mut answer, (method, params))) => {
                        if let Some(result) = answer.get_mut("result") {
                            rules.answered(&method, &params, result);
                        }
                        Message::text(answer.to_string())
                    }
                };
                if to_client.send(message).await.is_err() { return }
            }
        }
    }
}

fn parsed(message: &Message) -> Option<Value> {
    serde_json::from_str(message.to_text().ok()?).ok()
}
