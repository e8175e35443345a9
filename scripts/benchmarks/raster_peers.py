"""Tiles from the usual raster tools: GDAL interpolates, mapnik colours and encodes."""

import math
import time

import mapnik
from osgeo import gdal, ogr, osr

gdal.UseExceptions()

#: The width of the Web Mercator world in metres.
world = 2 * math.pi * 6378137

#: Web Mercator, in the syntax that this mapnik's projection library understands.
projection = "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs"

#: Pixels along an edge of the grid that is interpolated in advance: about 2 km per pixel over Europe.
grid_size = 2048

#: Maps an index from 0 to 10 to a colour, in 40 steps.
stops = [(index / 4, (255 - index * 3, 220 - index * 5, 80, min(255, 60 + index * 5))) for index in range(41)]

#: GDAL's vectorised form; its search for the nearest twelve takes many times longer with these stations.
algorithm = "invdist:power=2.0:smoothing=0.0:nodata=-1"


def mercator(longitude, latitude):
    y = math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2))
    return math.radians(longitude) * 6378137, y * 6378137


def bounds(tile):
    zoom, column, row = tile
    edge = world / 2**zoom
    west, north = column * edge - world / 2, world / 2 - row * edge
    return west, north - edge, west + edge, north


def ready_grid(folder, stations, area):
    """A map for mapnik alone: the grid is ready in memory as an uncompressed tiled file."""
    west, south = mercator(*area[:2])
    east, north = mercator(*area[2:])
    path = str(folder / "grid.tif")
    gdal.SetConfigOption("GDAL_NUM_THREADS", "ALL_CPUS")
    interpolate(path, points(stations), (west, south, east, north), grid_size)
    return styled_map(path)


def milliseconds(map_, tiles):
    """Milliseconds for each tile, after a warm-up."""
    for tile in tiles[:8]:
        draw(map_, tile)
    return [timed(lambda: draw(map_, tile)) for tile in tiles]


def sizes(map_, tiles):
    """Bytes of each tile, a palette image."""
    return [len(draw(map_, tile)) for tile in tiles]


def gridded_per_tile(folder, stations, tiles):
    """Milliseconds per tile for interpolating its extent, on one thread, and drawing it."""
    gdal.SetConfigOption("GDAL_NUM_THREADS", "1")
    source = points(stations)
    path = str(folder / "tile.tif")

    def one(tile):
        interpolate(path, source, bounds(tile), 256)
        draw(styled_map(path), tile)

    return [timed(lambda: one(tile)) for tile in tiles]


def timed(act):
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def points(stations):
    """The stations as points whose height is the value, in Web Mercator and in memory."""
    reference = osr.SpatialReference()
    reference.ImportFromEPSG(3857)
    source = gdal.GetDriverByName("Memory").Create("", 0, 0, 0, gdal.GDT_Unknown)
    layer = source.CreateLayer("stations", reference, ogr.wkbPoint25D)
    for longitude, latitude, value in stations:
        feature = ogr.Feature(layer.GetLayerDefn())
        point = ogr.Geometry(ogr.wkbPoint25D)
        point.AddPoint(*mercator(longitude, latitude), value)
        feature.SetGeometry(point)
        layer.CreateFeature(feature)
    return source


def interpolate(path, source, extent, size):
    west, south, east, north = extent
    gdal.Grid(path, source, format="GTiff", outputType=gdal.GDT_Float32, outputBounds=[west, north, east, south],
              outputSRS="EPSG:3857", width=size, height=size, algorithm=algorithm,
              creationOptions=["TILED=YES"] if size > 256 else [])


def styled_map(path):
    colorizer = mapnik.RasterColorizer(mapnik.COLORIZER_LINEAR, mapnik.Color(0, 0, 0, 0))
    for value, (red, green, blue, alpha) in stops:
        colorizer.add_stop(value, mapnik.Color(red, green, blue, alpha))
    symbolizer = mapnik.RasterSymbolizer()
    symbolizer.colorizer = colorizer
    symbolizer.scaling = mapnik.scaling_method.BILINEAR
    rule = mapnik.Rule()
    rule.symbols.append(symbolizer)
    style = mapnik.Style()
    style.rules.append(rule)
    map_ = mapnik.Map(256, 256, projection)
    map_.append_style("field", style)
    layer = mapnik.Layer("field", projection)
    layer.datasource = mapnik.Gdal(file=path, band=1, shared=True)
    layer.styles.append("field")
    map_.layers.append(layer)
    return map_


def draw(map_, tile):
    map_.zoom_to_box(mapnik.Box2d(*bounds(tile)))
    image = mapnik.Image(256, 256)
    mapnik.render(map_, image)
    return image.tostring("png8:z=1")
