"""What pictures have in common, whichever engine draws them: where the reader is, what they know already, and when a page is
complete."""

BASEL = {"latitude": 47.559, "longitude": 7.589}
# A page is complete when nothing has come from the service for this many milliseconds.
CALM = 300

IS_DRAWN = """() => document.fonts.status === "loaded"
  && [...document.images].every((image) => image.complete || !image.checkVisibility()
    || image.loading === "lazy" && image.getBoundingClientRect().top > innerHeight)
  && [...document.querySelectorAll(".leaflet-tile")].every((tile) => Number(tile.style.opacity || 1) === 1)
  && !document.querySelector(".leaflet-zoom-anim, .leaflet-pan-anim, [aria-busy=true]")"""

# What a page is for is told on a first visit; of those that tell it, pictures show the pages of trips and of foods so.
UNDERSTOOD = """try {
    localStorage.getItem("introduced") ?? localStorage.setItem("introduced", JSON.stringify(["values", "medicines", "immunotherapy"]));
} catch {
    // A blank page remembers nothing.
}"""
