//! Codes and the programs that run them.

use super::State;
use gear_core::{
    code::{Code, CodeMetadata, InstrumentedCode, SyscallKind},
    gas_metering::Schedule,
    ids::{ActorId, CodeId, prelude::CodeIdExt},
    program::{ActiveProgram, Program},
};

/// A code that was uploaded, as it was and as it runs.
pub struct StoredCode {
    pub original: Vec<u8>,
    pub instrumented: InstrumentedCode,
    pub metadata: CodeMetadata,
}

/// What is wrong with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// As it is, or with the counting of gas in it.
    TooLarge,
    /// It can't be read, or does what no program may.
    Invalid,
}

impl StoredCode {
    /// Checks a code and puts the counting of gas into it, by this version of the schedule.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
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

    /// What a program runs, if it is active.
    pub fn code_of(&self, id: ActorId) -> Option<&StoredCode> {
        self.codes.get(&self.active(id)?.code_id).map(AsRef::as_ref)
    }
}
