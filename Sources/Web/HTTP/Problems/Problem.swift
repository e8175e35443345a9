import Alerts
import Foundation
package import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore
import NIOHTTP1
package import Observations
import People

/// A failure as clients see it: an RFC 9457 problem document.
///
/// Details are written for strangers. They name what was sent and what is allowed, and reveal nothing
/// internal.
package struct Problem: Error, Sendable {
    /// One of several mistakes in a request.
    package struct Detail: Encodable, Hashable, Sendable {
        /// The place in a JSON body (RFC 6901).
        package let pointer: String?
        /// The name of the URL parameter.
        package let parameter: String?
        package let detail: String

        package init(pointer: String? = nil, parameter: String? = nil, detail: String) {
            self.pointer = pointer
            self.parameter = parameter
            self.detail = detail
        }
    }

    package let kind: ProblemKind?
    package let status: HTTPResponse.Status
    package let detail: String?
    package let errors: [Detail]
    /// The outcome for the rows of a file (an extension member; RFC 9457, section 3.2).
    package let rows: UploadAnswer?
    package var headers: HTTPFields = [:]
    /// Whether to suggest a password reset by mail (an extension member).
    package var suggestsReset: Bool?
    /// How often a passcode may still be wrong (an extension member that SMART Health Links ask for).
    package var remainingAttempts: Int?

    package init(
        _ kind: ProblemKind, _ detail: String? = nil, errors: [Detail] = [], rows: UploadAnswer? = nil
    ) {
        self.rows = rows
        self.kind = kind
        status = kind.status
        self.detail = detail ?? errors.first?.detail
        self.errors = errors
        if kind == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if kind == .wrongPasscode { headers[.wwwAuthenticate] = "Passcode" }
        if kind == .contentTooLarge { headers[.connection] = "close" }
    }

    /// What happened, in one sentence.
    package var sentence: String { detail ?? kind.map { "\($0.title)." } ?? status.reasonPhrase }

    /// A failure that has no type of its own besides its HTTP status.
    package init(plain status: HTTPResponse.Status, _ detail: String? = nil) {
        kind = nil
        rows = nil
        self.status = status
        self.detail = detail
        errors = []
    }

    package static func parameter(_ name: String, _ detail: String) -> Problem {
        Problem(.invalidParameter, errors: [Detail(parameter: name, detail: detail)])
    }
}

extension Problem {
    package static let mediaType = "application/problem+json"

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let detail: String?
        let errors: [Detail]?
        let rows: UploadAnswer?
        let suggestReset: Bool?
        let remainingAttempts: Int?
    }

    /// The encoded document.
    package var body: ByteBuffer {
        get throws {
            let document = Document(
                type: kind.map { "/problems/\($0.rawValue)" } ?? "about:blank",
                title: kind?.title ?? status.reasonPhrase, status: status.code, detail: detail,
                errors: errors.isEmpty ? nil : errors, rows: rows, suggestReset: suggestsReset,
                remainingAttempts: remainingAttempts)
            return ByteBuffer(bytes: try JSON.encoder.encode(document))
        }
    }

    package var response: Response {
        get throws {
            var headers = headers
            headers[.contentType] = Self.mediaType
            headers[.cacheControl] = "no-store"
            return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: try body))
        }
    }
}

/// A failure before the whole body was read.
///
/// The connection cannot be used again unless the rest of the body is read and dropped.
package struct UnreadBody: Error {
    package let cause: any Error

    package init(cause: any Error) { self.cause = cause }
}

/// Turns every error into a problem document, and logs the server's own faults.
package struct ProblemMiddleware: RouterMiddleware {
    package init() {}

    package typealias Context = BreatheContext

    package func handle(
        _ request: Request, context: BreatheContext,
        next: (Request, BreatheContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // The client disconnected or sent a malformed body. Hummingbird answers if the client is still
            // connected.
            throw error
        } catch {
            let cause = (error as? UnreadBody)?.cause ?? error
            let problem = Problem(describing: error)
            if problem.status == .internalServerError {
                context.logger.error(
                    "request failed",
                    metadata: [
                        "route": "\(context.endpointPath ?? "none")",
                        "error": "\(String(reflecting: type(of: cause)))",
                        "reason": "\(String(describing: cause).prefix(500))",
                    ])
            }
            // Otherwise the server would read the rest of the body before the next request.
            if problem.headers[.connection] == "close" { context.hangUp() }
            return try problem.response
        }
    }
}

extension Problem {
    fileprivate init(describing error: any Error) {
        switch error {
        case let unread as UnreadBody:
            self.init(describing: unread.cause)
            headers[.connection] = "close"
        case let problem as Problem: self = problem
        case let refusal as AccountRefusal: self.init(refusal)
        case let failure as StoreFailure: self.init(failure)
        case is UnstorableText: self.init(.malformedRequest, "No text holds the character U+0000.")
        case let error as any HTTPResponseError where error.status == .badRequest:
            self.init(.malformedRequest)
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            self.init(.contentTooLarge)
        case let error as any HTTPResponseError: self.init(plain: error.status)
        default: self.init(plain: .internalServerError)
        }
    }
}
