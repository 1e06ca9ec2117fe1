//! What decides a program's bytes, set for each build: a machine's own settings for other
//! projects would make other bytes of the same sources, and another code id.
//!
//! Cargo merges its configuration from files in many places, and the environment beats them.
//! The values here are those of a build without any configuration, so they change no bytes.

use crate::{layout::Layout, variable};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};
use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

/// Limits of what is inlined, chosen for the least gas.
///
/// Code that is built for size copies more than four words by a call, and inlines hardly
/// anything. A message pays a little for each byte of code, and for each instruction of a
/// call. The sum is least about here (docs/gas.md).
const LINKER: [&str; 4] = [
    "-max-store-memcpy=16",
    "-max-store-memmove=16",
    "-max-store-memset=16",
    "-inline-threshold=40",
];

/// The keys of a profile, each with its value: those that gear-wasm-builder writes for a release,
/// and cargo's defaults. A build in another profile makes the same bytes by them.
const PROFILE: [(&str, &str); 10] = [
    ("codegen-units", "1"),
    ("debug", "false"),
    ("debug-assertions", "false"),
    ("incremental", "false"),
    ("lto", "fat"),
    ("opt-level", "z"),
    ("overflow-checks", "false"),
    ("panic", "unwind"),
    ("rpath", "false"),
    ("strip", "debuginfo"),
];

/// The environment variables for a build of WebAssembly.
pub type Variables = Vec<(String, String)>;

/// Finds the variables that make a build independent of this machine's settings. Unsets those
/// of this process that can only be unset.
///
/// # Errors
///
/// If the configuration has what no variable can undo. The error names it.
pub fn variables(layout: &Layout) -> Result<Variables> {
    // SAFETY: a build script has one thread, and is at its start.
    unsafe {
        for name in ["RUSTFLAGS", "RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER"]
        {
            env::remove_var(name);
        }
    }
    let profile = layout.cargo_profile();
    let of_profile = configured(&format!("profile.{profile}"))?;
    let wrapper = configured("build.rustc-workspace-wrapper")?;
    ensure!(wrapper.is_null(), refusal("build.rustc-workspace-wrapper"));
    of(&layout.wasm_target_dir(), profile, of_profile.as_object().unwrap_or(&Map::new()))
}

/// The variables for a target directory and a profile, if this is what is configured of that.
fn of(target_dir: &Path, profile: &str, configured: &Map<String, Value>) -> Result<Variables> {
    let flags = LINKER.map(|flag| format!("-Clink-arg=--mllvm={flag}"));
    let mut variables = vec![
        // Of all flags these alone count, also where others are set for every target.
        ("CARGO_ENCODED_RUSTFLAGS".to_owned(), flags.join("\x1f")),
        ("CARGO_TARGET_WASM32V1_NONE_LINKER".to_owned(), "rust-lld".to_owned()),
        ("CARGO_INCREMENTAL".to_owned(), "0".to_owned()),
        // Elsewhere it could be the directory that cargo has locked while a build script runs.
        ("CARGO_BUILD_BUILD_DIR".to_owned(), target_dir.display().to_string()),
    ];
    let of_profile = format!("CARGO_PROFILE_{}", profile.to_uppercase());
    let mut pin = |prefix: &str, key: &str, value: &str| {
        let name = format!("{prefix}_{}", key.to_uppercase().replace('-', "_"));
        variables.push((name, value.to_owned()));
    };
    for (key, value) in PROFILE {
        pin(&of_profile, key, value);
    }
    for key in configured.keys() {
        // The latter is for what runs on this machine.
        let is_undone = pinned(key).is_some() || ["package", "build-override"].contains(&&**key);
        ensure!(is_undone, refusal(&format!("profile.{profile}.{key}")));
    }
    let packages = configured.get("package").and_then(Value::as_object);
    for (package, settings) in packages.into_iter().flatten() {
        for key in settings.as_object().into_iter().flat_map(Map::keys) {
            let Some(value) = pinned(key) else {
                bail!(refusal(&format!("profile.{profile}.package.{package}.{key}")));
            };
            // In the names of variables, cargo leaves those of packages as they are.
            pin(&format!("{of_profile}_PACKAGE_{package}"), key, value);
        }
    }
    Ok(variables)
}

fn pinned(key: &str) -> Option<&'static str> {
    PROFILE.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

fn refusal(key: &str) -> String {
    format!(
        "this machine's configuration of cargo sets {key}, with which the program would be \
         another one than its sources say: take it out of there (~/.cargo/config.toml, or \
         .cargo/config.toml in a folder above)"
    )
}

/// What this machine's configuration of cargo has of a key, and null if it has nothing.
fn configured(key: &str) -> Result<Value> {
    let output = Command::new(variable("CARGO")?)
        .args(["-Zunstable-options", "config", "get", "--format=json", key])
        // The command is there for tools, but its output isn't stable. One version is pinned.
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .context("running cargo")?;
    let words = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        ensure!(words.contains("is not set"), "cargo can't tell its configuration: {words}");
        return Ok(Value::Null);
    }
    let value: Value = serde_json::from_slice(&output.stdout)?;
    Ok(key.split('.').fold(&value, |value, part| &value[part]).clone())
}

/// Makes this process find a `rustup` that sets these variables.
///
/// By `rustup`, gear-wasm-builder runs cargo, and it takes the flags away from that.
///
/// # Errors
///
/// If there is no `rustup`, or the script can't be written.
pub fn set_for_rustup(variables: &Variables) -> Result<()> {
    let path = variable("PATH")?;
    let rustup = env::split_paths(&path).map(|folder| folder.join("rustup"));
    let folder = PathBuf::from(variable("OUT_DIR")?).join("rustup");
    let rustup = rustup
        .filter(|rustup| !rustup.starts_with(&folder))
        .find(|rustup| rustup.is_file())
        .context("rustup is not in the PATH")?;
    write_script(&folder.join("rustup"), &rustup, variables)?;
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&path)))?;
    // SAFETY: a build script has one thread.
    unsafe { env::set_var("PATH", path) };
    Ok(())
}

fn write_script(script: &Path, program: &Path, variables: &Variables) -> Result<()> {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    // Shells drop variables with such names as those of packages. `env` keeps them.
    let mut text = "#!/bin/sh\nexec env".to_owned();
    for (name, value) in variables {
        text = format!("{text} {}", quoted(&format!("{name}={value}")));
    }
    text = format!("{text} {} \"$@\"\n", quoted(&program.display().to_string()));
    fs::create_dir_all(script.parent().expect("it is in a folder"))
        .and_then(|()| fs::write(script, text))
        .and_then(|()| fs::set_permissions(script, fs::Permissions::from_mode(0o755)))
        .with_context(|| format!("writing {}", script.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A crate that has something to be optimized, checked and unwound.
    const SOURCE: &str = "#![no_std]
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo) -> ! { loop {} }
        #[unsafe(no_mangle)]
        pub extern \"C\" fn sum(a: u32, b: u32) -> u32 { parts(a, b) + parts(b, a) }
        #[inline(never)]
        fn parts(a: u32, b: u32) -> u32 { [3, 1, 4, 1][(a % 5) as usize] + a * b }";

    const MANIFEST: &str = "[package]\nname = \"some\"\nedition = \"2024\"\n
        [lib]\ncrate-type = [\"cdylib\"]\n
        [profile.release]\nopt-level = \"z\"\nlto = \"fat\"\ncodegen-units = 1\n
        [workspace]";

    /// What people have in their configuration, for other projects.
    const CONFIGURATION: &str = r#"
        [build]
        incremental = true
        rustflags = ["-Ctarget-cpu=native"]
        target-dir = "elsewhere"
        build-dir = "elsewhere"
        [profile.release]
        codegen-units = 16
        debug = true
        debug-assertions = true
        lto = "thin"
        opt-level = 3
        overflow-checks = true
        panic = "abort"
        rpath = true
        strip = true
        [profile.release.package."*"]
        opt-level = 2
        [profile.release.package."some@0.0.0"]
        opt-level = 1
        debug = 1
        [profile.release.build-override]
        opt-level = 3
        [target."cfg(all())"]
        linker = "clang"
        rustflags = ["-Clink-arg=-fuse-ld=mold"]
    "#;

    /// What they have in their environment.
    const ENVIRONMENT: [(&str, &str); 5] = [
        ("CARGO_INCREMENTAL", "1"),
        ("CARGO_PROFILE_RELEASE_DEBUG", "true"),
        ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ("CARGO_TARGET_WASM32V1_NONE_RUSTFLAGS", "-Clink-arg=-fuse-ld=lld"),
        ("RUSTFLAGS", "-Dwarnings -Copt-level=3"),
    ];

    struct Project(tempfile::TempDir);

    impl Project {
        fn new() -> Self {
            let project = Self(tempfile::tempdir().expect("a folder"));
            project.write("Cargo.toml", MANIFEST);
            project.write("src/lib.rs", SOURCE);
            project
        }

        fn write(&self, path: &str, text: &str) {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
            fs::write(path, text).expect("the file is written");
        }

        /// Builds it as gear-wasm-builder does, with `rustup` in place of that program.
        fn build(&self, rustup: &Path, environment: &[(&str, &str)]) -> Vec<u8> {
            let target = self.0.path().join("target");
            fs::remove_dir_all(&target).ok();
            let output = Command::new(rustup)
                .args(["rustc", "--offline", "--release", "--target", Layout::TARGET])
                .current_dir(self.0.path())
                .env_remove("RUSTFLAGS")
                .envs(environment.iter().copied())
                .env_remove("CARGO_ENCODED_RUSTFLAGS")
                .env("CARGO_TARGET_DIR", &target)
                .output()
                .expect("cargo runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            fs::read(target.join(Layout::TARGET).join("release/some.wasm")).expect("the module")
        }
    }

    #[test]
    fn a_machine_s_settings_change_no_byte() {
        let project = Project::new();
        let (rustup, cargo) = (project.0.path().join("it's/rustup"), Path::new(env!("CARGO")));
        let pinned = |configured: Value| {
            let configured = configured.as_object().expect("a table").clone();
            let variables =
                of(&project.0.path().join("target"), "release", &configured).expect("variables");
            write_script(&rustup, cargo, &variables).expect("the script is written");
        };
        pinned(json!({}));
        let alone = project.build(&rustup, &[]);

        project.write(".cargo/config.toml", CONFIGURATION);
        // What cargo says of it: the test below asks cargo itself.
        pinned(json!({ "package": {
            "*": { "opt-level": 2 },
            "some@0.0.0": { "opt-level": 1, "debug": 1 },
        } }));
        assert!(project.build(&rustup, &ENVIRONMENT) == alone);

        // Without what is pinned, they do change it.
        project.write(".cargo/config.toml", "[profile.release]\nopt-level = 3");
        assert!(project.build(cargo, &[]) != alone);
    }

    #[test]
    fn what_cannot_be_undone_is_refused() {
        let refused = |configured: Value| {
            let configured = configured.as_object().expect("a table");
            of(Path::new("target"), "dev", configured).expect_err("it is refused").to_string()
        };
        let split = refused(json!({ "split-debuginfo": "packed" }));
        assert!(split.contains("profile.dev.split-debuginfo"), "{split}");
        let package = refused(json!({ "package": { "gstd": { "codegen-backend": "gcc" } } }));
        assert!(package.contains("profile.dev.package.gstd.codegen-backend"), "{package}");
    }

    #[test]
    fn cargo_tells_its_configuration() {
        // The workspace's own, which is there on every machine.
        let key = "env.__GEAR_WASM_BUILDER_NO_FEATURES_TRACKING";
        assert_eq!(configured(key).expect("an answer"), json!("1"));
        assert_eq!(configured("profile.release.no-such-key").expect("an answer"), Value::Null);
    }
}
