package import Foundation
package import Geography

/// An area for which a source states one value: a forecast region of a weather service, or a cell of a
/// model's grid.
package struct Region: Hashable, Sendable, Identifiable {
    /// The permanent short name, such as `dwd-11` or `open-meteo_7.55_47.55`: 1…60 of a–z, 0–9, `-`, `_` and
    /// `.`.
    package struct ID: RawRepresentable, Hashable, Sendable, Comparable {
        package let rawValue: String

        /// Creates an identifier, or returns `nil` when the text is malformed.
        package init?(rawValue: String) {
            guard (1...60).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.isAllowed) else {
                return nil
            }
            self.rawValue = rawValue
        }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-_.".utf8.contains(byte)
            }
        }

        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    package let id: ID
    package let name: String
    /// The larger area whose outline represents this region, which has no available outline of its own.
    package let partOf: String?
    /// The area; empty when no outline is known, and then the region is found only by its identifier.
    ///
    /// No polygon crosses the antimeridian (RFC 7946, 3.1.9).
    package let polygons: [Polygon]
    /// The time zone whose midnight begins a day here.
    package let timeZone: TimeZone
    /// The credit to show with its values.
    package let attribution: String?

    package init(
        id: ID, name: String, partOf: String? = nil, polygons: [Polygon], timeZone: TimeZone = .gmt,
        attribution: String? = nil
    ) {
        self.id = id
        self.name = name
        self.partOf = partOf
        self.polygons = polygons
        self.timeZone = timeZone
        self.attribution = attribution
    }

    /// The box of all polygons, or `nil` without any.
    package var box: BoundingBox? {
        let corners = polygons.flatMap(\.exterior)
        let longitudes = corners.map(\.longitude)
        let latitudes = corners.map(\.latitude)
        guard let west = longitudes.min(), let east = longitudes.max(), let south = latitudes.min(),
            let north = latitudes.max()
        else { return nil }
        return BoundingBox(west: west, south: south, east: east, north: north)
    }
}

extension Region {
    /// Creates the cell of a grid that represents a position.
    ///
    /// Its centre is the nearest multiple of half the cell's size. So the position lies within the inner half
    /// of the cell, and a source that is asked about the same place again yields the same cell.
    ///
    /// - Parameters:
    ///   - position: The position of the request, or the point of the grid that the source names.
    ///   - degrees: The size of a cell, 0.01…5.
    ///   - source: The beginning of the identifier: the feed's name.
    ///   - attribution: The credit to show with its values.
    package init?(
        cellAround position: Coordinate, degrees: Double, source: String, attribution: String?
    ) {
        let step = degrees / 2
        func snapped(_ number: Double, limit: Double) -> Double {
            let multiple = (number / step).rounded() * step
            return min(max((multiple * 1e4).rounded() / 1e4, -limit), limit) + 0.0
        }
        guard (0.01...5).contains(degrees),
            let centre = Coordinate(
                longitude: snapped(position.longitude, limit: 180),
                latitude: snapped(position.latitude, limit: 90)),
            let id = ID(rawValue: "\(source)_\(centre.longitude)_\(centre.latitude)"),
            let polygon = Polygon(box: BoundingBox(cellAround: centre, ofGrid: degrees))
        else { return nil }
        self.init(
            id: id, name: "cell of \(degrees)° around \(centre.longitude), \(centre.latitude)",
            polygons: [polygon], attribution: attribution)
    }
}

extension Polygon {
    /// The rectangle of a box that does not cross the antimeridian, counter-clockwise.
    fileprivate init?(box: BoundingBox) {
        let corners = [
            (box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north),
            (box.west, box.south),
        ]
        self.init(
            exterior: corners.compactMap { Coordinate(longitude: $0.0, latitude: $0.1) })
    }
}
