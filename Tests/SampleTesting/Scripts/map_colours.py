"""Compares the map in three engines with its tiles and its legend, pixel by pixel, in light and dark mode.

Arguments: the address of a running service with a basemap, a day, and stations that report birch on it, each
as `longitude,latitude,level`. A failure ends the script with a message.
"""

import io
import json
import math
import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from browsing import check, play
from engines import ENGINES, SCHEMES
from PIL import Image

ZOOM = 7
CENTRE = (47.0, 5.5)
# Engines blend pictures in whole numbers. They round once when they multiply a colour with its alpha and once
# when they add: two of 255 for each of the two layers.
TOLERANCE = 4
# How far around a station pixels are compared, and the step between them.
REACH, STEP = 96, 8
# The graticule's lines are beneath the field at every whole degree; pixels within this distance are left out.
GRATICULE = 3
# A pixel with more than this alpha belongs to a line.
LINE = 25

TILES = r"""[...document.querySelectorAll("img.leaflet-tile")].map((tile) => {
    const { left, top } = tile.getBoundingClientRect();
    return [new URL(tile.src).pathname, left, top];
})"""
AT_REST = """new Promise((done) => {
    const look = () => {
        const tiles = [...document.querySelectorAll("img.leaflet-tile")];
        const isShown = (tile) => tile.classList.contains("leaflet-tile-loaded") && Number(tile.style.opacity || 1) === 1;
        const isThere = tiles.some((tile) => tile.src.includes("/tiles/birch/")) && tiles.every(isShown)
            && document.getElementById("status").textContent !== "";
        isThere ? requestAnimationFrame(() => requestAnimationFrame(() => done(true))) : setTimeout(look, 50);
    };
    look();
})"""


def read(address):
    with urllib.request.urlopen(address) as answer:
        return json.load(answer)


class Sheet:
    """Tiles of one kind, as the service delivers them."""

    def __init__(self, address, template):
        self.address, self.template = address, template

    @cache
    def tile(self, column, row):
        path = self.template.format(z=ZOOM, x=column, y=row)
        with urllib.request.urlopen(self.address + path) as answer:
            return Image.open(io.BytesIO(answer.read())).convert("RGBA")

    def pixel(self, x, y):
        """The colour at a pixel of the world."""
        return self.tile(x // 256, y // 256).getpixel((x % 256, y % 256))


def world_pixel(longitude, latitude):
    sine = math.sin(math.radians(latitude))
    share = 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)
    return tuple(math.floor(part * 256 * 2 ** ZOOM) for part in ((longitude + 180) / 360, share))


def laid(upper, alpha, lower):
    """The visible colour when one colour covers another."""
    return tuple(under + (over - under) * alpha / 255 for over, under in zip(upper, lower))


def difference(one, other):
    return max(abs(a - b) for a, b in zip(one, other))


def places(stations):
    """The pixels of the stations and around them, away from the graticule."""
    meridians = [world_pixel(degree, 0)[0] for degree in range(12)]
    parallels = [world_pixel(0, degree)[1] for degree in range(44, 52)]
    steps = range(-REACH, REACH + 1, STEP)
    for x, y in stations:
        columns = [x + step for step in steps if all(abs(x + step - line) > GRATICULE for line in meridians)]
        rows = [y + step for step in steps if all(abs(y + step - line) > GRATICULE for line in parallels)]
        yield from ((column, row) for column in columns for row in rows)


class Scene:
    """The expected picture in one colour scheme: the tiles, laid over one another."""

    def __init__(self, address, day, stations, scheme):
        background = read(f"{address}/tiles")["background"]
        # On dark pages the highest level is the brightest.
        ramp = "ramp=night" if scheme == "dark" else "ramp=intensity"
        classes = read(f"{address}/tiles/birch/legend.json?{ramp}")["classes"]
        self.legend = {one["level"]: bytes.fromhex(one["color"][1:]) for one in classes}
        self.ground = Sheet(address, background[scheme])
        self.field = Sheet(address, f"/tiles/birch/{{z}}/{{x}}/{{y}}.png?date={day}&{ramp}")
        self.lines = Sheet(address, background["lines"][scheme])
        self.stations = stations
        self.colours = {place: self.colour(place) for place in places(stations)}
        lines = sum(self.lines.pixel(*place)[3] > LINE for place in self.colours)
        check(lines > 20, f"there are lines at {lines} places only")

    def colour(self, place):
        """The colour of the combined tiles."""
        beneath = self.ground.pixel(*place)[:3]
        for sheet in [self.field, self.lines]:
            *colour, alpha = sheet.pixel(*place)
            beneath = laid(colour, alpha, beneath)
        return beneath

    def faults(self, shown):
        """The differences between the shown and the expected pixels of the world."""
        for place, level in self.stations.items():
            check(self.lines.pixel(*place)[3] == 0, f"a line runs through the station at {place}")
            alpha, ground = self.field.pixel(*place)[3], self.ground.pixel(*place)[:3]
            meant = {name: laid(colour, alpha, ground) for name, colour in self.legend.items()}
            seen = min(meant, key=lambda name: difference(meant[name], shown(place)))
            if seen != level:
                yield f"{shown(place)} at {place} is {seen}, where the station says {level}"
        for place, colour in self.colours.items():
            if difference(shown(place), colour) > TOLERANCE:
                yield f"{shown(place)} at {place}, where the tiles make {tuple(map(round, colour))}"


def shown_by(page, address, day):
    """The colours that a page shows, by pixels of the world."""
    latitude, longitude = CENTRE
    page.open(f"{address}/#{ZOOM}/{latitude}/{longitude}/birch/{day}/no-stations/no-alerts")
    page.evaluate(AT_REST)
    picture = Image.open(io.BytesIO(page.picture())).convert("RGB")
    form = re.compile(rf"/tiles/birch/{ZOOM}/(\d+)/(\d+)\.png")
    found = ((form.fullmatch(path), *place) for path, *place in page.evaluate(TILES))
    tile, left, top = next(one for one in found if one[0])
    column, row = (int(part) for part in tile.groups())
    return lambda place: picture.getpixel((round(place[0] - column * 256 + left), round(place[1] - row * 256 + top)))


def look(name, scenes, address, day):
    """The faults in one engine."""
    wrong = []
    for scheme, scene in scenes.items():
        with ENGINES[name](scheme) as page:
            shown = shown_by(page, address, day)
            wrong += [f"{name}, {scheme}: {fault}" for fault in scene.faults(shown)]
    return wrong


def main(address, day, *stations):
    split = [station.split(",") for station in stations]
    known = {world_pixel(float(longitude), float(latitude)): level for longitude, latitude, level in split}
    scenes = {scheme: Scene(address, day, known, scheme) for scheme in SCHEMES}
    with ThreadPoolExecutor() as pool:
        found = pool.map(lambda name: look(name, scenes, address, day), ENGINES)
        wrong = [fault for faults in found for fault in faults]
    check(not wrong, "\n".join([f"{len(wrong)} pixels are wrong, such as", *wrong[:40]]))


if __name__ == "__main__":
    play(main)
