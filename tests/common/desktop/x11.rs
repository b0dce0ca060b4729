//! A client of an X server that reads the pixels of a window, and drops a file on it the way a file
//! manager does, by the source's half of the XDND protocol, version 5.

use std::{
    error::Error,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use image::RgbaImage;
use test_support::picture::from_screen;
use x11rb::{
    COPY_FROM_PARENT, CURRENT_TIME, NONE,
    connection::Connection,
    protocol::{Event, xproto::*},
    rust_connection::RustConnection,
    wrapper::ConnectionExt as _,
};

use super::PATIENCE;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Returns what is on the screen of the server `display` (":7") where `window` is; an error while it is
/// hidden.
pub fn picture(display: &str, window: u32) -> Outcome<RgbaImage> {
    let (server, screen) = x11rb::connect(Some(display))?;
    let screen = &server.setup().roots[screen];
    if server.get_window_attributes(window)?.reply()?.map_state != MapState::VIEWABLE {
        return Err("it is hidden".into());
    }
    let size = server.get_geometry(window)?.reply()?;
    let place = server
        .translate_coordinates(window, screen.root, 0, 0)?
        .reply()?;
    // While its size changes, a part of it may be beyond the screen.
    let part = |start: i16, length: u16, end: u16| {
        let from = start.clamp(0, end as i16 - 1);
        let to = start
            .saturating_add_unsigned(length)
            .clamp(from + 1, end as i16);
        (from, (to - from) as u16)
    };
    let (x, width) = part(place.dst_x, size.width, screen.width_in_pixels);
    let (y, height) = part(place.dst_y, size.height, screen.height_in_pixels);
    let (root, format) = (screen.root, ImageFormat::Z_PIXMAP);
    let seen = server
        .get_image(format, root, x, y, width, height, !0)?
        .reply()?;
    from_screen(width.into(), height.into(), seen.data)
        .ok_or_else(|| "pixels of other than four bytes".into())
}

/// Drops `file` on `window` of the server `display` and waits until it was taken.
pub fn drop_file(display: &str, window: u32, file: &Path) -> Outcome<()> {
    let (server, screen) = x11rb::connect(Some(display))?;
    let own = server.generate_id()?;
    let root = server.setup().roots[screen].root;
    let (class, like) = (WindowClass::INPUT_OUTPUT, &CreateWindowAux::new());
    server.create_window(0, own, root, 0, 0, 1, 1, 0, class, COPY_FROM_PARENT, like)?;
    let atom = |name: &str| -> Outcome<u32> {
        Ok(server.intern_atom(false, name.as_bytes())?.reply()?.atom)
    };
    let send = |kind: &str, data: [u32; 5]| -> Outcome<()> {
        let message = ClientMessageEvent::new(32, window, atom(kind)?, data);
        server.send_event(false, window, EventMask::NO_EVENT, message)?;
        Ok(())
    };
    let uri = format!("file://{}\r\n", file.display());
    let copy = atom("XdndActionCopy")?;
    server.set_selection_owner(own, atom("XdndSelection")?, CURRENT_TIME)?;
    let offered = [own, 5 << 24, atom("text/uri-list")?, NONE, NONE];
    send("XdndEnter", offered)?;
    send("XdndPosition", [own, 0, 100 << 16 | 100, 0, copy])?;
    serve(&server, &uri, atom("XdndStatus")?)?;
    send("XdndDrop", [own, 0, 0, 0, 0])?;
    serve(&server, &uri, atom("XdndFinished")?)
}

/// Hands out `uri` to whoever asks until the message `until` comes.
fn serve(server: &RustConnection, uri: &str, until: u32) -> Outcome<()> {
    server.flush()?;
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        match server.poll_for_event()? {
            Some(Event::ClientMessage(message)) if message.type_ == until => return Ok(()),
            Some(Event::SelectionRequest(request)) => answer(server, &request, uri)?,
            Some(_) => {}
            None => thread::sleep(Duration::from_millis(5)),
        }
    }
    Err("nobody takes the file".into())
}

fn answer(server: &RustConnection, request: &SelectionRequestEvent, uri: &str) -> Outcome<()> {
    let (requestor, target, property) = (request.requestor, request.target, request.property);
    server.change_property8(
        PropMode::REPLACE,
        requestor,
        property,
        target,
        uri.as_bytes(),
    )?;
    let notice = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: request.time,
        requestor,
        selection: request.selection,
        target,
        property,
    };
    server.send_event(false, requestor, EventMask::NO_EVENT, notice)?;
    Ok(server.flush()?)
}
