import Allergens
import Basemap
import Foundation
import Geography
import Observations
import People
import Site

/// What a place's page says of itself in its head: for search engines, and for programs that show a preview.
struct PlaceMetadata {
    let report: PlaceReport
    let text: PlaceText
    let base: String
    /// The day to which a link leads, if it names one.
    let day: CivilDate?

    private var subject: PlaceSubject { report.subject }
    private var page: WordedAddress { WordedAddress(path: subject.path, base: base) }
    private var address: String { page.url(in: text.language) }

    var title: String {
        let name = text("page.place", ["name": text.name(of: subject)])
        return day.map { "\(name) · \(text.longDay($0))" } ?? name
    }
    var about: String { text("page.place.about", ["name": text.name(of: subject)]) }

    /// The elements of the head.
    func head() throws -> [Markup] {
        let preview = CardSize.preview.format
        let date = day.map { "date=\($0)" }
        let picture = WordedAddress(path: "\(subject.path)/preview.png", base: base).url(in: text.language)
        let onDay = date.map { "&\($0)" } ?? ""
        let named = [
            ("og:type", "website"), ("og:site_name", "Breathe Easy"), ("og:title", title),
            ("og:description", about),
            ("og:url", address + onDay), ("og:locale", text.language.rawValue),
            ("og:image", picture + onDay), ("og:image:width", "\(Int(preview.width))"),
            ("og:image:height", "\(Int(preview.height))"), ("og:image:alt", title),
        ]
        return page.links(in: text.language)
            + named.map { Markup(void: "meta", ["property": $0, "content": $1]) }
            + [
                Markup(void: "meta", ["name": "twitter:card", "content": "summary_large_image"]),
                try .data(document, type: "application/ld+json"),
            ]
    }

    private var document: LinkedPage {
        let country = subject.town.flatMap { town in
            if case .town = subject.kind, !town.country.isEmpty { town.country } else { nil }
        }
        let values = report.courses.compactMap { course in
            course.estimate(on: report.day).map { estimate in
                LinkedValue(
                    name: text.name(of: course.allergen), value: (estimate.value * 100).rounded() / 100,
                    unitText: course.allergen.unit.map { text("unit.\($0.rawValue)") },
                    description: "\(text.level(estimate.level)), \(text.basis(estimate.basis))")
            }
        }
        return LinkedPage(
            name: title, description: about, url: address, inLanguage: text.language.rawValue,
            temporalCoverage: report.day.description,
            about: LinkedPlace(
                name: text.name(of: subject),
                geo: LinkedPosition(
                    latitude: subject.position.latitude, longitude: subject.position.longitude),
                address: country.map { LinkedAddress(addressCountry: $0) }, additionalProperty: values))
    }
}

/// A page in the vocabulary of https://schema.org.
private struct LinkedPage: Encodable {
    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, description, url, inLanguage, temporalCoverage, about
    }

    let context = "https://schema.org"
    let type = "WebPage"
    let name: String
    let description: String
    let url: String
    let inLanguage: String
    let temporalCoverage: String
    let about: LinkedPlace
}

private struct LinkedPlace: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, geo, address, additionalProperty
    }

    let type = "Place"
    let name: String
    let geo: LinkedPosition
    let address: LinkedAddress?
    let additionalProperty: [LinkedValue]
}

private struct LinkedPosition: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case latitude, longitude
    }

    let type = "GeoCoordinates"
    let latitude: Double
    let longitude: Double
}

private struct LinkedAddress: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case addressCountry
    }

    let type = "PostalAddress"
    let addressCountry: String
}

private struct LinkedValue: Encodable {
    enum CodingKeys: String, CodingKey {
        case type = "@type"
        case name, value, unitText, description
    }

    let type = "PropertyValue"
    let name: String
    let value: Double
    let unitText: String?
    let description: String
}
