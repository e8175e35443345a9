import Addressing
package import HummingbirdCore
package import HummingbirdHTTP2
package import Logging
package import NIOCore
import NIOSSL
import NIOTLS

/// Sets up each connection: its slot, TLS, the negotiated protocol, and the request limits.
///
/// HTTP/2 is Hummingbird's. Its frame handler bounds what a client may do besides requests: 100 streams at
/// once, heads of 16 KB in at most 5 CONTINUATION frames, 200 resets (CVE-2023-44487), 200 stream errors and
/// 200 control frames in 30 seconds, and no two PINGs in quick succession.
package struct ConnectionChannel: ServerChildChannel {
    package enum Value: ServerChildChannelValue {
        case plain(HTTP1Channel.Value)
        case secure(any Channel, EventLoopFuture<Agreed>)
        case refused(any Channel)

        package var channel: any Channel {
            switch self {
            case .plain(let value): value.channel
            case .secure(let channel, _), .refused(let channel): channel
            }
        }
    }

    /// The protocol that both sides negotiated (RFC 7301).
    package enum Agreed: Sendable {
        case http1(HTTP1Channel.Value)
        case http2(HTTP2Channel.Value)
    }

    private let connections: HTTPConnections
    private let shortcuts: Shortcuts
    private let http1: HTTP1Channel
    private let http2: HTTP2Channel

    package init(
        _ connections: HTTPConnections, shortcuts: Shortcuts,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        (self.connections, self.shortcuts) = (connections, shortcuts)
        let limits = connections.limits
        http1 = HTTP1Channel(
            responder: responder,
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [UnreadableRequestHandler(limits), RequestWatch(limits)],
                idleTimeout: TimeAmount(limits.idleTime),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.field, maxHeaderListSize: limits.head,
                    maxHeaderFieldCount: limits.fields)))
        http2 = HTTP2Channel(
            responder: responder,
            configuration: HTTP2ChannelConfiguration(
                idleTimeout: limits.idleTime, gracefulCloseTimeout: limits.farewellTime,
                streamConfiguration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [RequestWatch(limits, isMultiplexed: true)],
                    idleTimeout: TimeAmount(limits.idleTime))))
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let slot = connections.slots.take(
            for: channel.peer)
        switch slot.kind {
        case .ordinary, .spare: break
        case .refused(let kind):
            // A client that expects TLS cannot read an answer before the handshake.
            return refuse(channel, saying: connections.identity == nil ? kind : nil, slot)
        case .none: return refuse(channel, saying: nil, slot)
        }
        guard let identity = connections.identity
        else { return setUpHTTP1(channel, slot, logger).map { .plain($0) } }
        return channel.eventLoop.makeCompletedFuture {
            .secure(channel, try agree(channel, slot, identity, logger))
        }
    }

    private func refuse(
        _ channel: any Channel, saying kind: ProblemKind?, _ slot: ConnectionSlot
    ) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            guard let kind else {
                channel.close(promise: nil)
                return .refused(channel)
            }
            try channel.pipeline.syncOperations.addHandler(RefusalHandler(slot, kind))
            return .refused(channel)
        }
    }

    private func setUpHTTP1(
        _ channel: any Channel, _ slot: ConnectionSlot, _ logger: Logger
    ) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
                HeadWatch(slot, patience: connections.limits.headTime))
        }.flatMap { http1.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            // The handler before it notes requests, and closes the connection when it is idle.
            let state = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(
                ShortcutHandler(shortcuts, peer: channel.peer), position: .after(state))
            return value
        }
    }

    /// Starts TLS, and sets up the protocol that the handshake negotiates.
    private func agree(
        _ channel: any Channel, _ slot: ConnectionSlot, _ identity: TLSIdentity, _ logger: Logger
    ) throws -> EventLoopFuture<Agreed> {
        let isSpare = if case .spare = slot.kind { true } else { false }
        let late = channel.eventLoop.scheduleTask(in: TimeAmount(connections.limits.handshakeTime)) {
            channel.close(promise: nil)
        }
        let negotiation = NIOTypedApplicationProtocolNegotiationHandler<Agreed> { result in
            late.cancel()
            guard case .negotiated("h2") = result
            else { return setUpHTTP1(channel, slot, logger).map { .http1($0) } }
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(SlotHolder(slot))
            }.flatMap { http2.setup(channel: channel, logger: logger) }.map { .http2($0) }
        }
        let pipeline = channel.pipeline.syncOperations
        // Health checks speak HTTP/1.1, where the slot decides what is answered.
        try pipeline.addHandler(NIOSSLServerHandler(context: identity.context(isMultiplexing: !isSpare)))
        try pipeline.addHandler(negotiation)
        channel.closeFuture.whenComplete { _ in late.cancel() }
        return negotiation.protocolNegotiationResult
    }

    package func handle(value: Value, logger: Logger) async {
        switch value {
        case .plain(let value): await http1.handle(value: value, logger: logger)
        case .refused(let channel): try? await channel.closeFuture.get()
        case .secure(_, let agreed):
            // A failed handshake has closed the connection; there is nobody to answer.
            switch try? await agreed.get() {
            case .http1(let value): await http1.handle(value: value, logger: logger)
            case .http2(let value): await http2.handle(value: value, logger: logger)
            case nil: value.channel.close(promise: nil)
            }
        }
    }
}

/// Holds a connection's slot for as long as the connection lasts.
private final class SlotHolder: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let slot: ConnectionSlot

    init(_ slot: ConnectionSlot) { self.slot = slot }
}
