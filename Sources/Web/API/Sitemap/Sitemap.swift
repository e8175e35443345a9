import Allergens
import HTTP
import People

/// The addresses of public pages, as documents of https://www.sitemaps.org/protocol.html.
struct Sitemap {
    /// A page.
    struct Entry {
        let path: String
        /// When it last changed; `nil` if that is unknown.
        var changed: CivilDate?
        /// Whether each language has an address of its own.
        var isInEachLanguage = false
    }

    /// The most addresses of one document (sitemaps.org).
    static let most = 50_000
    private static let namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

    let base: String
    private let addresses: [Address]
    private let mostInPart: Int

    /// An address with the entry that it belongs to.
    private struct Address {
        let entry: Entry
        /// `nil` where the reader's choice decides.
        let language: Language?
    }

    init(_ entries: [Entry], base: String, mostInPart: Int = most) {
        self.base = base
        self.mostInPart = mostInPart
        addresses = entries.flatMap { entry in
            entry.isInEachLanguage
                ? Language.allCases.map { Address(entry: entry, language: $0) }
                : [Address(entry: entry, language: nil)]
        }
    }

    /// How many documents hold the addresses; at least one.
    var parts: Int { max(1, (addresses.count + mostInPart - 1) / mostInPart) }

    /// The whole map, or the index of its parts if it has several.
    var document: String { parts == 1 ? part(1) : index }

    /// One of the parts, counted from 1.
    func part(_ number: Int) -> String {
        let part = addresses.dropFirst((number - 1) * mostInPart).prefix(mostInPart)
        return XML(
            "urlset", ["xmlns": Self.namespace, "xmlns:xhtml": "http://www.w3.org/1999/xhtml"],
            part.map(url)
        ).document
    }

    private var index: String {
        XML(
            "sitemapindex", ["xmlns": Self.namespace],
            (1...parts).map { number in
                XML("sitemap", [XML("loc", "\(base)\(SitemapRoutes.path)?part=\(number)")])
            }
        ).document
    }

    private func url(_ address: Address) -> XML {
        let entry = address.entry
        let changed = entry.changed.map { [XML("lastmod", $0.description)] }
        return XML(
            "url",
            [XML("loc", location(of: entry, in: address.language))] + (changed ?? [])
                + (entry.isInEachLanguage ? alternates(of: entry) : []))
    }

    private func alternates(of entry: Entry) -> [XML] {
        let languages: [Language?] = Language.allCases + [nil]
        return languages.map { language in
            XML(
                "xhtml:link",
                [
                    "rel": "alternate", "hreflang": language?.rawValue ?? "x-default",
                    "href": location(of: entry, in: language),
                ])
        }
    }

    private func location(of entry: Entry, in language: Language?) -> String {
        base + entry.path + (language.map { "?language=\($0.rawValue)" } ?? "")
    }
}
