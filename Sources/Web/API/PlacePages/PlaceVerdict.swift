import Allergens
import Foundation
import Localisation
import Observations
import Site

/// The worst of pollen and air at a glance, and what to do about it.
struct PlaceVerdict {
    let report: PlaceReport
    let text: PlaceText
    let colours: LevelColours

    var content: [Markup] {
        guard let highest = report.highest, let estimate = highest.estimate(on: report.day) else {
            return [
                Markup("p", ["class": "verdict-level"], noData),
                Markup("p", text("place.noData.about")),
            ]
        }
        guard estimate.level > .none else {
            return [
                level(.none, text("place.nothing")), Markup("p", text("place.nothing.about")),
                nextDay, disclaimer,
            ].compactMap(\.self)
        }
        return [
            level(estimate.level, headline(highest, estimate)),
            Markup("p", ["class": "hint"], PlaceFacts(text).facts(of: estimate, highest, on: report.day)),
            advice(highest, estimate.level), nextDay, disclaimer,
        ].compactMap(\.self)
    }

    private var noData: String { text(report.isOfToday ? "today.noData" : "place.day.noData") }

    /// What is highest, in one line.
    var line: String {
        guard let highest = report.highest, let estimate = highest.estimate(on: report.day)
        else { return noData }
        return estimate.level > .none ? headline(highest, estimate) : text("place.nothing")
    }

    /// Air quality indices have advice of their own: that on pollen says nothing about a pollutant.
    ///
    /// - Returns: `nil` for a day that is over.
    private func advice(_ course: AllergenCourse, _ level: Level) -> Markup? {
        guard report.day >= report.today else { return nil }
        let pollutant = Pollutant(rawValue: course.allergen.id.rawValue)
        let rated = report.airQuality.filter { $0.airClass != nil }
        let rating =
            rated.first { rating in rating.mainPollutants.contains { $0 == pollutant } } ?? rated.first
        guard pollutant != nil, let airClass = rating?.airClass
        else {
            let key = "advice.\(level.rawValue)"
            return Markup("p", [.text(text(key)), text.credits(ofAdvice: key)])
        }
        return Markup(
            "p",
            [
                .text(text.catalogue.advice(airClass.advice)),
                text.credits(ofAdvice: airClass.advice.messageKey),
            ])
    }

    /// The worst of the next day, as far as it is known; of tomorrow it is said that it is not.
    private var nextDay: Markup? {
        let day = report.day.adding(days: 1)
        guard let (course, estimate) = report.highest(on: day)
        else { return report.isOfToday ? Markup("p", text("place.tomorrow.none")) : nil }
        let value = estimate.level > .none ? headline(course, estimate) : text("place.nothing")
        let name = text.dayName(day, today: report.today)
        let words =
            report.isOfToday
            ? text("place.tomorrow", ["value": value])
            : text("place.day.value", ["day": name, "value": value])
        return Markup("p", ["class": "day-level"], [.swatch(estimate.level, colours), .text(" \(words)")])
    }

    private func headline(_ course: AllergenCourse, _ estimate: AirValue.Estimate) -> String {
        "\(text.name(of: course.allergen)): \(text.level(estimate.level))"
    }

    private func level(_ level: Level, _ words: String) -> Markup {
        Markup("p", ["class": "verdict-level"], [.swatch(level, colours), .text(" \(words)")])
    }

    private var disclaimer: Markup { Markup("p", ["class": "small"], text("notMedical")) }
}

/// A value in a line: how much, its range, how it is known, and how old it is.
struct PlaceFacts {
    private let text: PlaceText

    init(_ text: PlaceText) { self.text = text }

    func facts(of estimate: AirValue.Estimate, _ course: AllergenCourse, on day: CivilDate) -> String {
        [
            text.quantity(estimate.value, course.allergen.unit), estimate.interval.map(text.range),
            text.basis(estimate.basis), text.age(of: estimate, on: day),
        ].compactMap(\.self).joined(separator: " · ")
    }
}

extension Markup {
    /// The square of a level's colour; a picture, because pages have no styles of their own elements.
    static func swatch(_ level: Level?, _ colours: LevelColours) -> Markup {
        guard let level else { return Markup("span", ["class": "swatch absent", "aria-hidden": "true"], "") }
        return .swatch(colour: colours[level])
    }

    /// The square of a colour as `#RRGGBB`.
    static func swatch(colour: String?) -> Markup {
        Markup(
            "svg", ["class": "swatch", "viewBox": "0 0 1 1", "aria-hidden": "true"],
            [Markup("rect", ["width": "1", "height": "1", "fill": colour ?? "none"], "")])
    }
}
