import Allergens
import Foundation

/// The format of a day or an instant in rows.
enum StampForm: String, CaseIterable {
    case day = "YYYY-MM-DD"
    case internet = "RFC 3339"
    case compact = "YYYYMMDDhhmmss"
    case swiss = "DD.MM.YYYY hh:mm"
    case compactDay = "YYYYMMDD"
    case dottedDay = "D.M.YYYY"
    case slashedDay = "D/M/YYYY"
    case americanDay = "M/D/YYYY"
    case slashedYear = "YYYY/M/D"
    case dashedDay = "D-M-YYYY"
    /// A day with the name of its month and without its year, such as `1 Abr.`.
    case dayAndMonth = "D MONTH"
    case dayMonthYear = "D MONTH YYYY"
    case minute = "YYYY-MM-DD hh:mm"
    case second = "YYYY-MM-DD hh:mm:ss"
}

/// A day, and a time of day in UTC if the stamp has one.
struct Stamp: Equatable {
    let day: CivilDate
    let secondOfDay: Int

    /// The seconds since 1970 in UTC.
    var secondsSinceEpoch: Int { day.daysSinceEpoch * 86_400 + secondOfDay }

    init(day: CivilDate, secondOfDay: Int = 0) {
        self.day = day
        self.secondOfDay = secondOfDay
    }

    /// The day of the stamp, or `nil` if it is not at the start of the day.
    var wholeDay: CivilDate? { secondOfDay == 0 ? day : nil }
}

extension Span<UInt8> {
    /// Parses a stamp in the first form that matches.
    ///
    /// Returns `nil` if none does. Days that are written without a year are in `year`.
    func stamp(of cell: Cell, as forms: [StampForm], year: Int? = nil) -> Stamp? {
        for form in forms {
            if let stamp = stamp(of: cell, as: form) ?? looseStamp(of: cell, as: form, year: year) {
                return stamp
            }
        }
        return nil
    }

    private func stamp(of cell: Cell, as form: StampForm) -> Stamp? {
        let length = cell.end - cell.start
        let start = cell.start
        switch form {
        case .day: return length == 10 ? hyphenatedDay(at: start).map { Stamp(day: $0) } : nil
        case .internet: return internetStamp(from: start, to: cell.end)
        case .compact:
            guard length == 14 else { return nil }
            return stamp(
                year: digits(4, at: start), month: digits(2, at: start + 4), day: digits(2, at: start + 6),
                hour: digits(2, at: start + 8), minute: digits(2, at: start + 10),
                second: digits(2, at: start + 12))
        case .swiss:
            guard length == 16, self[start + 2] == UInt8(ascii: "."), self[start + 5] == UInt8(ascii: "."),
                self[start + 10] == UInt8(ascii: " "), self[start + 13] == UInt8(ascii: ":")
            else { return nil }
            return stamp(
                year: digits(4, at: start + 6), month: digits(2, at: start + 3), day: digits(2, at: start),
                hour: digits(2, at: start + 11), minute: digits(2, at: start + 14), second: 0)
        case .compactDay:
            guard length == 8 else { return nil }
            return stamp(
                year: digits(4, at: start), month: digits(2, at: start + 4), day: digits(2, at: start + 6),
                hour: 0, minute: 0, second: 0)
        case .minute: return length == 16 ? plainStamp(at: start, second: 0) : nil
        case .second:
            guard length == 19, self[start + 16] == UInt8(ascii: ":") else { return nil }
            return plainStamp(at: start, second: digits(2, at: start + 17))
        case .dottedDay, .slashedDay, .americanDay, .slashedYear, .dashedDay, .dayAndMonth, .dayMonthYear:
            return nil
        }
    }

    /// Parses `YYYY-MM-DD hh:mm` in UTC.
    private func plainStamp(at start: Int, second: Int?) -> Stamp? {
        guard [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(self[start + 10]),
            self[start + 13] == UInt8(ascii: ":"), let day = hyphenatedDay(at: start),
            let time = secondOfDay(
                hour: digits(2, at: start + 11), minute: digits(2, at: start + 14), second: second)
        else { return nil }
        return Stamp(day: day, secondOfDay: time)
    }

    private func stamp(year: Int?, month: Int?, day: Int?, hour: Int?, minute: Int?, second: Int?) -> Stamp? {
        guard let year, let month, let day, let date = CivilDate(year: year, month: month, day: day),
            let time = secondOfDay(hour: hour, minute: minute, second: second)
        else { return nil }
        return Stamp(day: date, secondOfDay: time)
    }

    private func secondOfDay(hour: Int?, minute: Int?, second: Int?) -> Int? {
        guard let hour, let minute, let second, hour < 24, minute < 60, second < 60 else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Parses `YYYY-MM-DDThh:mm:ss`, a fraction that is dropped, and `Z` or the offset from UTC.
    private func internetStamp(from start: Int, to end: Int) -> Stamp? {
        guard end - start >= 20, let day = hyphenatedDay(at: start),
            [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(self[start + 10]),
            self[start + 13] == UInt8(ascii: ":"), self[start + 16] == UInt8(ascii: ":"),
            let local = secondOfDay(
                hour: digits(2, at: start + 11), minute: digits(2, at: start + 14),
                second: digits(2, at: start + 17)),
            let offset = secondsEastOfUTC(from: endOfFraction(at: start + 19, before: end), to: end)
        else { return nil }
        let seconds = day.daysSinceEpoch * 86_400 + local - offset
        let utcDay = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return Stamp(day: CivilDate(daysSinceEpoch: utcDay), secondOfDay: seconds - utcDay * 86_400)
    }

    private func endOfFraction(at start: Int, before end: Int) -> Int {
        guard self[start] == UInt8(ascii: ".") else { return start }
        var index = start + 1
        while index < end, digits(1, at: index) != nil { index += 1 }
        // A point without digits is not a fraction, and not a zone either.
        return index > start + 1 ? index : start
    }

    private func secondsEastOfUTC(from start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        let sign = self[start]
        if end - start == 1 { return sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") ? 0 : nil }
        guard end - start == 6, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            self[start + 3] == UInt8(ascii: ":"),
            let seconds = secondOfDay(
                hour: digits(2, at: start + 1), minute: digits(2, at: start + 4), second: 0)
        else { return nil }
        return sign == UInt8(ascii: "+") ? seconds : -seconds
    }

    private func hyphenatedDay(at start: Int) -> CivilDate? {
        guard self[start + 4] == UInt8(ascii: "-"), self[start + 7] == UInt8(ascii: "-"),
            let year = digits(4, at: start), let month = digits(2, at: start + 5),
            let day = digits(2, at: start + 8)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private func digits(_ count: Int, at start: Int) -> Int? {
        var number = 0
        for index in start..<start + count {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }
}
