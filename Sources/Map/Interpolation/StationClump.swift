/// Some stations that follow one another in spatial order, and the ball that holds them.
///
/// A search skips the whole clump where the ball is too far away.
struct StationClump {
    /// The stations of a clump: few, so that balls are small, but enough that there are few balls.
    private static let size = 16

    /// The stations' indices.
    let places: Range<Int>
    /// The centre of the ball; its last part has no meaning.
    let centre: SIMD4<Float>
    /// The distance from the centre to the farthest station.
    let radius: Float
    /// The largest ``LocalStations/Station/extent`` of the stations.
    let extent: Float

    /// The clumps of the stations in a range, in their order.
    static func clumps(of stations: [LocalStations.Station], in range: Range<Int>) -> [StationClump] {
        stride(from: range.lowerBound, to: range.upperBound, by: size).map { first in
            StationClump(stations, first..<min(first + size, range.upperBound))
        }
    }

    private init(_ stations: [LocalStations.Station], _ places: Range<Int>) {
        self.places = places
        var sum = SIMD4<Float>.zero
        var extent: Float = 0
        for place in places {
            sum += stations[place].point
            extent = max(extent, stations[place].extent)
        }
        self.extent = extent
        let centre = sum / Float(places.count)
        self.centre = centre
        var farthest: Float = 0
        for place in places {
            let difference = stations[place].point - centre
            let square = difference * difference
            farthest = max(farthest, square.x + square.y + square.z)
        }
        radius = farthest.squareRoot()
    }
}
