import Foundation
import Observations
import Site

/// The weather now, today and tomorrow, and what it means for the pollen in the air.
struct PlaceWeather {
    let outlook: WeatherOutlook
    let text: PlaceText
    /// The day of a thunderstorm while grass pollen is high, if there is one.
    var storm: PollenStorm?

    /// Empty where no weather is known.
    var content: [Markup] {
        let entries = [
            ("weather.now", outlook.now), ("dates.today", outlook.today),
            ("dates.tomorrow", outlook.tomorrow),
        ].compactMap { name, entry in entry.map { (name: name, entry: $0) } }
        guard !entries.isEmpty else { return [] }
        let list = entries.flatMap { name, entry in
            [
                Markup("dt", text(name)),
                Markup(
                    "dd",
                    [
                        .text(figures(of: entry, isNow: name == "weather.now")),
                        Markup("span", ["class": "small beneath"], origin(of: entry)),
                    ]),
            ]
        }
        let credits = entries.map { $0.entry.site.attribution ?? $0.entry.site.name }
        return [Markup("dl", ["class": "place-weather"], list)] + meaning + warning
            + [Markup("p", ["class": "small"], text.source(Set(credits).sorted()))]
    }

    /// What the weather is in a few words: today's, or else the current one.
    var line: String? {
        if let today = outlook.today { return figures(of: today, isNow: false) }
        return outlook.now.map { figures(of: $0, isNow: true) }
    }

    private var meaning: [Markup] {
        guard let meaning = outlook.meaning else { return [] }
        return [
            Markup(
                "p",
                [
                    .text("\(text("weather.meaning.\(meaning.rawValue)")) "),
                    Markup(
                        "a", ["class": "small", "href": WeatherMeaning.source],
                        text("weather.meaning.source")),
                ])
        ]
    }

    /// The epidemics of thunderstorm asthma fell on days with storms and much grass pollen.
    private var warning: [Markup] {
        guard let storm else { return [] }
        let about = Markup("a", ["href": "/articles/thunderstorm-asthma"], text("weather.storm.article"))
        let sentences = [text("weather.storm.\(storm.rawValue)"), text("weather.storm.advice")]
        return [
            Markup(
                "p", ["class": "storm"],
                [
                    .text("\(sentences.joined(separator: " ")) "), about,
                    text.credits(ofAdvice: "weather.storm.advice"),
                ])
        ]
    }

    private func figures(of entry: WeatherEntry, isNow: Bool) -> String {
        let values = entry.values
        func measure(_ parameter: WeatherParameter) -> String? {
            values[parameter].map { value in
                let (shown, unit) = (
                    UnitSystem.metric.value(of: value, parameter), UnitSystem.metric.unit(of: parameter)
                )
                // Little rain matters, and so its decimals do.
                let number = text.number(parameter == .precipitation ? shown : shown.rounded())
                return "\(number)\u{A0}\(unit.rawValue)"
            }
        }
        var parts: [String] = []
        if !isNow, let low = values[.temperatureMin], let high = measure(.temperatureMax) {
            parts.append(text("weather.range", ["low": text.number(low.rounded()), "high": high]))
        } else if let temperature = measure(.temperature) {
            parts.append(temperature)
        }
        if let amount = measure(.precipitation) {
            parts.append(text("weather.precipitation", ["amount": amount]))
        }
        if let speed = measure(.windSpeed) { parts.append(text("weather.wind", ["speed": speed])) }
        if let share = measure(.humidity) { parts.append(text("weather.humidity", ["share": share])) }
        return parts.joined(separator: " · ")
    }

    private func origin(of entry: WeatherEntry) -> String {
        let name = entry.site.kind == .grid ? text("weather.grid") : entry.site.name
        var parts = [
            text.capitalised(text.basis(entry.issued == nil ? .measured : .forecast)),
            "\(name), \(text.away(entry.distance))",
        ]
        if case .hour(let end) = entry.period { parts.append(text.clock(end, in: entry.site.timeZone)) }
        return parts.joined(separator: " · ")
    }
}
