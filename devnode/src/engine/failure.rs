//! Why a call had no effect, as the runtime says it.

use gsdk::{
    RuntimeError,
    gear::{
        runtime_types::sp_runtime::{DispatchError, ModuleError},
        system,
    },
};
use parity_scale_codec::{Decode, Encode};

/// Why an extrinsic in a block had no effect but its fee.
pub type Failure = DispatchError;

/// What an extrinsic came to.
pub type Outcome = Result<(), Failure>;

/// A pallet's error: the encoding of the runtime's is the pallet's index and the
/// error's.
pub(super) fn module(error: &RuntimeError) -> Failure {
    let bytes = error.encode();
    DispatchError::Module(ModuleError { index: bytes[0], error: [bytes[1], 0, 0, 0] })
}

/// This node has no such call.
pub(super) fn not_served() -> Failure {
    module(&RuntimeError::System(system::Error::CallFiltered))
}

/// What a failure is called: a pallet's error has its name alone.
pub fn name(failure: &Failure) -> String {
    if let DispatchError::Module(ModuleError { index, error }) = failure {
        match RuntimeError::decode(&mut &[*index, error[0]][..]) {
            Ok(RuntimeError::Gear(error)) => return format!("{error:?}"),
            Ok(RuntimeError::GearBank(error)) => return format!("{error:?}"),
            Ok(RuntimeError::GearVoucher(error)) => return format!("{error:?}"),
            Ok(RuntimeError::Balances(error)) => return format!("{error:?}"),
            _ => {}
        }
    }
    format!("{failure:?}")
}
