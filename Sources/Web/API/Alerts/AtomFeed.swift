import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import Localisation
import People

/// The public alerts as an Atom feed (RFC 4287) with GeoRSS Simple.
struct AtomFeed {
    let page: AlertPage
    let phrases: MessageCatalogue
    let publisher: Publisher
    let base: String
    /// The query of this feed, including `?`; empty if there is none.
    let query: String
    /// The query of the next page (RFC 5005, 3).
    let next: String?
    /// When the feed last changed, if it has no alerts.
    let fallback: Date

    static let mediaType = "application/atom+xml"

    var xml: XML {
        let words = phrases.feed
        let changed = page.alerts.map(Self.updated).max() ?? fallback
        return XML(
            "feed",
            [
                "xmlns": "http://www.w3.org/2005/Atom", "xmlns:georss": "http://www.georss.org/georss",
                "xml:lang": phrases.language.rawValue,
            ],
            [
                XML("id", "tag:\(publisher.sender),2026:alerts\(query)"), XML("title", words.title),
                XML("subtitle", words.subtitle), XML("updated", Self.time(changed)),
                XML("author", [XML("name", "Breathe Easy")]),
                Self.link("self", "\(base)/v1/alerts.atom\(query)", type: Self.mediaType),
                Self.link("alternate", "\(base)/", type: "text/html"),
            ] + (next.map { [Self.link("next", "\(base)/v1/alerts.atom\($0)", type: Self.mediaType)] } ?? [])
                + page.alerts.map(entry))
    }

    private func entry(_ alert: Alert) -> XML {
        let address = "\(base)/v1/alerts/\(alert.id.rawValue)"
        let place = alert.publicPosition
        let day = CivilDate(at: alert.sent, in: .gmt)
        return XML(
            "entry",
            [
                XML("id", "tag:\(publisher.sender),\(day):\(alert.id.rawValue)"),
                XML("title", phrases.headline(of: alert)), XML("updated", Self.time(Self.updated(alert))),
                XML("published", Self.time(alert.sent)), XML("summary", phrases.description(of: alert)),
                // Readers open the first alternate, so it is the page.
                Self.link("alternate", base + MapLink(to: alert).path, type: "text/html"),
                Self.link("related", address, type: "application/json"),
                Self.link("related", "\(address).cap", type: CAPAlert.mediaType),
            ] + categories(of: alert).map { XML("category", ["term": $0]) }
                + [
                    XML("georss:point", "\(place.latitude) \(place.longitude)"), AlertShape(alert).geoRSS,
                ])
    }

    private func categories(of alert: Alert) -> [String] {
        [alert.kind.rawValue, alert.message.rawValue] + alert.allergens.map(\.rawValue)
            + (alert.ended == nil ? [] : ["ended"])
    }

    private static func updated(_ alert: Alert) -> Date { alert.ended ?? alert.sent }

    private static func time(_ instant: Date) -> String { instant.formatted(.iso8601) }

    private static func link(_ relation: String, _ address: String, type: String) -> XML {
        XML("link", ["rel": relation, "type": type, "href": address])
    }
}
