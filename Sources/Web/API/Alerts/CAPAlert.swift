import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import Localisation
import Observations
import People
import Site

/// An alert in CAP 1.2 (OASIS, Common Alerting Protocol), with an `info` block for each language.
///
/// A sent alert never changes. A later alert that refers to it says that it has ended. What people add to reports
/// after the first, and what they may take back, is therefore not in it; `web` leads to what is known now.
///
/// | element | from |
/// |---|---|
/// | status | Exercise for simulated values, else Actual |
/// | category | Health, and Env for stations and forecasts |
/// | responseType | Monitor; a value that was corrected away: AllClear; a value that no longer counts, or
/// withdrawn reports: None |
/// | urgency | station: Immediate from *high* up, else Expected; forecast: Future; reports: Expected; cancel:
/// Past |
/// | severity | *very high*: Severe; *high*: Moderate; lower: Minor; reports: Unknown; never Extreme |
/// | certainty | measured: Observed; forecast, or modelled from measurements: Likely; modelled forecast:
/// Possible; simulated: Unknown; reports: Possible; a value that no longer counts: Unknown |
///
/// *Extreme* means "extraordinary threat to life or property", which no concentration in air is by itself.
struct CAPAlert {
    /// The alert as it was sent.
    let alert: Alert
    let publisher: Publisher
    /// The service's public address.
    let base: String
    let taxonomy: Taxonomy

    static let mediaType = "application/cap+xml"

    init(alert: Alert, publisher: Publisher, base: String, taxonomy: Taxonomy) {
        self.alert = alert.asSent
        self.publisher = publisher
        self.base = base
        self.taxonomy = taxonomy
    }

    var xml: XML {
        XML(
            "alert", ["xmlns": "urn:oasis:names:tc:emergency:cap:1.2"],
            [
                XML("identifier", alert.id.rawValue), XML("sender", publisher.sender),
                XML("sent", Self.time(alert.sent)), XML("status", isExercise ? "Exercise" : "Actual"),
                XML("msgType", alert.message.rawValue.capitalized), XML("scope", "Public"),
            ] + notes + references + Language.allCases.map(info))
    }

    private var isExercise: Bool { alert.finding?.basis == .simulated }

    /// "The message note is primarily intended for use with <status> “Exercise”".
    private var notes: [XML] {
        isExercise ? [XML("note", "Simulated values: nobody has measured them.")] : []
    }

    private var references: [XML] {
        guard let reference = alert.reference else { return [] }
        let sent = Self.time(reference.sent)
        return [XML("references", "\(publisher.sender),\(reference.id.rawValue),\(sent)")]
    }

    /// "Alphabetic timezone designators such as “Z” MUST NOT be used. The timezone for UTC MUST be represented as
    /// “-00:00”."
    static func time(_ instant: Date) -> String {
        instant.formatted(.iso8601).replacing("Z", with: "-00:00")
    }

    private func info(in language: Language) -> XML {
        let phrases = MessageCatalogue(language, taxonomy: taxonomy)
        return XML(
            "info",
            [XML("language", language.rawValue)] + categories
                + [
                    XML("event", phrases.event(of: alert)), XML("responseType", responseType),
                    XML("urgency", urgency), XML("severity", severity), XML("certainty", certainty),
                    XML("effective", Self.time(alert.sent)),
                ] + onset
                + [
                    XML("expires", Self.time(alert.expires)), XML("senderName", "Breathe Easy"),
                    XML("headline", phrases.headline(of: alert)),
                    XML("description", phrases.description(of: alert)),
                    XML("instruction", instruction(in: phrases)),
                    XML("web", base + MapLink(to: alert).path),
                ] + (publisher.contact.map { [XML("contact", $0)] } ?? [])
                + parameters.map { parameter($0.name, $0.value) }
                + [area(phrases.area(of: alert, radius: Station.alertReach))])
    }

    /// What to do, with where to read what that rests on.
    private func instruction(in phrases: MessageCatalogue) -> String {
        (phrases.instructions + adviceSources.map { phrases.adviceSource(link: $0) }).joined(separator: " ")
    }

    /// The addresses of what the advice in an alert rests on.
    private var adviceSources: [String] {
        AdviceSources.builtIn.sources(of: "phrases.advice").map { $0.address(base: base) }
    }

    private func parameter(_ name: String, _ value: String) -> XML {
        XML("parameter", [XML("valueName", name), XML("value", value)])
    }
}

extension CAPAlert {
    private var categories: [XML] {
        (alert.finding == nil ? ["Health"] : ["Health", "Env"]).map { XML("category", $0) }
    }

    var responseType: String {
        guard alert.message == .cancel else { return "Monitor" }
        return alert.level == nil ? "None" : "AllClear"
    }

    var urgency: String {
        if alert.message == .cancel { return "Past" }
        switch alert.kind {
        case .forecast: return "Future"
        case .user: return "Expected"
        case .station: return (alert.level ?? .none) >= .high ? "Immediate" : "Expected"
        }
    }

    var severity: String {
        switch alert.level {
        case nil: "Unknown"
        case .veryHigh: "Severe"
        case .high: "Moderate"
        case .some: "Minor"
        }
    }

    var certainty: String {
        guard let finding = alert.finding else { return "Possible" }
        guard alert.level != nil else { return "Unknown" }
        switch finding.basis {
        case .measured: return "Observed"
        case .forecast: return "Likely"
        case .modelled: return alert.kind == .forecast ? "Possible" : "Likely"
        case .simulated: return "Unknown"
        }
    }

    /// The start of a forecast's day, in UTC because alerts do not carry the station's time zone.
    private var onset: [XML] {
        guard alert.kind == .forecast, let finding = alert.finding else { return [] }
        let start = Date(timeIntervalSince1970: Double(finding.day.daysSinceEpoch) * 86_400)
        return start > alert.sent ? [XML("onset", Self.time(start))] : []
    }

    /// The figures under their JSON names, the level in MeteoAlarm's format, and the sources of the advice.
    private var parameters: [(name: String, value: String)] {
        var list = alert.allergens.map { (name: "allergen", value: $0.rawValue) }
        if let finding = alert.finding, let level = alert.level {
            let unit = alert.allergens.first.flatMap { taxonomy[$0]?.unit }
            list += [("level", level.rawValue), ("value", "\(finding.value)")]
            if let unit { list.append(("unit", unit.rawValue)) }
            list += [
                ("basis", finding.basis.rawValue), ("station", finding.station.rawValue),
                ("stationName", finding.stationName), ("day", finding.day.description),
            ]
            if let awareness = level.awareness { list.append(("awareness_level", awareness)) }
        }
        return list + adviceSources.map { (name: "adviceSource", value: $0) }
    }

    private func area(_ words: String) -> XML {
        XML("area", [XML("areaDesc", words), AlertShape(alert).cap])
    }
}

extension Level {
    /// "number; colour; word": the format of MeteoAlarm's `awareness_level`, which begins at *moderate*.
    fileprivate var awareness: String? {
        switch self {
        case .none, .low: nil
        case .moderate: "2; yellow; Moderate"
        case .high: "3; orange; High"
        case .veryHigh: "4; red; Very high"
        }
    }
}

/// The area of an alert, as precisely as the public may know it.
struct AlertShape {
    private enum Form {
        /// A station and the radius it speaks for, in metres.
        case circle(Coordinate, radius: Double)
        /// The cell of the public grid that contains the reports.
        case cell([Coordinate])
    }

    private let form: Form

    init(_ alert: Alert) {
        let centre = alert.publicPosition
        guard alert.finding == nil else {
            form = .circle(centre, radius: Station.alertReach)
            return
        }
        let half = Report.publicGrid / 2
        // Counter-clockwise from the south-west, and back.
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
        form = .cell(
            corners.compactMap { east, north in
                Coordinate(longitude: centre.longitude + east, latitude: centre.latitude + north)
            })
    }

    /// The CAP form: `circle` is "lat,lon radius" in kilometres, `polygon` at least four pairs, the last
    /// equal to the first.
    var cap: XML {
        switch form {
        case .circle(let centre, let radius):
            XML("circle", "\(centre.latitude),\(centre.longitude) \(Int(radius / 1_000))")
        case .cell(let corners):
            XML("polygon", corners.map { "\($0.shortLatitude),\($0.shortLongitude)" }.joined(separator: " "))
        }
    }

    /// The GeoRSS Simple form: latitude first, radius in metres.
    var geoRSS: XML {
        switch form {
        case .circle(let centre, let radius):
            XML("georss:circle", "\(centre.latitude) \(centre.longitude) \(Int(radius))")
        case .cell(let corners):
            XML(
                "georss:polygon",
                corners.map { "\($0.shortLatitude) \($0.shortLongitude)" }.joined(separator: " "))
        }
    }
}

extension Coordinate {
    // The corners of a cell, rounded to hide binary fractions.
    fileprivate var shortLatitude: Double { (latitude * 1e6).rounded() / 1e6 }
    fileprivate var shortLongitude: Double { (longitude * 1e6).rounded() / 1e6 }
}
