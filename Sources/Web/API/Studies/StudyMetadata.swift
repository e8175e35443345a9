import Site
import Studies

/// What a study's page says of itself in its head: for search engines, and for programs that show a preview.
struct StudyMetadata {
    /// The most characters that lists of results show.
    private static let longestAbout = 160

    let study: Study
    let title: StudyWords
    let purpose: String
    let ethics: String?
    let base: String

    private var address: String { base + StudyAddress.path(of: study.id) }

    /// The beginning of the purpose, up to the end of a word.
    var about: String {
        let line = purpose.split(separator: "\n").joined(separator: " ")
        guard line.count > Self.longestAbout else { return line }
        let words = line.prefix(Self.longestAbout - 1)
        return "\(words.prefix(upTo: words.lastIndex(of: " ") ?? words.endIndex))…"
    }

    /// The elements of the head.
    ///
    /// - Throws: An error of the encoder.
    func head() throws -> [Markup] {
        let named = [
            ("og:type", "website"), ("og:site_name", "Breathe Easy"), ("og:title", title.text),
            ("og:description", about), ("og:url", address), ("og:locale", title.code),
            ("og:image", "\(base)/assets/\(AppIcon.large)"), ("og:image:alt", "Breathe Easy"),
        ]
        let program = "/v1/studies/\(study.id.rawValue.urlQueryEncoded)"
        return [
            Markup(void: "link", ["rel": "canonical", "href": address]),
            Markup(void: "link", ["rel": "alternate", "type": "application/json", "href": program]),
            Markup(
                void: "link",
                ["rel": "describedby", "type": "application/json", "href": "\(program)/metadata.json"]),
        ]
            + named.map { Markup(void: "meta", ["property": $0, "content": $1]) }
            + [
                Markup(void: "meta", ["name": "twitter:card", "content": "summary"]),
                try .data(document, type: "application/ld+json"),
            ]
    }

    private var document: LinkedStudy {
        LinkedStudy(
            name: title.text, description: purpose, url: address, identifier: ethics,
            status: study.state == .open ? "Recruiting" : "Completed")
    }
}

/// A study in the vocabulary of https://schema.org.
private struct LinkedStudy: Encodable {
    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, description, url, identifier, status
    }

    let context = "https://schema.org"
    let type = "MedicalObservationalStudy"
    let name: String
    let description: String
    let url: String
    /// The number under which a committee has approved it.
    let identifier: String?
    /// Whether people are still sought, as https://schema.org/MedicalStudyStatus has it.
    let status: String
}
