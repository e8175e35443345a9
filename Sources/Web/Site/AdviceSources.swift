import Foundation

/// What each piece of advice to readers rests on.
///
/// Advice without a source is not given: a test finds messages that advise and name none.
package struct AdviceSources: Decodable, Sendable {
    private let sources: [String: CitedSource]
    private let advice: [String: [String]]

    /// The name of the file among the sources of the site.
    static let file = "advice-sources.json"

    /// The sources that are built in.
    package static let builtIn: AdviceSources = {
        guard let known = try? JSONDecoder().decode(Self.self, from: Data(EmbeddedFiles["Pages/\(file)"]))
        else { preconditionFailure("the sources of advice are valid JSON") }
        return known
    }()

    /// The keys of all messages that have a source.
    package var keys: [String] { Array(advice.keys) }

    /// The sources of a message, the most important first; empty if none is known.
    package func sources(of key: String) -> [CitedSource] {
        (advice[key] ?? []).compactMap { sources[$0] }
    }

    /// The names of sources that a message refers to although there are none, and of those that nothing refers to.
    var strays: [String] {
        let used = Set(advice.values.joined())
        return used.symmetricDifference(sources.keys).sorted()
    }

    /// The publishers behind the messages with a prefix, each once and as a link to its source, as HTML.
    func links(ofMessagesBeginning prefix: String) -> String {
        var cited: [CitedSource] = []
        for key in advice.keys.filter({ $0.hasPrefix(prefix) }).sorted() {
            for source in sources(of: key) where !cited.contains(source) { cited.append(source) }
        }
        return cited.map { source in
            Markup("a", ["href": source.url, "title": source.title, "rel": "noopener"], source.publisher).html
        }.joined(separator: " · ")
    }

    /// The sources of the messages with a prefix, as JSON that a page may contain.
    func json(ofMessagesBeginning prefix: String) -> String {
        let found = advice.keys.filter { $0.hasPrefix(prefix) }.map { ($0, sources(of: $0)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(Dictionary(uniqueKeysWithValues: found))
        else { preconditionFailure("texts can be encoded") }
        return SiteAssembly.embedded(json: json)
    }
}
