import Foundation
import Guide
import HTTP
import People

/// Assembles pages from the frame, their content and the messages of a language.
///
/// In the sources, `{{key}}` is replaced by a message, and `{{=name}}` by a value of the page. `{{+name key …}}` is
/// replaced by a file of the folder `parts`, in which `{{=1}}` is the first of the messages named, and so on.
struct SiteAssembly: Sendable {
    let sources: [String: [UInt8]]
    let language: Language
    /// The public address of the service, if it has one.
    private let address: String?
    /// Whether a page, given by name, may use a message.
    private let asks: [String: @Sendable (String) -> Bool]
    /// The texts; a message that has forms by plural category is only for scripts.
    private let messages: [String: String]
    /// The members of the JSON object of all messages, sorted by key.
    private let members: [(key: String, json: String)]

    init(
        sources: [String: [UInt8]], asks: [String: @Sendable (String) -> Bool], language: Language,
        address: String?
    ) throws(SiteMistake) {
        (self.sources, self.asks, self.language) = (sources, asks, language)
        self.address = address
        let name = "messages/\(language.rawValue).json"
        guard let bytes = sources[name],
            let tree = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { throw SiteMistake(file: name, problem: "is missing, or no JSON object") }
        messages = tree.compactMapValues { $0 as? String }
        var members: [(key: String, json: String)] = []
        for (key, words) in tree.sorted(by: { $0.key < $1.key }) {
            guard let json = Self.json([key: words])
            else { throw SiteMistake(file: name, problem: "\(key) cannot be written as JSON") }
            members.append((key, json))
        }
        self.members = members
    }

    /// The complete page.
    func page(_ page: SitePage) throws(SiteMistake) -> String {
        let content = try filled("\(page.name).html", try values(in: page))
        var values = try frameValues(of: page)
        values["title"] = Self.escaped(try message(page.title, in: page.name))
        values["about"] = try about(page)
        values["head"] = try preview(of: page)
        values["content"] = content
        return try filled(Self.frame, values)
            .replacing(
                " href=\"\(page.path)\">", with: " href=\"\(page.path)\" aria-current=\"page\">")
    }

    /// What is the same in all pages that are composed for a request.
    func template(_ page: SitePage) throws(SiteMistake) -> PageTemplate {
        var values = try frameValues(of: page)
        for slot in PageTemplate.Slot.allCases { values[slot.rawValue] = slot.mark }
        if page.hasFrame { values["content"] = try filled("\(page.name).html", values) }
        return PageTemplate(try filled(page.hasFrame ? Self.frame : "\(page.name).html", values))
    }

    private static let frame = "frame.html"

    /// What is filled into the frame, besides what a page is about.
    private func frameValues(of page: SitePage) throws(SiteMistake) -> [String: String] {
        let needsScript = Self.escaped(try message("nav.needsScript", in: page.name))
        return [
            "language": language.rawValue, "languages": languageOptions, "class": page.look,
            "sheet": "/assets/\(page.sheet)", "scripts": scripts(of: page), "words": words(of: page),
            "noscript": page.isWhole
                ? "" : "<noscript><p class=\"noscript card\">\(needsScript)</p></noscript>",
        ]
    }

    /// What is filled into the content of a page besides messages.
    private func values(in page: SitePage) throws(SiteMistake) -> [String: String] {
        try ownValues(in: page).merging(["path": page.path]) { own, _ in own }
    }

    private func ownValues(in page: SitePage) throws(SiteMistake) -> [String: String] {
        switch page.name {
        case SitePage.guide.name:
            try GuideMarkup(book: try GuideBook(in: language, from: sources), assembly: self).values()
        case SitePage.today.name, SitePage.inbox.name:
            ["advice": AdviceSources.builtIn.json(ofMessagesBeginning: "advice.")]
        case SitePage.reporting.name:
            [
                "sources": AdviceSources.builtIn.links(ofMessagesBeginning: "help.now."),
                "signSources": AdviceSources.builtIn.links(ofMessagesBeginning: "help.sign"),
            ]
        case SitePage.trips.name:
            [
                "sources": AdviceSources.builtIn.links(ofMessagesBeginning: "trips.tip."),
                "highlights": AdviceSources.builtIn.json(ofMessagesBeginning: "trips.highlight."),
            ]
        case SitePage.foods.name:
            ["sources": AdviceSources.builtIn.links(ofMessagesBeginning: "foods.product.")]
        case SitePage.faq.name:
            [
                "sources": AdviceSources.builtIn.links(ofMessagesBeginning: "faq.meaning."),
                "symptomSources": AdviceSources.builtIn.links(ofMessagesBeginning: "faq.symptoms."),
                "doctorSources": AdviceSources.builtIn.links(ofMessagesBeginning: "faq.doctor."),
            ]
        case SitePage.emergency.name:
            [
                "sources": AdviceSources.builtIn.links(ofMessagesBeginning: "help.step."),
                "sosSources": AdviceSources.builtIn.links(ofMessagesBeginning: "sos."),
            ]
        case SitePage.purpose.name:
            [
                "sources": AdviceSources.builtIn.links(ofMessagesBeginning: "purpose.urgent."),
                "doctorSources": AdviceSources.builtIn.links(ofMessagesBeginning: "purpose.doctor"),
            ]
        case SitePage.profile.name:
            ["sources": AdviceSources.builtIn.links(ofMessagesBeginning: "profile.crossReactionsAbout")]
        case SitePage.lookBack.name:
            ["sources": AdviceSources.builtIn.links(ofMessagesBeginning: "lookback.together.")]
        case SitePage.immunotherapy.name:
            ["sources": AdviceSources.builtIn.links(ofMessagesBeginning: "help.dose.")]
        case SitePage.values.name:
            ["sources": AdviceSources.builtIn.links(ofMessagesBeginning: "values.zones.")]
        case SitePage.map.name:
            ["through": AdviceSources.builtIn.json(ofMessagesBeginning: "alert.through")]
        default: [:]
        }
    }

    /// A source with its messages filled in, escaped for its format.
    func filled(
        _ name: String, _ values: [String: String] = [:], escaping: (String) -> String = escaped
    ) throws(SiteMistake) -> String {
        var text = ""
        var rest = try source(name)[...]
        while let start = rest.range(of: "{{"), let end = rest[start.upperBound...].range(of: "}}") {
            text += rest[..<start.lowerBound]
            let key = String(rest[start.upperBound..<end.lowerBound])
            if key.hasPrefix("=") {
                guard let value = values[String(key.dropFirst())]
                else { throw SiteMistake(file: name, problem: "nothing is known as \(key)") }
                text += value
            } else if key.hasPrefix("+") {
                text += try part(key.dropFirst(), values, in: name, escaping: escaping)
            } else {
                text += escaping(try message(key, in: name))
            }
            rest = rest[end.upperBound...]
        }
        return text + rest
    }

    /// A part that pages share; `call` is its name with the keys of the messages for it.
    private func part(
        _ call: some StringProtocol, _ values: [String: String], in name: String,
        escaping: (String) -> String
    ) throws(SiteMistake) -> String {
        var given = values
        let words = call.split(separator: " ")
        for (place, key) in words.enumerated().dropFirst() {
            given["\(place)"] = escaping(try message(String(key), in: name))
        }
        return try filled("parts/\(words.first ?? "").html", given, escaping: escaping)
    }

    private func source(_ name: String) throws(SiteMistake) -> String {
        guard let bytes = sources[name] else { throw SiteMistake(file: name, problem: "is missing") }
        return String(decoding: bytes, as: UTF8.self)
    }

    func message(_ key: String, in name: String) throws(SiteMistake) -> String {
        guard let message = messages[key] else {
            throw SiteMistake(file: name, problem: "there is no message \(key) in \(language.rawValue)")
        }
        return message
    }

    private func about(_ page: SitePage) throws(SiteMistake) -> String {
        guard page.isListed else { return #"<meta name="robots" content="noindex">"# }
        let words = Self.escaped(try message("\(page.title).about", in: page.name))
        return #"<meta name="description" content="\#(words)">"#
    }

    /// What search engines and previews of links learn of a page that they may list: its addresses, and a picture, only
    /// where the service has a public address.
    private func preview(of page: SitePage) throws(SiteMistake) -> String {
        guard page.isListed else { return "" }
        let title = try message(page.title, in: page.name)
        let about = try message("\(page.title).about", in: page.name)
        let named = [
            ("og:type", "website"), ("og:site_name", "Breathe Easy"), ("og:title", title),
            ("og:description", about), ("og:locale", language.rawValue),
        ]
        let page = address.map { WordedAddress(path: page.path, base: $0) }
        let placed = page.map { [("og:url", $0.url(in: language))] + picture } ?? []
        let links = page?.links(in: language) ?? []
        return
            (links + (named + placed).map { Markup(void: "meta", ["property": $0, "content": $1]) })
            .map(\.html).joined()
    }

    /// The picture beside a link: the icon of the site.
    private var picture: [(String, String)] {
        guard let address else { return [] }
        return [("og:image", "\(address)/assets/\(AppIcon.large)"), ("og:image:alt", "Breathe Easy")]
    }

    /// The scripts that the page starts with; these load everything else on demand.
    private func scripts(of page: SitePage) -> String {
        var lines = page.scripts.map { #"<script src="/assets/\#($0)" type="module"></script>"# }
        if page.hasMap {
            lines.insert(contentsOf: Self.mapNeeds, at: 0)
        }
        return lines.joined(separator: "\n  ")
    }

    /// The requests that a map page starts while its scripts are still loading: the catalogue, and Leaflet.
    private static let mapNeeds = [
        #"<link rel="preload" href="/tiles" as="fetch" crossorigin>"#,
        #"<script src="/assets/leaflet/\#(AssembledSite.leafletScript)" defer></script>"#,
    ]

    /// The messages that the page's scripts may use, as a JSON object that is safe in a script element.
    private func words(of page: SitePage) -> String {
        let isAskedFor = asks[page.name] ?? { _ in false }
        return "{" + members.filter { isAskedFor($0.key) }.map(\.json).joined(separator: ",") + "}"
    }

    /// The members of a JSON object, without its braces and unable to end a script element.
    private static func json(_ object: [String: Any]) -> String? {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? JSONSerialization.data(withJSONObject: object, options: options)
        else { return nil }
        return embedded(json: data.dropFirst().dropLast())
    }

    private var languageOptions: String {
        Language.allCases.map { other in
            let tag = other.rawValue
            let selected = other == language ? " selected" : ""
            return #"<option value="\#(tag)" lang="\#(tag)"\#(selected)>\#(other.ownName)</option>"#
        }.joined()
    }

    /// Text escaped for HTML elements and attributes.
    ///
    /// It works on bytes: a quotation mark beside a scalar such as U+0600 or U+0301 is no `Character` of its own, and ends
    /// an attribute all the same.
    static func escaped(_ text: String) -> String {
        // Most texts have nothing to escape.
        guard text.utf8.contains(where: { reference(to: $0) != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * text.utf8.count)
        for byte in text.utf8 {
            if let name = reference(to: byte) { bytes += name.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How HTML names a byte that means something there; `nil` for all others.
    private static func reference(to byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        default: nil
        }
    }

    /// JSON that cannot end the script element that holds it.
    static func embedded(json: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in json {
            if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Text escaped for a JSON string; messages have no line ends.
    static func jsonEscaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// A mistake in the sources of the site.
package struct SiteMistake: Error, Hashable, CustomStringConvertible {
    /// The file that contains the mistake.
    let file: String
    let problem: String

    package var description: String { "\(file): \(problem)" }
}

extension Language {
    /// The language's name for itself.
    fileprivate var ownName: String {
        switch self {
        case .english: "English"
        case .german: "Deutsch"
        case .french: "Français"
        case .italian: "Italiano"
        case .spanish: "Español"
        }
    }
}
