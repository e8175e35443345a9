"""What pictures have in common, whichever engine draws them: where the reader is, what they know already, and when a page is
complete."""

# How large pages are in pictures, and in which colour schemes.
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desk": (1440, 900)}
THEMES = ["light", "dark"]
# Where all engines show all pages: in which theme each size is.
COMPARED = {"desk": "light", "phone": "dark"}

BASEL = {"latitude": 47.559, "longitude": 7.589}
# A page is complete when nothing has come from the service for this many milliseconds.
CALM = 300

IS_DRAWN = """() => document.fonts.status === "loaded"
  && [...document.images].every((image) => image.complete || !image.checkVisibility()
    || image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight)
  && [...document.querySelectorAll(".leaflet-tile")].every((tile) => Number(tile.style.opacity || 1) === 1)
  && !document.querySelector(".leaflet-zoom-anim, .leaflet-pan-anim, [aria-busy=true]")"""

# Takes away what shows where the reader was last.
LEAVE = """(() => {
    document.activeElement?.blur();
    window.getSelection()?.empty();
    scrollTo(0, 0);
    return true;
})()"""

# What a page is for is told on a first visit; of those that tell it, pictures show the pages of trips and of foods so.
UNDERSTOOD = """try {
    localStorage.getItem("introduced") ?? localStorage.setItem("introduced", JSON.stringify(["values", "medicines", "immunotherapy"]));
} catch {
    // A blank page remembers nothing.
}"""
