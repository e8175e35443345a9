import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import Hummingbird
import Localisation
import NIOCore
import People
import Signing

/// The public alerts: GeoJSON, JSON, CAP and Atom.
///
/// `Accept-Language` chooses the language of headlines; CAP contains all languages.
struct PublicAlertRoutes: Sendable {
    private let alertStore: any PublicAlertStore
    private let signer: XMLSigner?
    private let environment: APIEnvironment

    init(alertStore: any PublicAlertStore, signer: XMLSigner?, environment: APIEnvironment) {
        self.alertStore = alertStore
        self.signer = signer
        self.environment = environment
    }

    /// The allowed numbers of alerts on one page; the maximum is the default.
    static let pageSizes = 1...500
    static let pageSize = 500
    /// How long the feed lists ended alerts: readers that come once a day, and late, still see them.
    static let memory: TimeInterval = 48 * 3_600

    private static let geoJSON = "application/geo+json"

    private struct List: Encodable {
        struct Link: Encodable {
            let rel: String
            let type: String
            let href: String
        }

        let type = "FeatureCollection"
        let features: [Feature<AlertMessage>]
        let links: [Link]
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/alerts", .everyone, handler: list),
            Endpoint(.get, "/v1/alerts.atom", .everyone, handler: feed),
            Endpoint(.get, "/v1/alerts/{alert}", .everyone, handler: one),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let instant = try request.instant("at") ?? environment.now()
        let query = try request.alertQuery(standingIn: instant...instant, in: environment.taxonomy)
        let page = try await alertStore.alerts(query)
        let phrases = MessageCatalogue(request.preferredLanguage, taxonomy: environment.taxonomy)
        let features = page.alerts.map { alert in
            Feature(
                id: alert.id.rawValue, geometry: PointGeometry(alert.publicPosition),
                properties: phrases.message(alert, concern: nil))
        }
        let links = page.next.map { cursor in
            let query = request.alertParameters(cursor: cursor, at: instant)
            return List.Link(
                rel: "next", type: Self.geoJSON, href: "\(environment.base(of: request))/v1/alerts\(query)")
        }
        let answer = try request.answer(
            List(features: features, links: links.map { [$0] } ?? []), type: Self.geoJSON)
        return (links == nil ? answer : answer.linking(in: environment)).worded(in: phrases.language)
    }

    @Sendable private func feed(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let instant = try request.instant("at") ?? environment.now()
        var query = try request.alertQuery(
            standingIn: instant.addingTimeInterval(-Self.memory)...instant, in: environment.taxonomy)
        query.includesCancellations = true
        let page = try await alertStore.alerts(query)
        let phrases = MessageCatalogue(request.preferredLanguage, taxonomy: environment.taxonomy)
        let today = Double(CivilDate(at: instant, in: .gmt).daysSinceEpoch)
        let feed = AtomFeed(
            page: page, phrases: phrases, publisher: environment.publisher,
            base: environment.base(of: request),
            query: request.alertParameters(cursor: query.cursor, at: nil),
            next: page.next.map { request.alertParameters(cursor: $0, at: instant) },
            fallback: Date(timeIntervalSince1970: today * 86_400))
        return request.answer(feed.xml, type: AtomFeed.mediaType).linking(in: environment)
            .worded(in: phrases.language)
    }

    /// Answers `{alert}` in JSON and `{alert}.cap` in CAP; ended alerts stay available and say that they have
    /// ended.
    @Sendable private func one(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = context.parameters.get("alert") ?? ""
        let plain = name.suffixRemoved(".cap")
        guard let alert = try await alertStore.alert(Alert.ID(rawValue: plain ?? name))
        else { throw Problem(.unknownAlert) }
        if plain != nil {
            let cap = CAPAlert(
                alert: alert, publisher: environment.publisher, base: environment.base(of: request),
                taxonomy: environment.taxonomy)
            return try answer(cap, to: request).linking(in: environment)
        }
        let phrases = MessageCatalogue(request.preferredLanguage, taxonomy: environment.taxonomy)
        return try request.answer(phrases.message(alert, concern: nil)).worded(in: phrases.language)
    }

    private func answer(_ cap: CAPAlert, to request: Request) throws -> Response {
        let document = Array(cap.xml.document.utf8)
        // Signatures with elliptic curves differ each time; what they sign, and with which key, does not.
        let etag = ContentHash.etag(of: document + (signer?.certificate ?? []))
        let bytes = try signer?.sign(document) ?? document
        return request.answer(ByteBuffer(bytes: bytes), type: CAPAlert.mediaType, etag: etag)
    }
}

extension Request {
    /// The alerts that `bbox`, `allergen`, `kind`, `limit` and `cursor` select.
    fileprivate func alertQuery(
        standingIn span: ClosedRange<Date>, in taxonomy: Taxonomy
    ) throws -> AlertQuery {
        var query = AlertQuery(standingIn: span, limit: try pageSize())
        query.box = try box() ?? .world
        query.allergens = try allergens(in: taxonomy)
        if let kind = text("kind") { query.kinds = try kinds(kind) }
        query.cursor = try cursor()
        return query
    }

    private func pageSize() throws -> Int {
        guard let text = text("limit") else { return PublicAlertRoutes.pageSize }
        let sizes = PublicAlertRoutes.pageSizes
        guard let size = Int(text), sizes.contains(size) else {
            throw Problem.parameter(
                "limit", "limit is a whole number from \(sizes.lowerBound) to \(sizes.upperBound).")
        }
        return size
    }

    /// One allergen, or all members of a group.
    private func allergens(in taxonomy: Taxonomy) throws -> AllergenSet {
        guard let text = text("allergen") else { return AllergenSet() }
        guard let subject = taxonomy.subject(spelled: text) else {
            throw Problem(
                .unknownAllergen,
                errors: [Problem.Detail(parameter: "allergen", detail: Self.unknownAllergen(text))])
        }
        return AllergenSet(taxonomy.allergens(of: subject))
    }

    private func kinds(_ text: String) throws -> Set<Alert.Kind> {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let kinds = parts.compactMap { Alert.Kind(rawValue: String($0)) }
        guard kinds.count == parts.count else {
            let all = Alert.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.parameter("kind", "kind is one or more of \(all), with commas between.")
        }
        return Set(kinds)
    }

    private func cursor() throws -> AlertPage.Cursor? {
        guard let text = text("cursor") else { return nil }
        guard let cursor = AlertPage.Cursor(text)
        else { throw Problem.parameter("cursor", "cursor is what the link to the next page says.") }
        return cursor
    }

    /// The parameters of this request in a fixed order, for the same alerts from a position on.
    fileprivate func alertParameters(cursor: AlertPage.Cursor?, at instant: Date?) -> String {
        var parts = ["bbox", "allergen", "kind", "limit"].compactMap { name in
            text(name).map { "\(name)=\($0.urlQueryEncoded)" }
        }
        if let time = instant?.formatted(.iso8601) ?? text("at") {
            parts.append("at=\(time.urlQueryEncoded)")
        }
        if let cursor { parts.append("cursor=\(cursor.text)") }
        return parts.isEmpty ? "" : "?\(parts.joined(separator: "&"))"
    }

    /// Answers a GET with a public XML document whose ETag is a hash of its bytes.
    fileprivate func answer(_ xml: XML, type: String) -> Response {
        let text = xml.document
        return answer(ByteBuffer(string: text), type: type, etag: ContentHash.etag(of: text.utf8))
    }
}

extension String {
    /// The text with every character escaped that is special in a query (RFC 3986, 3.4).
    var urlQueryEncoded: String {
        addingPercentEncoding(
            withAllowedCharacters: .urlQueryAllowed.subtracting(.init(charactersIn: "&+=?/")))
            ?? ""
    }
}
