import Alerts
import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import SampleTesting
import Storage
import Testing

@testable import Maps

/// Fields whose ground and model are learned from the days before.
@Suite struct LearnedFieldTests {
    /// 14 stations in one town's surroundings, at 0 to 1,000 m.
    private static let stations = (0..<14).map { number in
        Station(
            id: Station.ID(rawValue: "s\(number)")!, name: "S",
            position: Coordinate(
                longitude: 7 + Double(number % 4) / 4, latitude: 46.5 + Double(number) / 16)!,
            altitude: Double(number % 5) * 250)
    }

    private let terrain: Terrain

    init() throws {
        terrain = try Terrain(
            Array("TERRAIN1".utf8) + [4, 0, 2, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 8))
    }

    /// Readings that fall by `slope` decades for each metre.
    private func readings(_ days: Range<Int>, slope: Double) -> [Reading] {
        days.flatMap { day in
            Self.stations.map { station in
                .sample(
                    pow(10, 2 + slope * (station.altitude ?? 0)) - 1, at: station.id,
                    on: today.adding(days: day))
            }
        }
    }

    @Test func `the ground moves the map once the days before show how, and again when they change`()
        async throws
    {
        let source = try await CountingSource(Self.stations)
        let fields = FieldCache(source: source, terrain: terrain, taxonomy: .standard)
        func trend() async throws -> TerrainTrend? {
            try await fields.field(of: "birch", on: today, content: .readings)?.terrain?.trend
        }
        try await source.keep(readings(0..<1, slope: -0.0005), noting: fields)
        #expect(try await trend() == nil, "no day before this one shows anything")
        try await source.keep(readings(-60 ..< -10, slope: -0.0005), noting: fields)
        let first = try #require(try await trend())
        #expect(abs(first.slope + 0.0005) < 0.00006)
        try await source.keep(readings(-60 ..< -10, slope: 0.0003), noting: fields)
        let second = try #require(try await trend())
        #expect(abs(second.slope - 0.0003) < 0.00006)
    }

    @Test func `without a table the field has no ground`() async throws {
        let source = try await CountingSource(Self.stations)
        let fields = FieldCache(source: source, taxonomy: .standard)
        try await source.keep(readings(-60..<1, slope: -0.0005), noting: fields)
        let field = try #require(try await fields.field(of: "birch", on: today, content: .readings))
        #expect(field.terrain == nil)
    }

    /// A model that says what the stations measure, times a share that is set.
    private struct Grids: ModelGridSource {
        /// Whether there is none yet for today and later days.
        var isLate = false

        func modelGrid(of allergen: Allergen.ID, on day: CivilDate) async throws -> ModelGrid? {
            if isLate, day >= today { return nil }
            let cells = (460..<480).flatMap { row in
                (60..<100).map { (ModelCell(column: $0, row: row), Double(1 + ($0 * 37 + row * 91) % 997)) }
            }
            return ModelGrid(GridSource(name: "model", degrees: 0.1, attribution: nil), cells)
        }

        func gridDays(of allergen: Allergen.ID, in days: ClosedRange<CivilDate>) async throws -> [CivilDate] {
            (isLate ? 1..<60 : 0..<60).map { today.adding(days: -$0) }.filter(days.contains).reversed()
        }
    }

    @Test func `tomorrow's ozone is the model's, and tomorrow's pollen is not`() async throws {
        let source = try await CountingSource(Self.stations)
        let fields = FieldCache(source: source, grids: Grids(), taxonomy: .standard)
        let place = try #require(Coordinate(longitude: 7.55, latitude: 47.05))
        let tomorrow = today.adding(days: 1)
        let ozone = try #require(try await fields.field(of: "ozone", on: tomorrow, content: .forecasts))
        #expect(try #require(ozone.estimate(at: place)).basis == .modelled)
        let birch = try #require(try await fields.field(of: "birch", on: tomorrow, content: .forecasts))
        #expect(birch.estimate(at: place) == nil)
    }

    @Test
    func `the map follows the model by the share that the days before show, and again when they change`()
        async throws
    {
        let source = try await CountingSource(Self.stations)
        let grids = Grids()
        let fields = FieldCache(source: source, grids: grids, taxonomy: .standard)
        let grid = try #require(try await grids.modelGrid(of: "birch", on: today))
        func keep(_ days: Range<Int>, share: Double) async throws {
            let readings = days.flatMap { day in
                Self.stations.map { station -> Reading in
                    let logarithm = Double(grid.logarithm(at: station.position) ?? 0)
                    return .sample(
                        pow(10, share * logarithm + 0.5) - 1, at: station.id,
                        on: today.adding(days: day))
                }
            }
            try await source.keep(readings, noting: fields)
        }
        func slope() async throws -> Double? {
            try await fields.field(of: "birch", on: today, content: .readings)?.model?.slope
        }
        try await keep(0..<1, share: 0.5)
        #expect(try await slope() == 0, "no day before this one shows anything")
        for share in [0.5, 0.8] {
            try await keep(-60 ..< -10, share: share)
            #expect(abs(try #require(try await slope()) - share) < 0.06)
        }
    }

    @Test func `where the grid is late, the map is that of the stations`() async throws {
        let source = try await CountingSource(Self.stations)
        let grids = Grids(isLate: true)
        let late = FieldCache(source: source, grids: grids, taxonomy: .standard)
        let alone = FieldCache(source: source, taxonomy: .standard)
        let yesterday = today.adding(days: -1)
        let grid = try #require(try await grids.modelGrid(of: "birch", on: yesterday))
        let readings = (-60..<1).flatMap { day in
            Self.stations.map { station -> Reading in
                let logarithm = Double(grid.logarithm(at: station.position) ?? 0)
                return .sample(
                    pow(10, 0.5 * logarithm + 0.5) - 1, at: station.id, on: today.adding(days: day))
            }
        }
        try await source.keep(readings, noting: late)
        let place = try #require(Coordinate(longitude: 7.45, latitude: 47.03))
        func field(_ fields: FieldCache, on day: CivilDate) async throws -> IntensityField {
            try #require(try await fields.field(of: "birch", on: day, content: .readings))
        }
        // The days with a grid have taught the map to follow it.
        let (before, flat) = (try await field(late, on: yesterday), try await field(alone, on: yesterday))
        #expect(try #require(before.model).slope > 0.4)
        let followed = try #require(before.estimate(at: place)).concentration
        #expect(followed != flat.estimate(at: place)?.concentration)
        let (now, stations) = (try await field(late, on: today), try await field(alone, on: today))
        #expect(now.model == nil)
        let here = try #require(now.estimate(at: place))
        #expect(here == stations.estimate(at: place))
        let box = BoundingBox(around: place, radius: 50_000)
        #expect(now.records(reaching: box) == stations.records(reaching: box))
    }
}
