//! A node with other answers: a proxy that reads and changes requests and answers.

use crate::world::{SUBMIT, runtime, signal};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    process::{Command, Output, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
    time::sleep,
};
use tokio_tungstenite::{
    accept_async_with_config, connect_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// What the proxy does with a request.
pub enum Verdict {
    Pass,
    /// Answers with this error, without the node.
    Refuse {
        code: i32,
        message: &'static str,
        data: &'static str,
    },
    /// Answers with this, without the node.
    Answer(Value),
    /// Answers with this, without the node, and then ends the connection.
    AnswerAndDrop(Value),
    /// Ends the connection.
    Drop,
    /// Passes the request on, and ends the connection before the node answers.
    AskAndDrop,
    /// Passes the request on after a while. Others pass in the meantime.
    Later(Duration),
    /// Passes the request on, and the answer after a while. Others pass in the meantime.
    AnswerLater(Duration),
    /// Never answers, without the node.
    Ignore,
    /// Says nothing any more over this connection, which stays open.
    Hang,
    /// Asks the node the same with these parameters.
    AskWith(Value),
}

/// Decides about each request, and may change what the node answers and announces.
pub trait Rules: Send + Sync + 'static {
    fn asked(&self, _method: &str, _params: &Value) -> Verdict {
        Verdict::Pass
    }

    fn answered(&self, _method: &str, _params: &Value, _result: &mut Value) {}

    /// Whether the client learns of this, which it has subscribed to.
    fn announces(&self, _method: &str) -> bool {
        true
    }

    /// May change what is announced.
    fn announced(&self, _method: &str, _result: &mut Value) {}

    /// How often the client gets each answer and announcement.
    fn times(&self) -> usize {
        1
    }
}

impl<T: Rules> Rules for Arc<T> {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        (**self).asked(method, params)
    }

    fn answered(&self, method: &str, params: &Value, result: &mut Value) {
        (**self).answered(method, params, result);
    }

    fn announces(&self, method: &str) -> bool {
        (**self).announces(method)
    }

    fn announced(&self, method: &str, result: &mut Value) {
        (**self).announced(method, result);
    }

    fn times(&self) -> usize {
        (**self).times()
    }
}

/// Rules that only decide about requests.
struct Asked<F>(F);

impl<F: Fn(&str, &Value) -> Verdict + Send + Sync + 'static> Rules for Asked<F> {
    fn asked(&self, method: &str, params: &Value) -> Verdict {
        self.0(method, params)
    }
}

pub struct Filter {
    pub url: String,
    connections: Arc<AtomicUsize>,
    /// The node's address. `None` while there is no node.
    node: watch::Sender<Option<String>>,
}

impl Filter {
    /// Starts a proxy before the node at this address.
    pub fn before(node: &str, rules: impl Rules) -> Self {
        let listener =
            runtime().block_on(TcpListener::bind("127.0.0.1:0")).expect("a port is free");
        let url = format!("ws://{}", listener.local_addr().expect("it listens"));
        let connections = Arc::new(AtomicUsize::new(0));
        let node = watch::Sender::new(Some(node.to_owned()));
        let (rules, count, nodes) = (Arc::new(rules), connections.clone(), node.clone());
        runtime().spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                count.fetch_add(1, SeqCst);
                tokio::spawn(serve(client, nodes.subscribe(), rules.clone()));
            }
        });
        Self { url, connections, node }
    }

    /// As [`Filter::before`], with rules for requests alone.
    pub fn asked(
        node: &str,
        verdict: impl Fn(&str, &Value) -> Verdict + Send + Sync + 'static,
    ) -> Self {
        Self::before(node, Asked(verdict))
    }

    /// A proxy that passes everything on.
    pub fn open(node: &str) -> Self {
        Self::asked(node, |_, _| Verdict::Pass)
    }

    /// How often a client has connected.
    pub fn connections(&self) -> usize {
        self.connections.load(SeqCst)
    }

    /// Cuts all connections. From now on there is no node.
    pub fn go_away(&self) {
        self.node.send_replace(None);
    }

    /// Cuts all connections. From now on there is another node.
    pub fn lead_to(&self, url: &str) {
        self.node.send_replace(Some(url.to_owned()));
    }
}

/// From when on requests are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum After {
    Start,
    FirstMessage,
}

/// Kills the client once in each of its runs, after some requests.
#[derive(Default)]
pub struct Kills(Mutex<Killing>);

#[derive(Default)]
struct Killing {
    client: u32,
    /// After how many requests the client is killed.
    left: Option<usize>,
    counts: bool,
    signal: &'static str,
}

impl Kills {
    /// Runs the client to its end, or kills it after this many requests.
    pub fn run(
        &self,
        mut command: Command,
        left: Option<usize>,
        after: After,
        signal: &'static str,
    ) -> Output {
        let mut killing = self.0.lock().unwrap();
        let client = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let client = client.expect("the client runs");
        *killing = Killing { client: client.id(), left, counts: after == After::Start, signal };
        drop(killing);
        client.wait_with_output().expect("it ends")
    }
}

impl Rules for Kills {
    fn asked(&self, method: &str, _: &Value) -> Verdict {
        let mut killing = self.0.lock().unwrap();
        killing.counts |= method == SUBMIT;
        let Some(left) = killing.left.filter(|_| killing.counts) else { return Verdict::Pass };
        if left > 1 || (left == 1 && method != SUBMIT) {
            killing.left = Some(left - 1);
            return Verdict::Pass;
        }
        killing.left = None;
        signal(killing.client, killing.signal);
        match left {
            // The node gets the message, and the client does not learn it.
            1 => Verdict::AskAndDrop,
            _ => Verdict::Drop,
        }
    }
}

async fn serve(
    client: TcpStream,
    mut nodes: watch::Receiver<Option<String>>,
    rules: Arc<impl Rules>,
) {
    let Some(node) = nodes.borrow_and_update().clone() else { return };
    let limits = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
    // A killed client does not finish the handshake.
    let Ok(client) = accept_async_with_config(client, Some(limits)).await else { return };
    // The node may have ended.
    let Ok((node, _)) = connect_async_with_config(node, Some(limits), false).await else { return };
    let (mut to_client, mut from_client) = client.split();
    let (mut to_node, mut from_node) = node.split();
    let (late, mut delayed) = mpsc::unbounded_channel();
    let (late_answer, mut delayed_answers) = mpsc::unbounded_channel();
    // The requests that the node has not answered yet, and how long to keep the answers.
    let mut asked: HashMap<u64, (String, Value, Duration)> = HashMap::new();
    loop {
        tokio::select! {
            _ = nodes.changed() => return,
            Some(message) = delayed.recv() => {
                if to_node.send(message).await.is_err() { return }
            }
            Some(message) = delayed_answers.recv() => {
                if to_client.send(message).await.is_err() { return }
            }
            message = from_client.next() => {
                let Some(Ok(message)) = message else { return };
                let Some(mut request) = parsed(&message) else {
                    if to_node.send(message).await.is_err() { return }
                    continue;
                };
                let method = request["method"].as_str().unwrap_or_default().to_owned();
                let (id, params) = (request["id"].clone(), request["params"].clone());
                let verdict = rules.asked(&method, &params);
                let answer = match &verdict {
                    Verdict::Drop => return,
                    Verdict::AskAndDrop => {
                        // It does not matter whether the node gets it.
                        let _ = to_node.send(message).await;
                        return;
                    }
                    Verdict::Refuse { code, message, data } => {
                        let error = json!({ "code": code, "message": message, "data": data });
                        json!({ "jsonrpc": "2.0", "id": id, "error": error })
                    }
                    Verdict::Answer(result) | Verdict::AnswerAndDrop(result) => {
                        json!({ "jsonrpc": "2.0", "id": id, "result": result })
                    }
                    Verdict::Ignore => continue,
                    Verdict::Hang => return nodes.changed().await.unwrap_or_default(),
                    Verdict::Pass | Verdict::Later(_) | Verdict::AnswerLater(_)
                    | Verdict::AskWith(_) => {
                        let kept = match verdict {
                            Verdict::AnswerLater(pause) => pause,
                            _ => Duration::ZERO,
                        };
                        if let Some(id) = id.as_u64() {
                            asked.insert(id, (method, params, kept));
                        }
                        let message = match &verdict {
                            Verdict::AskWith(other) => {
                                request["params"] = other.clone();
                                Message::text(request.to_string())
                            }
                            _ => message,
                        };
                        if let Verdict::Later(pause) = verdict {
                            pass_later(&late, message, pause);
                        } else if to_node.send(message).await.is_err() {
                            return;
                        }
                        continue;
                    }
                };
                if to_client.send(Message::text(answer.to_string())).await.is_err() { return }
                if let Verdict::AnswerAndDrop(_) = verdict { return }
            }
            message = from_node.next() => {
                let Some(Ok(message)) = message else { return };
                let known = parsed(&message).and_then(|answer| {
                    let id = answer["id"].as_u64()?;
                    Some((answer, asked.remove(&id)?))
                });
                let (message, kept) = match known {
                    None => match announced(message, &*rules) {
                        Some(message) => (message, Duration::ZERO),
                        None => continue,
                    },
                    Some((mut answer, (method, params, kept))) => {
                        if let Some(result) = answer.get_mut("result") {
                            rules.answered(&method, &params, result);
                        }
                        (Message::text(answer.to_string()), kept)
                    }
                };
                if kept > Duration::ZERO {
                    pass_later(&late_answer, message, kept);
                } else {
                    for _ in 0..rules.times() {
                        if to_client.send(message.clone()).await.is_err() { return }
                    }
                }
            }
        }
    }
}

fn pass_later(to: &mpsc::UnboundedSender<Message>, message: Message, pause: Duration) {
    let to = to.clone();
    tokio::spawn(async move {
        sleep(pause).await;
        // The connection may be gone.
        let _ = to.send(message);
    });
}

/// An announcement as the client learns of it, if it does.
fn announced(message: Message, rules: &impl Rules) -> Option<Message> {
    let said = parsed(&message).and_then(|said| Some((said["method"].as_str()?.to_owned(), said)));
    let Some((method, mut said)) = said else { return Some(message) };
    rules.announced(&method, &mut said["params"]["result"]);
    rules.announces(&method).then(|| Message::text(said.to_string()))
}

fn parsed(message: &Message) -> Option<Value> {
    serde_json::from_str(message.to_text().ok()?).ok()
}
