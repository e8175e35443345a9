import Foundation
import Geography

/// The cells of 0.1° in which a study was answered, each with the region around it.
///
/// A region is told where too few people share a cell. It is the smallest one of the network whose outline holds the
/// middle of the cell, or else a square of 1°.
struct StudyAreas {
    struct Cell {
        let middle: Coordinate
        /// Its place in ``StudyAreas/regions``.
        let region: Int
    }

    struct Area {
        let name: String
        let middle: Coordinate
    }

    /// The smallest box of a region in square degrees: smaller ones are cells of a model, which tell too much.
    private static let smallest = 0.25

    private(set) var cells: [Cell] = []
    private(set) var regions: [Area] = []
    private var known: [Coordinate: Int32] = [:]
    private var places: [String: Int] = [:]
    private var outlines: [Int64: Outline] = [:]

    /// The place in ``cells`` of the cell around a position.
    mutating func cell(of position: Coordinate, by runner: any QueryRunner) throws -> Int32 {
        let middle = position.snapped(toGridOf: StudyAnswerContent.wideGrid)
        if let place = known[middle] { return place }
        let area = try region(around: middle, by: runner) ?? Self.square(around: middle)
        let region = places[area.name] ?? regions.count
        if region == regions.count {
            places[area.name] = region
            regions.append(area)
        }
        let place = Int32(cells.count)
        cells.append(Cell(middle: middle, region: region))
        known[middle] = place
        return place
    }

    private mutating func region(around place: Coordinate, by runner: any QueryRunner) throws -> Area? {
        let request: Query = """
            SELECT region.number, region.name, region.outline, west, east, south, north
            FROM regionBox JOIN region ON region.number = regionBox.region
            WHERE west <= \(place.longitude) AND east >= \(place.longitude)
                AND south <= \(place.latitude) AND north >= \(place.latitude)
                AND (east - west) * (north - south) >= \(Self.smallest)
            ORDER BY (east - west) * (north - south), region.id
            """
        for row in try runner.rows(request) {
            guard let bytes = try row["outline"] as Data? else { continue }
            let number: Int64 = try row["number"]
            let outline = outlines[number] ?? Outline(bytes: bytes)
            outlines[number] = outline
            guard outline.covers(place) else { continue }
            let (west, east): (Double, Double) = (try row["west"], try row["east"])
            let (south, north): (Double, Double) = (try row["south"], try row["north"])
            let middle = Coordinate(longitude: (west + east) / 2, latitude: (south + north) / 2)
            return Area(name: try row["name"], middle: middle ?? place)
        }
        return nil
    }

    /// The square of 1° around a place, such as `47–48° N, 7–8° E`.
    private static func square(around place: Coordinate) -> Area {
        let middle = place.snapped(toGridOf: 1)
        func span(_ middle: Double, _ positive: String, _ negative: String) -> String {
            let low = Int(middle.rounded(.down))
            return low < 0 ? "\(-low - 1)–\(-low)° \(negative)" : "\(low)–\(low + 1)° \(positive)"
        }
        return Area(
            name: "\(span(middle.latitude, "N", "S")), \(span(middle.longitude, "E", "W"))", middle: middle)
    }
}
