import Allergens
import Foundation
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// The stations in OGC API – Features (OGC 17-069r4): all of them, or those whose readings a layer shows.
struct OGCFeatureRoutes: Sendable {
    let stationStore: any StationStore
    let tileSource: any TileSource
    let environment: APIEnvironment
    let values: StationValues

    var endpoints: [Endpoint] {
        let collection = "/ogc/collections/{collection}"
        return [
            Endpoint(.get, "\(collection)/items", .everyone, handler: list),
            Endpoint(.get, "\(collection)/items/{station}", .everyone, handler: one),
            Endpoint(.get, "\(collection)/schema", .everyone, handler: schema),
            Endpoint(.get, "\(collection)/queryables", .everyone, handler: queryables),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let allergens = try allergens(of: context.collection)
        let query = try StationItemQuery(request, today: environment.today)
        let stations =
            if let box = query.box { try await stationStore.stations(in: box) } else {
                try await stationStore.stations()
            }
        let items = try await items(of: stations, showing: allergens, in: query.days).filter(query.selects)
        let path = "\(environment.ogc(for: request))/collections/\(context.collection)/items"
        let page = StationItemPage(
            numberMatched: items.count, items: Array(items.dropFirst(query.offset).prefix(query.limit)),
            links: query.links(matched: items.count, path: path))
        return request.answer(page.document).linking(in: environment)
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let allergens = try allergens(of: context.collection)
        let query = try StationItemQuery(request, today: environment.today)
        let id = try context.station()
        let station = try await stationStore.station(id)
        guard let station,
            let item = try await items(of: [station], showing: allergens, in: query.days).first
        else { throw Problem(.unknownStation, "No station here has the identifier \"\(id.rawValue)\".") }
        let path = "\(environment.ogc(for: request))/collections/\(context.collection)"
        let links = [
            OGCLink("self", "\(path)/items/\(id.rawValue)", type: OGCLink.geoJSON),
            OGCLink("collection", path),
        ]
        return request.answer(item.feature(with: links)).linking(in: environment)
    }

    @Sendable private func schema(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let allergens = try allergens(of: context.collection)
        let today = environment.today
        let table = try await values.table(in: Recency.days(for: today), today: today)
        return try request.answer(
            StationItem.schema(columns: allergens == nil ? columns(of: table) : []), type: OGCLink.schema)
    }

    @Sendable private func queryables(
        _ request: Request, _ context: BreatheContext
    ) async throws -> Response {
        _ = try allergens(of: context.collection)
        let path = "\(environment.ogc(for: request))/collections/\(context.collection)/queryables"
        return try request.answer(StationItem.queryables(at: path), type: OGCLink.schema)
            .linking(in: environment)
    }

    /// The allergens of a collection's layer, or `nil` for all.
    private func allergens(of collection: String) throws -> Set<Allergen.ID>? {
        if collection == OGCRoutes.stations { return nil }
        let layer = try tileSource.layer(ofCollection: collection)
        guard layer.hasItems else {
            throw Problem(.unknownCollection, "The collection \"\(layer.id)\" has map tiles, but no items.")
        }
        return Set(layer.allergens)
    }

    /// Each station with its readings; a layer only includes stations that have one of its allergens.
    private func items(
        of stations: [Station], showing allergens: Set<Allergen.ID>?, in days: ClosedRange<CivilDate>
    ) async throws -> [StationItem] {
        let table = try await values.table(in: days, today: environment.today)
        guard let allergens else {
            let columns = columns(of: table)
            return stations.map { StationItem(station: $0, readings: table[$0.id] ?? [], columns: columns) }
        }
        return stations.compactMap { station in
            let readings = table[station.id]?.filter { allergens.contains($0.allergen) } ?? []
            return readings.isEmpty ? nil : StationItem(station: station, readings: readings, columns: [])
        }
    }

    /// The allergens found at any station, in the order of the taxonomy.
    private func columns(of table: StationValues.Table) -> [Allergen.ID] {
        let known = Set(table.values.joined().map(\.allergen))
        return environment.taxonomy.allergens.map(\.id).filter(known.contains)
    }
}

/// The parameters of a collection's items.
struct StationItemQuery {
    /// Stations in one answer by default; 100 with thirty columns take some 100 kB.
    static let defaultLimit = 100
    /// The maximum number of stations in one answer.
    ///
    /// "If the value of the limit parameter is larger than the maximum value, this SHALL NOT
    /// result in an error (instead use the maximum as the parameter value)" (OGC 17-069r4, 7.15.2).
    static let largestLimit = 1_000

    /// Boxes and times consist of these characters, which have no special meaning in a query.
    private static let unescaped = CharacterSet(
        charactersIn: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-.,:/_")

    let box: BoundingBox?
    let days: ClosedRange<CivilDate>
    let limit: Int
    let offset: Int
    /// The text that each of these columns has in every item.
    private let texts: [(column: String, text: String)]
    /// The query parameters besides paging, for the links to other pages.
    private let filter: [String]

    init(_ request: Request, today: CivilDate) throws {
        box = try request.flatBox()
        days = try request.days(today: today)
        limit = min(try request.count("limit", from: 1) ?? Self.defaultLimit, Self.largestLimit)
        offset = try request.count("offset", from: 0) ?? 0
        texts = StationItem.texts.compactMap { name in request.text(name).map { (name, $0) } }
        filter = (["bbox", "datetime"] + StationItem.texts).compactMap { name in
            request.text(name)?.addingPercentEncoding(withAllowedCharacters: Self.unescaped)
                .map { "\(name)=\($0)" }
        }
    }

    func selects(_ item: StationItem) -> Bool {
        guard !texts.isEmpty else { return true }
        let columns = item.properties
        return texts.allSatisfy { columns[$0.column] == .text($0.text) }
    }

    func links(matched: Int, path: String) -> [OGCLink] {
        func link(_ relation: String, offset: Int) -> OGCLink {
            let query = (filter + ["limit=\(limit)", "offset=\(offset)"]).joined(separator: "&")
            return OGCLink(relation, "\(path)?\(query)", type: OGCLink.geoJSON)
        }
        var links = [link("self", offset: offset)]
        // An offset near the largest number would overflow.
        if offset < matched, matched - offset > limit { links.append(link("next", offset: offset + limit)) }
        if offset > 0 { links.append(link("prev", offset: max(0, offset - limit))) }
        return links
    }
}

extension Request {
    /// Answers with GeoJSON in which each decimal is one.
    fileprivate func answer(_ document: JSONTree) -> Response {
        let text = document.decimalText
        return answer(
            ByteBuffer(string: text), type: OGCLink.geoJSON, etag: ContentHash.etag(of: text.utf8))
    }

    /// A whole number of at least `least`; one that is too large to represent becomes the largest.
    fileprivate func count(_ name: String, from least: Int) throws -> Int? {
        guard let text = text(name) else { return nil }
        let isWhole = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let number = Int(text) ?? (isWhole ? .max : nil), number >= least
        else { throw Problem.parameter(name, "\(name) is a whole number from \(least) on.") }
        return number
    }

    /// The box in `bbox`; heights are ignored, since stations are not searched by height.
    fileprivate func flatBox() throws -> BoundingBox? {
        guard let text = text("bbox") else { return nil }
        let edges = text.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            Double(decimal: $0)
        }
        guard edges.count == 6, text.count(where: { $0 == "," }) == 5 else { return try box() }
        guard let box = BoundingBox(west: edges[0], south: edges[1], east: edges[3], north: edges[4]),
            edges[2] <= edges[5]
        else { throw Problem.parameter("bbox", "bbox is west,south,lowest,east,north,highest.") }
        return box
    }

    /// The days in `datetime`: one day or instant, or two joined by `/`, either of which may be open (`..`).
    ///
    /// A single day also includes the days before it that still count, as on the map. Without the parameter
    /// it is today. A span shows readings and so ends today at the latest; only tomorrow by itself shows
    /// forecasts. Of a longer span, which the extent of a collection may be, only the last
    /// ``StationRoutes/longestSpan`` days count.
    fileprivate func days(today: CivilDate) throws -> ClosedRange<CivilDate> {
        guard let text = text("datetime") else { return Recency.days(for: today) }
        let (first, last) = try Self.ends(of: text)
        let tomorrow = today.adding(days: 1)
        let newest = min(last ?? today, today)
        let oldest = newest.adding(days: 1 - StationRoutes.longestSpan)
        guard let first else { return oldest...newest }
        guard first <= tomorrow else {
            throw Problem.parameter("datetime", "Nothing is known of a day after tomorrow, \(tomorrow).")
        }
        guard first <= last ?? first
        else { throw Problem.parameter("datetime", "The start of datetime lies after its end.") }
        guard text.contains("/") else { return Recency.days(for: first) }
        return first > today ? tomorrow...tomorrow : max(first, oldest)...newest
    }

    /// The ends of a span, `nil` where it is open; a single day is both ends.
    private static func ends(of text: String) throws -> (first: CivilDate?, last: CivilDate?) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isOpen = parts.map { $0.isEmpty || $0 == ".." }
        let ends = zip(parts, isOpen).map { $1 ? nil : day(of: $0) }
        guard parts.count <= 2, zip(ends, isOpen).allSatisfy({ $0 != nil || $1 && parts.count == 2 }),
            let first = ends.first, let last = ends.last
        else {
            throw Problem.parameter(
                "datetime",
                "datetime is a day or an RFC 3339 time, or two of them as start/end with .. for open.")
        }
        return (first, last)
    }

    private static func day(of text: Substring) -> CivilDate? {
        // GDAL (frmts of 3.6 to 3.11) compares a column of days with "2026-04-08T", a time without its hours.
        if let day = CivilDate(text.hasSuffix("T") ? text.dropLast() : text) { return day }
        guard let instant = Date(rfc3339: text) else { return nil }
        return CivilDate(at: instant, in: .gmt)
    }
}
