"""Taking a photo of a hand: a camera with live preview, a file, an address, the clipboard, a phone; then reading it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

import assets
from models.messages import Msg, msg
from models.notation import HK_PLANTS
from tui import keymap, photo_jobs, photo_kept
from tui.i18n import _, tr
from tui.photo_jobs import Job, Preview, View
from tui.photo_kept import Kept, Stamp
from tui.pictures import SURE, Mark
from tui.requests import PhotoRequest, PhotoResult
from tui.screens.base import Page
from tui.text import both_ends
from tui.widgets.lines import Say
from tui.widgets.photo_bar import PhotoBar
from tui.widgets.photo_files import ENDINGS, Entry, PhotoFiles, entries, first_folder
from tui.widgets.photo_picture import PhotoPicture
from tui.widgets.photo_status import PhotoSources, PhotoStatus
from vision.extra import how_to_install
from vision.reading import PhotoError, PhotoReading

if TYPE_CHECKING:
    from tui.screens.photo_tiles import PhotoTilesScreen
    from vision.camera import Camera, CameraInfo

SAMPLE: Final = "photos/sample-1.jpg"
SECONDS: Final = 3
"""Of the timer."""


@dataclass(frozen=True, slots=True)
class Source:
    """One way to a picture."""

    id: str
    """``kept``, ``kept_of_another``, ``camera``, ``file``, ``address``, ``clipboard``, ``phone`` or ``sample``."""
    words: Callable[[], str]
    camera: int = -1
    kept: Kept | None = None


class PhotoScreen(Page["PhotoResult"]):
    """Answers the hand in a photo as a person has confirmed it, or ``None``."""

    AREA = "photo"
    BINDINGS = keymap.bindings("photo")
    AUTO_FOCUS = "PhotoSources"
    HELP = keymap.N_(
        "Take a picture of the winning hand, face up, all tiles in view, flowers beside it, and the winning tile a little apart. Enter takes it; then check the tiles, and Enter again."
    )
    CSS = """
    PhotoScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    PhotoScreen #body { height: 1fr; }
    PhotoScreen #choice { width: 30; border-right: vkey $border; }
    PhotoScreen.-files #choice, PhotoScreen.-wide #choice { width: 38; }
    PhotoScreen PhotoFiles, PhotoScreen #where { display: none; }
    PhotoScreen.-files PhotoFiles { display: block; }
    PhotoScreen.-files PhotoSources { display: none; }
    PhotoScreen #line { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
    PhotoScreen.-typing #line { display: block; }
    PhotoScreen OptionList, PhotoScreen OptionList:focus { border: none; }
    PhotoScreen #preview { width: 1fr; height: 1fr; }
    PhotoScreen.-lacking #body { display: none; }
    PhotoScreen #lacking { display: none; width: 1fr; height: 1fr; content-align: center middle; padding: 2 4; }
    PhotoScreen.-lacking #lacking { display: block; }
    """

    last_source: ClassVar[str] = ""
    """What was used last, to be offered first the next time."""
    last_folder: ClassVar[Path | None] = None

    class Cameras(Message):
        """The cameras of this machine."""

        def __init__(self, found: list[CameraInfo]) -> None:
            super().__init__()
            self.found = found

    class Files(Message):
        """What a folder offers."""

        def __init__(self, folder: Path, found: list[Entry]) -> None:
            super().__init__()
            self.folder = folder
            self.found = found

    class Frame(Message):
        """A new frame of the camera, or a file's picture; ``job`` is whose."""

        def __init__(self, job: Job, preview: Preview) -> None:
            super().__init__()
            self.job = job
            self.preview = preview

    class Progress(Message):
        """How far the reading is."""

        def __init__(self, job: Job, words: Msg, done: float) -> None:
            super().__init__()
            self.job = job
            self.words = words
            self.done = done

    class Read(Message):
        """A photo was read, or reading was stopped (``None``)."""

        def __init__(self, job: Job, reading: PhotoReading | None) -> None:
            super().__init__()
            self.job = job
            self.reading = reading

    class Failed(Message):
        """It could not be had or not be read."""

        def __init__(self, job: Job | None, why: Msg) -> None:
            super().__init__()
            self.job = job
            self.why = why

    def __init__(self, request: PhotoRequest | None = None) -> None:
        super().__init__()
        self.request = request or PhotoRequest()
        self.lacking = how_to_install()
        self.found_cameras: list[CameraInfo] = []
        self.sources: list[Source] = []
        self.folder: Path | None = None
        self.camera: Camera | None = None
        self.watching: Job | None = None
        self.watched: int | None = None
        """The camera whose picture is shown."""
        self.reading_job: Job | None = None
        self.source = ""
        """The file being read, empty for what is none."""
        self.stamp: Stamp = None
        """That file as it was before it was read: what takes its place meanwhile is another picture."""
        self.counting: int | None = None
        self.view: View | None = None
        self.photo_name: str | Msg = ""
        """Of what is being read."""
        self.typing_for = ""
        self.line: tuple[str, str] | None = None
        """What was typed for the picture being read, and for what kind of place, to be put right should it fail."""

    # -- the screen ---------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        yield Say(self._lacking, id="lacking")
        with Horizontal(id="body"):
            with Vertical(id="choice"):
                yield Input(id="line", compact=True)
                yield PhotoSources(markup=False)
                yield PhotoFiles(id="files")
            yield PhotoPicture(id="preview")
        yield PhotoStatus()
        yield PhotoBar("photo", self._leads_somewhere)

    def _title(self) -> Content:
        width = (self.size.width or 80) - 2
        where = ""
        if self.reading_job is not None:
            where = tr(self.photo_name) if isinstance(self.photo_name, Msg) else self.photo_name
        elif self.has_class("-files") and self.folder:
            where = str(self.folder)
        elif self.watched is not None:
            where = _("camera {n}").format(n=self.watched)
        title = Content.styled(_("A photo of the hand"), "bold $primary")
        while where and title.cell_length + 2 + cell_len(where) > width:  # of a deep folder the end
            where = "…" + where[2:] if where[0] == "…" else "…" + where[1:]
        return both_ends(title, Content.styled(where, "$text-muted"), width)

    def _leads_somewhere(self, action: keymap.Action) -> bool:
        """What the bar of keys shows: what can be used as things are."""
        name = action.name
        if self._busy():
            return name == "back"
        if self.has_class("-typing"):
            return name in ("take", "back")
        if name == "camera":
            return bool(self.found_cameras)
        if self.has_class("-files"):
            return name not in ("file", "timer")
        return name != "timer" or bool(self.found_cameras)

    def _head_and_foot(self) -> None:
        """The title and the keys as things are now."""
        for title in self.query("#title"):
            title.refresh()
        for bar in self.query(PhotoBar):
            bar.refresh(layout=True)

    def _lacking(self) -> str:
        return "" if self.lacking is None else tr(self.lacking)

    def on_mount(self) -> None:
        if self.lacking is not None:
            self.add_class("-lacking")
            return
        kept = self._kept_of(self.request.winner)
        self._offer("kept" if kept else "")
        self.run_worker(self._find_cameras, thread=True, group="cameras", exit_on_error=False)
        if self.request.path:
            self.read_photo(self.request.path)
        elif kept:
            self._say_kept()
            if self.request.resume:
                self._resume(kept[0])

    def on_unmount(self) -> None:
        self._stop_watching()
        if self.reading_job is not None:
            self.reading_job.stop()

    def relabel(self) -> None:
        super().relabel()
        self._offer()

    @property
    def status(self) -> PhotoStatus:
        """The line that says what is going on."""
        return self.query_one(PhotoStatus)

    def _offer(self, at: str = "") -> None:
        """Lists the ways to a picture, the cursor on ``at``, else where it was, else on the one used last."""
        listed = self.query_one(PhotoSources)
        before = self.sources[listed.highlighted] if listed.highlighted is not None and self.sources else None
        goings_on = _goings_on(self._kept(), self.request.winner)
        self.sources = [
            *(source for source in goings_on if source.id == "kept"),
            *(
                Source("camera", lambda c=c: _("camera {n}: {name}").format(n=c.index, name=c.name), c.index)  # type: ignore[misc]
                for c in self.found_cameras
            ),
            Source("file", lambda: _("a picture file")),
            Source("clipboard", lambda: _("the clipboard")),
            Source("address", lambda: _("a stream's address")),
            Source("phone", lambda: _("a phone, by QR code")),
            Source("sample", lambda: _("the sample photo")),
            *(source for source in goings_on if source.id != "kept"),
        ]
        listed.clear_options()
        listed.add_options([Option(source.words()) for source in self.sources])
        ids = [_identity(source) for source in self.sources]
        was = _identity(before) if before is not None and before.id != "file" else None
        wanted = at or PhotoScreen.last_source or ("camera" if self.found_cameras else "file")
        if not at and was in ids:
            listed.highlighted = ids.index(was)
        else:
            listed.highlighted = next((n for n, source in enumerate(self.sources) if source.id == wanted), 0)

    def _find_cameras(self) -> None:
        try:
            self.post_message(self.Cameras(photo_jobs.list_cameras()))
        except Exception as error:
            self.post_message(self.Failed(None, msg("cameras cannot be listed: {reason}", reason=error)))

    def on_photo_screen_cameras(self, message: PhotoScreen.Cameras) -> None:
        if message.found:
            self.found_cameras = message.found
            self._offer()
            self._head_and_foot()
        elif self.reading_job is None and self.status.message is None:
            self.status.say(msg("this machine has no camera; choose a file, a phone or an address"))

    # -- preview ----------------------------------------------------------------------------------------------------

    @on(OptionList.OptionHighlighted, "PhotoSources")
    def _source_highlighted(self, message: OptionList.OptionHighlighted) -> None:
        message.stop()
        if (
            message.option_index >= len(self.sources)
            or self.has_class("-files")
            or self.reading_job is not None
        ):
            return
        source = self.sources[message.option_index]
        if source.id == "camera":
            self._watch(source.camera)
        else:
            self._stop_watching()
            picture = self.query_one("#preview", PhotoPicture)
            if source.kept is not None:
                picture.show(source.kept.picture, source.kept.scale)
            else:
                picture.show(None)

    def _watch(self, index: int) -> None:
        if self.camera is not None and self.camera.source == index:
            return
        self._stop_watching()
        self.watched = index
        self._head_and_foot()
        self.status.say(msg("opening the camera"))
        job = self.watching = Job()

        def work() -> None:
            from vision.camera import Camera

            try:
                camera = Camera(index)
                if job.stopped.is_set():
                    camera.close()
                    return
                self.camera = camera
                photo_jobs.watch(job, camera, lambda preview: self._post(self.Frame(job, preview)))
            except PhotoError as error:
                if not job.stopped.is_set():
                    self._post(self.Failed(job, error.message))
            except Exception as error:
                if not job.stopped.is_set():
                    self._post(
                        self.Failed(job, msg("camera {name} failed: {reason}", name=index, reason=error))
                    )

        self.run_worker(work, thread=True, group="watch", exit_on_error=False)

    def _post(self, message: Message) -> None:
        if self.is_running:
            self.post_message(message)

    def _stop_watching(self) -> None:
        if self.watching is not None:
            self.watching.stop()
            self.watching = None
        if self.watched is not None:
            self.watched = None
            self._head_and_foot()
        camera, self.camera = self.camera, None
        if camera is not None:
            # closing waits for the driver
            if self.is_running:
                self.run_worker(camera.close, thread=True, group="close", exit_on_error=False)
            else:
                camera.close()

    def on_photo_screen_frame(self, message: PhotoScreen.Frame) -> None:
        if message.job is not self.watching:
            return
        view = message.preview.view
        marks = [Mark(corners, SURE) for corners in message.preview.tiles]
        self.query_one("#preview", PhotoPicture).show(view.picture, view.scale, marks)
        if self.counting is None and self.camera is not None:
            count = message.preview.count
            if count is None:
                self.status.say(msg("aim so that every tile is in view; Enter takes the picture"))
            elif count == 1:
                self.status.say(msg("1 tile in view; Enter takes the picture"))
            else:
                self.status.say(msg("{n} tiles in view; Enter takes the picture", n=count))

    # -- files ------------------------------------------------------------------------------------------------------

    def action_file(self) -> None:
        if self._busy():
            return
        self._stop_watching()
        self.add_class("-files")
        self.status.say(None)
        self._open_folder(PhotoScreen.last_folder, asked=False)
        self.query_one(PhotoFiles).focus()
        self._head_and_foot()

    def _open_folder(self, folder: Path | None, *, asked: bool = True) -> None:
        """Shows a folder; one that nobody ``asked`` for now and that is gone gives way to the first there is."""

        def work() -> None:
            where = folder or first_folder()
            if not asked and not photo_jobs.is_folder(where):
                where = first_folder()
            try:
                found = entries(where)
            except OSError as error:
                self._post(
                    self.Failed(
                        None,
                        msg("{name} cannot be opened: {reason}", name=where, reason=error.strerror or error),
                    )
                )
                return
            if not get_current_worker().is_cancelled:
                self._post(self.Files(where, found))

        self.run_worker(work, thread=True, exclusive=True, group="files", exit_on_error=False)

    def on_photo_screen_files(self, message: PhotoScreen.Files) -> None:
        if not self.has_class("-files"):
            return
        self.folder = PhotoScreen.last_folder = message.folder
        self._head_and_foot()
        self.query_one(PhotoFiles).offer(message.found)
        if not any(not entry.folder for entry in message.found):
            self.status.say(msg("no pictures in this folder; / types or pastes a path"))
            self.query_one("#preview", PhotoPicture).show(None)
        else:
            self.status.say(None)

    def on_photo_files_opened(self, message: PhotoFiles.Opened) -> None:
        self._open_folder(message.path)

    def on_photo_files_chosen(self, message: PhotoFiles.Chosen) -> None:
        PhotoScreen.last_source = "file"
        self.read_photo(str(message.path))

    def on_photo_files_shown(self, message: PhotoFiles.Shown) -> None:
        if self.reading_job is not None or not self.has_class("-files"):
            return
        if self.watching is not None:
            self.watching.stop()
        path = message.path
        if path is None:
            self.query_one("#preview", PhotoPicture).show(None)
            return
        job = self.watching = Job()

        def work() -> None:
            job.stopped.wait(0.08)  # the cursor may only be passing
            if job.stopped.is_set():
                return
            try:
                view = photo_jobs.thumbnail(path)
            except PhotoError as error:
                if not job.stopped.is_set():
                    self._post(self.Failed(job, error.message))
                return
            except Exception as error:
                self._post(self.Failed(job, msg("the photo could not be read: {reason}", reason=error)))
                return
            self._post(self.Frame(job, Preview(view)))

        self.run_worker(work, thread=True, group="thumbnail", exit_on_error=False)

    # -- a line to type ----------------------------------------------------------------------------------------------

    def _type(self, wanted: str, text: str = "") -> None:
        self.typing_for = wanted
        self.add_class("-typing")
        line = self.query_one("#line", Input)
        line.placeholder = _("path of a picture") if wanted == "path" else _("http://…, camera:0, path")
        line.value = text
        line.cursor_position = len(text)
        line.focus()
        self._head_and_foot()

    def _stop_typing(self) -> None:
        self.remove_class("-typing")
        self.typing_for = ""
        self._focus_list()
        self._head_and_foot()

    def _focus_list(self) -> None:
        self.query_one(PhotoFiles if self.has_class("-files") else PhotoSources).focus()

    def action_path(self) -> None:
        if not self._busy():
            self._type("path")

    def action_address(self) -> None:
        if not self._busy():
            self._stop_watching()
            self._type("address")

    @on(Input.Submitted, "#line")
    def _typed(self, message: Input.Submitted) -> None:
        message.stop()
        if not message.value.strip():
            self._stop_typing()
            return
        self._open_typed(message.value, address=self.typing_for == "address")

    def on_paste(self, event: events.Paste) -> None:
        """A file dropped onto the terminal arrives as its pasted path."""
        text = event.text.strip()
        if text and "\n" not in text and not self._busy():
            event.stop()
            self._open_typed(text)

    def _open_typed(self, text: str, *, address: bool = False) -> None:
        """Reads what was typed or pasted; what cannot be is said, and a line stays as it was typed, to be put right."""
        shown = self.folder if self.has_class("-files") else None
        try:
            place = photo_jobs.place_of(text, shown or Path.cwd(), ENDINGS, address=address)
        except PhotoError as error:
            self.status.say(error.message, bad=True)
            return
        line = (self.typing_for, text) if self.has_class("-typing") else None
        if line is not None:
            self._stop_typing()
        if isinstance(place, str):
            if "://" in place:
                PhotoScreen.last_source = "address"
            self.read_photo(place, line)
        elif photo_jobs.is_folder(place):
            self._stop_watching()
            self.add_class("-files")
            self._open_folder(place)
            self._focus_list()
            self._head_and_foot()
        else:
            PhotoScreen.last_source = "file"
            if photo_jobs.is_folder(place.parent):
                PhotoScreen.last_folder = place.parent
            self.read_photo(str(place), line)

    # -- taking ------------------------------------------------------------------------------------------------------

    def _busy(self) -> bool:
        return self.lacking is not None or self.reading_job is not None

    @on(OptionList.OptionSelected, "PhotoSources")
    def _source_selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        self._use(self.sources[message.option_index])

    def _use(self, source: Source) -> None:
        if self._busy():
            return
        if source.kept is not None:
            self._resume(source.kept)
        elif source.id == "camera":
            self._snap()
        else:
            {
                "file": self.action_file,
                "clipboard": self.action_clipboard,
                "address": self.action_address,
                "phone": self.action_phone,
                "sample": self.action_sample,
            }[source.id]()

    async def action_take(self) -> None:
        """Enter where no list has the focus."""
        if self._busy():
            return
        if self.has_class("-typing"):
            await self.query_one("#line", Input).action_submit()
        elif self.has_class("-files"):
            self.query_one(PhotoFiles).action_select()
        else:
            self.query_one(PhotoSources).action_select()

    def _snap(self) -> None:
        self.counting = None
        if self.camera is None:
            self.status.say(msg("the camera is not ready yet"), bad=True)
            return
        PhotoScreen.last_source = "camera"
        self.read_photo(self.camera)

    def action_timer(self) -> None:
        if self._busy():
            return
        if self.camera is None:
            self.status.say(msg("the timer needs a camera"), bad=True)
            return
        if self.counting is not None:
            self.counting = None
            self.status.say(msg("the timer is off"))
            return
        self.counting = SECONDS
        self._tick()

    def _tick(self) -> None:
        if self.counting is None or self.reading_job is not None:
            return
        if self.counting == 0:
            self._snap()
            return
        self.status.say(msg("{n} …", n=self.counting))
        self.counting -= 1
        self.set_timer(1.0, self._tick)

    def action_camera(self) -> None:
        if self._busy():
            return
        if not self.found_cameras:
            from vision.camera import no_camera

            self.status.say(no_camera().message, bad=True)
            return
        self.remove_class("-files")
        listed = self.query_one(PhotoSources)
        first = next(n for n, source in enumerate(self.sources) if source.id == "camera")
        now = (listed.highlighted if listed.highlighted is not None else -1) - first
        following = now + 1 if 0 <= now < len(self.found_cameras) - 1 else 0
        listed.focus()
        listed.highlighted = first + following
        self._watch(self.found_cameras[following].index)
        self._head_and_foot()

    def action_clipboard(self) -> None:
        if not self._busy():
            PhotoScreen.last_source = "clipboard"
            self.read_photo("clipboard:")

    def action_sample(self) -> None:
        if not self._busy():
            self.read_photo(str(assets.path(SAMPLE)))

    def action_phone(self) -> None:
        """The phones screen shows the QR code; a picture that has come in is read on return."""
        if self._busy():
            return
        waiting = getattr(self.app, "waiting_photo", None)
        path = waiting() if callable(waiting) else ""
        if path:
            self.read_photo(path)
            return
        screen = self.open("phones", True)
        if screen is not None:
            self._stop_watching()
            self.app.push_screen(screen, self._back_from_phones)

    def phone_sent(self) -> bool:
        """A phone has sent a picture; whether it is read here and now."""
        if self._busy() or self.has_class("-typing"):
            return False
        self.action_phone()
        return True

    def _back_from_phones(self, _answer: object) -> None:
        waiting = getattr(self.app, "waiting_photo", None)
        path = waiting() if callable(waiting) else ""
        if path:
            self.read_photo(path)

    # -- reading -----------------------------------------------------------------------------------------------------

    def read_photo(self, source: str | Camera, line: tuple[str, str] | None = None) -> None:
        """Reads in a thread; Esc stops it. A file that was put right before is shown as it was left."""
        self.counting = None
        stamp = photo_kept.stamp_of(source) if isinstance(source, str) else None
        path = source if isinstance(source, str) and stamp is not None else ""
        for kept in self._kept() if path else ():
            if (kept.source, kept.stamp) == (path, stamp):
                self._stop_watching()
                self._resume(kept)
                return
        job = self.reading_job = Job()
        self.source, self.stamp, self.line = path, stamp, line
        if source == "clipboard:":
            self.photo_name = msg("clipboard")
        elif isinstance(source, str):
            self.photo_name = source if "://" in source else Path(source).name
        else:
            self.photo_name = str(source.name)
        self._head_and_foot()
        self.status.say(photo_jobs.STAGES["load"], done=0.0)

        def work() -> None:
            try:
                reading = photo_jobs.read(
                    job,
                    source,
                    lambda view: self._post(self.Frame(job, Preview(view))),
                    lambda words, done: self._post(self.Progress(job, words, done)),
                )
            except PhotoError as error:
                self._post(self.Failed(job, error.message))
            else:
                self._post(self.Read(job, reading))

        if isinstance(source, str):
            self._stop_watching()
        elif self.watching is not None:
            self.watching.stop()
        self.watching = job
        self.run_worker(work, thread=True, group="read", exit_on_error=False)

    def on_photo_screen_progress(self, message: PhotoScreen.Progress) -> None:
        if message.job is self.reading_job:
            self.status.say(message.words, done=message.done)

    @on(Frame)
    def _keep_view(self, message: PhotoScreen.Frame) -> None:
        if message.job is self.reading_job:
            self.view = message.preview.view

    def on_photo_screen_failed(self, message: PhotoScreen.Failed) -> None:
        if message.job is not None and message.job not in (self.reading_job, self.watching):
            return
        if message.job is self.reading_job and message.job is not None:
            self.reading_job = None
            if self.line is not None:
                self._type(*self.line)
        self.status.say(message.why, bad=True)
        self._head_and_foot()
        if message.job is self.watching:
            self._stop_watching()
            self.query_one("#preview", PhotoPicture).show(None)

    def on_photo_screen_read(self, message: PhotoScreen.Read) -> None:
        if message.job is not self.reading_job:
            return
        self.reading_job = None
        self._stop_watching()
        reading = message.reading
        if reading is None:
            self._ready(msg("stopped"))
            return
        if not reading.tiles:
            self._ready(
                reading.notes[0] if reading.notes else msg("I see no tiles in this picture"), bad=True
            )
            return
        from tui.screens.photo_tiles import PhotoTilesScreen

        self.status.say(
            msg("{n} tiles read", n=len(reading.tiles)) if len(reading.tiles) != 1 else msg("1 tile read")
        )
        view = self.view
        self._check(
            PhotoTilesScreen(
                reading,
                self.photo_name,
                view.picture if view else None,
                view.scale if view else 1.0,
                self._plant_order(),
            ),
            self.source,
            self.stamp,
        )

    def _plant_order(self) -> str:
        from models.rules import RuleSetError
        from tui.counting import load_rules

        try:
            return load_rules(self.request.rules).switches.plant_order
        except RuleSetError:  # the count will say what is wrong with it
            return HK_PLANTS

    def _check(self, screen: PhotoTilesScreen, source: str, stamp: Stamp) -> None:
        self._head_and_foot()
        self.app.push_screen(screen, lambda answer: self._checked(screen, source, stamp, answer))

    def _resume(self, kept: Kept) -> None:
        """Goes on where a photo was left."""
        from tui.screens.photo_tiles import PhotoTilesScreen

        self._check(PhotoTilesScreen.resumed(kept), kept.source, kept.stamp)

    def _checked(self, screen: PhotoTilesScreen, source: str, stamp: Stamp, answer: object) -> None:
        """The tiles' screen was left. What a person did there is kept until the hand is in the ledger."""
        if screen.touched or isinstance(answer, PhotoResult):
            photo_kept.keep(self.app, screen.kept(self.request.hand, self.request.winner, source, stamp))
        else:
            photo_kept.drop(self.app, screen.reading)  # everything was taken back
        if isinstance(answer, PhotoResult):
            self.dismiss(answer)
        elif answer is None and self.request.path and not screen.touched:
            self.dismiss(None)
        elif answer is None and screen.touched:
            if not (self.has_class("-files") and self.query_one(PhotoFiles).here == Path(source)):
                self.remove_class("-files")
            self._offer("kept")
            self._ready(None)
            self._say_kept()
        else:
            self._offer()
            self._ready(None)

    def _kept(self) -> tuple[Kept, ...]:
        """The photos of this hand that were left, the last first."""
        return photo_kept.kept(self.app, self.request.hand)

    def _kept_of(self, winner: str) -> list[Kept]:
        """Those of one winner."""
        return [one for one in self._kept() if one.winner == winner]

    def _say_kept(self) -> None:
        self.status.say(msg("kept as you put it right: {key} goes on with it", key=self.key("photo.take")))

    def _ready(self, message: Msg | None, *, bad: bool = False) -> None:
        """Ready for another picture."""
        self._focus_list()
        self._head_and_foot()
        self.status.say(message, bad=bad)
        listed = self.query_one(PhotoSources)
        if not self.has_class("-files") and listed.highlighted is not None and not bad:
            source = self.sources[listed.highlighted]
            if source.id == "camera":
                self._watch(source.camera)

    # -- back --------------------------------------------------------------------------------------------------------

    def action_back(self) -> None:
        if self.reading_job is not None:
            self.reading_job.stop()
            self.reading_job = None
            self._stop_watching()
            self._ready(msg("stopped"))
        elif self.counting is not None:
            self.counting = None
            self.status.say(msg("the timer is off"))
        elif self.has_class("-typing"):
            self._stop_typing()
            self.status.say(None)
        elif self.has_class("-files"):
            self.remove_class("-files")
            self._head_and_foot()
            self.status.say(None)
            self.query_one("#preview", PhotoPicture).show(None)
            self._focus_list()
        else:
            self.dismiss(None)


def _goings_on(kept: Sequence[Kept], winner: str) -> list[Source]:
    """A way back to each photo that was left; those of one name, such as a camera's, are numbered in the order they were left."""

    def words(at: int) -> str:
        same = [n for n, one in enumerate(kept) if _name(one) == _name(kept[at])]
        number = f" ({len(same) - same.index(at)})" if len(same) > 1 else ""
        name = _name(kept[at]) + number
        if kept[at].winner == winner:
            return _("go on with {name}").format(name=name)
        return _("{player}'s photo: {name}").format(player=kept[at].winner, name=name)

    return [
        Source("kept" if one.winner == winner else "kept_of_another", lambda at=at: words(at), kept=one)  # type: ignore[misc]
        for at, one in enumerate(kept)
    ]


def _identity(source: Source) -> tuple[str, int, int]:
    """What tells a source from the others, also when they are listed anew."""
    return source.id, source.camera, id(source.kept.reading) if source.kept is not None else 0


def _name(kept: Kept) -> str:
    return tr(kept.name) if isinstance(kept.name, Msg) else kept.name
