import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// The calendar of somebody's plan and appointments.
///
/// Calendar programs send no credentials, so the address is the secret. It is withdrawn by making another one, or
/// none.
struct PlanCalendarRoutes: Sendable {
    let calendarStore: any CalendarStore
    let environment: APIEnvironment

    private static let ending = ".ics"

    var endpoints: [Endpoint] {
        let own = "/v1/me/help/calendar"
        return [
            Endpoint(.get, own, .subscriber, handler: read),
            Endpoint(.post, own, .subscriber, for: .help, handler: make),
            Endpoint(.delete, own, .subscriber, handler: remove),
            Endpoint(.get, "/v1/calendars/{calendar}", .everyone, handler: calendar),
        ]
    }

    private struct Answer: Encodable {
        /// The path of the calendar on this service.
        let path: String
        let made: Date
        let read: Date?

        init(_ address: CalendarAddress) {
            path = "/v1/calendars/\(address.secret)\(ending)"
            (made, read) = (address.made, address.read)
        }
    }

    /// At most one.
    private struct ListAnswer: Encodable { let addresses: [Answer] }

    @Sendable private func read(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let address = try await calendarStore.calendarAddress(of: context.account)
        return try JSON.response(
            ListAnswer(addresses: [address].compactMap { $0.map(Answer.init) }),
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func make(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let address = try await calendarStore.makeCalendarAddress(
            of: context.account, at: environment.now())
        var response = try JSON.response(Answer(address), headers: [.cacheControl: Freshness.personal])
        response.status = .created
        return response
    }

    @Sendable private func remove(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard try await calendarStore.removeCalendarAddress(of: context.account)
        else { throw Problem(.unknownRecord) }
        return Response(status: .noContent)
    }

    @Sendable private func calendar(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = context.parameters.get("calendar") ?? ""
        let secret = name.hasSuffix(Self.ending) ? String(name.dropLast(Self.ending.count)) : ""
        let now = environment.now()
        guard let calendar = try await calendarStore.calendar(opening: secret, at: now)
        else { throw Problem(.unknownRecord) }
        let document = PlanDocument(calendar: calendar, publisher: environment.publisher, now: now)
        return Response(
            status: .ok,
            headers: [.contentType: ICalendar.mediaType, .cacheControl: Freshness.personal],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document.text)))
    }
}
