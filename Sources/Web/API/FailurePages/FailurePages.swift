import Allergens
import HTTP
import HTTPTypes
import Hummingbird
import Site

/// Answers readers in the design of the site where a request fails.
///
/// Programs keep their problem documents: a page is for who asks for `text/html` by name, as browsers do for what
/// their readers open, and never at an address of the API, of tiles or of files.
struct FailurePages<Inner: HTTPResponder<BreatheContext>>: HTTPResponder {
    let pages: SitePages
    let taxonomy: Taxonomy
    let inner: Inner

    func respond(to request: Request, context: BreatheContext) async throws -> Response {
        let response = try await inner.respond(to: request, context: context)
        guard response.headers[.contentType] == Problem.mediaType, request.isOfReader else { return response }
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
    /// Where answers are for programs alone, whatever they accept.
    private static let ofPrograms = ["/v1", "/tiles", "/ogc", "/assets"]

    fileprivate var isOfReader: Bool {
        guard method == .get || method == .head, let accepted = headers[.accept] else { return false }
        let path = uri.path
        guard !Self.ofPrograms.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else {
            return false
        }
        return accepted.lowercased().split(separator: ",").contains {
            $0.split(separator: ";").first?.trimmingPrefix(" ") == "text/html"
        }
    }
}
