//! The paths of a build: what cargo and gear-wasm-builder read and write.

use crate::variable;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The crate of a build script, its profile, and the paths that follow from them.
pub struct Layout {
    pub crate_name: String,
    pub crate_dir: PathBuf,
    /// The workspace's target directory.
    target_dir: PathBuf,
    /// The name of the profile's directory in it.
    profile_dir: String,
    /// Cargo's `PROFILE`: `debug` or `release`, which the profile is or inherits from.
    profile: String,
}

impl Layout {
    /// The target triple of programs.
    pub const TARGET: &str = "wasm32v1-none";

    /// Reads the environment variables that cargo sets for build scripts.
    ///
    /// # Errors
    ///
    /// If a variable is missing, that is, outside a build script.
    pub fn of_build_script() -> Result<Self> {
        Self::new(
            variable("CARGO_PKG_NAME")?,
            variable("CARGO_MANIFEST_DIR")?.into(),
            variable("OUT_DIR")?.into(),
            &variable("TARGET")?,
            variable("PROFILE")?,
        )
    }

    fn new(
        crate_name: String,
        crate_dir: PathBuf,
        out_dir: PathBuf,
        host_target: &str,
        profile: String,
    ) -> Result<Self> {
        // `<target>/[<host target>/]<profile>/build/<crate>-<hash>/out`
        let (profile_dir, mut target_dir) = out_dir
            .ancestors()
            .nth(3)
            .and_then(|dir| Some((dir.file_name()?.to_str()?.to_owned(), dir.parent()?)))
            .with_context(|| format!("{} is not where cargo puts it", out_dir.display()))?;
        if target_dir.ends_with(host_target) {
            target_dir = target_dir.parent().unwrap_or(target_dir);
        }
        Ok(Self { target_dir: target_dir.to_owned(), crate_name, crate_dir, profile_dir, profile })
    }

    /// The crate's name as an identifier, of which cargo makes file names.
    pub fn lib_name(&self) -> String {
        self.crate_name.replace('-', "_")
    }

    /// The profile's name as an argument of cargo's `--profile`.
    pub fn cargo_profile(&self) -> &str {
        match &*self.profile {
            "debug" => "dev",
            profile => profile,
        }
    }

    /// The crate's manifest.
    pub fn manifest(&self) -> PathBuf {
        self.crate_dir.join("Cargo.toml")
    }

    /// The target directory in which the crate is compiled to WebAssembly. Cargo locks its
    /// usual one while a build script runs. `gear-wasm-builder` uses this one, too, so that
    /// common dependencies are compiled once.
    pub fn wasm_target_dir(&self) -> PathBuf {
        self.below_target("wasm-projects")
    }

    /// The path of the module that the compiler writes.
    pub fn compiled(&self) -> PathBuf {
        let dir = self.wasm_target_dir().join(Self::TARGET);
        dir.join(&self.profile).join(self.lib_name()).with_extension("wasm")
    }

    /// The path of the workspace's lockfile, if there is one.
    pub fn lockfile(&self) -> Option<PathBuf> {
        let lockfiles = self.crate_dir.ancestors().map(|dir| dir.join("Cargo.lock"));
        lockfiles.into_iter().find(|path| path.exists())
    }

    /// Whether a build has made this file: it lies in the target directory.
    pub fn is_generated(&self, path: &Path) -> bool {
        path.starts_with(&self.target_dir)
    }

    /// The path of the finished module of state functions.
    pub fn state_functions(&self) -> PathBuf {
        self.below_target("wasm32-gear").join(self.lib_name()).with_extension("meta.wasm")
    }

    /// The path of the module to upload, which `gear-wasm-builder` prescribes.
    pub fn program(&self) -> PathBuf {
        self.below_target("wasm32-gear").join(self.lib_name()).with_extension("opt.wasm")
    }

    fn below_target(&self, dir: &str) -> PathBuf {
        [&self.target_dir, Path::new(dir), Path::new(&self.profile_dir)].iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(out_dir: &str, profile: &str) -> Layout {
        Layout::new(
            "some-state".into(),
            "/repo/state".into(),
            out_dir.into(),
            "x86_64-unknown-linux-gnu",
            profile.into(),
        )
        .expect("a directory as cargo makes it")
    }

    #[test]
    fn the_module_lies_beside_the_programs() {
        let layout = layout("/repo/target/release/build/some-state-1f/out", "release");
        assert_eq!(
            layout.state_functions(),
            Path::new("/repo/target/wasm32-gear/release/some_state.meta.wasm")
        );
        assert_eq!(
            layout.compiled(),
            Path::new("/repo/target/wasm-projects/release/wasm32v1-none/release/some_state.wasm")
        );
    }

    #[test]
    fn a_host_target_makes_no_difference() {
        let layout =
            layout("/repo/target/x86_64-unknown-linux-gnu/debug/build/some-state-1f/out", "debug");
        assert_eq!(
            layout.state_functions(),
            Path::new("/repo/target/wasm32-gear/debug/some_state.meta.wasm")
        );
    }

    #[test]
    fn the_debug_profile_is_called_dev() {
        let out_dir = "/repo/target/debug/build/some-state-1f/out";
        assert_eq!(layout(out_dir, "debug").cargo_profile(), "dev");
        assert_eq!(layout(out_dir, "release").cargo_profile(), "release");
    }

    #[test]
    fn a_profile_of_its_own_is_built_as_the_one_it_inherits_from() {
        let layout = layout("/repo/target/ci/build/some-state-1f/out", "release");
        assert_eq!(layout.cargo_profile(), "release");
        assert_eq!(
            layout.compiled(),
            Path::new("/repo/target/wasm-projects/ci/wasm32v1-none/release/some_state.wasm")
        );
    }

    #[test]
    fn a_directory_that_cargo_did_not_make_is_refused() {
        let error = Layout::new(
            "some-state".into(),
            "/repo/state".into(),
            "/out".into(),
            "x86_64-unknown-linux-gnu",
            "release".into(),
        );
        assert!(error.is_err());
    }
}
