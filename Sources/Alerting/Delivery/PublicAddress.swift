package import Alerts
import Allergens
import Foundation
import Geography

/// Where people reach the service, for the links in messages.
package struct PublicAddress: Hashable, Sendable {
    private let base: String

    /// Creates the address of a service, or returns `nil` when it is no `http` or `https` URL with a host, or has a
    /// query or fragment.
    package init?(_ text: String) {
        guard let url = URL(string: text), url.scheme == "https" || url.scheme == "http",
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
        else { return nil }
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Links that are relative to wherever they are read.
    package static let relative = PublicAddress()

    private init() { base = "" }

    /// The address without a slash at its end.
    package var text: String { base }

    /// The host that it names; `nil` when it is relative.
    package var host: String? { URL(string: base)?.host() }

    /// The start page.
    package var start: String { base + "/" }

    /// The page of the alerts that somebody was told of.
    package var inbox: String { base + "/inbox" }

    /// The page on the ways in which somebody is told.
    package var channels: String { base + "/channels" }

    /// Whether the address is reached through TLS.
    package var isSecure: Bool { base.hasPrefix("https:") }

    /// The map at the place that an alert names in public, on the day that it is about.
    package func map(of alert: Alert) -> String {
        let place = alert.publicPosition
        let (latitude, longitude) = (degrees(place.latitude), degrees(place.longitude))
        let layer = alert.allergens.first?.rawValue ?? "overall"
        let day = alert.finding.map { "/\($0.day)" } ?? ""
        return "\(base)/#9/\(latitude)/\(longitude)/\(layer)\(day)"
    }

    /// Three decimals, as the map itself writes them: about 100 metres.
    private func degrees(_ value: Double) -> String {
        value.formatted(.number.precision(.fractionLength(3)).locale(Locale(identifier: "en_US_POSIX")))
    }

    /// The page on which the owner of an e-mail address says that it is theirs.
    package func confirmation(of channel: Channel.ID, code: String) -> String {
        "\(base)/v1/channels/\(channel.rawValue)/confirmation?code=\(code)"
    }

    /// Where a click stops the messages of a channel.
    package func unsubscription(of channel: Channel.ID, token: String) -> String {
        "\(base)/v1/channels/\(channel.rawValue)/unsubscription?token=\(token)"
    }
}
