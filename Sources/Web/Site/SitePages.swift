package import Foundation
package import HTTP
package import HTTPTypes
package import Hummingbird
package import NIOCore
package import People

/// The pages of the site with their files, assembled when they are asked for first.
package struct SitePages: Sendable {
    let cache: SiteCache
    let libraries: SiteLibraries
    let offer: SiteOffer
    /// What composed pages may load.
    private let policy: String?

    /// - Parameters:
    ///   - libraries: Where the scripts of others are.
    ///   - medicalWords: Sentences that take the place of those that are built in.
    ///   - carbon: Factors that take the place of those that are built in.
    ///   - folder: A folder whose files replace the built-in pages.
    ///   - leftOut: The paths of pages that are not offered.
    ///   - headers: The security headers.
    ///   - address: The public address of the service, if it has one.
    package init(
        libraries: SiteLibraries, medicalWords: MedicalWords? = nil, carbon: CarbonFactors? = nil,
        folder: URL? = nil, without leftOut: [String] = [], headers: SecurityHeaders = SecurityHeaders(),
        address: String? = nil
    ) {
        self.libraries = libraries
        policy = headers.pagePolicy
        offer = SiteOffer(without: Set(leftOut))
        cache = SiteCache(
            folder: folder, leaflet: libraries.leaflet, medicalWords: medicalWords, carbon: carbon,
            offer: offer, address: address)
    }

    /// The version of the site, which changes with each of its files.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    package var version: String { get throws { try cache.site.version } }

    /// The paths of the pages that search engines may list, besides those that are composed for a request.
    package var listedPaths: [String] {
        SitePage.all.filter { $0.isListed && !offer.leavesOut($0.path) }.map(\.path)
    }

    /// The paths of all pages in the frame of the site, with parameters in braces.
    package var paths: Set<String> {
        Set(SitePage.every.filter(\.hasFrame).map(\.path)).union(Self.lists)
    }

    /// Further paths at which composed pages answer.
    private static let lists = [
        "/place", "/station/{station}", "/articles", "/allergens", "/pollutants", "/studies",
    ]

    /// A page whose content is composed for a request.
    package enum Composed: Sendable {
        /// A place or a station, in the frame of all pages.
        case place
        /// A place for the pages of others: a document of its own, without scripts.
        case embeddedPlace
        /// An article, or the list of articles, in the frame of all pages.
        case articles
        /// An allergen, a pollutant, or the list of them, in the frame of all pages.
        case allergens
        /// A study, or the list of studies, in the frame of all pages.
        case studies

        var page: SitePage {
            switch self {
            case .place: .place
            case .embeddedPlace: .embeddedPlace
            case .articles: .articles
            case .allergens: .allergens
            case .studies: .studies
            }
        }
    }

    /// Composes a page.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    package func composed(
        _ page: Composed, in language: Language, _ content: ComposedContent
    ) throws -> ByteBuffer {
        try cache.site.edition(in: language).template(of: page.page).filled(with: content)
    }

    /// Answers with a page in the language that its reader has chosen, or with 304 if the reader holds it.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    package func answer(
        _ page: Composed, in language: Language, _ content: ComposedContent, to request: Request
    ) throws -> Response {
        let bytes = try composed(page, in: language, content)
        let etag = ContentHash.etag(of: bytes.readableBytesView)
        return finished(
            request.answer(bytes, type: Self.html, etag: etag, freshness: Freshness.site), in: language,
            to: request)
    }

    /// Answers with a composed page that is at hand, or with 304 if its reader holds it.
    ///
    /// - Parameters:
    ///   - entity: The page.
    ///   - etag: The entity tag of the page without compression.
    ///   - language: The language of the page.
    ///   - request: The request.
    /// - Returns: The answer, which caches must ask about before they use it again.
    package func answer(
        _ entity: Entity, etag: String, in language: Language, to request: Request
    ) -> Response {
        finished(
            request.answer(entity, type: Self.html, etag: etag, freshness: Freshness.site), in: language,
            to: request)
    }

    private func finished(_ answer: Response, in language: Language, to request: Request) -> Response {
        var response = answer
        response.headers[.contentSecurityPolicy] = policy
        return response.worded(in: language, for: request)
    }

    /// Answers with a page that says that there is nothing at an address; no cache keeps it.
    ///
    /// The status is 410 for what there was before.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    package func missing(
        _ page: Composed, in language: Language, _ content: ComposedContent,
        as status: HTTPResponse.Status = .notFound
    ) throws -> Response {
        let bytes = try composed(page, in: language, content)
        return Response(
            status: status, headers: [.contentType: Self.html, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: bytes)
        ).worded(in: language).varying(by: .cookie)
    }

    /// The type of pages.
    package static let html = "text/html; charset=utf-8"
}
