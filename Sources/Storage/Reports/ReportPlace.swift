import Alerts
import Allergens
import GRDB
import Geography

/// The public place of a report, a cell of the grid, and the SQL that finds the fences it concerns.
///
/// A fence concerns a report when any point of the fence may lie in the cell. So every fence that holds the
/// exact place is found, although that place is no longer known, and the result is the same for all places in
/// the cell.
struct ReportPlace {
    /// The middle of the cell.
    let centre: Coordinate
    let vector: UnitVector
    let cell: BoundingBox

    /// The cell that holds a position; nothing else of the position matters.
    init(holding position: Coordinate) {
        centre = position.snapped(toGridOf: Report.publicGrid)
        vector = UnitVector(centre)
        cell = BoundingBox(cellAround: centre, ofGrid: Report.publicGrid)
    }

    /// The relation of a fence to the place, as `fenceReach` gives it.
    func reach(watching allergens: AllergenSet) -> SQL {
        let (longitude, latitude) = (centre.longitude, centre.latitude)
        return """
            fenceReach(\(SQLFunctions.fence), \(allergens.storedLow), \(allergens.storedHigh), \(longitude),
                \(latitude), \(vector.x), \(vector.y), \(vector.z))
            """
    }

    /// The condition that a fence concerns the place, given their relation.
    ///
    /// A polygon that may or may not hold the centre of the cell is checked for a point in the cell.
    func isTouched(_ reach: SQL, by number: SQL) -> SQL {
        """
        CASE \(reach) & 3 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE
            (SELECT touches(outlined.id, rings, \(cell.west), \(cell.south), \(cell.east), \(cell.north))
                FROM fenceOutline JOIN fence AS outlined ON outlined.number = fenceOutline.fence
                WHERE fenceOutline.fence = \(number)) END
        """
    }

    /// The condition that a fence watches one of the allergens and concerns the place; every fence watches an
    /// empty set.
    func touches(watching allergens: AllergenSet) -> SQL {
        isTouched(reach(watching: allergens), by: "fence.number")
    }

    /// The factor from a squared distance in metres to a squared chord that is surely within it.
    ///
    /// A chord is shorter than its arc, by less than a ten-thousandth up to 310 km; no circle reaches
    /// farther.
    static let surelyWithin = squaredInverse(
        of: Earth.meanRadius * (1 + Earth.sphericalError) * 1.0001)
    static let surelyBeyond = squaredInverse(of: Earth.meanRadius * (1 - Earth.sphericalError))

    private static func squaredInverse(of metres: Double) -> Double { 1 / (metres * metres) }
}

/// The source and condition of a search for the fences that places concern.
struct FenceSearch {
    /// The SQL after `FROM`.
    let source: SQL
    /// The SQL after `WHERE`.
    let condition: SQL

    /// Finds all fences that have a box within `metres` of a position.
    ///
    /// A fence that crosses the antimeridian has two boxes. A search that may meet both still finds the fence
    /// once.
    init(within metres: Double, of position: Coordinate) {
        let box = BoundingBox(around: position, radius: metres)
        let parts = box.parts
        let touches = parts.map(Self.touching)
        guard parts.count > 1 || box.east - box.west > 180 else {
            source = "fenceBox JOIN fence ON fence.number = fenceBox.id / 2"
            condition = touches[0]
            return
        }
        let boxes = touches.map { "SELECT fenceBox.id / 2 FROM fenceBox WHERE \($0)" as SQL }
        source = "fence"
        condition = "fence.number IN (\(boxes.joined(separator: " UNION ")))"
    }

    /// The condition that a box of a fence touches a part of the map.
    static func touching(_ part: BoundingBox) -> SQL {
        """
        fenceBox.west <= \(part.east) AND fenceBox.east >= \(part.west)
            AND fenceBox.south <= \(part.north) AND fenceBox.north >= \(part.south)
        """
    }

    /// Finds all fences that places may concern; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - places: Places near each other.
    ///   - middle: A position among them.
    init?(around places: [ReportPlace], from middle: Coordinate) {
        let vector = UnitVector(middle)
        let farthest = places.map { vector.squaredChord(to: $0.vector) }.max()
        guard let farthest else { return nil }
        let metres = Earth.distance(ofSquaredChord: farthest) * (1 + Earth.sphericalError)
        self.init(within: metres + Report.publicReach, of: middle)
    }

    /// Finds all fences that have changed, or whose first day has begun, since a time.
    init(changedSince past: Int64, until now: Int64) {
        source = "fence"
        condition = """
            fence.number IN (SELECT number FROM fence WHERE changed >= \(past)
                UNION SELECT number FROM fence WHERE starts >= \(past) AND starts <= \(now))
            """
    }
}
