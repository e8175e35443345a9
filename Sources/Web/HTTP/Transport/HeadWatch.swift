package import NIOCore

/// Watches the bytes of a request's head: the length of its first line, and the time it takes to arrive.
///
/// It runs before the parser. A head that arrives in one piece, as nearly all do, needs no timer.
package final class HeadWatch: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer
    package typealias InboundOut = ByteBuffer

    private enum Phase {
        case between, head, request
    }

    package let slot: ConnectionSlot
    private let patience: TimeAmount
    private var phase = Phase.between
    private var timer: Scheduled<Void>?
    private var isInLine = false
    /// Bytes of the request's first line received so far.
    private(set) var lineLength = 0
    /// The last character of that line, the minor version of the protocol.
    private var lastOfLine: UInt8?
    /// Whether the request is HTTP/1.0, which need not name its host.
    var isOldVersion: Bool { lastOfLine == UInt8(ascii: "0") }
    /// Called when a head takes too long.
    package var late: (() -> Void)?

    package init(_ slot: ConnectionSlot, patience: Duration) {
        self.slot = slot
        self.patience = TimeAmount(patience)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if phase == .between {
            phase = .head
            isInLine = true
            lineLength = 0
            lastOfLine = nil
        }
        if isInLine { measure(Self.unwrapInboundIn(data)) }
        context.fireChannelRead(data)
        guard phase == .head, timer == nil else { return }
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { self.late?() }
    }

    private func measure(_ bytes: ByteBuffer) {
        let view = bytes.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        lineLength += (end ?? view.endIndex) - view.startIndex
        isInLine = end == nil
        lastOfLine = view[..<(end ?? view.endIndex)].last { $0 != UInt8(ascii: "\r") } ?? lastOfLine
    }

    /// The head is complete, or will never be.
    package func headEnded() {
        phase = .request
        isInLine = false
        timer?.cancel()
        timer = nil
    }

    /// The next bytes begin another head.
    package func requestEnded() { if phase == .request { phase = .between } }

    package func channelInactive(context: ChannelHandlerContext) {
        headEnded()
        late = nil
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        headEnded()
        late = nil
    }
}
