import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import Localisation
import Observations
import People

/// The levels at a place as a calendar (RFC 5545): one all-day event for each day and allergen.
struct AirCalendar {
    let position: Coordinate
    /// The allergens to show; empty for all.
    let allergens: AllergenSet
    /// Lower levels have no event.
    let least: Level
    let words: MessageCatalogue
    let publisher: Publisher
    let base: String
    let now: Date

    /// Writes what is known of the first day and, where there is a forecast, of the next.
    func document(of values: [AirValue], from day: CivilDate, stations: [Station.ID: String]) -> String {
        let shown = values.filter { allergens.isEmpty || allergens.contains(code: $0.allergen.code) }
        let events = shown.flatMap { value in
            // Where a model stands alone, the credit of its source takes the place of a station.
            let station = value.station.flatMap { stations[$0] } ?? value.model?.credit ?? ""
            return [(day, value.today as AirValue.Estimate?), (day.adding(days: 1), value.tomorrow)]
                .flatMap { day, estimate in
                    estimate.map { event(value.allergen, $0, on: day, station: station) } ?? []
                }
        }
        let lines =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Breathe Easy//Air//EN", "METHOD:PUBLISH",
                "NAME:Breathe Easy", "X-WR-CALNAME:Breathe Easy",
                "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H",
            ] + events + ["END:VCALENDAR"]
        return ICalendar.document(lines)
    }

    private func event(
        _ allergen: Allergen, _ estimate: AirValue.Estimate, on day: CivilDate, station: String
    ) -> [String] {
        guard estimate.level >= least else { return [] }
        let link = MapLink(to: allergen.id.rawValue, at: position, on: day)
        let key = "\(day)-\(allergen.id.rawValue)-\(link.place.replacing("/", with: "_"))"
        let subject = "\(words.title(of: allergen.id)): \(words.name(of: estimate.level))"
        let facts = words.facts(of: estimate.value, in: allergen.unit, basis: estimate.basis)
        return [
            "BEGIN:VEVENT", "UID:\(key)@\(publisher.sender.replacing("@", with: "."))",
            "DTSTAMP:\(ICalendar.time(hour))", "LAST-MODIFIED:\(ICalendar.time(hour))",
            "SEQUENCE:\(sequence(of: day))",
            "DTSTART;VALUE=DATE:\(ICalendar.date(day))",
            "DTEND;VALUE=DATE:\(ICalendar.date(day.adding(days: 1)))",
            "SUMMARY;LANGUAGE=\(words.language.rawValue):\(ICalendar.escaped(subject))",
            "DESCRIPTION;LANGUAGE=\(words.language.rawValue):\(ICalendar.escaped(facts + ", " + station))",
            "CATEGORIES:\(allergen.id.rawValue),\(estimate.level.rawValue)",
            "GEO:\(position.latitude);\(position.longitude)", "URL:\(base)\(link.path)", "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    }

    /// The hour in which the calendar is read.
    ///
    /// Nothing remembers which values a calendar has shown, so each hour is a revision of its own, and within
    /// an hour equal values are equal bytes.
    private var hour: Date {
        Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 3_600).rounded(.down) * 3_600)
    }

    /// The hours since an event could first be shown, which only grow.
    private func sequence(of day: CivilDate) -> Int {
        max(0, Int(hour.timeIntervalSince1970) / 3_600 - (day.daysSinceEpoch - 2) * 24)
    }
}
