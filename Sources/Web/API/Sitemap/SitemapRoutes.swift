import Allergens
import Articles
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import Site

/// The map of the site for search engines, and the rules for programs that read the web.
struct SitemapRoutes: Sendable {
    static let path = "/sitemap.xml"

    let pages: SitePages
    let articles: any ArticleShelving
    let stations: any StationStore
    let names: PlaceNames
    let towns: StationTowns
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/robots.txt", .everyone) { request, _ in robots(request) },
            Endpoint(.get, Self.path, .everyone, handler: map),
        ]
    }

    /// The rules: what answers programs instead of readers is left out (RFC 9309).
    private func robots(_ request: Request) -> Response {
        let lines = [
            "User-agent: *", "Disallow: /v1/", "Disallow: /tiles/", "Disallow: /wmts", "Disallow: /ogc", "",
            "Sitemap: \(environment.base(of: request))\(Self.path)", "",
        ]
        return answer(lines.joined(separator: "\n"), type: "text/plain; charset=utf-8", to: request)
    }

    @Sendable private func map(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let map = Sitemap(try await entries(), base: environment.base(of: request))
        let document: String
        if let text = request.text("part") {
            guard text.wholeMatch(of: /0*[1-9][0-9]*/) != nil
            else { throw Problem.parameter("part", "part is a whole number from 1 to \(map.parts).") }
            guard let part = Int(text), part <= map.parts
            else { throw Problem(plain: .notFound, "The last part is \(map.parts).") }
            document = map.part(part)
        } else {
            document = map.document
        }
        return answer(document, type: "application/xml", to: request)
    }

    private func answer(_ text: String, type: String, to request: Request) -> Response {
        let bytes = ByteBuffer(string: text)
        return request.answer(bytes, type: type, etag: ContentHash.etag(of: bytes.readableBytesView))
            .linking(in: environment)
    }

    private func entries() async throws -> [Sitemap.Entry] {
        let stations = try await stations.stations()
        let written = try await articles.shelf().library.articles
        let near = Set(stations.compactMap { towns.town(at: $0.position) }).compactMap(names.path)
        let allergens = environment.taxonomy.allergens.filter { $0.category != .food }
        return (pages.listedPaths + ["/articles", AllergenAddress.list, StudyAddress.list]).map {
            Sitemap.Entry(path: $0, isInEachLanguage: true)
        }
            + written.map {
                Sitemap.Entry(path: $0.path, changed: $0.updated, isInEachLanguage: true)
            }
            + allergens.map { Sitemap.Entry(path: AllergenAddress($0).path, isInEachLanguage: true) }
            + near.sorted().map { Sitemap.Entry(path: $0, isInEachLanguage: true) }
            + stations.map { Sitemap.Entry(path: PlaceSubject($0).path, isInEachLanguage: true) }
    }
}
