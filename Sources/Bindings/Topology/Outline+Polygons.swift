package import Geography

extension Outline {
    /// Lays out polygons in the plane, without jumps at the antimeridian and with rings around a pole closed
    /// over it.
    ///
    /// - Throws: An error if a ring cannot be laid out. Self-intersections are not detected.
    package init(_ polygons: [Polygon]) throws(TopologyError) {
        var planes: [[[SIMD2<Double>]]] = []
        for (index, polygon) in polygons.enumerated() {
            planes.append(try PlanePolygon(polygon, index: index).rings)
        }
        self.init(planes)
    }
}
