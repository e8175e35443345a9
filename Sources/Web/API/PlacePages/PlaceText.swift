import Allergens
import Basemap
import Foundation
import Geography
import Localisation
import Observations
import People
import Site

/// The words and figures of a place's pages in one language.
struct PlaceText {
    let words: SiteWords
    /// The words that alerts and air quality have elsewhere, too.
    let catalogue: MessageCatalogue
    private let locale: Locale

    init(_ language: Language, taxonomy: Taxonomy) {
        words = SiteWords(language)
        catalogue = MessageCatalogue(language, taxonomy: taxonomy)
        // Days come before months in the English of the pages too.
        locale = Locale(identifier: language == .english ? "en_GB" : language.rawValue)
    }

    var language: Language { words.language }

    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String { words.text(key, values) }

    func counted(_ key: String, _ count: Int) -> String {
        words.text(key, ["count": count.formatted(.number.locale(locale))], count: count)
    }

    // MARK: Places

    /// What a page is called.
    func name(of subject: PlaceSubject) -> String {
        switch subject.kind {
        case .town(let town): name(of: town)
        case .position(let town?): self("place.near", ["name": name(of: town)])
        case .position(nil): position(subject.position)
        case .station(let station): station.name
        }
    }

    /// What the language calls a town.
    func name(of town: Gazetteer.Town) -> String {
        TownNames.name(of: town.name, in: town.country, language)
    }

    /// The country and where it is.
    func whereabouts(of subject: PlaceSubject) -> String {
        let country = subject.town.flatMap { $0.country.isEmpty ? nil : countryName($0.country) }
        return [country, position(subject.position)].compactMap(\.self).joined(separator: " · ")
    }

    func countryName(_ code: String) -> String { locale.localizedString(forRegionCode: code) ?? code }

    /// A position in hundredths of a degree, such as `47.56° N 7.58° E`.
    func position(_ position: Coordinate) -> String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let figure = abs(value).formatted(.number.precision(.fractionLength(2)).locale(locale))
            return "\(figure)° \(self("compass.\(value < 0 ? negative : positive)"))"
        }
        return degrees(position.latitude, "north", "south") + " "
            + degrees(position.longitude, "east", "west")
    }

    func away(_ metres: Double) -> String { self("distance", ["distance": distance(metres)]) }

    func distance(_ metres: Double) -> String {
        metres < 1_000 ? "\(number(metres.rounded())) m" : "\(number(metres / 1_000)) km"
    }

    // MARK: Values

    /// A number with at most a decimal below ten, and whole from there on.
    func number(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...(abs(value) < 10 ? 1 : 0))).locale(locale))
    }

    /// A number as tables print it, with all its decimals.
    func exact(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(0...2)).locale(locale))
    }

    func quantity(_ value: Double, _ unit: ConcentrationUnit?) -> String {
        unit.map { "\(number(value)) \(self("unit.\($0.rawValue)"))" } ?? number(value)
    }

    func level(_ level: Level?) -> String { self("level.\(level?.rawValue ?? "unknown")") }

    func basis(_ basis: Basis) -> String { self("basis.\(basis.rawValue)") }

    func range(_ interval: ForecastInterval) -> String {
        self("legend.range", ["from": number(interval.low), "to": number(interval.high)])
    }

    func name(of allergen: Allergen) -> String {
        capitalised(allergen.names[language.rawValue] ?? allergen.name)
    }

    func name(of pollutant: Pollutant) -> String {
        catalogue.title(of: Allergen.ID(rawValue: pollutant.rawValue))
    }

    /// How much older a reading is than the day that it stands in for; `nil` if it is of that day.
    func age(of estimate: AirValue.Estimate, on day: CivilDate) -> String? {
        let days = day.daysSinceEpoch - estimate.day.daysSinceEpoch
        return days > 0 ? counted("age.older", days) : nil
    }

    /// The credits of sources, many of which include the word, in English.
    func source(_ credits: [String]) -> String {
        let plain = credits.map { $0.replacing(/^[Ss]ource:\s*/, with: "") }
        return self("source", ["source": plain.joined(separator: " · ")])
    }

    // MARK: Days and times

    /// Today, tomorrow, or a day of the week with its date.
    func dayName(_ day: CivilDate, today: CivilDate) -> String {
        switch day.daysSinceEpoch - today.daysSinceEpoch {
        case 0: self("dates.today")
        case 1: self("dates.tomorrow")
        default: formatted(day.startInUTC, .dateTime.weekday(.abbreviated).day().month(.abbreviated))
        }
    }

    func longDay(_ day: CivilDate) -> String {
        formatted(day.startInUTC, .dateTime.weekday(.wide).day().month(.wide).year())
    }

    /// A day, its month and its year, such as `4 April 2026`.
    func fullDay(_ day: CivilDate) -> String {
        formatted(day.startInUTC, .dateTime.day().month(.wide).year())
    }

    /// A day and its month, such as `4 April`.
    func dayOfYear(_ day: CivilDate) -> String {
        formatted(day.startInUTC, .dateTime.day().month(.wide))
    }

    func month(_ day: CivilDate) -> String { formatted(day.startInUTC, .dateTime.month(.abbreviated)) }

    func monthName(_ day: CivilDate) -> String { formatted(day.startInUTC, .dateTime.month(.wide)) }

    /// The time of an hour by the clocks of a zone.
    func clock(_ time: Date, in zone: TimeZone) -> String {
        formatted(time, .dateTime.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits), in: zone)
    }

    /// A day of the week and a time by the clocks of a zone.
    func moment(_ time: Date, in zone: TimeZone) -> String {
        let day = formatted(time, .dateTime.weekday(.abbreviated).day().month(.abbreviated), in: zone)
        return "\(day), \(clock(time, in: zone))"
    }

    func list(_ names: [String]) -> String { names.formatted(.list(type: .and).locale(locale)) }

    func capitalised(_ text: String) -> String {
        text.prefix(1).uppercased(with: locale) + text.dropFirst()
    }

    private func formatted(_ time: Date, _ style: Date.FormatStyle, in zone: TimeZone = .gmt) -> String {
        var style = style.locale(locale)
        style.timeZone = zone
        return time.formatted(style)
    }
}
