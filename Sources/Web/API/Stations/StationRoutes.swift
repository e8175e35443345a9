import Allergens
import Foundation
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations

/// Stations and their readings.
struct StationRoutes: Sendable {
    let stationStore: any StationStore
    let stationReview: any StationReviewStore
    let tileSource: any TileSource
    let regionStore: any RegionStore
    let environment: APIEnvironment
    let values: StationValues

    /// The longest span of readings in one answer: a leap year.
    static let longestSpan = 366

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/stations", .everyone, handler: list),
            Endpoint(.get, "/v1/stations/{station}", .everyone, handler: one),
            Endpoint(.get, "/v1/stations/{station}/readings", .everyone, handler: readings),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let box = try request.box()
        let allergens = try allergens(of: request)
        let today = environment.today
        let day = try TileRoutes.day(of: request, today: today)
        let stations =
            if let box { try await stationStore.stations(in: box) } else {
                try await stationStore.stations()
            }
        let values = try await values.highest(of: allergens, on: day, today: today)
        let features = stations.map { station in
            Feature(
                id: station.id.rawValue, geometry: PointGeometry(station.position),
                properties: StationProperties(station, reading: values[station.id]))
        }
        return try request.answer(FeatureCollection(features: features), type: "application/geo+json")
    }

    /// The allergens in the query: one by its key or alias, or those of a layer such as `tree` or
    /// `birch+grass`.
    private func allergens(of request: Request) throws -> [Allergen] {
        guard let name = request.text("allergen") else { return [] }
        if let allergen = environment.taxonomy.allergen(spelled: name) { return [allergen] }
        guard let layer = try? tileSource.layer(named: name)
        else {
            throw Problem(
                .unknownAllergen,
                errors: [.init(parameter: "allergen", detail: Request.unknownAllergen(name))])
        }
        return layer.allergens.compactMap { environment.taxonomy[$0] }
    }

    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await stationStore.knownStation(context.station())
        return try request.answer(
            Feature(
                id: station.id.rawValue, geometry: PointGeometry(station.position),
                properties: StationProperties(station, reading: nil)), type: "application/geo+json")
    }

    @Sendable private func readings(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let station = try await stationStore.knownStation(context.station())
        let to = try request.day("to") ?? environment.today
        let from = try request.day("from") ?? to.adding(days: -30)
        guard from <= to else { throw Problem.parameter("from", "from lies after to.") }
        guard to.daysSinceEpoch - from.daysSinceEpoch < Self.longestSpan
        else { throw Problem.parameter("from", "One answer holds at most \(Self.longestSpan) days.") }
        let allergen = try request.allergen("allergen", in: environment.taxonomy)
        let found = try await stationStore.readings(
            of: station.id, days: from...to, allergens: allergen.map { AllergenSet([$0]) })
        let basis: Basis = station.isSimulated ? .simulated : .measured
        // One value a day; values that await the operator's decision are listed as suspects.
        let readings = found.filter { !$0.isAside }.compactMap { reading in
            environment.taxonomy[reading.allergen].map {
                ReadingWire($0, reading, basis: basis)
            }
        }
        if try request.wantsCSV() {
            return request.csv(of: readings, station: station)
        }
        let expected = try await stationReview.forecasts(
            of: station.id, days: from...to.adding(days: Forecast.furthest),
            allergens: allergen.map { AllergenSet([$0]) })
        let classes = try await regionStore.classes(of: station.id, days: from...to)
            .filter { allergen == nil || $0.subject == allergen.map { .allergen($0.id) } }
        return try request.answer(
            StationReadings(
                station: station.id.rawValue, readings: readings, classes: classes.map(ClassWire.init),
                forecasts: expected.compactMap { forecast in
                    environment.taxonomy[forecast.allergen].map { ForecastWire($0, forecast) }
                },
                notes: try await stationReview.notes(of: station.id, days: from...to).map(NoteWire.init)))
    }
}

extension StationStore {
    /// The station with an identifier, or a problem if there is none.
    func knownStation(_ id: Station.ID) async throws -> Station {
        guard let station = try await station(id)
        else { throw Problem(.unknownStation, "No station has the identifier \"\(id.rawValue)\".") }
        return station
    }
}

extension Request {
    /// Whether `format`, or else `Accept`, asks for CSV.
    func wantsCSV() throws -> Bool {
        switch text("format") {
        case "csv": true
        case "json": false
        case nil: try bestMedia(of: ["application/json", "text/csv"]) == "text/csv"
        default: throw Problem.parameter("format", "format is json or csv.")
        }
    }

    /// The readings in the same CSV format as uploads.
    fileprivate func csv(of readings: [ReadingWire], station: Station) -> Response {
        let lines = readings.map { reading in
            "\(station.id.rawValue),\(reading.allergen.rawValue),\(reading.day),"
                + (reading.detectionLimit.map { "<\($0)" } ?? "\(reading.value)")
                + ",\(reading.unit?.rawValue ?? ""),\(reading.quality ?? "")\n"
        }
        let bytes = ByteBuffer(string: "station,allergen,day,value,unit,quality\n" + lines.joined())
        return answer(
            bytes, type: "text/csv; charset=utf-8", etag: ContentHash.etag(of: bytes.readableBytesView))
    }
}
