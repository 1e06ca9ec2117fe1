//! The addresses that programs need. The engine reserves them for each memory, and uses few.

use anyhow::Context;
use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
use std::ptr;

/// What the programs take that run at the same time, in bytes: one in a block, and one for a
/// reader.
const ADDRESSES: usize = 16 << 30;

/// Checks that this process may have so many addresses. A limit (`ulimit -v`) would end the
/// node in the middle of a game.
///
/// # Errors
///
/// If it may not. The error says what to do.
pub fn check() -> anyhow::Result<()> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: the system chooses the place, and nobody reads or writes there.
    let reserved = unsafe { mmap_anonymous(ptr::null_mut(), ADDRESSES, ProtFlags::empty(), flags) }
        .context(
            "programs need 16 GB of addresses, though little memory, and this process may not \
             reserve them. Lift the limit, as by `ulimit -v unlimited`",
        )?;
    // SAFETY: it is what was reserved above.
    unsafe { munmap(reserved, ADDRESSES) }.context("giving addresses back")
}
