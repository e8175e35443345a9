import Allergens
import Geography
import Interpolation
import Observations
import Rendering
import SampleTesting
import Testing

@testable import Maps

@Suite struct ValueTileTests {
    private let source: CountingSource
    private let fields: FieldCache
    private let values: ValueTileService
    private let tile = DegreeTile(holding: .basel, zoom: 7)

    init() async throws {
        source = try await CountingSource([.sample(), .sample("oslo", at: Coordinate(10.75, 59.91))])
        fields = FieldCache(source: source, taxonomy: .standard)
        values = ValueTileService(fields: fields)
        try await source.keep([.sample(80)], noting: fields)
    }

    private func read(_ tile: DegreeTile) async throws -> ValueTile {
        try #require(try await values.values(in: tile, of: "birch", on: today, today: today))
    }

    @Test func `each cell holds what the field estimates in its middle, and unknown is not zero`()
        async throws
    {
        let read = try await read(tile)
        let field = try #require(try await fields.field(of: "birch", on: today, content: .readings))
        let step = tile.side / 32
        for place in read.values.indices {
            let (row, column) = place.quotientAndRemainder(dividingBy: 32)
            let middle = Coordinate(
                tile.bounds.west + (Double(column) + 0.5) * step,
                tile.bounds.south + (Double(row) + 0.5) * step)
            #expect(read.values[place] == field.estimate(at: middle)?.concentration)
        }
        #expect(read.bases.values.reduce(0, +) == read.values.count { $0 != nil })
        #expect(read.oldest == today)
        let nowhere = try await self.read(DegreeTile(holding: Coordinate(-40, 0), zoom: 7))
        #expect(nowhere.values.allSatisfy { $0 == nil } && nowhere.bases.isEmpty && nowhere.oldest == nil)
    }

    @Test func `a reading changes the key of tiles in reach, and of no others`() async throws {
        func key(_ tile: DegreeTile) async throws -> String? {
            try await values.key(of: tile, "birch", on: today, today: today)?.description
        }
        let far = DegreeTile(holding: Coordinate(10.75, 59.91), zoom: 7)
        let before = [try await key(tile), try await key(far)]
        #expect(before[0] == (try await read(tile)).key.description)
        try await source.keep([.sample(300)], noting: fields)
        #expect(try await key(tile) != before[0])
        #expect(try await key(far) == before[1])
        #expect(try await values.key(of: tile, "dust_mite", on: today, today: today) == nil)
    }
}
