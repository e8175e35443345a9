import Allergens
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Site

/// A page for every allergen and pollutant, and the list of them all.
struct AllergenPageRoutes: Sendable {
    let reader: AllergenReader
    let colours: LevelColours
    let pages: SitePages
    let environment: APIEnvironment

    /// The most characters of a search, and of a name in an address.
    static let mostCharacters = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, AllergenAddress.list, .everyone, handler: list),
            Endpoint(.get, "/allergens/{allergen}", .everyone, handler: one),
            Endpoint(.get, "/pollutants", .everyone) { request, _ in
                request.redirect(to: AllergenAddress.list, in: environment)
            },
            Endpoint(.get, "/pollutants/{allergen}", .everyone, handler: one),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let query = (request.words("q") ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let text = text(for: request)
        return try pages.answer(
            .allergens, in: text.language,
            listed(String(query.prefix(Self.mostCharacters)), text, request).content, to: request
        ).linking(in: environment)
    }

    /// The page of what an address names; other names of it lead to its only address.
    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let text = text(for: request)
        guard let allergen = environment.taxonomy.pageAllergen(of: context) else {
            let list = listed("", text, request)
            return try pages.missing(.allergens, in: text.language, list.unknown)
        }
        let path = AllergenAddress(allergen).path
        guard path == request.uri.path else { return request.redirect(to: path, in: environment) }
        let report = try await reader.report(of: allergen)
        let content = AllergenContent(
            report: report, articles: try await reader.sources.articles.shelf().library, text: text,
            taxonomy: environment.taxonomy, colours: colours, base: environment.base(of: request))
        return try pages.answer(.allergens, in: text.language, try content.content(), to: request)
            .linking(in: environment)
    }

    private func listed(_ query: String, _ text: PlaceText, _ request: Request) -> AllergenListContent {
        AllergenListContent(
            query: query, text: text, taxonomy: environment.taxonomy, base: environment.base(of: request))
    }

    /// The words in the language of the link that led here, or else in the reader's.
    private func text(for request: Request) -> PlaceText {
        PlaceText(request.pageLanguage, taxonomy: environment.taxonomy)
    }
}

extension Taxonomy {
    /// What an address names, by its key or another name; `nil` if it has no page.
    func pageAllergen(of context: BreatheContext) -> Allergen? {
        let part = context.parameters.get("allergen") ?? ""
        let name = part.removingPercentEncoding ?? part
        guard name.unicodeScalars.count <= AllergenPageRoutes.mostCharacters,
            let allergen = allergen(spelled: name), allergen.category != .food
        else { return nil }
        return allergen
    }
}

/// The only address of an allergen's page.
struct AllergenAddress {
    /// The name of the picture below a page, for previews of links.
    static let preview = "preview.png"
    /// The path of the list.
    static let list = "/allergens"

    let path: String

    init(_ allergen: Allergen) {
        let folder = allergen.category == .pollutant ? "/pollutants" : Self.list
        path = "\(folder)/\(allergen.id.rawValue)"
    }
}
