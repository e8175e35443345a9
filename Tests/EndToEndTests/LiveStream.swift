import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import SampleTesting

/// A subscriber's open stream of alerts.
struct LiveStream: Sendable {
    struct Event: Sendable {
        let id: Int?
        let name: String?
        let data: JSONValue

        var headline: String { data["headline"].text ?? "" }
    }

    private let events: AsyncStream<Event>

    /// The next alert, or `nil` when the stream has ended.
    func next() async throws -> Event? {
        let events = events
        return try await unlessItHangs("nothing arrived") { await events.first { _ in true } }
    }

    /// Listens while `body` runs; the service has joined the stream when `body` begins.
    static func open(
        _ service: RunningService, as token: String, after last: Int? = nil,
        _ body: @escaping @Sendable (LiveStream) async throws -> Void
    ) async throws {
        var request = HTTPClientRequest(url: service.address + "/v1/me/alerts/stream")
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        if let last { request.headers.add(name: "Last-Event-ID", value: String(last)) }
        let response = try await client.execute(request, timeout: .minutes(60))
        guard response.status == .ok, response.headers.first(name: "Content-Type") == "text/event-stream"
        else { throw Late("no stream but status \(response.status.code)") }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                defer { continuation.finish() }
                // A broken connection ends the stream, and the test notices what is missing.
                try? await read(response.body) { continuation.yield($0) }
                return false
            }
            group.addTask {
                try await body(LiveStream(events: events))
                return true
            }
            while let isDone = try await group.next(), !isDone {}
            group.cancelAll()
        }
    }

    /// Splits a body into events, as in the HTML standard; comments and `retry` are left out.
    private static func read(_ body: HTTPClientResponse.Body, _ found: (Event) -> Void) async throws {
        var text = ""
        for try await chunk in body {
            text += String(buffer: chunk)
            while let end = text.range(of: "\n\n") {
                if let event = event(in: text[..<end.lowerBound]) { found(event) }
                text = String(text[end.upperBound...])
            }
        }
    }

    private static func event(in block: Substring) -> Event? {
        var fields: [Substring: String] = [:]
        for line in block.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon]] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let text = fields["data"],
            let data = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        else { return nil }
        return Event(id: fields["id"].flatMap { Int($0) }, name: fields["event"], data: data)
    }
}
