import Alerts
import Allergens
import GRDB
import Geography

/// The public place of a report, a cell of the grid, as statements ask which fences it concerns.
///
/// A fence concerns a report when any point of the fence may lie in the cell: never less than the fences that hold the
/// exact place, which is not known any more, and the same ones for every place in the cell.
struct ReportPlace {
    /// The middle of the cell.
    let centre: Coordinate
    private let cell: BoundingBox

    /// The cell that holds a position, of which nothing else counts.
    init(holding position: Coordinate) {
        centre = position.snapped(toGridOf: Report.publicGrid)
        cell = BoundingBox(cellAround: centre, ofGrid: Report.publicGrid)
    }

    /// What a fence has to do with the place, as `fenceReach` tells it.
    func reach(watching allergens: AllergenSet) -> SQL {
        let (longitude, latitude) = (centre.longitude, centre.latitude)
        let place = UnitVector(centre)
        return """
            fenceReach(\(SQLFunctions.fence), \(allergens.storedLow), \(allergens.storedHigh), \(longitude),
                \(latitude), \(place.x), \(place.y), \(place.z))
            """
    }

    /// The condition that what a fence with a number has to do with the place is that it concerns it.
    ///
    /// A polygon that may hold the centre of the cell or not is asked whether it has a point in the cell.
    func isTouched(_ reach: SQL, by number: SQL) -> SQL {
        """
        CASE \(reach) & 3 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE
            (SELECT touches(outlined.id, rings, \(cell.west), \(cell.south), \(cell.east), \(cell.north))
                FROM fenceOutline JOIN fence AS outlined ON outlined.number = fenceOutline.fence
                WHERE fenceOutline.fence = \(number)) END
        """
    }

    /// The condition that a fence which watches one of some allergens concerns the place; all do when there are none.
    func touches(watching allergens: AllergenSet) -> SQL {
        isTouched(reach(watching: allergens), by: "fence.number")
    }

    /// A chord is shorter than its arc: by less than a ten-thousandth up to 310 km, beyond which no circle reaches.
    static let surelyWithin = squaredInverse(
        of: Earth.meanRadius * (1 + Earth.sphericalError) * 1.0001)
    static let surelyBeyond = squaredInverse(of: Earth.meanRadius * (1 - Earth.sphericalError))

    private static func squaredInverse(of metres: Double) -> Double { 1 / (metres * metres) }
}

/// Where to look for the fences that places concern.
struct FenceSearch {
    /// What follows `FROM`.
    let source: SQL
    /// What follows `WHERE`.
    let condition: SQL

    /// Looks for all fences whose box comes within `metres` of a position.
    ///
    /// A fence has two boxes when it crosses the antimeridian; a search that may meet both finds it once all the same.
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

    /// The condition that a box of a fence has a point in a part of the map.
    static func touching(_ part: BoundingBox) -> SQL {
        """
        fenceBox.west <= \(part.east) AND fenceBox.east >= \(part.west)
            AND fenceBox.south <= \(part.north) AND fenceBox.north >= \(part.south)
        """
    }

    /// Looks for all fences that places may concern; `nil` when there are none.
    ///
    /// - Parameters:
    ///   - places: Places near to each other.
    ///   - middle: A position among them.
    init?(around places: [ReportPlace], from middle: Coordinate) {
        let vector = UnitVector(middle)
        let farthest = places.map { vector.squaredChord(to: UnitVector($0.centre)) }.max()
        guard let farthest else { return nil }
        let metres = Earth.distance(ofSquaredChord: farthest) * (1 + Earth.sphericalError)
        self.init(within: metres + Report.publicReach, of: middle)
    }

    /// Looks for all fences that have changed, or were switched on by their days, since some time.
    init(changedSince past: Int64, until now: Int64) {
        source = "fence"
        condition = """
            fence.number IN (SELECT number FROM fence WHERE changed >= \(past)
                UNION SELECT number FROM fence WHERE starts >= \(past) AND starts <= \(now))
            """
    }
}
