import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Gives the answer to bytes that are no HTTP request its problem document.
///
/// What the parser refuses – letters outside ASCII in the target, a head beyond 80 KB, a method that nobody knows –
/// is answered by Hummingbird itself, before any routing, with a bare 400 that ends the connection. Every answer of
/// ours has a media type or is no 400, so it is told apart by that.
package final class UnreadableRequestHandler: ChannelOutboundHandler, RemovableChannelHandler {
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    package init() {}

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = Self.unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentType] == nil, head.headerFields[.contentLength] == "0",
            let body = try? Self.problem.body
        else {
            context.write(data, promise: promise)
            return
        }
        head.headerFields[.contentType] = Problem.mediaType
        head.headerFields[.contentLength] = "\(body.readableBytes)"
        context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
    }

    private static let problem = Problem(
        .malformedRequest,
        "The request's head is HTTP/1.1 in ASCII with at most 80 KB; other letters in its target are written as %XX."
    )
}
