//! Streams that wait for what is not there yet.
//!
//! Whether a terminal or a pipe has its users wait is one setting for all of them. A program that
//! shares it, as one that `--on-turn` names, may have changed that. An answer that is not typed yet
//! would then count as the end of the input, and a long output be cut.

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::{
    io::{self, BufRead, ErrorKind},
    os::fd::AsFd,
};

/// Has whoever reads or writes at this stream wait.
pub fn wait_at(stream: impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(&stream)?;
    if flags.contains(OFlags::NONBLOCK) {
        fcntl_setfl(&stream, flags - OFlags::NONBLOCK)?;
    }
    Ok(())
}

/// The bytes of the stream's next line, with its end, or `None` if no more will come.
pub fn line(mut input: impl BufRead, stream: impl AsFd) -> io::Result<Option<Vec<u8>>> {
    let mut line = vec![];
    loop {
        match input.read_until(b'\n', &mut line) {
            Ok(_) => return Ok((!line.is_empty()).then_some(line)),
            // What was read until then stays in the line.
            Err(error) if error.kind() == ErrorKind::WouldBlock => wait_at(&stream)?,
            Err(error) => return Err(error),
        }
    }
}

/// The next line of the process's input.
pub fn typed() -> io::Result<Option<Vec<u8>>> {
    line(io::stdin().lock(), io::stdin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{BufReader, Write, pipe},
        thread::{scope, yield_now},
        time::{Duration, Instant},
    };

    #[test]
    fn a_line_that_is_not_there_yet_is_waited_for() {
        let (reader, mut writer) = pipe().unwrap();
        let waits = || !fcntl_getfl(&reader).unwrap().contains(OFlags::NONBLOCK);
        fcntl_setfl(&reader, OFlags::NONBLOCK).unwrap();
        writer.write_all(b"ro").unwrap();
        let mut input = BufReader::new(&reader);
        let read = scope(|scope| {
            scope.spawn(|| {
                let until = Instant::now() + Duration::from_secs(10);
                while !waits() && Instant::now() < until {
                    yield_now();
                }
                writer.write_all(b"ck\n\xfc").unwrap();
                drop(writer);
            });
            [(); 3].map(|()| line(&mut input, &reader).map_err(|error| error.kind()))
        });
        assert_eq!(read, [Ok(Some(b"rock\n".into())), Ok(Some(b"\xfc".into())), Ok(None)]);
    }
}
