import Allergens
import Foundation
import People
import Site

/// What an allergen's page says of itself in its head: for search engines, and for programs that show a preview.
struct AllergenMetadata {
    let allergen: Allergen
    let citations: [CitedSource]
    let text: PlaceText
    let base: String

    private var path: String { AllergenAddress(allergen).path }
    private var page: WordedAddress { WordedAddress(path: path, base: base) }
    private var address: String { page.url(in: text.language) }
    private var name: String { text.name(of: allergen) }

    var title: String {
        switch allergen.category {
        case .pollen, .spore: text("page.allergen", ["name": name])
        case .pollutant: text("page.pollutant", ["name": name])
        case .indoor, .chemical, .food: text("page.allergen.indoor", ["name": name])
        }
    }

    var about: String { text("page.allergen.about", ["name": name]) }

    /// The elements of the head.
    ///
    /// - Throws: An error of the encoder.
    func head() throws -> [Markup] {
        let size = CardSize.preview.format
        let picture = WordedAddress(path: "\(path)/\(AllergenAddress.preview)", base: base)
            .url(in: text.language)
        let named = [
            ("og:type", "article"), ("og:site_name", "Breathe Easy"), ("og:title", title),
            ("og:description", about), ("og:url", address), ("og:locale", text.language.rawValue),
            ("og:image", picture), ("og:image:width", "\(Int(size.width))"),
            ("og:image:height", "\(Int(size.height))"), ("og:image:alt", title),
        ]
        return page.links(in: text.language)
            + named.map { Markup(void: "meta", ["property": $0, "content": $1]) }
            + [
                Markup(void: "meta", ["name": "twitter:card", "content": "summary_large_image"]),
                try .data(document, type: "application/ld+json"),
            ]
    }

    private var document: LinkedAllergenPage {
        let names = Set(allergen.names.values).union([allergen.latin].compactMap(\.self))
        return LinkedAllergenPage(
            name: title, description: about, url: address, inLanguage: text.language.rawValue,
            about: LinkedAllergen(
                name: name, alternateName: names.sorted(),
                image: base + AllergenDrawing.path(of: allergen.id)),
            citation: citations.map {
                LinkedCitation(name: $0.title, url: $0.url, publisher: $0.publisher)
            })
    }
}

/// A page in the vocabulary of https://schema.org.
private struct LinkedAllergenPage: Encodable {
    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, description, url, inLanguage, about, citation, isAccessibleForFree
    }

    let context = "https://schema.org"
    let type = "WebPage"
    let name: String
    let description: String
    let url: String
    let inLanguage: String
    let about: LinkedAllergen
    let citation: [LinkedCitation]
    let isAccessibleForFree = true
}

private struct LinkedAllergen: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, alternateName, image
    }

    let type = "Thing"
    let name: String
    let alternateName: [String]
    let image: String
}

private struct LinkedCitation: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, url, publisher
    }

    let type = "CreativeWork"
    let name: String
    let url: String
    let publisher: String
}
