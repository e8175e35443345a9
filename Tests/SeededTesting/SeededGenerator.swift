package import Geography

/// A generator whose numbers depend only on its seed: SplitMix64 by Sebastiano Vigna.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Coordinate {
    /// A position anywhere; longitude and latitude are uniformly distributed.
    package static func random(using generator: inout SeededGenerator) -> Coordinate {
        Coordinate(
            wrappingLongitude: .random(in: -180...180, using: &generator),
            latitude: .random(in: -90...90, using: &generator))
    }

    /// A position within some degrees of another, possibly across the antimeridian.
    package static func random(
        near centre: Coordinate, within degrees: Double, using generator: inout SeededGenerator
    ) -> Coordinate {
        Coordinate(
            wrappingLongitude: centre.longitude + .random(in: -degrees...degrees, using: &generator),
            latitude: centre.latitude + .random(in: -degrees...degrees, using: &generator))
    }

    /// The position moved along its parallel.
    package func moved(east degrees: Double) -> Coordinate {
        Coordinate(wrappingLongitude: longitude + degrees, latitude: latitude)
    }
}
