import Alerts
import Allergens
import Foundation
import Geography
import Observations
import Site

/// The sections of a place's page, each complete without a script.
///
/// To add one is to add it to ``all``.
struct PlaceSections {
    let report: PlaceReport
    let text: PlaceText
    let colours: LevelColours
    /// The start of links that lead here from other sites.
    let base: String

    var all: [Markup] {
        [
            head, verdict, acts, allergens, hours, airQuality, regions, weather, season, alerts, stations,
            sources, embedding,
        ]
        .compactMap(\.self)
    }

    private var subject: PlaceSubject { report.subject }

    private var head: Markup? {
        let isStation = if case .station = subject.kind { true } else { false }
        let kind = isStation ? "\(text("station.station")) · " : ""
        return Markup(
            "header", ["class": "place-head"],
            [
                Markup("h1", text.name(of: subject)),
                Markup("p", ["class": "hint"], kind + text.whereabouts(of: subject)),
                Markup("p", ["class": "hint"], text.longDay(report.day)),
            ] + (report.isOfToday ? [] : [otherDay]))
    }

    /// Says that the values are not today's, and leads to those.
    private var otherDay: Markup {
        let words = text("place.day.other", ["day": text.longDay(report.day)])
        return Markup(
            "p", ["class": "place-day", "role": "note"],
            [
                Markup("strong", words), .text(" "),
                Markup("a", ["href": subject.path], text("place.day.today")),
            ])
    }

    /// What is highest, in words, and what to do about it.
    private var verdict: Markup? {
        card(
            "verdict", report.isOfToday ? "place.verdict" : "place.day.verdict",
            PlaceVerdict(report: report, text: text, colours: colours).content)
    }

    /// What to do from here; the buttons need scripts, which show them.
    private var acts: Markup? {
        let map = MapLink(
            to: "overall", at: subject.position, on: report.isOfToday ? nil : report.day
        ).path
        return Markup(
            "p", ["class": "line place-acts"],
            [
                Markup("a", ["class": "main", "href": map], text("place.map")),
                Markup(
                    "a",
                    [
                        "class": "quiet", "href": "/places#new", "id": "warn",
                        "data-lat": "\(subject.position.latitude)",
                        "data-lng": "\(subject.position.longitude)",
                    ], text("place.warn")),
                Markup("a", ["class": "quiet", "href": "/emergency"], text("emergency.open")),
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "share", "hidden": ""],
                    text("place.share")),
                Markup(
                    "button", ["class": "quiet", "type": "button", "id": "print", "hidden": ""],
                    text("shared.print")),
                Markup("span", ["class": "small", "id": "told", "role": "status"], ""),
            ])
    }

    private var allergens: Markup? {
        card("air", "air.title", PlaceAllergens(report: report, text: text, colours: colours).content)
    }

    private var hours: Markup? {
        guard let hours = HoursAhead(report.coming) else { return nil }
        let content = PlaceHours(
            hours: hours, text: text, colours: colours, today: report.today, zone: report.timeZone
        ).content
        return card("hours", "place.hours", content)
    }

    private var airQuality: Markup? {
        guard !report.airQuality.isEmpty else { return nil }
        return card("quality", "quality.heading", PlaceAirQuality(report: report, text: text).content)
    }

    private var regions: Markup? {
        guard !report.regions.isEmpty else { return nil }
        return Markup(
            "section", ["class": "part card"],
            report.regions.flatMap { PlaceRegion(region: $0, text: text, colours: colours).content })
    }

    private var weather: Markup? {
        let content = PlaceWeather(outlook: report.weather, text: text, storm: report.storm).content
        return content.isEmpty ? nil : card("weather", "weather.heading", content)
    }

    private var season: Markup? {
        guard let season = report.season else { return nil }
        let summary = SeasonSummary(season: season, text: text, today: report.today)
        return card("season", titled: summary.title, summary.content)
    }

    private var alerts: Markup? {
        guard report.isOfToday else { return nil }
        return card("alerts", "place.alerts", PlaceAlerts(report: report, text: text).content)
    }

    private var stations: Markup? {
        card("stations", "place.stations", PlaceStations(report: report, text: text).content)
    }

    private var sources: Markup? {
        card("sources", "place.sources", PlaceCredits(report: report, text: text).content)
    }

    private var embedding: Markup? {
        Markup(
            "details", ["class": "part card", "id": "embedding"],
            [Markup("summary", text("place.embed"))]
                + PlaceEmbedding(subject: subject, text: text, base: base).content)
    }

    private func card(_ id: String, _ heading: String, _ content: [Markup]) -> Markup {
        card(id, titled: text(heading), content)
    }

    private func card(_ id: String, titled title: String, _ content: [Markup]) -> Markup {
        Markup(
            "section", ["class": "part card", "id": id, "aria-labelledby": "\(id)-heading"],
            [Markup("h2", ["id": "\(id)-heading"], title)] + content)
    }
}
