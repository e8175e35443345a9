package import Allergens
package import Forms
package import Foundation
package import Geography

/// What a study's public page says of it to catalogues: metadata of DataCite 4.5, in the JSON of DataCite's REST API.
///
/// Members that the schema wants and nobody said, such as the DOI of a study that has none, are left out.
package struct DataCiteRecord: Encodable {
    /// Somebody who made the study.
    package struct Creator: Encodable, Sendable {
        let name: String
        let nameType: String?
        let nameIdentifiers: [NameIdentifier]?

        /// - Parameters:
        ///   - name: `Family, Given` for a person, or the name of an organisation.
        ///   - isPerson: Whether it is a person; `nil` if nobody said so.
        ///   - orcid: The person's ORCID, such as `0000-0002-1825-0097`.
        package init(name: String, isPerson: Bool?, orcid: String? = nil) {
            self.name = name
            nameType = isPerson.map { $0 ? "Personal" : "Organizational" }
            nameIdentifiers = orcid.map {
                [
                    NameIdentifier(
                        nameIdentifier: "https://orcid.org/\($0)", nameIdentifierScheme: "ORCID",
                        schemeUri: "https://orcid.org")
                ]
            }
        }
    }

    struct NameIdentifier: Encodable { let nameIdentifier, nameIdentifierScheme, schemeUri: String }
    struct Title: Encodable {
        let title: String
        let lang: String?
    }
    struct Kind: Encodable {
        let resourceTypeGeneral = "Dataset"
        let resourceType = "Study of symptoms and air"
    }
    struct Moment: Encodable { let date, dateType: String }
    struct Note: Encodable {
        let description: String
        let descriptionType = "Abstract"
        let lang: String?
    }
    struct Rights: Encodable { let rights, rightsUri: String }
    struct Subject: Encodable { let subject: String }
    struct Publisher: Encodable { let name: String }
    struct Place: Encodable {
        let geoLocationPlace: String
        let geoLocationBox: Edges
    }
    struct Edges: Encodable {
        let westBoundLongitude, eastBoundLongitude, southBoundLatitude, northBoundLatitude: Double
    }

    let doi: String?
    let url: String
    let types = Kind()
    let creators: [Creator]
    let titles: [Title]
    let publisher: Publisher
    /// A text, as the schema wants it.
    let publicationYear: String
    let subjects: [Subject]
    let dates: [Moment]
    let language: String?
    let sizes: [String]
    let formats: [String]
    let version: String
    let rightsList: [Rights]?
    let descriptions: [Note]
    let geoLocations: [Place]?
    let schemaVersion = "http://datacite.org/schema/kernel-4"

    /// Describes a study.
    ///
    /// - Parameters:
    ///   - title: Its title by language; the first of `languages` is the main one.
    ///   - abstract: What it is about, by language.
    ///   - languages: The languages, in order.
    ///   - creators: Who made it, one at least.
    ///   - publisher: Who runs the service.
    ///   - url: The address of the public page.
    ///   - doi: Its DOI, if it has one.
    ///   - published: When it was made public.
    ///   - collected: The first and the last day of answers.
    ///   - participants: How many took part, as it may be shown: `< 5` instead of 4.
    ///   - rights: The licence of the data and its address, if there is one.
    ///   - version: The version of the study.
    ///   - region: The name and the box of where people were looked for, if that is said.
    package init(
        title: FormWording, abstract: FormWording, languages: [String], creators: [Creator],
        publisher: String,
        url: String, doi: String? = nil, published: CivilDate, collected: ClosedRange<CivilDate>,
        participants: String, rights: (name: String, url: String)?, version: String,
        region: (name: String, box: BoundingBox)? = nil
    ) {
        func lang(_ code: String) -> String? { code == "und" ? nil : code }
        (self.doi, self.url, self.creators, self.version) = (doi, url, creators, version)
        titles = languages.compactMap { code in title[code].map { Title(title: $0, lang: lang(code)) } }
        descriptions = languages.compactMap { code in
            abstract[code].map { Note(description: $0, lang: lang(code)) }
        }
        self.publisher = Publisher(name: publisher)
        publicationYear = String(published.components.year)
        subjects = ["pollen", "air quality", "allergy", "symptoms"].map(Subject.init)
        dates = [
            Moment(date: "\(collected.lowerBound)/\(collected.upperBound)", dateType: "Collected"),
            Moment(date: published.description, dateType: "Issued"),
        ]
        language = languages.first.flatMap(lang)
        sizes = ["\(participants) participants"]
        formats = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
        geoLocations = region.map { name, box in
            [
                Place(
                    geoLocationPlace: name,
                    geoLocationBox: Edges(
                        westBoundLongitude: box.west, eastBoundLongitude: box.east,
                        southBoundLatitude: box.south, northBoundLatitude: box.north))
            ]
        }
        rightsList = rights.map { [Rights(rights: $0.name, rightsUri: $0.url)] }
    }

    /// The record as JSON.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
