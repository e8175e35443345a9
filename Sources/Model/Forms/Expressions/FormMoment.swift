package import Allergens

/// When a form is filled in: the instant, and what the clock on the wall is ahead of UTC.
package struct FormMoment: Hashable, Sendable {
    /// Since 1970-01-01 in UTC.
    package let milliseconds: Int
    /// Minutes east of UTC.
    package let offset: Int

    static let millisecondsOfDay = 86_400_000

    /// Makes a moment; `nil` for an offset of more than 18 hours, which no zone has, or a day beyond
    /// ``CivilDate/accepted``.
    package init?(milliseconds: Int, offset: Int) {
        guard (-1_080...1_080).contains(offset), milliseconds.magnitude < 1 << 50 else { return nil }
        self.milliseconds = milliseconds
        self.offset = offset
        guard CivilDate.accepted.contains(day) else { return nil }
    }

    private var local: Int { milliseconds + offset * 60_000 }

    private static func floored(_ number: Int, by divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }

    /// The day on the calendar at the wall.
    package var day: CivilDate {
        CivilDate(daysSinceEpoch: Self.floored(local, by: Self.millisecondsOfDay))
    }

    /// Minutes since midnight on the clock at the wall.
    package var minute: Int {
        (local - day.daysSinceEpoch * Self.millisecondsOfDay) / 60_000
    }

    /// Days since 1970-01-01 in UTC, with the part of the day.
    var days: Double { Double(milliseconds) / Double(Self.millisecondsOfDay) }

    /// Reads an ISO 8601 day and time such as `2026-05-01T08:30`, with or without seconds and offset.
    ///
    /// The offset given holds if none is written.
    package init?(_ text: String, offset: Int) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T"),
            let day = CivilDate(String(decoding: bytes[..<10], as: UTF8.self))
        else { return nil }
        let zone = bytes[11...].firstIndex {
            $0 == UInt8(ascii: "Z") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
        }
        guard let time = Self.time(bytes[11..<(zone ?? bytes.count)]) else { return nil }
        var east = offset
        if let zone {
            guard let written = Self.offset(bytes[zone...]) else { return nil }
            east = written
        }
        self.init(
            milliseconds: day.daysSinceEpoch * Self.millisecondsOfDay + time - east * 60_000, offset: east)
    }

    /// Reads `08:30`, `08:30:15` or `08:30:15.250`, in milliseconds since midnight.
    static func time(_ bytes: ArraySlice<UInt8>) -> Int? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], width: 2), hour < 24,
            let minute = number(parts[1], width: 2), minute < 60
        else { return nil }
        var time = (hour * 60 + minute) * 60_000
        if parts.count == 3 {
            let halves = parts[2].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard halves.count <= 2, let second = number(halves[0], width: 2), second < 60 else { return nil }
            time += second * 1_000
            if halves.count == 2 {
                guard let thousandths = number(halves[1], width: 3) else { return nil }
                time += thousandths
            }
        }
        return time
    }

    /// Reads `Z`, or an offset such as `+01:00`, in minutes.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        if bytes.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        guard let time = time(bytes.dropFirst()), time % 60_000 == 0, bytes.count == 6 else { return nil }
        return bytes.first == UInt8(ascii: "-") ? -time / 60_000 : time / 60_000
    }

    private static func number(_ digits: ArraySlice<UInt8>, width: Int) -> Int? {
        guard digits.count == width else { return nil }
        return digits.reduce(0) { number, digit in
            guard let number, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            return number * 10 + Int(digit - UInt8(ascii: "0"))
        }
    }
}

extension FormMoment: CustomStringConvertible {
    /// ISO 8601 with milliseconds and offset.
    package var description: String {
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let time = local - day.daysSinceEpoch * Self.millisecondsOfDay
        let (hours, minutes) = (time / 3_600_000, time / 60_000 % 60)
        let (seconds, thousandths) = (time / 1_000 % 60, time % 1_000)
        let east = Int(offset.magnitude)
        return "\(day)T\(padded(hours)):\(padded(minutes)):\(padded(seconds)).\(padded(thousandths, 3))"
            + "\(offset < 0 ? "-" : "+")\(padded(east / 60)):\(padded(east % 60))"
    }
}
