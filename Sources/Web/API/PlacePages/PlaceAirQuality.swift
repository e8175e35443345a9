import Allergens
import Localisation
import Observations
import Site

/// The air quality by each index, and why one could not be rated.
struct PlaceAirQuality {
    let report: PlaceReport
    let text: PlaceText

    var content: [Markup] {
        let rated = report.airQuality.filter { $0.airClass != nil }
        let list = rated.isEmpty ? [] : [Markup("ul", ["class": "rows"], rated.map(row))]
        return list
            + report.airQuality.filter { $0.airClass == nil }.map {
                Markup("p", ["class": "small"], unrated($0))
            }
    }

    private func row(_ rating: AirQualityRating) -> Markup {
        guard let airClass = rating.airClass, let score = rating.score
        else { preconditionFailure("only rated indices have a row") }
        let main = rating.mainPollutants.map(text.name(of:)).joined(separator: ", ")
        let name = text.catalogue.name(of: airClass.category)
        let value =
            switch score {
            case .value(let value): "\(value)"
            case .beyond(let end): text("quality.beyond", ["value": "\(end)"])
            }
        return Markup(
            "li",
            [
                Markup(
                    "p", ["class": "day-level"],
                    [
                        .swatch(colour: airClass.colour), .text(" \(title(of: rating)): "),
                        Markup("strong", "\(value), \(name)"),
                    ]),
                Markup("p", ["class": "small"], text("quality.main", ["names": main])),
            ] + (report.day < report.today ? [] : [advice(airClass.advice)]))
    }

    private func advice(_ advice: AirQualityAdvice) -> Markup {
        Markup(
            "p", ["class": "small"],
            [.text(text.catalogue.advice(advice)), text.credits(ofAdvice: advice.messageKey)])
    }

    private func unrated(_ rating: AirQualityRating) -> String {
        let names = rating.gaps.map { text.name(of: $0.pollutant) }
        let missing =
            names.isEmpty ? "" : " \(text("today.unknown", ["names": names.joined(separator: ", ")]))"
        let incomplete = rating.isIncomplete ? " \(text.capitalised(text("quality.incomplete")))." : ""
        return "\(title(of: rating)): \(text("quality.unrated"))\(incomplete)\(missing)"
    }

    private func title(of rating: AirQualityRating) -> String {
        text.words.known("airIndex.\(rating.index.id)") ?? rating.index.title
    }
}
