package import Allergens
package import Foundation

/// Collects the mistakes in a body, so that one answer names each of them by its place.
package struct Mistakes {
    private let kind: ProblemKind
    private var found: [(detail: Problem.Detail, isUnknownAllergen: Bool)] = []

    /// Collects mistakes in a document whose own problem is `kind`.
    package init(_ kind: ProblemKind) { self.kind = kind }

    package mutating func note(_ pointer: String, _ detail: String) {
        found.append((Problem.Detail(pointer: pointer, detail: detail), false))
    }

    package mutating func noteUnknownAllergen(_ text: String, at pointer: String) {
        found.append((Problem.Detail.unknownAllergen(text, at: pointer), true))
    }

    /// Throws one problem that names every mistake; does nothing when there is none.
    ///
    /// If all mistakes are unknown names of allergens, the problem says so by its kind.
    package func check() throws {
        guard !found.isEmpty else { return }
        let isNames = found.allSatisfy(\.isUnknownAllergen)
        throw Problem(isNames ? .unknownAllergen : kind, errors: found.map(\.detail))
    }
}

extension Mistakes {
    /// Reads one of the allowed words; returns `nil` if it is absent or wrong.
    package mutating func word<Word: RawRepresentable & CaseIterable>(
        _ text: String?, at pointer: String, as type: Word.Type = Word.self
    ) -> Word? where Word.RawValue == String {
        guard let text else { return nil }
        if let word = Word(rawValue: text) { return word }
        note(pointer, "This is one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
        return nil
    }

    /// Reads a threshold level; *none* is not a threshold.
    package mutating func level(_ text: String?, at pointer: String) -> Level? {
        guard let text else { return nil }
        if let level = Level(rawValue: text), level > .none { return level }
        note(pointer, "A level is low, moderate, high or veryHigh.")
        return nil
    }

    package mutating func time(_ text: String?, at pointer: String) -> LocalTime? {
        guard let text else { return nil }
        if let time = LocalTime(text) { return time }
        note(pointer, "A time of the day is HH:MM, 00:00 to 23:59.")
        return nil
    }

    package mutating func day(_ text: String?, at pointer: String) -> CivilDate? {
        guard let text else { return nil }
        if let day = CivilDate(text) { return day }
        note(pointer, "A day is one of the calendar as YYYY-MM-DD, 1870 to 2199.")
        return nil
    }

    /// Reads a time zone by its name in the IANA database.
    ///
    /// Offsets such as `GMT+3` and abbreviations such as `EST` ignore summer time and are rejected.
    package mutating func timeZone(_ text: String?, at pointer: String) -> TimeZone? {
        guard let text else { return nil }
        if text.contains("/") || text == "UTC" || text == "GMT", let zone = TimeZone(identifier: text) {
            return zone
        }
        note(pointer, "A time zone has its name in the IANA database, such as Europe/Zurich.")
        return nil
    }
}

extension Problem.Detail {
    /// The mistake that a name is not an allergen.
    package static func unknownAllergen(_ text: String, at pointer: String) -> Problem.Detail {
        Problem.Detail(
            pointer: pointer,
            detail: "No allergen has the key or alias \"\(text.prefix(60))\"; GET /v1/allergens lists them.")
    }
}
