package import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Enforces the request limits on one connection, or one HTTP/2 stream, before any routing.
///
/// A request beyond the limits is answered here, and nothing more is read from it.
package final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// How long a client has to read a refusal before the connection is closed.
    package static let farewell = TimeAmount.seconds(1)

    private let limits: TransportLimits
    private let isMultiplexed: Bool
    private var headWatch: HeadWatch?
    /// Requests that were passed on and have not been fully answered.
    private var answering = 0
    private var hasAnswerBegun = false
    private var isRefused = false
    /// Whether the client waits to be told to send the body (RFC 9110, section 10.1.1).
    private var awaitsContinue = false
    private var pace: BodyPace?
    private var timer: Scheduled<Void>?

    /// - Parameters:
    ///   - limits: The limits on a request.
    ///   - isMultiplexed: Whether this is an HTTP/2 stream, whose connection continues without it.
    package init(_ limits: TransportLimits, isMultiplexed: Bool = false) {
        self.limits = limits
        self.isMultiplexed = isMultiplexed
    }

    package func handlerAdded(context: ChannelHandlerContext) {
        guard !isMultiplexed else { return }
        headWatch = try? context.pipeline.syncOperations.handler(type: HeadWatch.self)
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        headWatch?.late = { loopBound.value.0.refuse(Self.slowHead, loopBound.value.1) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { end() }

    package func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        timer?.cancel()
        timer = nil
        pace = nil
        headWatch = nil
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            headWatch?.headEnded()
            if let problem = objection(to: head) { return refuse(problem, context) }
            answering += 1
            awaitsContinue = head.expectsContinue
            pace = BodyPace(rate: limits.bodyRate, grace: limits.bodyGrace)
        case .body(let bytes):
            awaitsContinue = false
            pace?.note(bytes.readableBytes, at: .now())
        case .end:
            awaitsContinue = false
            headWatch?.requestEnded()
            timer?.cancel()
            timer = nil
            pace = nil
        }
        context.fireChannelRead(data)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        headWatch?.headEnded()
        context.fireErrorCaught(error)
    }

    package func read(context: ChannelHandlerContext) {
        if pace != nil {
            // An answer to an earlier request has to go first.
            if awaitsContinue, !hasAnswerBegun, answering == 1 { inviteBody(context) }
            pace?.wait(from: .now())
            if timer == nil { watchBody(context) }
        }
        context.read()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch Self.unwrapOutboundIn(data) {
        case .head(var head):
            hasAnswerBegun = head.status.kind != .informational
            if isMultiplexed, head.headerFields[.connection] != nil {
                // "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header fields"
                // (RFC 9113, 8.2.2).
                head.headerFields[.connection] = nil
                return context.write(Self.wrapOutboundOut(.head(head)), promise: promise)
            }
        case .body: break
        case .end:
            answering -= 1
            hasAnswerBegun = false
            if isMultiplexed, pace != nil { dismiss(context.channel) }
        }
        context.write(data, promise: promise)
    }
}

extension RequestWatch {
    private static let slowHead = Problem(.tooSlow, "The head of a request has to come within 20 seconds.")

    /// The reason to refuse a head; heads that the parser rejects never get here.
    private func objection(to head: HTTPRequest) -> Problem? {
        if head.path.map({ $0.utf8.count > limits.target }) ?? false {
            return Problem(.targetTooLong, "The limit is \(limits.target) bytes.")
        }
        if head.headerFields.count > limits.fields {
            return Problem(.headTooLarge, "The limit is \(limits.fields) header fields.")
        }
        // "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a
        // Host header field" (RFC 9112, section 3.2).
        if let headWatch, head.authority == nil, !headWatch.isOldVersion {
            return Problem(.malformedRequest, "A request of HTTP/1.1 names its host in the field Host.")
        }
        if case .spare = headWatch?.slot.kind, head.path != "/healthz" {
            return Problem(.busy, "As many connections are open as can be; come back in a moment.")
        }
        return nil
    }

    /// Tells a client that waits for it that its body will be read.
    private func inviteBody(_ context: ChannelHandlerContext) {
        awaitsContinue = false
        context.writeAndFlush(Self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Checks periodically whether a body arrives fast enough.
    private func watchBody(_ context: ChannelHandlerContext) {
        let pause = TimeAmount(min(limits.bodyGrace, .seconds(5)))
        let loopBound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: pause) {
            let (watch, context) = loopBound.value
            guard let pace = watch.pace else { return }
            guard pace.isTooSlow(at: .now()) else { return watch.watchBody(context) }
            watch.refuse(
                Problem(.tooSlow, "A body has to come at \(watch.limits.bodyRate) bytes a second."), context)
        }
    }

    /// Answers with a problem, unless another answer is already due, and ends the connection or stream.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard !isRefused, context.channel.isActive else { return }
        TransportRefusals.record(problem.kind ?? .malformedRequest)
        let isDue = !hasAnswerBegun && answering <= (pace == nil ? 0 : 1)
        isRefused = true
        end()
        guard isDue, let (head, body) = try? problem.farewell(isMultiplexed: isMultiplexed)
        else { return context.close(promise: nil) }
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.write(Self.wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        dismiss(context.channel)
    }

    /// Ignores the rest of a request that has been answered; its head does not say whether a body follows.
    ///
    /// Closing at once would reset the connection, and the client might lose the answer that explains why.
    private func dismiss(_ channel: any Channel) {
        channel.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
    }
}

extension HTTPRequest {
    fileprivate var expectsContinue: Bool {
        headerFields[.expect]?.lowercased() == "100-continue"
    }
}

extension Problem {
    /// The last answer on a connection.
    package func farewell(isMultiplexed: Bool = false) throws -> (HTTPResponse, ByteBuffer) {
        let body = try body
        var fields = headers
        fields[.contentType] = Self.mediaType
        fields[.contentLength] = "\(body.readableBytes)"
        fields[.cacheControl] = "no-store"
        if !isMultiplexed { fields[.connection] = "close" }
        if status == .serviceUnavailable || status == .tooManyRequests { fields[.retryAfter] = "1" }
        SecurityHeaders.protect(&fields)
        return (HTTPResponse(status: status, headerFields: fields), body)
    }
}
