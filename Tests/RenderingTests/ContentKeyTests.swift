import Allergens
import Interpolation
import Observations
import Rendering
import Testing

@Suite struct ContentKeyTests {
    private func key(
        _ samples: [DayValue], zoom: Int = 7, scale: Int = 1, layer: String = "birch", day: CivilDate = day
    ) throws -> ContentKey {
        ContentKey(
            tile(zoom, over: 7.58, 47.56), scale: scale, layer: try catalogue().layer(named: layer), day: day,
            fields: [field("birch", samples)])
    }

    private let basel = sample("basel", 7.58, 47.56, 312)

    @Test func `the same readings have the same key, in any order`() throws {
        let samples = alpineSamples(50, seed: 1)
        #expect(try key(samples) == key(samples.reversed()))
        #expect(try key(samples).description.count == 32)
    }

    @Test func `everything that decides the picture changes the key`() throws {
        let keys = [
            try key([basel]), try key([sample("basel", 7.58, 47.56, 313)]),
            try key([sample("basel", 7.59, 47.56, 312)]), try key([basel, sample("bern", 7.42, 46.95, 1)]),
            try key([basel], zoom: 8), try key([basel], scale: 2), try key([basel], day: day.adding(days: 1)),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func `a reading beyond reach does not change the key`() throws {
        #expect(try key([basel]) == key([basel, sample("madrid", -3.7, 40.4, 500)]))
    }

    @Test func `without readings in reach the key is that of the empty tile`() throws {
        let madrid = sample("madrid", -3.7, 40.4, 500)
        #expect(try key([]) == .empty(scale: 1))
        #expect(try key([madrid], zoom: 9) == .empty(scale: 1))
        #expect(try key([madrid], zoom: 9, scale: 2) == .empty(scale: 2))
        #expect(ContentKey.empty(scale: 1) != .empty(scale: 2))
    }
}
