//! Codes and the programs that run them.

use super::State;
use gear_core::{
    code::{Code, CodeMetadata, InstrumentedCode, SyscallKind},
    gas_metering::Schedule,
    ids::{ActorId, CodeId, prelude::CodeIdExt},
    program::{ActiveProgram, Program},
};

/// An uploaded code: the original, and the instrumented one, which runs.
pub struct StoredCode {
    pub original: Vec<u8>,
    pub instrumented: InstrumentedCode,
    pub metadata: CodeMetadata,
}

/// The reason why a code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The original or the instrumented code is longer than the schedule's limit.
    TooLarge,
    /// The code can't be read, or breaks a rule for programs.
    Invalid,
}

impl StoredCode {
    /// Checks a code, and instruments it to count gas. It is marked with this version of the gas
    /// schedule.
    ///
    /// # Errors
    ///
    /// The reason why the code is refused.
    pub fn new(original: Vec<u8>, version: u32) -> Result<(CodeId, Self), Unfit> {
        let schedule = Schedule::default();
        let fits =
            |code: &[u8]| u32::try_from(code.len()).is_ok_and(|n| n <= schedule.limits.code_len);
        if !fits(&original) {
            return Err(Unfit::TooLarge);
        }
        let id = CodeId::generate(&original);
        let code = Code::try_new(
            original,
            version,
            |module| schedule.rules(module),
            schedule.limits.stack_height,
            schedule.limits.data_segments_amount.into(),
            schedule.limits.type_section_len.into(),
            schedule.limits.parameters.into(),
            SyscallKind::Vara,
        )
        .map_err(|_| Unfit::Invalid)?;
        let (original, instrumented, metadata) = code.into_parts();
        if !fits(instrumented.bytes()) {
            return Err(Unfit::TooLarge);
        }
        Ok((id, Self { original, instrumented, metadata }))
    }
}

impl State {
    pub fn active(&self, id: ActorId) -> Option<&ActiveProgram<u32>> {
        match self.programs.get(&id) {
            Some(Program::Active(program)) => Some(program),
            _ => None,
        }
    }

    /// The program, which must be active.
    pub fn active_mut(&mut self, id: ActorId) -> &mut ActiveProgram<u32> {
        match self.programs.get_mut(&id) {
            Some(Program::Active(program)) => program,
            _ => panic!("the processor changes active programs only, not {id}"),
        }
    }

    /// The code of a program, if the program is active.
    pub fn code_of(&self, id: ActorId) -> Option<&StoredCode> {
        self.codes.get(&self.active(id)?.code_id).map(AsRef::as_ref)
    }
}
