package import Geography

extension Outline {
    /// Lays out polygons in the plane, rings over the antimeridian without a jump and rings round a pole closed over it.
    ///
    /// - Throws: When a ring cannot be laid out. Rings that cross themselves are not looked for.
    package init(_ polygons: [Polygon]) throws(TopologyError) {
        var planes: [[[SIMD2<Double>]]] = []
        for (index, polygon) in polygons.enumerated() {
            planes.append(try PlanePolygon(polygon, index: index).rings)
        }
        self.init(planes)
    }
}
