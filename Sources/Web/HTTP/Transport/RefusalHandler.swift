import HTTPTypes
package import NIOCore

/// Tells a client that there is no slot for its connection, and closes it; nothing it sends is read.
package final class RefusalHandler: ChannelInboundHandler, Sendable {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private let slot: ConnectionSlot
    private let kind: ProblemKind

    package init(_ slot: ConnectionSlot, _ kind: ProblemKind) {
        self.slot = slot
        self.kind = kind
    }

    package func channelActive(context: ChannelHandlerContext) {
        guard let (head, body) = try? Problem(kind, "Come back in a moment.").farewell()
        else { return context.close(promise: nil) }
        var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
        for field in head.headerFields { text += "\(field.name): \(field.value)\r\n" }
        var bytes = ByteBuffer(string: text + "\r\n")
        bytes.writeImmutableBuffer(body)
        context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: RequestWatch.farewell) { channel.close(promise: nil) }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
