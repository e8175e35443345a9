import Allergens
import Geography

/// A link between resources (RFC 8288), as OGC API documents write it.
struct OGCLink: Encodable {
    let href: String
    let rel: String
    let type: String
    var title: String?
    var templated: Bool?

    init(_ rel: String, _ href: String, type: String = "application/json", title: String? = nil) {
        self.rel = rel
        self.href = href
        self.type = type
        self.title = title
    }

    static let geoJSON = "application/geo+json"
    static let schema = "application/schema+json"
    static let openAPI = "application/vnd.oai.openapi+json;version=3.0"
}

/// Names registered by the OGC.
enum OGCName {
    static let crs84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
    static let webMercator = "http://www.opengis.net/def/crs/EPSG/0/3857"
    static let matrixSet = "http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad"
    static let tilesets = relation("tilesets-map")
    static let scheme = relation("tiling-scheme")
    static let schemes = relation("tiling-schemes")
    static let data = relation("data")
    static let queryables = relation("queryables")
    static let conformance = relation("conformance")

    /// Exactly the requirements classes that the routes under `/ogc` implement.
    static let conformanceClasses = [
        "ogcapi-common-1/1.0/conf/core", "ogcapi-common-1/1.0/conf/landing-page",
        "ogcapi-common-1/1.0/conf/json", "ogcapi-common-1/1.0/conf/oas30",
        "ogcapi-common-2/1.0/conf/collections",
        "ogcapi-features-1/1.0/conf/core", "ogcapi-features-1/1.0/conf/geojson",
        "ogcapi-features-1/1.0/conf/oas30",
        "ogcapi-features-3/1.0/conf/queryables", "ogcapi-features-3/1.0/conf/queryables-query-parameters",
        "ogcapi-tiles-1/1.0/conf/core", "ogcapi-tiles-1/1.0/conf/tileset",
        "ogcapi-tiles-1/1.0/conf/tilesets-list", "ogcapi-tiles-1/1.0/conf/geodata-tilesets",
        "ogcapi-tiles-1/1.0/conf/png", "tms/2.0/conf/json-tilematrixset",
    ].map { "http://www.opengis.net/spec/\($0)" }

    private static func relation(_ name: String) -> String {
        "http://www.opengis.net/def/rel/ogc/1.0/\(name)"
    }
}

/// A document that consists mostly of links, such as the landing page.
struct OGCPage: Encodable {
    let title: String
    let description: String?
    let links: [OGCLink]
}

/// `GET /ogc/conformance`.
struct OGCConformance: Encodable {
    let conformsTo = OGCName.conformanceClasses
}

/// One collection: stations, and for a layer also its tiles.
struct OGCCollection: Encodable {
    struct Extent: Encodable {
        struct Spatial: Encodable {
            let bbox: [[Double]]
            let crs = OGCName.crs84
        }

        struct Temporal: Encodable {
            let interval: [[String]]
            let trs = "http://www.opengis.net/def/uom/ISO-8601/0/Gregorian"
        }

        let spatial: Spatial
        let temporal: Temporal?

        /// The bounding box of all stations, or the world if there are none.
        init(of positions: [Coordinate], days: ClosedRange<CivilDate>?) {
            let longitudes = positions.map(\.longitude)
            let latitudes = positions.map(\.latitude)
            spatial = Spatial(bbox: [
                [
                    longitudes.min() ?? -180, latitudes.min() ?? -90, longitudes.max() ?? 180,
                    latitudes.max() ?? 90,
                ]
            ])
            temporal = days.map {
                Temporal(interval: [["\($0.lowerBound)T00:00:00Z", "\($0.upperBound)T23:59:59Z"]])
            }
        }
    }

    let id: String
    let title: String
    let attribution: String?
    let extent: Extent
    /// The type of its items, if it has any.
    let itemType: String?
    /// `Raster` if there is only a picture.
    ///
    /// No standard defines it, but without it GDAL takes every collection for features and asks for items.
    let layerDataType: String?
    let crs = [OGCName.crs84]
    let links: [OGCLink]

    init(
        id: String, title: String, attribution: String?, extent: Extent, hasItems: Bool, links: [OGCLink]
    ) {
        self.id = id
        self.title = title
        self.attribution = attribution
        self.extent = extent
        itemType = hasItems ? "feature" : nil
        layerDataType = hasItems ? nil : "Raster"
        self.links = links
    }
}

/// `GET /ogc/collections`.
struct OGCCollections: Encodable {
    let collections: [OGCCollection]
    let links: [OGCLink]
}

/// A set of tiles of one layer (OGC 17-083r4, 7).
struct OGCTileSet: Encodable {
    let title: String
    let dataType = "map"
    let crs = OGCName.webMercator
    let tileMatrixSetURI = OGCName.matrixSet
    let links: [OGCLink]
}

/// `GET /ogc/collections/{collection}/map/tiles`.
struct OGCTileSets: Encodable {
    let tilesets: [OGCTileSet]
    let links: [OGCLink]
}

/// The tile matrix set of web maps (OGC 17-083r4, annex D.1).
struct OGCTileMatrixSet: Encodable {
    struct Matrix: Encodable {
        let id: String
        let scaleDenominator: Double
        let cellSize: Double
        let cornerOfOrigin = "topLeft"
        let pointOfOrigin = [-WebMercator.halfWidth, WebMercator.halfWidth]
        let tileWidth = 256
        let tileHeight = 256
        let matrixWidth: Int
        let matrixHeight: Int

        init(zoom: Int) {
            id = "\(zoom)"
            scaleDenominator = WebMercator.scaleDenominator(zoom: zoom)
            cellSize = WebMercator.metresPerPixel(zoom: zoom)
            matrixWidth = 1 << zoom
            matrixHeight = 1 << zoom
        }
    }

    let id = WMTSCapabilities.matrixSet
    let title = "Google Maps Compatible for the World"
    let uri = OGCName.matrixSet
    let crs = OGCName.webMercator
    let orderedAxes = ["X", "Y"]
    let wellKnownScaleSet = "http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible"
    let tileMatrices = TileAddress.zooms.map(Matrix.init(zoom:))
}

/// `GET /ogc/tileMatrixSets`.
struct OGCTileMatrixSets: Encodable {
    struct Entry: Encodable {
        let id: String
        let title: String
        let uri: String
        let links: [OGCLink]
    }

    let tileMatrixSets: [Entry]
}
