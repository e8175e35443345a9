/// Something that a sentence for readers rests on.
package struct CitedSource: Hashable, Codable, Sendable {
    package let title: String
    package let publisher: String
    /// An address with TLS, or a path of the site for what its own data say.
    package let url: String
    /// The day on which it was last compared with the sentence, `YYYY-MM-DD`.
    package let read: String

    /// Where it is, for readers elsewhere, for whom the addresses of this site begin with a base.
    package func address(base: String) -> String { url.hasPrefix("/") ? base + url : url }
}
