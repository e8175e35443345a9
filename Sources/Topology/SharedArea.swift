package import Geography
import Synchronization

/// A prepared area that many threads may ask.
///
/// GEOS allows one thread at a time on a context and on a prepared geometry. Each area has a context of its own,
/// and a lock lets one thread in; threads that ask different areas do not wait for each other.
package final class SharedArea: Sendable {
    private let area: Mutex<PreparedArea>
    /// One box, or two when the area touches or crosses the antimeridian.
    package let bounds: [BoundingBox]
    /// A position that is surely inside the area.
    package let pointOnSurface: Coordinate

    /// Prepares an area that ``Area/validated(polygons:)`` has accepted.
    package init(_ polygons: [Polygon]) throws(TopologyError) {
        let prepared = try PreparedArea(polygons)
        bounds = prepared.bounds
        pointOnSurface = prepared.pointOnSurface
        area = Mutex(prepared)
    }

    /// Whether the position lies in the area or on its edge.
    package func covers(_ position: Coordinate) throws(TopologyError) -> Bool {
        try area.withLock { area throws(TopologyError) in try area.covers(position) }
    }
}
