import Geography
import HTTP
import Studies

/// Where a study looks for people, as researchers write it.
struct StudyRegionRequest: StrictDocument {
    static let members: Set = ["name", "west", "south", "east", "north"]

    let name: String
    let west: Double?
    let south: Double?
    let east: Double?
    let north: Double?

    /// The region, if all of it is valid.
    func checked(_ mistakes: inout Mistakes) -> StudyRegion? {
        mistakes.text(name, within: 1...StudyRegion.longestName, at: "/region/name")
        let edges = [("west", west), ("south", south), ("east", east), ("north", north)]
        for (member, edge) in edges where edge == nil {
            mistakes.note("/region/\(member)", "This edge of the box is needed, in degrees.")
        }
        guard let west, let south, let east, let north else { return nil }
        for mistake in StudyRegion.mistakes(west: west, south: south, east: east, north: north) {
            let (member, detail) = Self.told(mistake)
            mistakes.note("/region/\(member)", detail)
        }
        return BoundingBox(west: west, south: south, east: east, north: north).map {
            StudyRegion(name: name, box: $0)
        }
    }

    private static func told(_ mistake: StudyRegion.Mistake) -> (member: String, detail: String) {
        switch mistake {
        case .west, .east: (mistake.rawValue, "A longitude lies between -180 and 180 degrees.")
        case .south, .north: (mistake.rawValue, "A latitude lies between -90 and 90 degrees.")
        case .flat: ("north", "The northern edge lies north of the southern one.")
        case .narrow: ("east", "The eastern edge is another longitude than the western one.")
        }
    }
}

/// The region of a study.
struct StudyRegionDocument: Encodable {
    let name: String
    let west: Double
    let south: Double
    let east: Double
    let north: Double

    init(_ region: StudyRegion) {
        name = region.name
        (west, south) = (region.box.west, region.box.south)
        (east, north) = (region.box.east, region.box.north)
    }
}
