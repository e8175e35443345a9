"""Compares pictures of pages with those that were accepted, and takes new ones."""

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

GOLDEN = Path(__file__).resolve().parents[3] / "pictures"
# By how much a channel of the mean of 3×3 pixels may differ until the pixel counts as another one, and the share of
# such pixels that a picture may have. Edges of letters are drawn differently from one version of Chromium to the next.
CHANNEL_TOLERANCE = 32
SHARE_TOLERANCE = 0.002


def changed_pixels(one, other):
    """A mask of the pixels that differ, as what the eye sees: a mean of each with its neighbours."""
    near = [image.convert("RGB").filter(ImageFilter.BoxBlur(1)) for image in (one, other)]
    red, green, blue = ImageChops.difference(*near).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point(lambda value: 255 if value > CHANNEL_TOLERANCE else 0)


def share(mask):
    return mask.histogram()[255] / (mask.width * mask.height)


def complaint(drawn, folder):
    """What is wrong with one picture, or nothing; a picture of the differences is left beside it."""
    accepted = GOLDEN / drawn.name
    if not accepted.is_file():
        return f"pictures/{drawn.name} is missing"
    with Image.open(drawn) as new, Image.open(accepted) as old:
        if new.size != old.size:
            return f"{drawn.name} is {new.size} instead of {old.size}"
        mask = changed_pixels(new, old)
        found = share(mask)
        if found <= SHARE_TOLERANCE:
            return None
        # What differs is shown in red on what was accepted, made pale.
        pale = Image.blend(old.convert("RGB"), Image.new("RGB", old.size, "white"), 0.7)
        pale.paste((210, 0, 30), mask=mask)
        pale.save(folder / f"{drawn.stem}.difference.png")
    return f"{drawn.name} differs in {found:.2%} of its pixels"


def drawn_in(folder):
    return sorted(file for file in folder.glob("*.png") if not file.name.endswith(".difference.png"))


def complaints(folder):
    """What differs from the accepted pictures, one sentence each."""
    drawn = drawn_in(folder)
    found = [complaint(file, folder) for file in drawn]
    names = {file.name for file in drawn}
    found += [f"pictures/{file.name} is drawn no more" for file in sorted(GOLDEN.glob("*.png")) if file.name not in names]
    return [sentence for sentence in found if sentence]


def accept(folder, captions, sizes, themes):
    """Takes the pictures in a folder as the new ones; those that look the same stay as they are, byte by byte."""
    GOLDEN.mkdir(exist_ok=True)
    drawn = drawn_in(folder)
    for file in drawn:
        if complaint(file, folder):
            with Image.open(file) as picture:
                # 256 colours are enough for pages, and a third of the size.
                few = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
                few.save(GOLDEN / file.name, optimize=True)
    names = {file.name for file in drawn}
    for file in GOLDEN.glob("*.png"):
        if file.name not in names:
            file.unlink()
    (GOLDEN / "README.md").write_text("\n".join(index(captions, sizes, themes)) + "\n")


def index(captions, sizes, themes):
    """The lines of a page that shows all pictures."""
    yield from [
        "# Pictures of the pages", "",
        "All pages of the app with the demonstration season on 10 April 2026, for a household in Basel, as they are on a",
        "desk, a tablet and a telephone. A test draws them again and compares; `scripts/test --accept PictureTests` takes",
        "new ones, and writes this page.", "",
        " · ".join(f"[{caption}](#{anchor(caption)})" for _, caption in captions),
    ]
    for name, caption in captions:
        yield from ["", f"## {caption}", "", "| | " + " | ".join(themes) + " |", "|---" * (len(themes) + 1) + "|"]
        for size, (width, _) in sizes.items():
            cells = [f'<img src="{name}-{size}-{theme}.png" width="{width // 3}" alt="{caption}, {size}, {theme}">' for theme in themes]
            yield f"| {size} | " + " | ".join(cells) + " |"


def anchor(heading):
    """The name that Markdown gives to a heading."""
    return "".join(letter for letter in heading.lower() if letter.isalnum() or letter in " -").replace(" ", "-")
