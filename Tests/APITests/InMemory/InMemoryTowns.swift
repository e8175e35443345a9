import Basemap
import Geography
import SampleTesting

@testable import API

/// A few towns, two of them of one name.
struct InMemoryTowns: TownSource {
    let gazetteer = Guarded<Gazetteer?>(Self.sample)

    var towns: Gazetteer? { gazetteer.value }

    private static let sample = Gazetteer([
        town("Basel", "CH", 177_654, .basel, other: ["Bâle", "Basle"]),
        town("Zürich", "CH", 341_730, Coordinate(8.55, 47.37)),
        town("Portland", "US", 652_503, Coordinate(-122.68, 45.52)),
        town("Portland", "US", 68_000, Coordinate(-70.26, 43.66)),
        town("Portland", "AU", 10_000, Coordinate(141.6, -38.34)),
    ])

    private static func town(
        _ name: String, _ country: String, _ population: Int, _ position: Coordinate, other: [String] = []
    ) -> NamedPlace {
        NamedPlace(
            name: name, position: position, population: population, isCapital: false, country: country,
            otherNames: other)
    }
}
