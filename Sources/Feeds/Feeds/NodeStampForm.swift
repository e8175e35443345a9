import Allergens
import Foundation

/// The format of a day or an instant in a JSON feed.
enum NodeStampForm: String, CaseIterable {
    case day = "YYYY-MM-DD"
    case internet = "RFC 3339"
    case minute = "YYYY-MM-DD hh:mm"
    case second = "YYYY-MM-DD hh:mm:ss"
    case german = "YYYY-MM-DD hh:mm Uhr"
    case epoch = "seconds since 1970"

    /// Parses a stamp.
    ///
    /// A stamp without a zone is in `zone`.
    func instant(_ text: String, in zone: TimeZone) -> Date? {
        switch self {
        case .day: return CivilDate(text).map { LocalCalendar(zone).start(of: $0) }
        case .internet: return Self.internet(text)
        case .minute: return Self.local(text, seconds: ":00", in: zone)
        case .second: return Self.local(text, seconds: "", in: zone)
        case .german:
            guard text.hasSuffix(" Uhr") else { return nil }
            return Self.local(String(text.dropLast(4)), seconds: ":00", in: zone)
        case .epoch:
            guard let seconds = Double(text), abs(seconds) < 1e11 else { return nil }
            return Date(timeIntervalSince1970: seconds)
        }
    }

    private static func internet(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        return bytes.span.stamp(of: Cell(start: 0, end: bytes.count), as: [.internet])
            .map { Date(timeIntervalSince1970: Double($0.secondsSinceEpoch)) }
    }

    /// Parses a local time in the zone.
    ///
    /// A blank or a T separates day and time.
    private static func local(_ text: String, seconds: String, in zone: TimeZone) -> Date? {
        guard let wall = internet(text + seconds + "Z") else { return nil }
        let day = CivilDate(at: wall, in: .gmt)
        let since = Int(wall.timeIntervalSince1970) - day.daysSinceEpoch * 86_400
        guard let time = LocalTime(minutes: since / 60) else { return nil }
        return LocalCalendar(zone).instant(of: time, on: day).addingTimeInterval(Double(since % 60))
    }
}
