import Allergens
import Geography
import Testing
import Topology

@testable import Matching

@Suite struct AreaCacheTests {
    private let inside = Coordinate(wrappingLongitude: 7, latitude: 47)

    private func area(west: Double = 6) throws -> Fence.Area {
        let ring = [(west, 46.0), (west + 2, 46), (west + 2, 48), (west, 48), (west, 46)]
            .map { Coordinate(wrappingLongitude: $0.0, latitude: $0.1) }
        return .polygons([try #require(Polygon(exterior: ring))])
    }

    private func fence(_ number: Int) -> Fence.ID { Fence.ID(rawValue: "\(number)") }

    @Test func `an area is asked for once`() throws {
        let cache = AreaCache(capacity: 10)
        var asked = 0
        for _ in 0..<3 {
            let matcher = try cache.matcher(of: fence(1), version: 1) {
                asked += 1
                return try area()
            }
            #expect(try matcher.holds(inside))
        }
        #expect(asked == 1)
    }

    @Test func `a new version has a new area`() throws {
        let cache = AreaCache(capacity: 10)
        let old = try cache.matcher(of: fence(1), version: 1) { try area() }
        let new = try cache.matcher(of: fence(1), version: 2) { try area(west: 20) }
        #expect(try old.holds(inside))
        #expect(try !new.holds(inside))
    }

    @Test func `the cache never grows beyond its bound and keeps what is asked for`() throws {
        let cache = AreaCache(capacity: 10)
        var reloads = 0
        for number in 0..<100 {
            _ = try cache.matcher(of: fence(number), version: 1) { try area() }
            _ = try cache.matcher(of: fence(0), version: 1) {
                reloads += 1
                return try area()
            }
            #expect(cache.count <= 10)
        }
        #expect(reloads == 0)
    }

    @Test func `an area that cannot be read is reported and not kept`() {
        let cache = AreaCache(capacity: 10)
        #expect(throws: TopologyError.self) {
            try cache.matcher(of: fence(1), version: 1) { throw TopologyError.empty }
        }
        #expect(cache.count == 0)
    }
}
