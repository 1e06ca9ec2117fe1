//! What is named of it: kit/README.md.

pub mod sandbox {
    use sp_wasm_interface_common::Value;
    use std::convert::Infallible;

    /// An instance that a runtime in WebAssembly has made. There is none: the engine runs
    /// natively, so a program's instance is its own.
    pub struct SandboxInstance(());

    impl SandboxInstance {
        /// No global has this name.
        ///
        /// # Safety
        ///
        /// It touches nothing.
        pub unsafe fn signal_handler_get_global_val(&self, _name: &str) -> Option<Value> {
            None
        }

        /// No global has this name.
        ///
        /// # Safety
        ///
        /// It touches nothing.
        pub unsafe fn signal_handler_set_global_val(
            &self,
            _name: &str,
            _value: Value,
        ) -> Result<Option<()>, Infallible> {
            Ok(None)
        }
    }
}
