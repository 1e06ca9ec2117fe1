//! What is named of it: kit/README.md.

pub enum RuntimeValue {
    I32(i32),
    I64(i64),
    F32(u32),
    F64(u64),
}

#[derive(Clone, Copy)]
pub enum ValueType {
    I32,
    I64,
    F32,
    F64,
}

pub struct Signature {
    params: Vec<ValueType>,
    return_type: Option<ValueType>,
}

impl Signature {
    pub fn new(params: Vec<ValueType>, return_type: Option<ValueType>) -> Self {
        Self { params, return_type }
    }

    pub fn params(&self) -> &[ValueType] {
        &self.params
    }

    pub fn return_type(&self) -> Option<ValueType> {
        self.return_type
    }
}
