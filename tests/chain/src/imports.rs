//! The functions that a module imports from the chain.

use gear_wasm_instrument::{Module, TypeRef};

/// The names of the functions that the module imports.
pub fn functions(module: &[u8]) -> Vec<String> {
    let module = Module::new(module).expect("a WebAssembly module");
    let imports = module.import_section.into_iter().flatten();
    let functions = imports.filter(|import| matches!(import.ty, TypeRef::Func(_)));
    functions.map(|import| import.name.into()).collect()
}
