package import Foundation

/// A day in the Gregorian calendar, without time or zone.
package struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; the form in which days are stored.
    package let daysSinceEpoch: Int

    /// The accepted days: pollen has been counted since the 1870s, and nothing is dated after 2199.
    package static let accepted =
        CivilDate(
            uncheckedYear: 1870, month: 1, day: 1)...CivilDate(
            uncheckedYear: 2199, month: 12, day: 31)

    package init(daysSinceEpoch: Int) { self.daysSinceEpoch = daysSinceEpoch }

    /// Creates a date, or returns `nil` when the calendar has no such day or it is outside ``accepted``.
    package init?(year: Int, month: Int, day: Int) {
        guard (1870...2199).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    /// Reads `YYYY-MM-DD`, and nothing else.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date at `instant` in a time zone.
    package init(at instant: Date, in timeZone: TimeZone) {
        let local = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
        daysSinceEpoch = Int((local / 86_400).rounded(.down))
    }

    /// Counts days from the civil calendar, from 1 March in eras of 400 years.
    ///
    /// After H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
    private init(uncheckedYear year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSinceEpoch = era * 146_097 + dayOfEra - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}

extension CivilDate: CustomStringConvertible {
    /// Year, month and day, by the same algorithm backwards.
    package var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The date as `YYYY-MM-DD`.
    package var description: String {
        let (year, month, day) = components
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day of the year, 1…366.
    package var dayOfYear: Int {
        daysSinceEpoch - CivilDate(uncheckedYear: components.year, month: 1, day: 1).daysSinceEpoch + 1
    }

    package static func < (left: CivilDate, right: CivilDate) -> Bool {
        left.daysSinceEpoch < right.daysSinceEpoch
    }

    package func adding(days: Int) -> CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + days) }

    /// Midnight at the start of the day in UTC.
    package var startInUTC: Date { Date(timeIntervalSince1970: Double(daysSinceEpoch) * 86_400) }

    /// The instant at which the day begins where it begins first, at UTC+14.
    package var firstStart: Date { startInUTC.addingTimeInterval(-14 * 3_600) }

    /// The present day of somebody who notes things day by day.
    ///
    /// A traveller's device may be ahead of the time zone of their profile. What they have noted on a later day, which has
    /// begun somewhere, shows that this is their day.
    ///
    /// - Parameters:
    ///   - zone: The time zone of the profile.
    ///   - now: The present.
    ///   - noted: The days with notes, in any order.
    /// - Returns: The day in the zone, or the last noted one if that is later and has begun.
    package static func present(
        in zone: TimeZone, at now: Date, noted: some Sequence<CivilDate>
    ) -> CivilDate {
        noted.reduce(CivilDate(at: now, in: zone)) { $1.firstStart <= now ? max($0, $1) : $0 }
    }
}

/// The form in JSON is `YYYY-MM-DD`.
extension CivilDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CivilDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a day is YYYY-MM-DD, 1870 to 2199")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
