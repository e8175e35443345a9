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

    /// The condition that a fence concerns the place.
    ///
    /// The chord on the sphere tells most of it. A circle near whose edge, grown by the reach of the cell, the centre of
    /// the cell lies is asked how far that is on the ellipsoid; a polygon that may hold it or not, whether it has a
    /// point in the cell.
    var touches: SQL {
        let (longitude, latitude) = (centre.longitude, centre.latitude)
        let place = UnitVector(centre)
        // Of a circle it is the radius.
        let extent: SQL = "(fence.extent + \(Report.publicReach))"
        let chord: SQL = """
            ((fence.x - \(place.x)) * (fence.x - \(place.x)) + (fence.y - \(place.y)) * (fence.y - \(place.y))
                + (fence.z - \(place.z)) * (fence.z - \(place.z)))
            """
        return """
            CASE WHEN \(chord) < fence.inner THEN 1
                WHEN \(chord) > \(Self.surelyBeyond) * \(extent) * \(extent) THEN 0
                WHEN fence.radius IS NULL THEN
                    (SELECT touches(fenceOutline.rings, \(cell.west), \(cell.south), \(cell.east), \(cell.north))
                        FROM fenceOutline WHERE fenceOutline.fence = fence.number)
                WHEN \(chord) < \(Self.surelyWithin) * \(extent) * \(extent) THEN 1
                ELSE geodesic(fence.longitude, fence.latitude, \(longitude), \(latitude)) <= \(extent) END
            """
    }

    /// A chord is shorter than its arc: by less than a ten-thousandth up to 310 km, beyond which no circle reaches.
    private static let surelyWithin = squaredInverse(
        of: Earth.meanRadius * (1 + Earth.sphericalError) * 1.0001)
    private static let surelyBeyond = squaredInverse(of: Earth.meanRadius * (1 - Earth.sphericalError))

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
