import Allergens
import Foundation
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import Observations
import Site

/// A page for every place and station, the search for towns without a script, and what other sites may show.
struct PlacePageRoutes: Sendable {
    let reader: PlaceReader
    let names: PlaceNames
    let colours: LevelColours
    let pages: SitePages
    let kept: KeptPlacePages
    let environment: APIEnvironment

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/place", .everyone, handler: search),
            Endpoint(.get, "/place/{place}", .everyone, handler: place),
            Endpoint(.get, "/station/{station}", .everyone, handler: station),
            Endpoint(.get, "/embed/place/{place}", .everyone, handler: embedded),
        ]
    }

    @Sendable private func place(_ request: Request, _ context: BreatheContext) async throws -> Response {
        switch names.place(of: context) {
        case .found(let subject): try await page(of: subject, request)
        case .moved(let subject): request.redirect(to: subject.path, in: environment)
        case .unknown(let name): try answer(unknown: name, request)
        }
    }

    @Sendable private func station(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = context.parameters.get("station") ?? ""
        guard let id = Station.ID(rawValue: name), let station = try await reader.sources.stations.station(id)
        else { return try answer(unknown: name.prefix(PlaceAddress.longestName).description, request) }
        return try await page(of: PlaceSubject(station), request)
    }

    private func page(of subject: PlaceSubject, _ request: Request) async throws -> Response {
        let text = PlaceText(request.pageLanguage, taxonomy: environment.taxonomy)
        let day = request.linkedDay(in: environment)
        let wish = KeptPlacePages.Wish(
            report: try await reader.report(of: subject, on: day), language: text.language,
            base: environment.base(of: request), day: day, version: try pages.version)
        let page = try kept.page(wish, shared: !isSignedIn(request)) { try composed(wish, text) }
        return pages.answer(
            page.entity(compressed: request.takesGzip), etag: page.etag, in: text.language, to: request
        ).linking(in: environment)
    }

    /// Whether a request shows a session or a token, be it in force or not.
    private func isSignedIn(_ request: Request) -> Bool {
        request.headers[.authorization] != nil || environment.cookies.secret(in: request) != nil
    }

    private func composed(_ wish: KeptPlacePages.Wish, _ text: PlaceText) throws -> ByteBuffer {
        let metadata = PlaceMetadata(report: wish.report, text: text, base: wish.base, day: wish.day)
        let sections = PlaceSections(report: wish.report, text: text, colours: colours, base: wish.base)
        let content = ComposedContent(
            title: metadata.title, about: metadata.about, head: try metadata.head(), content: sections.all)
        return try pages.composed(.place, in: wish.language, content)
    }

    /// A page for the frames of other sites: the query chooses its language, and no cookie does.
    @Sendable private func embedded(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let language = try request.language("language") ?? request.preferredLanguage
        let text = PlaceText(language, taxonomy: environment.taxonomy)
        let base = environment.base(of: request)
        let subject: PlaceSubject
        switch names.place(of: context) {
        case .found(let found): subject = found
        case .moved(let found):
            return request.redirect(to: "/embed/place/\(found.cardPlace)", in: environment)
        case .unknown(let name): throw Problem(.unknownPlace, "No place has the name \"\(name)\".")
        }
        let report = try await reader.report(of: subject)
        let content = ComposedContent(
            title: text("page.place", ["name": text.name(of: subject)]), about: nil, head: [],
            content: EmbeddedPlace(report: report, text: text, colours: colours, base: base).content)
        let bytes = try pages.composed(.embeddedPlace, in: language, content)
        var response = request.answer(
            bytes, type: SitePages.html, etag: ContentHash.etag(of: bytes.readableBytesView),
            freshness: Freshness.site
        ).linking(in: environment).worded(in: language)
        response.headers[.contentSecurityPolicy] = Self.embeddedPolicy
        response.headers[HTTPField.Name.named("Cross-Origin-Resource-Policy")] = "cross-origin"
        return response
    }

    /// Any page may frame it; it loads its style sheet and runs nothing.
    private static let embeddedPolicy =
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
}

/// The search for towns.
extension PlacePageRoutes {
    /// The most towns in a list.
    private static let mostFound = 20

    /// The form, with the towns that the query names; a position in what another app shares leads to its page.
    @Sendable private func search(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let shared = SharedPlace(["q", "link", "title"].compactMap(request.text))
        if let position = shared.position {
            let address = PlaceAddress.position(RoundedPosition(position))
            guard let place = names.subject(at: address) else { throw Problem(plain: .notFound) }
            return Response(status: .found, headers: [.location: place.path, .cacheControl: "no-store"])
        }
        let query = shared.name
        let text = PlaceText(request.pageLanguage, taxonomy: environment.taxonomy)
        let isName = (1...PlaceAddress.longestName).contains(query.unicodeScalars.count)
        let found = isName ? names.towns(like: query, limit: Self.mostFound) : []
        let search = PlaceSearch(
            text: text, query: query, found: found, isMisspelt: isName && names.isMisspelt(query))
        return try pages.answer(.place, in: text.language, search.content, to: request)
    }

    /// The same form where there is no such place.
    private func answer(unknown name: String, _ request: Request) throws -> Response {
        let text = PlaceText(request.pageLanguage, taxonomy: environment.taxonomy)
        let search = PlaceSearch(
            text: text, query: name, found: names.towns(like: name, limit: Self.mostFound),
            isMisspelt: names.isMisspelt(name))
        return try pages.missing(.place, in: text.language, search.content)
    }
}

extension PlaceNames {
    /// What a path leads to.
    enum Found {
        case found(PlaceSubject)
        /// The place has another address, which is the only one of its kind.
        case moved(PlaceSubject)
        case unknown(String)
    }

    /// The place in the path of a request.
    func place(of context: BreatheContext) -> Found {
        let part = context.parameters.get("place") ?? ""
        let name = part.removingPercentEncoding ?? part
        guard let address = PlaceAddress(name), let subject = subject(at: address)
        else { return .unknown(String(name.prefix(PlaceAddress.longestName))) }
        return subject.path == Self.folder + part ? .found(subject) : .moved(subject)
    }
}

extension Request {
    /// The day in a link to a place's page if it may have values: any until tomorrow.
    ///
    /// For readers of a page, a wrong day is not worth a failure.
    fileprivate func linkedDay(in environment: APIEnvironment) -> CivilDate? {
        guard let day = text("date").flatMap({ CivilDate($0) }), day <= environment.today.adding(days: 1)
        else { return nil }
        return day
    }

    /// Leads to the only address of a place, with the same query.
    func redirect(to path: String, in environment: APIEnvironment) -> Response {
        let query = uri.query.map { "?\($0)" } ?? ""
        return Response(
            status: .movedPermanently,
            headers: [.location: path + query, .cacheControl: Freshness.shared])
    }
}
