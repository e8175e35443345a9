import Foundation
import Geography

/// What another app shares with this one: a link to a map, a position, or the name of a place.
struct SharedPlace {
    /// The position that a text or link names; `nil` if none does.
    let position: Coordinate?
    /// The words to search for.
    let name: String

    /// - Parameter texts: The text, the link and the title that were shared, the most telling first.
    init(_ texts: [String]) {
        position = texts.lazy.compactMap(Self.position).first
        let words = texts.flatMap { $0.split(whereSeparator: \.isNewline) }
            .map { $0.replacing(/\S+:\/\/\S+/, with: "").trimmingCharacters(in: .whitespaces) }
        name = words.first { !$0.isEmpty } ?? ""
    }

    /// The position in a `geo:` URI (RFC 5870), in a link to a map of Google, Apple, Bing or OpenStreetMap, or bare.
    private static func position(in text: String) -> Coordinate? {
        let forms = [
            /geo:(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)/,
            /(?:@|[?&](?:q|ll|query|destination|sll)=)(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)/,
            /[?&]cp=(-?\d{1,2}\.\d+)~(-?\d{1,3}\.\d+)/,
            /#map=\d+(?:\.\d+)?\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
            /[?&]mlat=(-?\d{1,2}(?:\.\d+)?)&mlon=(-?\d{1,3}(?:\.\d+)?)/,
            /^\s*(-?\d{1,2}\.\d+)\s*[,;]\s*(-?\d{1,3}\.\d+)\s*$/,
        ]
        let text = text.removingPercentEncoding ?? text
        for form in forms {
            guard let match = text.firstMatch(of: form), let latitude = Double(match.1),
                let longitude = Double(match.2)
            else { continue }
            if let position = Coordinate(longitude: longitude, latitude: latitude) { return position }
        }
        return nil
    }
}
