import Geography
import Observations

/// The part of a model's grid that a feed asks for, many cells in a request.
struct PullArea: Sendable {
    /// The middles of all cells, row by row from the south-western one.
    let middles: [Coordinate]

    /// The most cells of an area: a country of 1,000 × 1,000 km in cells of a tenth of a degree.
    static let mostCells = 10_000
    /// The cells in a request: their coordinates then take some 2,000 characters of its address.
    private static let perRequest = 100

    /// The middles of the cells of each request, in order.
    var requests: [[Coordinate]] { middles.parts(of: Self.perRequest).map(Array.init) }
}

extension PullArea: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case west, south, east, north, degrees }

    init(from decoder: any Decoder) throws {
        let members = try decoder.members(Member.self)
        func number(_ member: Member) throws -> Double { try members.decode(Double.self, forKey: member) }
        let degrees = try number(.degrees)
        guard ModelCell.sizes.contains(degrees) else {
            throw decoder.mistake(at: "degrees", "\(degrees) must be 0.01 to 5")
        }
        guard let first = Coordinate(longitude: try number(.west), latitude: try number(.south)),
            let last = Coordinate(longitude: try number(.east), latitude: try number(.north)),
            first.longitude <= last.longitude, first.latitude <= last.latitude
        else { throw decoder.mistake("west to east and south to north must be edges in degrees") }
        let (corner, opposite) = (
            ModelCell(around: first, degrees: degrees), ModelCell(around: last, degrees: degrees)
        )
        let cells = (opposite.column - corner.column + 1) * (opposite.row - corner.row + 1)
        guard cells <= Self.mostCells else {
            throw decoder.mistake("holds \(cells) cells; at most \(Self.mostCells) are asked for")
        }
        middles = (corner.row...opposite.row).flatMap { row in
            (corner.column...opposite.column).compactMap { column in
                Coordinate(
                    longitude: (Double(column) + 0.5) * degrees, latitude: (Double(row) + 0.5) * degrees)
            }
        }
    }
}
