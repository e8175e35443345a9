import Allergens
import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation

@Suite struct IntensityFieldTests {
    @Test(arguments: UInt64(0)..<20)
    func `the estimate agrees with asking every station`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = randomSamples(
            150, longitudes: 0...20, latitudes: 40...52, oldest: 3, using: &generator)
        let field = birchField(samples)
        for _ in 0..<50 {
            let position = try #require(
                Coordinate(
                    longitude: .random(in: -3...23, using: &generator),
                    latitude: .random(in: 38...54, using: &generator)))
            let fast = field.estimate(at: position)
            let slow = slowEstimate(samples, at: position)
            #expect((fast == nil) == (slow == nil))
            guard let fast, let slow else { continue }
            #expect(abs(fast.concentration - slow.concentration) < 1e-6 * (1 + slow.concentration))
            #expect(abs(fast.confidence - slow.confidence) < 1e-4)
        }
    }

    @Test func `at a station the estimate is its reading`() throws {
        let field = birchField([sample("basel", 7.58, 47.56, 312), sample("bern", 7.42, 46.95, 3)])
        let estimate = try #require(field.estimate(at: field.samples[0].position))
        #expect(estimate.concentration == 312)
        #expect(estimate.level == .veryHigh)
        #expect(estimate.confidence == 1)
        #expect(estimate.nearest?.station.rawValue == "basel")
        #expect(estimate.distance == 0)
    }

    @Test func `stations at one place share the mean of their logarithms`() throws {
        let field = birchField([sample("roof", 7.58, 47.56, 9), sample("street", 7.58, 47.56, 999)])
        let estimate = try #require(field.estimate(at: field.samples[0].position))
        #expect(abs(estimate.concentration - 99) < 1e-9)
    }

    @Test func `beyond the reach of every station the value is unknown`() throws {
        let field = birchField([sample("basel", 7.58, 47.56, 312)])
        let near = try #require(Coordinate(longitude: 7.58, latitude: 47.56 + 1.348))
        let far = try #require(Coordinate(longitude: 7.58, latitude: 47.56 + 1.350))
        #expect(try #require(field.estimate(at: near)).confidence < 0.01)
        #expect(field.estimate(at: far) == nil)
    }

    @Test func `an ageing reading loses weight day by day and then ends`() throws {
        let position = try #require(Coordinate(longitude: 7.58, latitude: 47.56))
        let confidences = (0...4).map { age in
            birchField([sample("basel", 7.58, 47.56, 312, age: age)]).estimate(at: position)?.confidence
        }
        #expect(confidences == [1, 0.75, 0.5, 0.25, nil])
    }

    @Test func `between a fresh reading and an old one the fresh one weighs more`() throws {
        let middle = try #require(Coordinate(longitude: 7.5, latitude: 47))
        let both = birchField([sample("west", 7, 47, 9), sample("east", 8, 47, 999, age: 2)])
        let fresh = birchField([sample("west", 7, 47, 9), sample("east", 8, 47, 999)])
        let estimate = try #require(both.estimate(at: middle))
        #expect(estimate.concentration < 0.7 * (try #require(fresh.estimate(at: middle)).concentration))
        #expect(estimate.confidence > 0.9)
    }

    @Test func `a station above its surroundings weighs less between stations, and fully at its own place`()
        throws
    {
        func field(altitude: Double?) -> IntensityField {
            birchField([
                sample("west", 7, 47, 9, altitude: 400), sample("peak", 7.6, 47, 999, altitude: altitude),
                sample("east", 8.2, 47, 9, altitude: 400),
            ])
        }
        let between = try #require(Coordinate(longitude: 7.3, latitude: 47))
        let level = try #require(field(altitude: 400).estimate(at: between)).concentration
        let unknown = try #require(field(altitude: nil).estimate(at: between)).concentration
        let peak = try #require(field(altitude: 1_600).estimate(at: between)).concentration
        #expect(level == unknown)
        #expect(peak < 0.7 * level)
        let summit = try #require(Coordinate(longitude: 7.6, latitude: 47))
        #expect(try #require(field(altitude: 1_600).estimate(at: summit)).concentration == 999)
    }

    @Test func `in a crowd a place is estimated from its neighbourhood`() throws {
        // 400 stations with 9 grains in a square of some 90 km, and 999 grains all around from 60 km on.
        var samples: [DayValue] = []
        for row in -30...30 {
            for column in -30...30 {
                let isNear = abs(row) <= 10 && abs(column) <= 10
                samples.append(
                    sample(
                        "s\(row + 30)-\(column + 30)", 7.5 + Double(column) * 0.06, 47 + Double(row) * 0.04,
                        isNear ? 9 : 999))
            }
        }
        let middle = try #require(Coordinate(longitude: 7.53, latitude: 47.02))
        #expect(try #require(birchField(samples).estimate(at: middle)).concentration < 9.5)
    }

    @Test func `every measured allergen has a reach within the widest`() {
        for allergen in Taxonomy.standard.allergens where allergen.unit != nil {
            let reach = Reach.standard(for: allergen)
            #expect(reach.metres <= Reach.widest && reach.full < reach.metres, "\(allergen.id)")
        }
    }

    @Test func `a station that comes into reach changes nothing at first`() throws {
        let basel = sample("basel", 7.58, 47.56, 312)
        let position = try #require(Coordinate(longitude: 7.58, latitude: 47))
        let alone = try #require(birchField([basel]).estimate(at: position))
        let distant = sample("distant", 7.58, 47 - 1.348978, 0)
        let both = try #require(birchField([basel, distant]).estimate(at: position))
        #expect(abs(alone.concentration - both.concentration) < 0.1)
        #expect(birchField([distant]).estimate(at: position) != nil)
    }

    @Test func `a station near Fiji reaches over the antimeridian`() throws {
        let field = birchField([sample("taveuni", 179.9, -16.8, 40)])
        let position = try #require(Coordinate(longitude: -179.9, latitude: -16.8))
        #expect(abs(try #require(field.estimate(at: position)).concentration - 40) < 1e-9)
        let box = try #require(BoundingBox(west: -179.9, south: -17, east: -179, north: -16))
        #expect(field.samples(reaching: box).count == 1)
    }

    @Test func `stations reach over the pole`() throws {
        let field = birchField([sample("ny-alesund", 11.9, 78.9, 5), sample("camp", 30, 89.8, 2)])
        let beyond = try #require(Coordinate(longitude: -150, latitude: 89.8))
        #expect(try #require(field.estimate(at: beyond)).nearest?.station.rawValue == "camp")
        let east = try #require(Coordinate(longitude: 17, latitude: 78.2))
        #expect(try #require(field.estimate(at: east)).nearest?.station.rawValue == "ny-alesund")
    }

    @Test(arguments: UInt64(0)..<20)
    func `no sample in reach of a box is missed`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = randomSamples(400, longitudes: -180...180, latitudes: -90...90, using: &generator)
        let field = birchField(samples)
        for zoom in 0...6 {
            let place = try #require(
                Coordinate(
                    longitude: .random(in: -180...180, using: &generator),
                    latitude: .random(in: -85...85, using: &generator)))
            let box = TileAddress(holding: place, zoom: zoom).bounds
            let found = Set(field.samples(reaching: box).map(\.station))
            for sample in samples where !found.contains(sample.station) {
                let longitude = min(max(sample.position.longitude, box.west), box.east)
                let latitude = min(max(sample.position.latitude, box.south), box.north)
                let nearest = try #require(Coordinate(longitude: longitude, latitude: latitude))
                let chord = UnitVector(nearest).squaredChord(to: UnitVector(sample.position))
                #expect(Earth.distance(ofSquaredChord: chord) > field.reach.metres)
            }
        }
    }

    @Test func `samples are ordered by station`() {
        let field = birchField([sample("b", 1, 1, 1), sample("c", 0, 0, 1), sample("a", 2, 2, 1)])
        #expect(field.samples.map(\.station.rawValue) == ["a", "b", "c"])
        #expect(field.samples(reaching: .world).map(\.station.rawValue) == ["a", "b", "c"])
    }
}
