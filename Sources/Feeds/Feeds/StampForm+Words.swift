import Allergens
import Foundation

extension Span<UInt8> {
    /// Parses a day in a form whose parts have no fixed width, such as `1.4.2026` or `1 Abr. 2014`.
    ///
    /// A day without a year is in `year`.
    func looseStamp(of cell: Cell, as form: StampForm, year: Int?) -> Stamp? {
        // Longer cells hold no day, and need not be decoded to know it.
        guard cell.end - cell.start <= 40 else { return nil }
        switch form {
        case .dottedDay: return day(of: cell, between: UInt8(ascii: "."), order: [2, 1, 0])
        case .slashedDay: return day(of: cell, between: UInt8(ascii: "/"), order: [2, 1, 0])
        case .americanDay: return day(of: cell, between: UInt8(ascii: "/"), order: [2, 0, 1])
        case .slashedYear: return day(of: cell, between: UInt8(ascii: "/"), order: [0, 1, 2])
        case .dashedDay: return day(of: cell, between: UInt8(ascii: "-"), order: [2, 1, 0])
        case .dayAndMonth, .dayMonthYear: return namedDay(of: cell, year: form == .dayAndMonth ? year : nil)
        default: return nil
        }
    }

    /// Parses three numbers; `order` gives the positions of year, month and day.
    private func day(of cell: Cell, between mark: UInt8, order: [Int]) -> Stamp? {
        let parts = bytes(of: cell).split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[order[0]].count == 4,
            let year = Self.number(parts[order[0]]), let month = Self.number(parts[order[1]]),
            let day = Self.number(parts[order[2]]), parts[order[1]].count <= 2, parts[order[2]].count <= 2
        else { return nil }
        return CivilDate(year: year, month: month, day: day).map { Stamp(day: $0) }
    }

    /// Parses a day with the name of its month, followed by its year unless that is given.
    private func namedDay(of cell: Cell, year given: Int?) -> Stamp? {
        let text =
            TextEncoding.utf8.text(of: bytes(of: cell)) ?? TextEncoding.windows1252.text(of: bytes(of: cell))
        let words = (text ?? "").split { $0.isWhitespace || $0 == "-" || $0 == "/" }.filter { $0 != "de" }
        guard words.count == (given == nil ? 3 : 2),
            let month = MonthName.month(String(words[1])),
            let day = Self.number(Array(words[0].utf8.filter { $0 != UInt8(ascii: ".") })[...]),
            let year = given ?? Self.number(Array(words[2].utf8)[...]),
            given != nil || words[2].utf8.count == 4
        else { return nil }
        return CivilDate(year: year, month: month, day: day).map { Stamp(day: $0) }
    }

    /// Parses one to four digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...4).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
