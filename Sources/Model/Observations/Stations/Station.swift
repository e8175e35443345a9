package import Foundation
package import Geography

/// A place where the allergens in the air are measured.
package struct Station: Hashable, Sendable, Identifiable {
    /// The permanent short name of a station, such as `basel`: 1…40 of a–z, 0–9, `-` and `_`.
    package struct ID: RawRepresentable, Hashable, Sendable, Codable, Comparable {
        package let rawValue: String

        /// Creates an identifier, or returns `nil` when the text is malformed.
        package init?(rawValue: String) {
            guard (1...40).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.isAllowed) else {
                return nil
            }
            self.rawValue = rawValue
        }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }

        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    package let id: ID
    package let name: String
    package let position: Coordinate
    /// Metres above sea level, when known.
    package let altitude: Double?
    /// The time zone whose midnight begins a day of this station.
    package let timeZone: TimeZone
    /// The credit to show with its readings, such as `Source: MeteoSwiss`.
    package let attribution: String?
    /// Whether its readings come from the demonstration season instead of the air.
    package let isSimulated: Bool

    /// The distance in metres within which a station represents places without one.
    ///
    /// The 27 traps of Bavaria fall into 8 zones, so one station represents a circle of about 53 km.
    package static let alertReach = 50_000.0

    /// The distance in metres within which stations see the same flowering: regional seasons begin within
    /// days of one another, and pollen is carried that far.
    package static let neighbourhood = 200_000.0

    /// The most neighbours that are asked about a doubtful value.
    package static let mostNeighbours = 20

    package init(
        id: ID, name: String, position: Coordinate, altitude: Double? = nil, timeZone: TimeZone = .gmt,
        attribution: String? = nil, isSimulated: Bool = false
    ) {
        self.id = id
        self.name = name
        self.position = position
        self.altitude = altitude
        self.timeZone = timeZone
        self.attribution = attribution
        self.isSimulated = isSimulated
    }
}
