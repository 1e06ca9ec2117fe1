//! What gear-common uses of it: kit/README.md.

pub use sp_runtime;

pub mod pallet_prelude {
    pub use parity_scale_codec::MaxEncodedLen;
}

pub mod traits {
    pub trait Get<T> {
        fn get() -> T;
    }

    pub mod tokens {
        use sp_runtime::traits::AtLeast32BitUnsigned;
        use std::fmt::Debug;

        pub trait Balance: AtLeast32BitUnsigned + Copy + Debug + Default {}

        impl<T: AtLeast32BitUnsigned + Copy + Debug + Default> Balance for T {}
    }
}

/// Named by what tests of pallets are configured with.
pub mod weights {
    pub struct RuntimeDbWeight(());
}

/// Declares nothing: what it is called for are those configurations.
#[macro_export]
macro_rules! parameter_types {
    ($($types:tt)*) => {};
}
