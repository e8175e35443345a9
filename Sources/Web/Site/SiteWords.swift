import Foundation
package import People

/// The messages of the pages in one language, for documents that say the same.
package struct SiteWords: Sendable {
    package let language: Language
    /// The forms of each message by plural category; a message with one form has only `other`.
    private let forms: [String: [String: String]]

    private static let all = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0, forms(of: $0)) })

    package init(_ language: Language) {
        self.language = language
        forms = Self.all[language] ?? [:]
    }

    /// A message with its values filled in.
    ///
    /// - Parameters:
    ///   - key: The key of the message, which exists.
    ///   - values: The values by the names of their places.
    ///   - count: The number that chooses the form.
    /// - Returns: The words.
    package func text(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        guard let forms = forms[key], let other = forms["other"]
        else { preconditionFailure("there is no message \(key)") }
        let form = count.map(isOne) == true ? forms["one"] ?? other : other
        return form.filling(values)
    }

    /// A message without values, if there is one with this key: for names that data may add.
    package func known(_ key: String) -> String? { forms[key]?["other"] }

    /// CLDR's plural rules of integers: French counts none as one.
    private func isOne(_ count: Int) -> Bool { count == 1 || count == 0 && language == .french }

    private static func forms(of language: Language) -> [String: [String: String]] {
        guard let bytes = SiteSources.builtIn["messages/\(language.rawValue).json"],
            let tree = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { preconditionFailure("every language has its messages") }
        return tree.compactMapValues { $0 as? [String: String] ?? ($0 as? String).map { ["other": $0] } }
    }
}
