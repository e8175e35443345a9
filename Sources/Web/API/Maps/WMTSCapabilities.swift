import Allergens
import Geography
import HTTP

/// The capabilities of the map tile service (OGC 07-057r7): each layer, its days, and its tile URLs.
struct WMTSCapabilities {
    /// The only matrix set, by its name in the OGC's registry of tile matrix sets.
    static let matrixSet = "WebMercatorQuad"
    /// The only style of each layer.
    static let style = "default"
    /// The dimension that chooses the day.
    static let time = "Time"
    /// The value of ``time`` that follows the calendar.
    static let currentDay = "current"
    /// The value of ``time`` that is the default of the capabilities.
    static let defaultDay = "default"
    /// The parameter that keeps the capabilities' default day in the addresses of requests by key-value pairs.
    ///
    /// ``time`` itself cannot, because clients add their own.
    static let defaultParameter = "DEFAULTTIME"

    /// A layer with the days from its first reading to its last reading or forecast.
    struct Layer {
        let summary: LayerSummary
        let days: ClosedRange<CivilDate>
        /// The credits of the numerical models beneath the stations.
        let models: [String]
    }

    /// The address at which the client reached the service.
    let base: String
    let publisher: Publisher
    /// The day for clients that choose none; `nil` for the current one.
    let defaultDay: CivilDate?
    let layers: [Layer]

    var document: String {
        XML(
            "Capabilities",
            [
                "xmlns": "http://www.opengis.net/wmts/1.0", "xmlns:ows": "http://www.opengis.net/ows/1.1",
                "xmlns:xlink": "http://www.w3.org/1999/xlink", "version": "1.0.0",
            ],
            [
                identification, provider, operations,
                XML("Contents", layers.map(element(of:)) + [matrices]),
                XML(
                    "ServiceMetadataURL",
                    [
                        "xlink:href":
                            "\(base)/wmts/1.0.0/WMTSCapabilities.xml\(defaultDay.map { "?TIME=\($0)" } ?? "")"
                    ]),
            ]
        ).document
    }

    private var identification: XML {
        XML(
            "ows:ServiceIdentification",
            [
                XML("ows:Title", "Breathe Easy"),
                XML("ows:Abstract", "Allergens in the air; transparent is unknown and never low."),
                XML("ows:ServiceType", "OGC WMTS"), XML("ows:ServiceTypeVersion", "1.0.0"),
            ])
    }

    /// Who runs the service; its contact is words for people.
    private var provider: XML {
        let contact = publisher.contact.map {
            [XML("ows:ContactInfo", [XML("ows:ContactInstructions", $0)])]
        }
        return XML(
            "ows:ServiceProvider",
            [
                XML("ows:ProviderName", publisher.sender),
                XML("ows:ProviderSite", ["xlink:href": "\(base)/"]),
                XML("ows:ServiceContact", contact ?? []),
            ])
    }

    private var operations: XML {
        XML("ows:OperationsMetadata", ["GetCapabilities", "GetTile"].map(operation(named:)))
    }

    private func operation(named name: String) -> XML {
        let encoding = XML(
            "ows:Constraint", ["name": "GetEncoding"],
            [XML("ows:AllowedValues", [XML("ows:Value", "KVP")])])
        let kept = defaultDay.map { "\(Self.defaultParameter)=\($0)&" } ?? ""
        let get = XML("ows:Get", ["xlink:href": "\(base)/wmts?\(kept)"], [encoding])
        return XML("ows:Operation", ["name": name], [XML("ows:DCP", [XML("ows:HTTP", [get])])])
    }

    private func element(of layer: Layer) -> XML {
        let summary = layer.summary
        let tiles = "\(base)/tiles/\(summary.id)"
        return XML(
            "Layer",
            [
                XML("ows:Title", summary.title),
                XML("ows:Abstract", summary.attribution(with: layer.models)), box,
                XML("ows:Identifier", summary.id),
                XML(
                    "Style", ["isDefault": "true"],
                    [
                        XML("ows:Identifier", Self.style),
                        XML("LegendURL", ["format": "image/png", "xlink:href": "\(tiles)/legend.png"]),
                    ]),
                XML("Format", "image/png"), dimension(layer.days),
                XML("TileMatrixSetLink", [XML("TileMatrixSet", Self.matrixSet)]),
                XML(
                    "ResourceURL",
                    [
                        "format": "image/png", "resourceType": "tile",
                        "template": "\(tiles)/{TileMatrix}/{TileCol}/{TileRow}.png?date={\(Self.time)}",
                    ]),
            ])
    }

    private var box: XML {
        let limit = WebMercator.latitudeLimit
        return XML(
            "ows:WGS84BoundingBox",
            [XML("ows:LowerCorner", "-180 \(-limit)"), XML("ows:UpperCorner", "180 \(limit)")])
    }

    private func dimension(_ days: ClosedRange<CivilDate>) -> XML {
        XML(
            "Dimension",
            [
                XML("ows:Identifier", Self.time), XML("ows:UOM", "ISO8601"),
                XML("Default", defaultDay?.description ?? Self.currentDay),
                XML("Current", "true"), XML("Value", Self.currentDay),
                XML("Value", "\(days.lowerBound)/\(days.upperBound)/P1D"),
            ])
    }

    private var matrices: XML {
        XML(
            "TileMatrixSet",
            [
                XML("ows:Identifier", Self.matrixSet),
                XML("ows:SupportedCRS", "urn:ogc:def:crs:EPSG::3857"),
                XML("WellKnownScaleSet", "urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible"),
            ] + TileAddress.zooms.map(matrix(zoom:)))
    }

    private func matrix(zoom: Int) -> XML {
        let corner = WebMercator.halfWidth
        return XML(
            "TileMatrix",
            [
                XML("ows:Identifier", "\(zoom)"),
                XML("ScaleDenominator", "\(WebMercator.scaleDenominator(zoom: zoom))"),
                XML("TopLeftCorner", "\(-corner) \(corner)"),
                XML("TileWidth", "256"), XML("TileHeight", "256"),
                XML("MatrixWidth", "\(1 << zoom)"), XML("MatrixHeight", "\(1 << zoom)"),
            ])
    }
}
