package import Geography
package import Observations

/// The member `grid` of a definition: its values are a numerical model's, not of stations or regions.
struct GridRule: Sendable {
    /// The size of a cell, ``ModelCell/sizes``.
    let degrees: Double
}

extension GridRule: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case degrees }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        degrees = try members.decode(Double.self, forKey: .degrees)
        guard ModelCell.sizes.contains(degrees) else {
            throw decoder.mistake(at: "degrees", "\(degrees) must be 0.01 to 5")
        }
    }
}

extension Submission {
    /// The values as those of a grid: each belongs to the cell that holds its region's middle or its station.
    ///
    /// Values of stations without a position are left out.
    package func gridValues(
        of source: GridSource, positions: [Station.ID: Coordinate]
    ) -> [GridValue] {
        let middles = Dictionary(
            regions.map { ($0.id, $0.box?.middle) }, uniquingKeysWith: { first, _ in first })
        return regionValues.compactMap { value in
            (middles[value.region] ?? nil).map {
                GridValue(
                    cell: ModelCell(around: $0, degrees: source.degrees), allergen: value.allergen,
                    period: value.period, value: value.value)
            }
        }
            + readings.compactMap { reading in
                positions[reading.station].map {
                    GridValue(
                        cell: ModelCell(around: $0, degrees: source.degrees), allergen: reading.allergen,
                        period: reading.period, value: reading.value)
                }
            }
    }
}

extension BoundingBox {
    /// The middle of a box that does not cross the antimeridian.
    fileprivate var middle: Coordinate? {
        Coordinate(longitude: (west + east) / 2, latitude: (south + north) / 2)
    }
}
