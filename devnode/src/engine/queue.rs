//! Runs one message in the processor.

use super::{Execution, State, StoredCode};
use core_processor::{
    ContextCharged, Ext, ForProgram, ProcessExecutionContext,
    common::{
        DispatchResult, ExecutableActorData, JournalNote, SuccessfulDispatchResultKind,
        SystemExecutionError,
    },
};
use gear_core::{
    code::{InstrumentedCodeAndMetadata, SyscallKind},
    ids::{ActorId, CodeId},
    message::{DispatchKind, StoredDispatch},
    program::{ActiveProgram, Program, ProgramState},
};
use gear_core_backend::env::SystemEnvironmentError;
use gear_lazy_pages_native_interface::LazyPagesNative;
use std::sync::Arc;

type Journal = Vec<JournalNote>;

impl Execution {
    /// Runs a message from the queue. Returns the journal of its effects, which are still to be
    /// applied.
    pub(super) fn process(&mut self, dispatch: StoredDispatch) -> Journal {
        match self.charge_and_run(dispatch) {
            Ok(journal) | Err(journal) => journal,
        }
    }

    /// As [`Execution::process`]. `Err` has the journal of a message that could not run.
    fn charge_and_run(&mut self, dispatch: StoredDispatch) -> Result<Journal, Journal> {
        let (id, kind, program) = (dispatch.id(), dispatch.kind(), dispatch.destination());
        let limit = super::gas::limit(super::gas::message(id));
        let context = ContextCharged::new(program, dispatch.into_incoming(limit), self.allowance);
        let context = context.charge_for_program(&self.config)?;
        match self.state.programs.get(&program).cloned() {
            None => Err(core_processor::process_code_not_exists(context)),
            Some(Program::Terminated(_)) => Err(core_processor::process_failed_init(context)),
            Some(Program::Exited(heir)) => {
                Err(core_processor::process_program_exited(context, heir))
            }
            Some(Program::Active(active)) => match active.state {
                ProgramState::Uninitialized { message_id }
                    if message_id != id && !kind.is_reply() =>
                {
                    Err(core_processor::process_uninitialized(context))
                }
                _ => self.run(program, active, kind, context),
            },
        }
    }

    fn run(
        &mut self,
        id: ActorId,
        program: ActiveProgram<u32>,
        kind: DispatchKind,
        context: ContextCharged<ForProgram>,
    ) -> Result<Journal, Journal> {
        let context = context.charge_for_code_metadata(&self.config)?;
        let code = self.code(program.code_id);
        if !code.metadata.exports().contains(&kind) {
            let (id, dispatch, counter, _) = context.into_parts();
            return Ok(core_processor::process_success(
                SuccessfulDispatchResultKind::Success,
                DispatchResult::success(&dispatch, id, counter.to_amount()),
                dispatch,
            ));
        }
        let version = self.state.constants.schedule_version;
        let (code, context) = if code.metadata.instruction_weights_version() == Some(version) {
            let length = code.metadata.instrumented_code_len();
            let length = length.expect("stored codes are instrumented");
            (code, context.charge_for_instrumented_code(&self.config, length)?)
        } else {
            let length = code.metadata.original_code_len();
            let context = context
                .charge_for_original_code(&self.config, length)?
                .charge_for_instrumentation(&self.config, length)?;
            (self.instrument_again(program.code_id), context)
        };
        let context = context.charge_for_allocations(&self.config, program.allocations_tree_len)?;
        let actor = ExecutableActorData {
            allocations: self.state.allocations.get(&id).cloned().unwrap_or_default(),
            memory_infix: program.memory_infix,
            gas_reservation_map: program.gas_reservation_map,
        };
        let context = context.charge_for_module_instantiation(
            &self.config,
            actor,
            code.instrumented.instantiated_section_sizes(),
            &code.metadata,
        )?;
        let code = InstrumentedCodeAndMetadata {
            instrumented_code: code.instrumented.clone(),
            metadata: code.metadata.clone(),
        };
        let context = ProcessExecutionContext::new(
            context,
            code,
            self.state.reducible(id),
            SyscallKind::Vara,
        );
        let journal = core_processor::process::<Ext<LazyPagesNative>>(
            &self.config,
            context,
            random(&self.state),
        );
        Ok(journal.unwrap_or_else(|error| panic!("{}", explained(&error))))
    }
}

impl Execution {
    fn code(&self, id: CodeId) -> Arc<StoredCode> {
        self.state.codes.get(&id).cloned().expect("an active program has a code")
    }

    /// Instruments a code for the present version of the gas schedule. The code stays instrumented
    /// even if the message that paid for this fails.
    fn instrument_again(&mut self, id: CodeId) -> Arc<StoredCode> {
        let original = self.code(id).original.clone();
        let again = StoredCode::new(original, self.state.constants.schedule_version);
        let (_, code) = again.expect("versions of the schedule have the same rules");
        let code = Arc::new(code);
        self.state.codes.insert(id, Arc::clone(&code));
        code
    }
}

/// Why the processor could not run a message at all. That is no failure of the program's.
fn explained(error: &SystemExecutionError) -> String {
    match error {
        SystemExecutionError::Environment(SystemEnvironmentError::CreateEnvMemory(error)) => {
            format!("the system has no memory left for a program: {error:?}")
        }
        error => format!("the processor's own rules are broken: {error}"),
    }
}

/// The result of `gr_random` in this block. It is the same each time for the same block, and anyone
/// can predict it, since this is a development chain.
fn random(state: &State) -> (Vec<u8>, u32) {
    let seed = gsdk::ext::sp_core::blake2_256(&state.block.timestamp.to_le_bytes());
    (seed.to_vec(), state.height())
}
