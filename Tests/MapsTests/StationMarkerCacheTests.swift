import Allergens
import Forecasting
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import Storage
import Testing

@testable import Maps

@Suite struct StationMarkerCacheTests {
    private let source: CountingSource
    private let fields: FieldCache
    private let board: StationMarkerCache

    init() async throws {
        source = try await CountingSource([
            .sample(), .sample("bern", at: Coordinate(7.4, 46.9), isSimulated: true),
        ])
        fields = FieldCache(source: source, taxonomy: .standard)
        board = StationMarkerCache(stations: source, fields: fields, taxonomy: .standard)
    }

    private func marker(
        _ station: Station.ID = "basel", of allergens: [Allergen.ID] = ["birch", "grass", "pm2_5"],
        on day: CivilDate = today
    ) async throws -> StationMarker {
        let subject = StationMarkerCache.Subject(allergens: allergens, day: day, today: today)
        return try #require(try await board.marks(of: subject).markers.first { $0.station == station })
    }

    private func mark(_ level: Level, _ basis: StationMarker.Mark.Basis) -> StationMarker.Mark {
        StationMarker.Mark(level: level, basis: basis)
    }

    @Test func `a pin shows the highest level of three days`() async throws {
        let (yesterday, tomorrow) = (today.adding(days: -1), today.adding(days: 1))
        try await source.keep(
            [
                .sample(20), .sample(200, of: "grass"), .sample(5, on: yesterday),
                .sample(20, of: "pm2_5", on: yesterday),
            ],
            forecasts: [Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 100)],
            noting: fields)
        let all = try await marker()
        #expect(all.today == mark(.veryHigh, .measured))
        #expect(all.yesterday == mark(.moderate, .measured))
        #expect(all.tomorrow == mark(.high, .forecast))
        #expect(all.name == "Basel" && all.position == .basel && !all.isSimulated)
        let birch = try await marker(of: ["birch"])
        #expect(birch.today == mark(.moderate, .measured) && birch.yesterday == mark(.low, .measured))
        let next = try await marker(on: tomorrow)
        #expect(next.today == mark(.high, .forecast) && next.yesterday == mark(.veryHigh, .measured))
        let bern = try await marker("bern")
        #expect(bern.today == nil && bern.yesterday == nil && bern.tomorrow == nil && bern.isSimulated)
    }

    @Test(arguments: ["basel", "bern"])
    func `a modelled value is dotted, at a simulated station too`(station: Station.ID) async throws {
        let tomorrow = today.adding(days: 1)
        let modelled = ModelledForecast(
            station: station, allergen: "birch", day: tomorrow,
            expectation: .init(value: 100, range: 40...200), issued: noon)
        _ = try await source.store.keep([modelled], reach: 0, at: noon)
        #expect(try await marker(station).tomorrow == mark(.high, .modelled))
        // A station's own value is dashed.
        try await source.keep(
            [], forecasts: [Forecast(station: station, allergen: "birch", day: tomorrow, value: 20)],
            noting: fields)
        #expect(try await marker(station).tomorrow == mark(.moderate, .forecast))
    }

    @Test func `yesterday's reading stands in as on the map, and yields to any of today`() async throws {
        try await source.keep([.sample(400, on: today.adding(days: -1))], noting: fields)
        #expect(try await marker().today == mark(.veryHigh, .carried))
        #expect(try await marker().yesterday == mark(.veryHigh, .measured))
        try await source.keep([.sample(3, of: "grass")], noting: fields)
        #expect(try await marker().today == mark(.low, .measured))
    }

    @Test func `markers are read again only after a reading, and renewed only when they differ`() async throws
    {
        try await source.keep([.sample(20)], noting: fields)
        let subject = StationMarkerCache.Subject(allergens: ["birch"], day: today, today: today)
        let first = try await board.marks(of: subject)
        let loads = source.loads
        #expect(try await board.marks(of: subject).version == first.version && source.loads == loads)
        try await source.keep([.sample(400, of: "grass")], noting: fields)
        #expect(try await board.marks(of: subject).version == first.version)
        try await source.keep([.sample(400)], noting: fields)
        #expect(try await board.marks(of: subject).version != first.version)
    }

    @Test func `a burst of requests reads the markers once`() async throws {
        try await source.keep([.sample(20)], noting: fields)
        let subject = StationMarkerCache.Subject(allergens: ["birch"], day: today, today: today)
        let versions = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<300 { group.addTask { try await board.marks(of: subject).version } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        // Yesterday, today and tomorrow.
        #expect(versions.count == 1 && source.loads == 3)
    }
}
