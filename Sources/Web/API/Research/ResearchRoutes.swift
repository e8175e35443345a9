import Alerts
import Allergens
import Foundation
import Geography
import HTTP
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import People

/// Reports for researchers: only those whose authors consented, and without the authors.
///
/// No account is named, and so nobody can be notified of an access. The log records how much was read.
struct ResearchRoutes: Sendable {
    let personalRecords: any PersonalRecords
    let environment: APIEnvironment

    /// Reports on one page.
    static let pageSize = 1_000
    /// The longest span of one query, in days: as long as ``Retention/reports`` stores them.
    static let longestSpan = Retention.reports.days + 1

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/v1/research/reports", .researcher, handler: reports)]
    }

    @Sendable private func reports(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let isCSV = try request.wantsCSV()
        var query = ResearchQuery(days: try days(of: request), limit: Self.pageSize + 1)
        query.box = try request.box()
        query.allergen = try request.allergen("allergen", in: environment.taxonomy)?.id
        query.after = try request.entryNumber("after") ?? 0
        let found = try await personalRecords.researchReports(query)
        let page = Array(found.prefix(Self.pageSize))
        let next = found.count > page.count ? page.last?.number : nil
        context.logger.info("reports read for research", metadata: ["reports": "\(page.count)"])
        var headers: HTTPFields = [.cacheControl: Freshness.personal]
        if let next { headers[.link] = "<\(Self.address(after: next, of: request))>; rel=\"next\"" }
        guard isCSV else {
            return try JSON.response(
                ResearchPage(reports: page.map(ResearchReportWire.init), next: next), headers: headers)
        }
        headers[.contentType] = "text/csv; charset=utf-8"
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: CSVTable(of: page).text)))
    }

    private func days(of request: Request) throws -> ClosedRange<CivilDate> {
        let to = try request.day("to") ?? environment.today
        let from = try request.day("from") ?? to.adding(days: 1 - Self.longestSpan)
        guard from <= to else { throw Problem.parameter("from", "from lies after to.") }
        guard to.daysSinceEpoch - from.daysSinceEpoch < Self.longestSpan
        else { throw Problem.parameter("from", "One answer tells of at most \(Self.longestSpan) days.") }
        return from...to
    }

    /// The URL of the next page: this one with another `after` (RFC 8288).
    private static func address(after number: Int64, of request: Request) -> String {
        let kept = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("after=") }
        return request.uri.path + "?" + (kept + ["after=\(number)"]).joined(separator: "&")
    }
}

extension HTTPField.Name {
    static let link = named("Link")
}
