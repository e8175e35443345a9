import Foundation
import Geography
import Observations

/// Why a station's description was rejected, and the member at fault.
struct StationFault: Error {
    let member: String
    let value: String
    let rejection: ReadingRejection
}

/// Creates stations from a feed's descriptions.
struct StationMaker {
    /// The stations of the feed's network by lower-case spelling.
    let spellings: [String: Station.ID]
    let timeZone: TimeZone
    let attribution: String?

    /// Creates a station.
    ///
    /// A station of the network keeps its identifier. Other stations get the prefix and the feed's identifier
    /// in lower case. A position of exactly 0, 0 is rejected, because it usually means an unknown position.
    func station(
        id: String?, prefix: String, name: String?, longitude: String?, latitude: String?, altitude: String?,
        timeZone zoneName: String?
    ) throws(StationFault) -> Station {
        guard let id, !id.isEmpty else { throw StationFault(member: "id", value: "", rejection: .missing) }
        guard let known = spellings[id.lowercased()] ?? Station.ID(rawValue: prefix + id.lowercased()) else {
            throw StationFault(
                member: "id", value: id,
                rejection: .unreadable("an identifier has 1 to 40 of a–z, 0–9, - and _"))
        }
        let east = try number(longitude, "longitude", within: -180...180)
        let north = try number(latitude, "latitude", within: -90...90)
        guard let position = Coordinate(longitude: east, latitude: north), (east, north) != (0, 0) else {
            throw StationFault(
                member: "longitude", value: "\(longitude ?? ""), \(latitude ?? "")",
                rejection: .unreadable("0, 0 is written where the position is not known"))
        }
        var metres: Double?
        if let altitude, !altitude.isEmpty {
            metres = try number(altitude, "altitude", within: -500...9_000)
        }
        return Station(
            id: known, name: Self.name(name ?? "", of: id), position: position, altitude: metres,
            timeZone: try zone(zoneName), attribution: attribution)
    }

    /// Returns the name, cut to the 100 code points that the store holds, or the identifier if there is no
    /// name.
    private static func name(_ name: String, of id: String) -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return String(String.UnicodeScalarView((name.isEmpty ? id : name).unicodeScalars.prefix(100)))
    }

    private func zone(_ name: String?) throws(StationFault) -> TimeZone {
        guard let name else { return timeZone }
        guard let zone = TimeZone(identifier: name) else {
            throw StationFault(
                member: "timeZone", value: name, rejection: .unreadable("is no IANA time zone"))
        }
        return zone
    }

    private func number(
        _ text: String?, _ member: String, within range: ClosedRange<Double>
    ) throws(StationFault) -> Double {
        guard let text, !text.isEmpty else {
            throw StationFault(member: member, value: "", rejection: .missing)
        }
        let number: Double
        do throws(ReadingRejection) {
            number = try FeedNumber.parse(text)
        } catch {
            throw StationFault(member: member, value: text, rejection: error)
        }
        guard range.contains(number) else {
            throw StationFault(
                member: member, value: text,
                rejection: .unreadable("must be \(Int(range.lowerBound)) to \(Int(range.upperBound))"))
        }
        return number
    }
}
