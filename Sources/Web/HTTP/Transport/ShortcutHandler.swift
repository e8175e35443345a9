import Addressing
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Answers requests on the event loop of their connection where a shortcut can.
///
/// A request goes to the routes while an earlier one is being answered there, so that answers keep their
/// order, and while the client reads slowly, so that answers do not pile up.
final class ShortcutHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let server = HTTPField(name: .server, value: HTTPConnections.serverName)

    private let shortcuts: Shortcuts
    private let peer: NetworkAddress?
    /// Requests that were passed on and have not been fully answered.
    private var answering = 0
    /// The answer to the request whose end has not been read.
    private var ready: ReadyAnswer?
    private var hasWritten = false

    /// - Parameters:
    ///   - shortcuts: What can be answered at once.
    ///   - peer: The address at the other end of the connection; `nil` for a local socket.
    init(_ shortcuts: Shortcuts, peer: NetworkAddress?) { (self.shortcuts, self.peer) = (shortcuts, peer) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head):
            ready = answer(to: head, context)
            if ready != nil { return }
            answering += 1
        case .body: break
        case .end:
            if let answer = ready { return write(answer, context) }
        }
        context.fireChannelRead(data)
    }

    private func answer(to head: HTTPRequest, _ context: ChannelHandlerContext) -> ReadyAnswer? {
        guard answering == 0, context.channel.isWritable, !head.hasBody, head.keepsConnection
        else { return nil }
        var answer = shortcuts.answer(to: head, from: peer)
        answer?.head.headerFields.append(HTTPClock.now)
        answer?.head.headerFields.append(Self.server)
        return answer
    }

    private func write(_ answer: ReadyAnswer, _ context: ChannelHandlerContext) {
        ready = nil
        context.write(Self.wrapOutboundOut(.head(answer.head)), promise: nil)
        if answer.bytes.readableBytes > 0 {
            context.write(Self.wrapOutboundOut(.body(answer.bytes)), promise: nil)
        }
        context.write(Self.wrapOutboundOut(.end(nil)), promise: nil)
        hasWritten = true
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten { context.flush() }
        hasWritten = false
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = Self.unwrapOutboundIn(data) { answering -= 1 }
        context.write(data, promise: promise)
    }
}

extension HTTPRequest {
    /// Whether the connection stays open after the answer (RFC 9112, 9.3).
    fileprivate var keepsConnection: Bool {
        headerFields[.connection].map { $0.lowercased() == "keep-alive" } ?? true
    }
}

/// The field `Date`, formatted once in each second.
private enum HTTPClock {
    private static let last = Mutex((second: Int64.min, field: HTTPField(name: .date, value: "")))

    static var now: HTTPField {
        let now = Date.now
        let second = Int64(now.timeIntervalSince1970)
        return last.withLock { last in
            if last.second != second { last = (second, HTTPField(name: .date, value: text(of: now))) }
            return last.field
        }
    }

    /// IMF-fixdate (RFC 9110, section 5.6.7).
    private static func text(of date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
