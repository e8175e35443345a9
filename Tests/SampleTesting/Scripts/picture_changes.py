"""Compares pictures of pages with the accepted ones, and accepts new ones."""

from functools import reduce
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

GOLDEN = Path(__file__).resolve().parents[2] / "Pictures"
# From which difference a pixel counts as changed, and the share of changed pixels that a picture may have.
# Two runs on one computer draw the same bytes. Other font rendering (`--font-render-hinting=none`) changes up
# to 0.002 % of the pixels; another accent colour on buttons and links changes at least 0.07 %.
CHANNEL_TOLERANCE = 20
SHARE_TOLERANCE = 0.0004
MANY_COLOURS = 3000
# How far, in pixels, the edge of a letter or a line may have moved.
REACH = 2


def extreme(image, choose):
    """The darkest or lightest value of each pixel and its neighbours, channel by channel."""
    for direction in [(1, 0), (0, 1)]:
        steps = [(direction[0] * step, direction[1] * step) for step in range(-REACH, REACH + 1) if step]
        image = reduce(choose, [ImageChops.offset(image, *step) for step in steps], image)
    return image


def beyond(one, other):
    """How much darker or lighter each pixel is than all pixels around it in another picture."""
    return ImageChops.lighter(
        ImageChops.subtract(one, extreme(other, ImageChops.lighter)),
        ImageChops.subtract(extreme(other, ImageChops.darker), one))


def lightest_channel(image):
    return reduce(ImageChops.lighter, image.split())


def suspect_box(one, other):
    """The box that contains every pixel that can have changed; none when nothing has.

    After softening, a pixel differs no more than the most different of its neighbours did before.
    """
    box = lightest_channel(ImageChops.difference(one, other)).point(lambda value: 255 if value >= CHANNEL_TOLERANCE else 0).getbbox()
    if box is None:
        return None
    # A pixel for the softening, the reach of edges, and a pixel more for the softening of those.
    margin = REACH + 2
    return max(box[0] - margin, 0), max(box[1] - margin, 0), min(box[2] + margin, one.width), min(box[3] + margin, one.height)


def changed_pixels(one, other):
    """A mask of the visibly different pixels: edges may be slightly moved, and softer or harder."""
    one, other = (image.convert("RGB") for image in (one, other))
    mask = Image.new("L", one.size, 0)
    box = suspect_box(one, other)
    if box:
        one, other = (image.crop(box).filter(ImageFilter.BoxBlur(1)) for image in (one, other))
        most = lightest_channel(ImageChops.lighter(beyond(one, other), beyond(other, one)))
        mask.paste(most.point(lambda value: 255 if value > CHANNEL_TOLERANCE else 0), box)
    return mask


def share(mask):
    return mask.histogram()[255] / (mask.width * mask.height)


def complaint(drawn, folder):
    """What is wrong with one picture, or nothing; a picture of the differences is saved beside it."""
    accepted = GOLDEN / drawn.name
    if not accepted.is_file():
        return f"Tests/Pictures/{drawn.name} is missing"
    with Image.open(drawn) as new, Image.open(accepted) as old:
        if new.size != old.size:
            return f"{drawn.name} is {new.size} instead of {old.size}"
        mask = changed_pixels(new, old)
        found = share(mask)
        if found <= SHARE_TOLERANCE:
            return None
        # Differences are red on the accepted picture, which is made pale.
        pale = Image.blend(old.convert("RGB"), Image.new("RGB", old.size, "white"), 0.7)
        pale.paste((210, 0, 30), mask=mask)
        pale.save(folder / f"{drawn.stem}.difference.png")
    return f"{drawn.name} differs in {found:.3%} of its pixels"


def drawn_in(folder):
    return sorted(file for file in folder.glob("*.png") if not file.name.endswith(".difference.png"))


def complaints(folder):
    """The differences from the accepted pictures, one sentence for the name of each."""
    drawn = drawn_in(folder)
    found = {file.name: complaint(file, folder) for file in drawn}
    for file in sorted(GOLDEN.glob("*.png")):
        if file.name not in found:
            found[file.name] = f"Tests/Pictures/{file.name} is drawn no more"
    return {picture: sentence for picture, sentence in found.items() if sentence}


def reduced(picture):
    """Reduces to 256 colours, which are enough for pages and a third of the size, but not for the stripes of
    a map."""
    if picture.getcolors(MANY_COLOURS) is None:
        return picture
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)


def accept(folder, captions, sizes, themes):
    """Accepts the pictures in a folder; those that look the same stay as they are, byte by byte."""
    GOLDEN.mkdir(exist_ok=True)
    drawn = drawn_in(folder)
    for file in drawn:
        if complaint(file, folder):
            with Image.open(file) as picture:
                reduced(picture.convert("RGB")).save(GOLDEN / file.name, optimize=True)
    names = {file.name for file in drawn}
    for file in GOLDEN.glob("*.png"):
        if file.name not in names:
            file.unlink()
    (GOLDEN / "README.md").write_text("\n".join(index(captions, sizes, themes)) + "\n")


def index(captions, sizes, themes):
    """The lines of a page that shows all accepted pictures."""
    yield from [
        "# Pictures of the pages", "",
        "All pages of the app with the demonstration season on 10 April 2026, for a household in Basel, as they are on a",
        "desk, a tablet and a telephone in Chromium, and the main ones in Firefox and WebKit: light on a desk, and dark on a",
        "telephone. A test draws them again and compares; `scripts/test --accept PictureTests` takes new ones, and writes this",
        "page.", "",
        " · ".join(f"[{caption}](#{anchor(caption)})" for _, caption in captions),
    ]
    for name, caption in captions:
        yield from ["", f"## {caption}", "", "| | " + " | ".join(themes) + " |", "|---" * (len(themes) + 1) + "|"]
        for size in sizes:
            cells = [cell(f"{name}-{size}-{theme}.png", f"{caption}, {size}, {theme}") for theme in themes]
            if any(cells):
                yield f"| {size} | " + " | ".join(cells) + " |"


def cell(name, alternative):
    """A picture in a table; nothing where a page is not drawn in a size and a theme."""
    file = GOLDEN / name
    if not file.is_file():
        return ""
    with Image.open(file) as picture:
        return f'<img src="{name}" width="{picture.width // 3}" alt="{alternative}">'


def anchor(heading):
    """The anchor that Markdown gives to a heading."""
    return "".join(letter for letter in heading.lower() if letter.isalnum() or letter in " -").replace(" ", "-")
