import Allergens
import Geography
import Observations

/// Samples in spatial order: bands of latitude from south to north, each from west to east.
///
/// Samples near a box are found by a binary search in each band that the box touches. A *rank* is an index
/// into this order. Weights are always summed by provenance and ascending rank, and samples out of reach
/// weigh exactly 0. A sum is therefore the same to the last bit however the samples were searched.
struct StationIndex: Sendable {
    /// The samples' indices in the original list, by rank.
    let places: [Int]
    /// The sources of the sums, by rank.
    private(set) var sources: [Source] = []
    /// Positions in the unit square of ``WebMercator``, by rank; poles are clamped to the edge of −1…2.
    let mercator: [SIMD2<Double>]
    private let longitudes: [Double]
    private let latitudes: [Double]
    /// The first rank of each band, followed by the number of samples.
    private let bandStarts: [Int]
    private let reach: Reach

    /// Bands of one degree of latitude: with a reach of 1.35°, a box is searched in three bands or more, few
    /// of them in vain.
    private static let bands = 180

    private static func band(ofLatitude latitude: Double) -> Int {
        min(max(Int((latitude + 90).rounded(.down)), 0), bands - 1)
    }

    /// Creates the index; `provenance` returns the index of a sample's provenance in the field.
    init(
        _ samples: [DayValue], reach: Reach, averaging: Averaging, grid: ModelGrid?, terrain: FieldTerrain?,
        provenance: (DayValue) -> Int
    ) {
        self.reach = reach
        places = samples.indices.sorted { left, right in
            let (first, second) = (samples[left].position, samples[right].position)
            let bands = (Self.band(ofLatitude: first.latitude), Self.band(ofLatitude: second.latitude))
            return (bands.0, first.longitude, left) < (bands.1, second.longitude, right)
        }
        longitudes = places.map { samples[$0].position.longitude }
        latitudes = places.map { samples[$0].position.latitude }
        mercator = places.map { place in
            let position = samples[place].position
            let y = WebMercator.y(latitude: position.latitude)
            return SIMD2(WebMercator.x(longitude: position.longitude), min(max(y, -1), 2))
        }
        var starts = [Int](repeating: 0, count: Self.bands + 1)
        for latitude in latitudes { starts[Self.band(ofLatitude: latitude) + 1] += 1 }
        for band in 0..<Self.bands { starts[band + 1] += starts[band] }
        bandStarts = starts
        let points = places.map { place in
            let vector = UnitVector(samples[place].position)
            let logarithm = LogScale.logarithm(of: samples[place].value)
            let reduced = terrain.map { logarithm - $0.part(of: samples[place]) } ?? logarithm
            return SIMD4(vector.x, vector.y, vector.z, reduced)
        }
        let altitudes = places.map { samples[$0].altitude }
        sources = places.indices.map { rank in
            let sample = samples[places[rank]]
            let (company, prominence) = surroundings(
                ofRank: rank, at: sample.position, points: points, altitudes: altitudes)
            let yielding = Crowding.yielding(count: company, reach: reach)
            let model = grid?.logarithm(at: sample.position)
            return Source(
                point: points[rank],
                squaredSoftening: prominence.squaredSoftening(
                    altitude: altitudes[rank], averaging: averaging),
                yielding: yielding, extent: Crowding.extent(yielding: yielding, reach: reach),
                provenance: provenance(sample), model: model ?? 0, modelShare: model == nil ? 0 : 1)
        }
    }

    /// The number of stations in reach of one, including itself, and its prominence among them.
    private func surroundings(
        ofRank rank: Int, at position: Coordinate, points: [SIMD4<Double>], altitudes: [Double?]
    ) -> (company: Int, prominence: Prominence) {
        var company = 0
        var prominence = Prominence()
        visit(BoundingBox(around: position, radius: 0)) { other in
            var difference = points[other] - points[rank]
            difference.w = 0
            let squaredChord = (difference * difference).sum()
            guard squaredChord < reach.squaredChord else { return }
            company += 1
            if other != rank { prominence.add(altitude: altitudes[other], atSquaredChord: squaredChord) }
        }
        return (company, prominence)
    }

    /// The ranks of the samples that can influence a point of the box, ascending.
    ///
    /// A few near the corners of the box may be too far away.
    func ranks(reaching box: BoundingBox) -> [Int] {
        var ranks: [Int] = []
        visit(box) { ranks.append($0) }
        return ranks
    }

    /// Calls `body` with each rank of ``ranks(reaching:)``.
    private func visit(_ box: BoundingBox, _ body: (Int) -> Void) {
        let wide = box.expanded(by: reach.metres)
        let parts = wide.parts.sorted { $0.west < $1.west }
        for band in Self.band(ofLatitude: wide.south)...Self.band(ofLatitude: wide.north) {
            for part in parts {
                var rank = firstRank(in: band, from: part.west)
                while rank < bandStarts[band + 1], longitudes[rank] <= part.east {
                    if (wide.south...wide.north).contains(latitudes[rank]) { body(rank) }
                    rank += 1
                }
            }
        }
    }

    /// The first rank in a band at or east of a longitude.
    private func firstRank(in band: Int, from longitude: Double) -> Int {
        var low = bandStarts[band]
        var high = bandStarts[band + 1]
        while low < high {
            let middle = (low + high) / 2
            if longitudes[middle] < longitude { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
