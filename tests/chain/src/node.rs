//! Runs a module as a node does to answer a request, outside any block.

use core_processor::{Ext, configs::BlockInfo, informational::execute_for_reply};
use gear_core::code::{Code, SyscallKind, TryNewCodeConfig};
use gear_lazy_pages_native_interface::LazyPagesNative;
use gtest::constants::MAX_USER_GAS_LIMIT;

/// Runs the module's function with this payload, in a block of this timestamp, and returns its
/// reply. A [`gtest::System`] must exist on the thread, since it prepares the memory.
///
/// # Errors
///
/// The reason why there was no reply, with the message if the function panicked.
pub fn run(
    module: &[u8],
    function: &str,
    payload: Vec<u8>,
    timestamp: u64,
) -> Result<Vec<u8>, String> {
    let unchecked_exports = TryNewCodeConfig::new_no_exports_check();
    let code = Code::try_new_mock_const_or_no_rules(module.to_vec(), true, unchecked_exports)
        .map_err(|error| format!("{error:?}"))?;
    let (_, instrumented, metadata) = code.into_parts();
    let block = BlockInfo { height: 1, timestamp };
    execute_for_reply::<Ext<LazyPagesNative>, _>(
        function.to_owned(),
        instrumented,
        metadata,
        None,
        None,
        payload,
        MAX_USER_GAS_LIMIT,
        block,
        SyscallKind::Vara,
    )
}
