import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Answers bytes that are not an HTTP request with a problem document.
///
/// The parser rejects non-ASCII characters in the target, a head that is too large, and unknown methods.
/// Hummingbird answers these itself, before any routing, with a bare 400 that ends the connection. That is
/// how such an answer is recognised: every answer of ours has a media type or is not a 400.
package final class UnreadableRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// "appropriate when the server does not recognize the request method" (RFC 9110, 15.6.2).
    private static let unknownMethod = Problem(
        plain: .notImplemented, "The methods are GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS.")

    private let limits: TransportLimits
    private var problem: Problem

    /// The limits to name to clients that exceed them.
    package init(_ limits: TransportLimits = TransportLimits()) {
        self.limits = limits
        problem = Problem(
            .malformedRequest,
            "The request's head is HTTP/1.1 in ASCII with at most \(limits.head >> 10) KB; other letters in its target "
                + "are written as %XX.")
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: problem = overflow(context)
        case HTTPParserError.invalidMethod: problem = Self.unknownMethod
        default: break
        }
        context.fireErrorCaught(error)
    }

    private func overflow(_ context: ChannelHandlerContext) -> Problem {
        let watch = try? context.pipeline.syncOperations.handler(type: HeadWatch.self)
        // The request line also holds the method and the version.
        if let watch, watch.lineLength > limits.target {
            return Problem(.targetTooLong, "The limit is \(limits.target) bytes.")
        }
        return Problem(
            .headTooLarge,
            "The limits are \(limits.fields) fields of \(limits.field >> 10) KB and \(limits.head >> 10) KB in all."
        )
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(let head) = Self.unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentType] == nil, head.headerFields[.contentLength] == "0",
            let (answer, body) = try? problem.farewell()
        else {
            context.write(data, promise: promise)
            return
        }
        TransportRefusals.record(problem.kind ?? .malformedRequest)
        context.write(Self.wrapOutboundOut(.head(answer)), promise: promise)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
    }
}
