import Allergens
import HTTP
import HTTPTypes
import Hummingbird
import Site

/// Answers readers in the design of the site where a request fails.
///
/// Programs keep their problem documents: a page is for who asks for `text/html` by name, as browsers do for what
/// their readers open, and only at the address of a page or where there is nothing.
struct FailurePages<Inner: HTTPResponder<BreatheContext>>: HTTPResponder {
    let pages: SitePages
    let taxonomy: Taxonomy
    /// The routes that answer programs, whatever they accept.
    let programs: [PathTemplate]
    let inner: Inner

    func respond(to request: Request, context: BreatheContext) async throws -> Response {
        let response = try await inner.respond(to: request, context: context)
        guard response.headers[.contentType] == Problem.mediaType, request.isOfReader,
            !programs.contains(where: { $0.matches(request.uri.path) })
        else { return response }
        let language = request.siteLanguage
        let page = FailurePage(response.status, text: PlaceText(language, taxonomy: taxonomy))
        var answer = try pages.missing(.place, in: language, page.content)
        answer.status = response.status
        for field in response.headers where field.name != .contentLength && answer.headers[field.name] == nil
        {
            answer.headers.append(field)
        }
        return request.method == .head ? answer.createHeadResponse() : answer
    }
}

extension Request {
    /// Where there are no pages at all.
    private static let ofPrograms = ["/v1/", "/tiles/", "/ogc/", "/assets/"]

    fileprivate var isOfReader: Bool {
        guard method == .get || method == .head, let accepted = headers[.accept],
            !Self.ofPrograms.contains(where: uri.path.hasPrefix)
        else { return false }
        return accepted.lowercased().split(separator: ",").contains {
            $0.split(separator: ";").first?.trimmingPrefix(" ") == "text/html"
        }
    }
}

/// The path of a route, such as `/auth/{provider}`.
struct PathTemplate: Hashable {
    private let parts: [Substring]

    init(_ path: String) { parts = path.split(separator: "/") }

    /// Whether a path has these parts, with anything in the places of parameters.
    func matches(_ path: String) -> Bool {
        let found = path.split(separator: "/")
        return found.count == parts.count
            && zip(parts, found).allSatisfy { part, word in part.hasPrefix("{") || part == word }
    }
}
