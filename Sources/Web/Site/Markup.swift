import Foundation

/// A piece of HTML that can only be made of elements named in the program, with all texts and values escaped.
///
/// So nothing that somebody has written can become an element.
package struct Markup: Sendable, Hashable {
    let html: String

    /// The HTML as a text, to be shown to people.
    package var source: String { html }

    private init(html: String) { self.html = html }

    /// An element with content.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - attributes: The attributes; an empty value writes the name alone.
    ///   - content: What is inside.
    package init(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ content: [Markup]
    ) {
        html = "<\(name)\(Self.written(attributes))>\(content.map(\.html).joined())</\(name)>"
    }

    package init(_ name: StaticString, _ content: [Markup]) { self.init(name, [:], content) }

    /// An element with a text.
    package init(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>, _ text: String) {
        self.init(name, attributes, [.text(text)])
    }

    package init(_ name: StaticString, _ text: String) { self.init(name, [:], [.text(text)]) }

    /// An element that has no content, such as `meta`.
    package init(void name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
        html = "<\(name)\(Self.written(attributes))>"
    }

    package static func text(_ text: String) -> Markup { Markup(html: SiteAssembly.escaped(text)) }

    /// A block of data for programs: JSON that cannot end its element.
    ///
    /// - Throws: An error of the encoder.
    package static func data(_ value: some Encodable, type: String) throws -> Markup {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = SiteAssembly.embedded(json: try encoder.encode(value))
        return Markup(
            html: "<script type=\"\(SiteAssembly.escaped(type))\">\(json)</script>")
    }

    private static func written(_ attributes: KeyValuePairs<StaticString, String>) -> String {
        attributes.map { name, value in
            value.isEmpty ? " \(name)" : " \(name)=\"\(SiteAssembly.escaped(value))\""
        }.joined()
    }
}
