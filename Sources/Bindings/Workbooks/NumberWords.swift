/// The number of a cell as text.
enum NumberWords {
    /// Days from 1899-12-30, or from 1904-01-01, to 1970-01-01.
    private static let (from1900, from1904) = (25_569, 24_107)
    private static let secondsOfDay = 86_400

    /// The number as a style shows it; `nil` if it is no number, or no day of the calendar of spreadsheets.
    static func text(of raw: String, _ style: NumberStyle, startsIn1904: Bool) -> String? {
        guard let number = Double(raw), number.isFinite else { return nil }
        guard style != .plain else { return plain(number) }
        // 9999-12-31 is the last day that spreadsheets know.
        guard number >= 0, number < 2_958_466 else { return nil }
        let seconds = Int((number * Double(secondsOfDay)).rounded())
        // In 1900, spreadsheets count a 29 February that was none; 60 is that day.
        var days = seconds / secondsOfDay - (startsIn1904 ? from1904 : from1900)
        if !startsIn1904, seconds / secondsOfDay < 60 { days += 1 }
        let time = time(seconds % secondsOfDay)
        // Days before the first are times, whatever the style says.
        if number < 1 { return time }
        switch style {
        case .time where seconds < secondsOfDay: return time
        case .day where seconds % secondsOfDay == 0: return day(days)
        default: return seconds % secondsOfDay == 0 ? day(days) : "\(day(days))T\(time)"
        }
    }

    /// The shortest text that means the number, without exponent where that is readable.
    private static func plain(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? String(Int(number)) : "\(number)"
    }

    private static func time(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        return [hours, minutes, rest].map { padded($0, 2) }.joined(separator: ":")
    }

    /// Year, month and day.
    ///
    /// After H. Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
    private static func day(_ daysSinceEpoch: Int) -> String {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let (month, day) = (
            shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
        return [padded(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4), padded(month, 2), padded(day, 2)]
            .joined(separator: "-")
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
