import Allergens
import Observations
import Site

/// The table of what is in the air by day, and what was looked for and not found.
struct PlaceAllergens {
    let report: PlaceReport
    let text: PlaceText
    let colours: LevelColours

    var content: [Markup] {
        let present = report.courses.filter(\.isPresent)
        let none = report.courses.filter { !$0.isPresent }.map { text.name(of: $0.allergen) }
        var content: [Markup] = []
        if report.courses.isEmpty { content.append(Markup("p", text("air.none"))) }
        if !present.isEmpty { content.append(table(present)) }
        if !none.isEmpty {
            let names = none.joined(separator: ", ")
            content.append(Markup("p", ["class": "hint"], text("air.noneFound", ["names": names])))
        }
        return content + [Markup("p", ["class": "small"], text("air.rest"))]
    }

    private func table(_ courses: [AllergenCourse]) -> Markup {
        let days = report.days
        let heads = days.map { day in
            Markup("th", ["scope": "col", "role": "columnheader"], text.dayName(day, today: report.today))
        }
        let first = Markup("th", ["scope": "col", "role": "columnheader"], text("column.allergen"))
        let rows = courses.map { course in
            Markup("tr", ["role": "row"], [name(course)] + days.map { cell(course, on: $0) })
        }
        // The explicit roles survive when the style sheet gives each value a line of its own.
        return Markup(
            "table", ["class": "day-table", "role": "table"],
            [
                Markup("thead", ["role": "rowgroup"], [Markup("tr", ["role": "row"], [first] + heads)]),
                Markup("tbody", ["role": "rowgroup"], rows),
            ])
    }

    private func name(_ course: AllergenCourse) -> Markup {
        let station = course.station.flatMap { report.origins[$0] }.map { station in
            course.distance.map { "\(station.name), \(text.away($0))" } ?? station.name
        }
        let origin = [station, course.model?.credit].compactMap(\.self).joined(separator: " · ")
        return Markup(
            "th", ["scope": "row", "role": "rowheader"],
            [
                Markup(
                    "a", ["href": AllergenAddress(course.allergen).path], text.name(of: course.allergen)),
                Markup("span", ["class": "small beneath"], origin),
            ])
    }

    private func cell(_ course: AllergenCourse, on day: CivilDate) -> Markup {
        let head = text.dayName(day, today: report.today)
        let content: [Markup]
        if let estimate = course.estimate(on: day) {
            content = [
                level(estimate.level),
                Markup(
                    "span", ["class": "small beneath"],
                    PlaceFacts(text).facts(of: estimate, course, on: day)),
            ]
        } else {
            content = [level(nil)]
        }
        return Markup("td", ["role": "cell", "data-head": head], content)
    }

    private func level(_ level: Level?) -> Markup {
        Markup(
            "span", ["class": "day-level"], [.swatch(level, colours), .text(" \(text.level(level))")])
    }
}
