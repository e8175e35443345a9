import Allergens
import Foundation
import Observations
import Site

/// The coming hours in words, as bars, and in figures.
struct PlaceHours {
    let hours: HoursAhead
    let text: PlaceText
    let colours: LevelColours
    let today: CivilDate
    let zone: TimeZone

    var content: [Markup] {
        let told = sentences
        return told.map { Markup("p", $0) }
            + [
                HoursDrawing(
                    hours: hours.hours, text: text, colours: colours, today: today, zone: zone,
                    title: ([text("place.hours")] + told).joined(separator: " ")
                ).chart,
                Markup("p", ["class": "small"], text("place.hours.about", ["names": names])), figures,
            ]
    }

    /// When there is least in the air, today and tomorrow.
    var sentences: [String] {
        [(today, "today"), (today.adding(days: 1), "tomorrow")].compactMap { day, name in
            switch hours.outlook(on: day, in: zone) {
            case .best(let start, let end, let highest):
                text(
                    "place.hours.best.\(name)",
                    [
                        "from": text.clock(start, in: zone), "to": text.clock(end, in: zone),
                        "level": text.level(highest.level),
                    ])
            case .even: text("place.hours.even.\(name)")
            case nil: nil
            }
        }
    }

    private var names: String { text.list(hours.allergens.map { text.name(of: $0) }) }

    private var figures: Markup {
        let heads = ["column.hour", "column.level", "column.highest", "column.value"].map {
            Markup("th", ["scope": "col"], text($0))
        }
        return Markup(
            "details",
            [
                Markup("summary", text("place.hours.figures")),
                Markup(
                    "table", ["class": "hour-table"],
                    [Markup("thead", [Markup("tr", heads)]), Markup("tbody", hours.hours.map(row))]),
            ])
    }

    private func row(_ hour: HoursAhead.Hour) -> Markup {
        let value = text.quantity(hour.value, hour.allergen.unit)
        return Markup(
            "tr",
            [
                Markup("th", ["scope": "row"], text.moment(hour.start, in: zone)),
                Markup(
                    "td",
                    [
                        .swatch(hour.level, colours),
                        .text(" \(text.level(hour.level))"),
                    ]),
                Markup("td", text.name(of: hour.allergen)),
                Markup("td", "\(value) · \(text.range(hour.interval))"),
            ])
    }
}
