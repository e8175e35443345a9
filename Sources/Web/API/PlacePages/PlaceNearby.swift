import Alerts
import Foundation
import Geography
import Localisation
import Observations
import Site

/// The alerts of stations and the reports of people in force nearby.
struct PlaceAlerts {
    let report: PlaceReport
    let text: PlaceText

    var content: [Markup] {
        guard !report.alerts.isEmpty else {
            let radius = text.distance(PlaceReport.alertRadius)
            return [Markup("p", ["class": "hint"], text("place.alerts.none", ["distance": radius]))]
        }
        return [Markup("ul", ["class": "rows"], report.alerts.map(row))]
    }

    private func row(_ near: DistantAlert) -> Markup {
        let alert = near.alert
        let ends = text("alert.ends", ["time": text.moment(alert.expires, in: report.timeZone)])
        let kind = text.capitalised(text("alert.kind.\(alert.kind.rawValue)"))
        return Markup(
            "li",
            [
                Markup(
                    "p", [Markup("a", ["href": MapLink(to: alert).path], text.catalogue.headline(of: alert))]),
                Markup("p", ["class": "small"], "\(kind) · \(text.away(near.distance)) · \(ends)"),
            ])
    }
}

/// The nearest stations, with the way to their pages.
struct PlaceStations {
    let report: PlaceReport
    let text: PlaceText

    var content: [Markup] {
        guard !report.stations.isEmpty else {
            let radius = text.distance(PlaceReport.stationRadius)
            return [Markup("p", ["class": "hint"], text("place.stations.none", ["distance": radius]))]
        }
        return [
            Markup(
                "ul", ["class": "rows"],
                report.stations.map { near in
                    let subject = PlaceSubject(near.station)
                    let note = near.station.isSimulated ? " · \(text("badge.simulated"))" : ""
                    return Markup(
                        "li",
                        [
                            Markup("a", ["class": "what", "href": subject.path], near.station.name),
                            Markup("span", ["class": "small"], text.away(near.distance) + note),
                        ])
                })
        ]
    }
}

/// Whose numbers these are, how they are known, and what they are not.
struct PlaceCredits {
    let report: PlaceReport
    let text: PlaceText

    var content: [Markup] {
        let bases = Set(report.courses.flatMap { $0.estimates.values.map(\.basis) })
        let kinds = bases.map { text.basis($0) }.sorted()
        var content = [Markup("p", text("place.sources.text"))]
        if !kinds.isEmpty {
            content.append(
                Markup("p", text("place.sources.kinds", ["kinds": text.list(kinds)])))
        }
        if !credits.isEmpty { content.append(Markup("p", ["class": "small"], text.source(credits))) }
        content.append(
            Markup(
                "p", ["class": "line"],
                [
                    Markup("a", ["href": "/about"], text("nav.about")),
                    Markup("a", ["href": "/purpose"], text("nav.purpose")),
                ]))
        return content
    }

    /// The credits of the stations and models behind the values, each once.
    var credits: [String] {
        let stations = report.origins.values.sorted { $0.id < $1.id }
        let all = stations.map { $0.attribution ?? $0.name } + report.courses.compactMap { $0.model?.credit }
        return all.reduce(into: []) { credits, credit in
            if !credits.contains(credit) { credits.append(credit) }
        }
    }
}
