import Allergens
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// The maps as a Web Map Tile Service 1.0.0 (OGC 07-057r7), for clients such as QGIS and GDAL.
struct WMTSRoutes: Sendable {
    let stationStore: any StationStore
    let tileSource: any TileSource
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/wmts", .everyone, handler: keyValuePairs),
            Endpoint(.get, "/wmts/1.0.0/WMTSCapabilities.xml", .everyone) { request, _ in
                try await answering { try await capabilities(for: request, KeyValuePairQuery(request)) }
            },
        ]
    }

    @Sendable private func keyValuePairs(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        let query = KeyValuePairQuery(request)
        return try await answering {
            try query.expect("SERVICE", in: ["WMTS"])
            switch try query.value("REQUEST") {
            case "GetCapabilities":
                try query.expectAcceptedVersion()
                return try await capabilities(for: request, query)
            case "GetTile": return try await tile(query, for: request)
            case let name:
                throw OWSException(
                    code: .operationNotSupported, locator: "REQUEST",
                    text: "There are GetCapabilities and GetTile, but no \(name.prefix(60)).")
            }
        }
    }

    /// Converts a failed request into the exception report that WMTS clients expect.
    private func answering(_ act: () async throws -> Response) async throws -> Response {
        do {
            return try await act()
        } catch let exception as OWSException {
            return exception.response
        }
    }

    /// Describes the service; TIME sets the day of tiles for clients that choose none.
    private func capabilities(
        for request: Request, _ query: KeyValuePairQuery
    ) async throws -> Response {
        let today = environment.today
        let day = try query.chosenDay(today: today)
        let spans = try await stationStore.spans()
        let models = try await tileSource.modelSources()
        let layers = tileSource.layers.map { layer in
            WMTSCapabilities.Layer(
                summary: layer, days: layer.span(in: spans, until: today.adding(days: 1)) ?? today...today,
                models: layer.credits(of: models))
        }
        let capabilities = WMTSCapabilities(
            base: environment.base(of: request), publisher: environment.publisher, defaultDay: day,
            layers: layers)
        let document = ByteBuffer(string: capabilities.document)
        return request.answer(
            document, type: "application/xml", etag: ContentHash.etag(of: document.readableBytesView)
        ).linking(in: environment)
    }

    private func tile(_ query: KeyValuePairQuery, for request: Request) async throws -> Response {
        try query.expect("VERSION", in: ["1.0.0"])
        let layer = try query.value("LAYER")
        try query.expect("STYLE", in: [WMTSCapabilities.style, ""])
        try query.expect("FORMAT", in: ["image/png"])
        try query.expect("TILEMATRIXSET", in: [WMTSCapabilities.matrixSet])
        let tile = try query.address()
        let day = try query.chosenDay(today: environment.today) ?? environment.today
        do {
            return try await tileSource.picture(
                TileQuery(tile: tile, scale: 1, layer: layer, day: day), for: request)
        } catch let problem as Problem where problem.kind == .unknownLayer {
            throw OWSException(
                code: .invalidParameter, locator: "LAYER", text: problem.detail ?? "There is no such layer.")
        }
    }
}

extension TileSource {
    /// A tile as an answer, with its entity tag.
    func picture(_ query: TileQuery, for request: Request) async throws -> Response {
        let answer = try await tile(query)
        return request.answer(ByteBuffer(bytes: answer.png), type: "image/png", etag: answer.etag)
    }
}

extension LayerSummary {
    /// The span from the first day of any allergen in the layer to the last, cut off at `end`.
    func span(
        in spans: [Allergen.ID: ClosedRange<CivilDate>], until end: CivilDate
    ) -> ClosedRange<CivilDate>? {
        // Markers cover every allergen.
        (kind == .markers ? spans : spans.filter { allergens.contains($0.key) }).span(until: end)
    }
}

extension [Allergen.ID: ClosedRange<CivilDate>] {
    /// The span from the first day of any allergen to the last, cut off at `end`.
    func span(until end: CivilDate) -> ClosedRange<CivilDate>? {
        guard let first = values.map(\.lowerBound).min(), let last = values.map(\.upperBound).max(),
            first <= end
        else { return nil }
        return first...Swift.min(last, end)
    }
}

/// The parameters of a request; their names are case-insensitive (OGC 06-121r3, 11.5.2).
private struct KeyValuePairQuery {
    private let values: [String: String]

    init(_ request: Request) {
        values = Dictionary(
            request.uri.queryParameters.map { ($0.key.uppercased(), String($0.value)) },
            uniquingKeysWith: { first, _ in first })
    }

    func value(_ name: String) throws(OWSException) -> String {
        guard let value = values[name], !value.isEmpty || name == "STYLE"
        else { throw OWSException(code: .missingParameter, locator: name, text: "\(name) is needed.") }
        return value
    }

    func expect(_ name: String, in allowed: [String]) throws(OWSException) {
        let value = try value(name)
        guard allowed.contains(value) else {
            throw invalid(name, "\(name) is \(allowed[0]), not \(value.prefix(60)).")
        }
    }

    /// If a client lists the versions that it accepts, 1.0.0 must be among them.
    func expectAcceptedVersion() throws(OWSException) {
        guard let versions = values["ACCEPTVERSIONS"], !versions.isEmpty else { return }
        guard versions.split(separator: ",").contains("1.0.0") else {
            throw OWSException(
                code: .versionNegotiationFailed, locator: "ACCEPTVERSIONS", text: "The version is 1.0.0.")
        }
    }

    func address() throws(OWSException) -> TileAddress {
        let zooms = TileAddress.zooms
        guard let zoom = try Int(value("TILEMATRIX")), zooms.contains(zoom) else {
            throw invalid("TILEMATRIX", "TILEMATRIX is \(zooms.lowerBound) to \(zooms.upperBound).")
        }
        return try TileAddress.checked(
            zoom: zoom, column: number("TILECOL", zoom: zoom), row: number("TILEROW", zoom: zoom))
    }

    private func number(_ name: String, zoom: Int) throws(OWSException) -> Int {
        guard let number = try Int(value(name)) else { throw invalid(name, "\(name) is a whole number.") }
        let last = (1 << zoom) - 1
        guard (0...last).contains(number) else {
            throw OWSException(
                code: .tileOutOfRange, locator: name,
                text: "At TILEMATRIX \(zoom), \(name) goes from 0 to \(last).")
        }
        return number
    }

    /// The day that TIME names, else the default of the capabilities; `nil` for the current one.
    func chosenDay(today: CivilDate) throws(OWSException) -> CivilDate? {
        switch values["TIME"] {
        // "default value that will be used if a tile request does not specify a value or uses the keyword
        // ‘default’" (OGC 07-057r7, table 12).
        case nil, "", WMTSCapabilities.defaultDay:
            try day(WMTSCapabilities.defaultParameter, upTo: today.adding(days: 1))
        default: try day("TIME", upTo: today.adding(days: 1))
        }
    }

    private func day(_ name: String, upTo last: CivilDate) throws(OWSException) -> CivilDate? {
        guard let text = values[name], !text.isEmpty, text != WMTSCapabilities.currentDay else { return nil }
        // Clients that work with instants send the midnight at which the day begins.
        let midnight = ["T00:00:00Z", "T00:00:00.000Z"].first(where: text.hasSuffix)
        guard let day = CivilDate(text.dropLast(midnight?.count ?? 0)), day <= last else {
            throw invalid(name, "\(name) is current, default, or a day as YYYY-MM-DD up to \(last).")
        }
        return day
    }

    private func invalid(_ name: String, _ text: String) -> OWSException {
        OWSException(code: .invalidParameter, locator: name, text: text)
    }
}

extension TileAddress {
    /// An address whose parts have been range-checked one by one.
    fileprivate static func checked(zoom: Int, column: Int, row: Int) -> TileAddress {
        guard let tile = TileAddress(zoom: zoom, column: column, row: row)
        else { preconditionFailure("zoom, column and row are in range") }
        return tile
    }
}
