import Geography

@testable import API

/// Parts of countries between parallels; none at first.
struct InMemorySubdivisions: SubdivisionSource {
    let parts = Guarded<[(latitudes: ClosedRange<Double>, part: Subdivision)]>([])

    func subdivision(at position: Coordinate) throws -> Subdivision? {
        parts.value.first { $0.latitudes.contains(position.latitude) }?.part
    }
}
