import Allergens
import Diary
import Foundation
import HealthMetrics
import People
import Site

/// The words and figures of a paper in one language.
struct PaperText {
    let words: SiteWords
    let locale: Locale

    init(_ language: Language) {
        words = SiteWords(language)
        // Days come before months in the English of the pages too.
        locale = Locale(identifier: language == .english ? "en_GB" : language.rawValue)
    }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words.text(key, values) }

    /// A message with a form for each number.
    func counted(_ key: String, _ count: Int, _ values: [String: String] = [:]) -> String {
        words.text(key, values.merging(["count": number(count)]) { $1 }, count: count)
    }

    func number(_ count: Int) -> String { count.formatted(.number.locale(locale)) }

    /// A number with at most `digits` decimals.
    func number(_ value: Double, digits: Int = 1) -> String {
        value.formatted(.number.precision(.fractionLength(0...digits)).locale(locale))
    }

    /// A concentration: a whole number from 10 on.
    func concentration(_ value: Double) -> String { number(value, digits: value < 10 ? 1 : 0) }

    /// A day with its year.
    func day(_ day: CivilDate) -> String { formatted(day, .dateTime.day().month(.wide).year()) }

    /// A day with its time, by the clock that is the same everywhere.
    func moment(_ instant: Date) -> String {
        var style = Date.FormatStyle.dateTime.hour().minute().locale(locale)
        style.timeZone = .gmt
        return "\(day(CivilDate(at: instant, in: .gmt))), \(instant.formatted(style)) UTC"
    }

    /// A day with its year, in figures where it stands in a table.
    func shortDay(_ day: CivilDate) -> String { formatted(day, .dateTime.day().month(.abbreviated).year()) }

    /// A day on an axis.
    func tick(_ day: CivilDate) -> String { formatted(day, .dateTime.day().month(.abbreviated)) }

    /// A month on an axis, with the year at its beginning.
    func month(of day: CivilDate) -> String {
        day.components.month == 1
            ? formatted(day, .dateTime.year()) : formatted(day, .dateTime.month(.abbreviated))
    }

    /// A day of the week, abbreviated.
    func name(of weekday: Weekday) -> String {
        // 5 January 1970 was a Monday.
        let days = 4 + (Weekday.allCases.firstIndex(of: weekday) ?? 0)
        return formatted(CivilDate(daysSinceEpoch: days), .dateTime.weekday(.abbreviated))
    }

    func list(_ words: [String]) -> String { words.formatted(.list(type: .and).locale(locale)) }

    func name(of allergen: Allergen) -> String {
        let name = allergen.names[words.language.rawValue] ?? allergen.names["en"] ?? allergen.id.rawValue
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    func name(of question: DiaryQuestion) -> String { self("diary.answer.\(question.rawValue)") }
    func name(of medicine: DiaryMedicine) -> String { self("diary.medicine.\(medicine.rawValue)") }
    func name(of kind: MetricKind) -> String {
        let name = self("values.kind.\(kind.rawValue)")
        return kind.sign.isEmpty ? name : "\(name) (\(kind.sign))"
    }

    /// A health value, as exact as its meters are.
    func measured(_ value: Double, _ kind: MetricKind) -> String {
        number(value, digits: kind.resolution < 1 ? 1 : 0)
    }

    func name(of symptom: DiarySymptom) -> String { self("diary.symptom.\(symptom.rawValue)") }

    private func formatted(_ day: CivilDate, _ style: Date.FormatStyle) -> String {
        var style = style.locale(locale)
        style.timeZone = .gmt
        return day.startInUTC.formatted(style)
    }
}
