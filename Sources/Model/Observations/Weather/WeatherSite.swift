package import Foundation
package import Geography

/// A place with weather: a station, or a point of a model's grid.
package struct WeatherSite: Hashable, Sendable, Identifiable {
    /// The permanent short name, such as `smn-bas` or `open-meteo-forecast_7.6_47.55`: 1…60 of a–z, 0–9, `-`,
    /// `_` and `.`.
    package struct ID: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        /// Creates an identifier, or returns `nil` when the text is malformed.
        package init?(rawValue: String) {
            guard Region.ID(rawValue: rawValue) != nil else { return nil }
            self.rawValue = rawValue
        }

        init(_ station: Station.ID) { rawValue = station.rawValue }
        init(_ region: Region.ID) { rawValue = region.rawValue }
    }

    package enum Kind: String, CaseIterable, Sendable, Codable {
        case station, grid
    }

    package let id: ID
    package let name: String
    package let kind: Kind
    package let position: Coordinate
    /// The height in metres above sea level; `nil` if unknown.
    package let altitude: Double?
    /// The time zone whose midnight begins a day here.
    package let timeZone: TimeZone
    /// The credit to show with its values.
    package let attribution: String?

    package init(
        id: ID, name: String, kind: Kind, position: Coordinate, altitude: Double? = nil,
        timeZone: TimeZone, attribution: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.position = position
        self.altitude = altitude
        self.timeZone = timeZone
        self.attribution = attribution
    }
}

extension WeatherSite {
    /// The site of a station.
    package init(_ station: Station) {
        self.init(
            id: ID(station.id), name: station.name, kind: .station, position: station.position,
            altitude: station.altitude, timeZone: station.timeZone, attribution: station.attribution)
    }

    /// The point of a grid that represents a position, by the rule of
    /// ``Region/init(cellAround:degrees:source:attribution:)``.
    ///
    /// It is `nil` if the cell would be of another size, or its identifier too long.
    ///
    /// - Parameters:
    ///   - position: The position of the request, or the point of the grid that the source names.
    ///   - degrees: The size of a cell, 0.01…5.
    ///   - source: The beginning of the identifier: the feed's name.
    ///   - timeZone: The time zone whose midnight begins a day there.
    ///   - attribution: The credit to show with its values.
    package init?(
        cellAround position: Coordinate, degrees: Double, source: String, timeZone: TimeZone,
        attribution: String?
    ) {
        guard
            let cell = Region(
                cellAround: position, degrees: degrees, source: source, attribution: attribution),
            let box = cell.box,
            let centre = Coordinate(
                longitude: (box.west + box.east) / 2, latitude: (box.south + box.north) / 2)
        else { return nil }
        self.init(
            id: ID(cell.id), name: cell.name, kind: .grid, position: centre, timeZone: timeZone,
            attribution: attribution)
    }
}
