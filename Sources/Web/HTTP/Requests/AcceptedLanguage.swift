package import HTTPTypes
package import Hummingbird
package import People

extension Request {
    /// The language of ours that `Accept-Language` prefers (RFC 9110, 12.5.4), or else English.
    ///
    /// Regions and scripts are ignored: `de-CH` is answered in German. Among languages of equal weight the
    /// first wins. Unreadable items are ignored.
    package var preferredLanguage: Language {
        let ranges = (headers[.acceptLanguage] ?? "").split(separator: ",").compactMap(LanguageRange.init)
        let liked = ranges.filter { $0.weight > 0 && $0.language != nil }
        guard let highest = liked.map(\.weight).max() else { return .english }
        return liked.first { $0.weight == highest }?.language ?? .english
    }
}

extension Request {
    /// The language that a parameter of the query names, as one of the codes of ``Language``.
    package func language(_ name: String) throws -> Language? {
        guard let text = text(name) else { return nil }
        guard let language = Language(rawValue: text) else {
            let all = Language.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.parameter(name, "\(name) is one of \(all).")
        }
        return language
    }
}

/// One item of `Accept-Language`, such as `de-CH;q=0.8`.
private struct LanguageRange {
    let language: Language?
    let weight: Double

    init?(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let tag = parts.first?.prefix(while: { $0 != "-" }) else { return nil }
        language = tag == "*" ? .english : Language(rawValue: String(tag))
        let weights = parts.dropFirst().filter { $0.hasPrefix("q=") }
        guard let text = weights.first else {
            weight = 1
            return
        }
        guard let weight = Double(text.dropFirst(2)), (0...1).contains(weight) else { return nil }
        self.weight = weight
    }
}

extension Response {
    /// The answer, marked with its language and as varying by the reader's language.
    package func worded(in language: Language) -> Response {
        var response = self
        response.headers[.contentLanguage] = language.rawValue
        return response.varying(by: .acceptLanguage)
    }

    /// The answer, marked as varying by a header of the request.
    package func varying(by name: HTTPField.Name) -> Response {
        var response = self
        response.headers.append(HTTPField(name: .vary, value: name.canonicalName))
        return response
    }
}
