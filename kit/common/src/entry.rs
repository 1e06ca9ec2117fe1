//! The entry points of a program.

/// Exports a program's entry points, which do what these functions do:
///
/// - `init` takes the payload of a deployment. Its value goes back in a reply.
/// - `alarm`, if there is one, says whether the message was the program's own, and serves it.
/// - `handle` takes any other message, as [`Received`](crate::encoding::Received).
/// - `state` replies to a query of the state.
///
/// `metahash` replies what the program's build script has written.
#[macro_export]
macro_rules! entry_points {
    (
        interface: $interface:expr,
        init: $init:path,
        $(alarm: $alarm:path,)?
        handle: $handle:path,
        state: $state:path $(,)?
    ) => {
        #[unsafe(no_mangle)]
        extern "C" fn init() {
            ::gstd::msg::with_read_on_stack_or_heap(|payload| {
                $init(payload.expect("the payload can be read once"));
            });
            if ::gstd::msg::value() > 0 {
                ::gstd::msg::reply_bytes([], ::gstd::msg::value())
                    .expect("the value was just received");
            }
        }

        #[unsafe(no_mangle)]
        extern "C" fn handle() {
            $(if $alarm() {
                return;
            })?
            ::gstd::msg::with_read_on_stack_or_heap(|payload| {
                let payload = payload.expect("the payload can be read once");
                let received = $crate::encoding::Received::read(payload, $interface);
                $handle(received.unwrap_or_else(|error| ::gstd::ext::panic_str(error.text())));
            });
        }

        #[unsafe(no_mangle)]
        extern "C" fn state() {
            $state();
        }

        #[unsafe(no_mangle)]
        extern "C" fn metahash() {
            let metahash: &[u8; 32] = include_bytes!(concat!(env!("OUT_DIR"), "/metahash"));
            ::gstd::msg::reply_bytes(metahash, 0).expect("metahash can reply");
        }
    };
}
