import Allergens
import Observations
import Seasons
import Site

/// A season in words and as a curve: when it began, beside when it usually does.
struct SeasonSummary {
    let season: PlaceSeason
    let text: PlaceText
    let today: CivilDate

    private var year: ComparedSeason { season.year.season }

    var title: String {
        text("place.season", ["name": text.name(of: season.allergen), "year": "\(year.year)"])
    }

    var content: [Markup] {
        let told = sentences
        return told.map { Markup("p", $0) }
            + [SeasonDrawing(year, today: today, text: text, title: told.joined(separator: " "))?.chart]
            .compactMap(\.self)
            + [Markup("p", ["class": "small"], legend), Markup("p", ["class": "small"], origin)]
    }

    /// What happened so far; each is a sentence.
    var sentences: [String] {
        [beginning, peak, end].compactMap(\.self)
    }

    private var beginning: String? {
        if let start = year.season?.start {
            let day = text.dayOfYear(start)
            guard let delay = year.season?.delay else { return text("place.season.began", ["day": day]) }
            guard delay != 0 else { return text("place.season.onTime", ["day": day]) }
            let words = text.counted(delay < 0 ? "place.season.early" : "place.season.late", abs(delay))
            return text("place.season.shifted", ["day": day, "delay": words])
        }
        guard let usual = year.usual, let day = day(usual.start) else { return nil }
        return text(day < today ? "place.season.overdue" : "place.season.ahead", ["day": text.dayOfYear(day)])
    }

    private var peak: String? {
        year.season.map { season in
            text(
                season.end == nil ? "place.season.peakSoFar" : "place.season.peak",
                [
                    "value": text.quantity(season.peak.value, self.season.allergen.unit),
                    "day": text.dayOfYear(season.peak.day),
                ])
        } ?? text("place.season.none")
    }

    private var end: String? {
        year.season?.end.map { text("place.season.ended", ["day": text.dayOfYear($0)]) }
    }

    private var legend: String {
        year.years > 0
            ? text.counted("place.season.legend", year.years) : text("place.season.noYears")
    }

    private var origin: String {
        let name = season.year.station.name
        return season.year.distance.map { "\(name), \(text.away($0))" } ?? name
    }

    /// A day of a common year in this one.
    private func day(_ dayOfYear: Int) -> CivilDate? {
        CivilDate(year: year.year, month: 1, day: 1)?.adding(days: dayOfYear - 1)
    }
}
