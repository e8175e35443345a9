import Allergens
import Foundation

/// What is wrong with a body, gathered so that one answer names every mistake by its place.
struct Mistakes {
    private let kind: ProblemKind
    private var found: [(detail: Problem.Detail, isUnknownAllergen: Bool)] = []

    /// Gathers mistakes of a document whose own problem is `kind`.
    init(_ kind: ProblemKind) { self.kind = kind }

    mutating func note(_ pointer: String, _ detail: String) {
        found.append((Problem.Detail(pointer: pointer, detail: detail), false))
    }

    mutating func noteUnknownAllergen(_ text: String, at pointer: String) {
        found.append((AllergenWire.unknownDetail(text, at: pointer), true))
    }

    /// Throws one problem that names every mistake; nothing happens when there is none.
    ///
    /// When nothing but names of allergens is wrong, the problem is that they are unknown.
    func check() throws {
        guard !found.isEmpty else { return }
        let isNames = found.allSatisfy(\.isUnknownAllergen)
        throw Problem(isNames ? .unknownAllergen : kind, errors: found.map(\.detail))
    }
}

extension Mistakes {
    /// Reads one of the words that are allowed; what is absent is `nil`, as is a mistake.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ text: String?, at pointer: String, as type: Word.Type = Word.self
    ) -> Word? where Word.RawValue == String {
        guard let text else { return nil }
        if let word = Word(rawValue: text) { return word }
        note(pointer, "This is one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
        return nil
    }

    /// Reads a level from which something counts; *none* is no such level.
    mutating func level(_ text: String?, at pointer: String) -> Level? {
        guard let text else { return nil }
        if let level = Level(rawValue: text), level > .none { return level }
        note(pointer, "A level is low, moderate, high or veryHigh.")
        return nil
    }

    mutating func time(_ text: String?, at pointer: String) -> LocalTime? {
        guard let text else { return nil }
        if let time = LocalTime(text) { return time }
        note(pointer, "A time of the day is HH:MM, 00:00 to 23:59.")
        return nil
    }

    mutating func day(_ text: String?, at pointer: String) -> CivilDate? {
        guard let text else { return nil }
        if let day = CivilDate(text) { return day }
        note(pointer, "A day is one of the calendar as YYYY-MM-DD, 1870 to 2199.")
        return nil
    }

    /// Reads a time zone by its name in the IANA database.
    ///
    /// Offsets such as `GMT+3` and abbreviations such as `EST` know nothing of summer time and are not taken.
    mutating func timeZone(_ text: String?, at pointer: String) -> TimeZone? {
        guard let text else { return nil }
        if text.contains("/") || text == "UTC" || text == "GMT", let zone = TimeZone(identifier: text) {
            return zone
        }
        note(pointer, "A time zone has its name in the IANA database, such as Europe/Zurich.")
        return nil
    }
}
