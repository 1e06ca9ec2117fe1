//! Calls programs' functions without a message.

use super::{State, pages};
use core_processor::{Ext, informational::execute_for_reply};
use gear_core::{
    code::{Code, SyscallKind, TryNewCodeConfig},
    gas_metering::Schedule,
    ids::ActorId,
};
use gear_lazy_pages_native_interface::LazyPagesNative;

impl State {
    /// Calls an exported function of a program with a payload. Returns its reply.
    ///
    /// # Errors
    ///
    /// The reason why it did not reply, with the program's message if it panicked.
    pub fn read(
        &self,
        program: ActorId,
        function: &str,
        payload: Vec<u8>,
    ) -> Result<Vec<u8>, String> {
        if !self.is_program(program) {
            return Err("Program not found".into());
        }
        let active = self.active(program);
        let active = active.ok_or("Get active program error: InactiveProgramError")?;
        let code = self.code_of(program).ok_or("Code of the program not found")?;
        let infix = active.memory_infix;
        // The processor loads the program's memory from this thread's pages.
        pages::install(self.pages.clone());
        execute_for_reply::<Ext<LazyPagesNative>, _>(
            function.to_owned(),
            code.instrumented.clone(),
            code.metadata.clone(),
            self.allocations.get(&program).cloned(),
            Some((program, infix)),
            payload,
            self.constants.block_gas_limit,
            self.block,
            SyscallKind::Vara,
        )
    }

    /// Calls a function of a metadata module. Its input is the argument, if there is one, followed
    /// by the reply of the program's `state` to the payload. Returns the function's reply.
    ///
    /// # Errors
    ///
    /// The reason why the module is refused, or why one of the two did not reply.
    pub fn read_using_wasm(
        &self,
        program: ActorId,
        payload: Vec<u8>,
        function: &str,
        module: Vec<u8>,
        argument: Option<Vec<u8>>,
    ) -> Result<Vec<u8>, String> {
        let schedule = Schedule::default();
        let unchecked = TryNewCodeConfig::new_no_exports_check();
        let rules = |module: &_| schedule.rules(module);
        let code = Code::try_new_mock_with_rules(module, rules, unchecked)
            .map_err(|error| format!("Failed to construct program: {error:?}"))?;
        let (_, instrumented, metadata) = code.into_parts();
        let mut input = argument.unwrap_or_default();
        input.extend(self.read(program, "state", payload)?);
        execute_for_reply::<Ext<LazyPagesNative>, _>(
            function.to_owned(),
            instrumented,
            metadata,
            None,
            None,
            input,
            self.constants.block_gas_limit,
            self.block,
            SyscallKind::Vara,
        )
    }
}
