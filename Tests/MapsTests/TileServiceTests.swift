import Allergens
import Foundation
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import Testing

@testable import Maps

@Suite struct TileServiceTests {
    private let source: CountingSource
    private let fields: FieldCache
    private let tiles: TileService
    private let layer: Layer

    init() async throws {
        source = try await CountingSource([
            .sample(), .sample("oslo", at: Coordinate(10.75, 59.91)),
            .sample("bern", at: Coordinate(7.4, 46.9)),
        ])
        fields = FieldCache(source: source, taxonomy: .standard)
        tiles = TileService(fields: fields)
        layer = try LayerCatalogue(directory: repository.appending(path: "tiles")).layer(named: "birch")
        try await source.keep([.sample(80)], noting: fields)
    }

    private func tile(
        zoom: Int = 7, scale: Int = 1, over position: Coordinate = .basel, day: CivilDate = today
    ) async throws -> TileService.Tile {
        try await tiles.tile(
            TileAddress(holding: position, zoom: zoom), scale: scale, layer: layer, day: day, today: today)
    }

    /// The address of a picture's bytes: the same address means that it was not drawn again.
    private func place(of tile: TileService.Tile) -> Int {
        tile.png.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
    }

    @Test func `a tile is drawn once for all requests for its content`() async throws {
        let first = try await tile()
        let second = try await tile()
        #expect(first.key == second.key)
        #expect(place(of: first) == place(of: second))
        fields.noteEverything()
        let third = try await tile()
        #expect(place(of: first) == place(of: third))
    }

    @Test func `a burst of requests for an uncached tile draws it once`() async throws {
        let places = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<1_000 { group.addTask { place(of: try await tile(zoom: 6, scale: 2)) } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(places.count == 1)
        #expect(tiles.drawnCount == 1)
    }

    @Test func `equal keys mean equal bytes, whichever service drew them`() async throws {
        let other = TileService(fields: fields)
        for zoom in [0, 4, 8] {
            let mine = try await tile(zoom: zoom)
            let theirs = try await other.tile(
                TileAddress(holding: .basel, zoom: zoom), scale: 1, layer: layer, day: today, today: today)
            #expect(mine.key == theirs.key && mine.png == theirs.png)
            #expect(place(of: mine) != place(of: theirs))
        }
    }

    @Test func `a reading in reach changes the key and the picture`() async throws {
        let before = try await tile()
        try await source.keep([.sample(300)], noting: fields)
        let after = try await tile()
        #expect(before.key != after.key && before.png != after.png)
        try await source.keep([.sample(80)], noting: fields)
        #expect(try await tile().key == before.key)
    }

    @Test func `a reading out of reach or of another allergen does not change the key`() async throws {
        let before = try await tile()
        try await source.keep([.sample(900, at: "oslo"), .sample(900, of: "grass")], noting: fields)
        let after = try await tile()
        #expect(before.key == after.key && place(of: before) == place(of: after))
    }

    @Test func `zoom, scale and day are part of the key`() async throws {
        let keys = [
            try await tile(), try await tile(zoom: 8), try await tile(scale: 2),
            try await tile(day: today.adding(days: 1)),
        ].map(\.key)
        #expect(Set(keys).count == keys.count)
    }

    @Test func `tiles without data share one picture`() async throws {
        let nowhere = try await tile(over: Coordinate(-140, -40))
        let old = try await tile(day: today.adding(days: -300))
        #expect(nowhere.key == ContentKey.empty(scale: 1) && old.key == nowhere.key)
        #expect(place(of: nowhere) == place(of: old))
    }

    @Test func `tomorrow shows the stations' forecasts, and today does not`() async throws {
        let tomorrow = today.adding(days: 1)
        let before = try await tile(day: tomorrow)
        #expect(before.key == ContentKey.empty(scale: 1))
        let now = try await tile()
        try await source.keep(
            [], forecasts: [Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 300)],
            noting: fields)
        #expect(try await tile(day: tomorrow).key != before.key)
        #expect(try await tile().key == now.key)
    }

    @Test func `the air agrees with the field of the tile`() async throws {
        try await source.keep(
            [.sample(20, at: "bern"), .sample(400, of: "grass", at: "bern")], noting: fields)
        let air = AirService(fields: fields, taxonomy: .standard)
        for position in [Coordinate.basel, Coordinate(7.5, 47.2), Coordinate(8.9, 47.0)] {
            let values = try await air.air(at: position, on: today, today: today)
            #expect(Set(values.map(\.allergen.id)) == ["birch", "grass"])
            for value in values {
                let field = try await fields.field(of: value.allergen.id, on: today, content: .readings)
                let estimate = try #require(field?.estimate(at: position))
                #expect(value.today.value == estimate.concentration && value.today.index == estimate.index)
                #expect(value.station == estimate.nearest?.station && value.distance == estimate.distance)
                #expect(value.tomorrow == nil)
            }
            #expect(values.map(\.today.index) == values.map(\.today.index).sorted(by: >))
        }
    }

    @Test func `at a station the air is its reading, with tomorrow's forecast`() async throws {
        let tomorrow = today.adding(days: 1)
        try await source.keep(
            [], forecasts: [Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 300)],
            noting: fields)
        let air = AirService(fields: fields, taxonomy: .standard)
        let value = try #require(try await air.air(at: .basel, on: today, today: today).first)
        #expect(abs(value.today.value - 80) < 1e-9 && value.today.level == .high)
        #expect(value.today.basis == .measured && value.station == "basel" && value.distance == 0)
        #expect(value.tomorrow?.level == .veryHigh && value.tomorrow?.basis == .forecast)
        #expect(value.tomorrow?.day == tomorrow)
        let next = try #require(try await air.air(at: .basel, on: tomorrow, today: today).first)
        #expect(next.today.basis == .forecast && next.today.level == .veryHigh)
    }

    @Test func `out of reach of every station nothing is known`() async throws {
        let air = AirService(fields: fields, taxonomy: .standard)
        #expect(try await air.air(at: Coordinate(-140, -40), on: today, today: today).isEmpty)
        #expect(try await air.air(at: .basel, on: today.adding(days: -2), today: today).isEmpty)
    }
}
