import Alerts
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Health checks and metrics for the operators of the service.
struct OperationRoutes: Sendable {
    let health: any Health

    private struct Status: Encodable { let status = "ok" }

    private struct ProblemAnswer: Encodable {
        let type: String
        let title: String
        let status: Int
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/healthz", .everyone, handler: alive),
            Endpoint(.get, "/readyz", .everyone, handler: ready),
            Endpoint(.get, "/metrics", .everyone, handler: metrics),
            Endpoint(.get, "/problems/{problem}", .everyone, handler: problem),
        ]
    }

    @Sendable private func alive(_ request: Request, _ context: BreatheContext) async throws -> Response {
        try JSON.response(Status(), headers: [.cacheControl: "no-store"])
    }

    @Sendable private func ready(_ request: Request, _ context: BreatheContext) async throws -> Response {
        do {
            try await health.ready()
        } catch let failure as StoreFailure {
            throw Problem(failure)
        } catch {
            context.logger.error("not ready", metadata: ["reason": "\(error)"])
            throw Problem(.notReady)
        }
        return try JSON.response(Status(), headers: [.cacheControl: "no-store"])
    }

    @Sendable private func metrics(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let text = try await health.metrics()
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Explains the type of a problem document.
    @Sendable private func problem(_ request: Request, _ context: BreatheContext) async throws -> Response {
        guard let kind = context.parameters.get("problem").flatMap(ProblemKind.init(rawValue:))
        else { throw Problem(.unknownProblem) }
        return try request.answer(
            ProblemAnswer(
                type: "/problems/\(kind.rawValue)", title: kind.title, status: kind.status.code))
    }
}
