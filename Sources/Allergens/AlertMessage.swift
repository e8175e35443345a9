package import Foundation
import Geography

/// An alert as subscribers and the public receive it.
package struct AlertMessage: Encodable, Sendable {
    private let id: String
    private let kind: Alert.Kind
    private let allergens: [Allergen.ID]
    private let level: Level?
    private let area: Point
    private let sent: Date
    private let expires: Date
    private let fences: [String]?
    private let headline: String
    private let station: String?

    private struct Point: Encodable {
        let type = "Point"
        let coordinates: [Double]
    }

    /// Writes an alert with the names of the receiver's fences that it concerns; `nil` where the public reads.
    package init(_ alert: Alert, fences: [String]?) {
        id = alert.id.rawValue
        kind = alert.kind
        allergens = alert.allergens
        level = alert.level
        area = Point(coordinates: [alert.publicPosition.longitude, alert.publicPosition.latitude])
        sent = alert.sent
        expires = alert.expires
        self.fences = fences
        headline = alert.headline
        station = alert.station?.rawValue
    }

    private enum CodingKeys: String, CodingKey {
        case id, kind, allergens, level, area, sent, expires, fences, headline, station
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(allergens, forKey: .allergens)
        try container.encode(level, forKey: .level)
        try container.encode(area, forKey: .area)
        try container.encode(sent, forKey: .sent)
        try container.encode(expires, forKey: .expires)
        try container.encodeIfPresent(fences, forKey: .fences)
        try container.encode(headline, forKey: .headline)
        try container.encodeIfPresent(station, forKey: .station)
    }

    /// The encoder of everything that is sent: RFC 3339 times, one line, keys in a fixed order.
    package static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
