import Allergens
import Foundation

/// The syntax of calendars (RFC 5545).
enum ICalendar {
    static let mediaType = "text/calendar; charset=utf-8"

    /// The lines as they are sent: folded, each ending in CRLF.
    static func document(_ lines: [String]) -> String { lines.map { folded($0) + "\r\n" }.joined() }

    static func date(_ day: CivilDate) -> String { day.description.replacing("-", with: "") }

    /// An instant in UTC.
    static func time(_ instant: Date) -> String {
        instant.formatted(.iso8601).replacing("-", with: "").replacing(":", with: "")
    }

    /// A local time, which stands beside the name of its time zone.
    static func time(_ time: LocalTime, on day: CivilDate) -> String {
        "\(date(day))T\(time.text.replacing(":", with: ""))00"
    }

    /// Text as RFC 5545, 3.3.11, writes it.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing(/\r\n|\r|\n/, with: "\\n")
    }

    /// "Lines of text SHOULD NOT be longer than 75 octets, excluding the line break" (RFC 5545, 3.1).
    static func folded(_ line: String) -> String {
        var text = ""
        var length = 0
        for character in line {
            let size = character.utf8.count
            if length + size > 75 {
                text += "\r\n "
                length = 1
            }
            text.append(character)
            length += size
        }
        return text
    }
}
