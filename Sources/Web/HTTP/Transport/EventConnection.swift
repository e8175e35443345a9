import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A connection that carries nothing but events any more.
///
/// An open request of Hummingbird costs about 20 KB: a task, an asynchronous channel, a decoder and the handlers round
/// them, none of which a stream needs after its head was sent. So its socket is handed over to a channel of its own,
/// on the same event loop, with a single handler.
///
/// What fits into the socket is sent at once, past the channel; only the rest of an event that did not fit waits in it.
package final class EventConnection: Sendable {
    private let channel: any Channel
    private let socket: NIOBSDSocket.Handle
    private let stream: any EventStream
    /// Writes that wait in the channel, which has room for none; changed on the event loop only.
    private let waiting = Atomic(0)

    fileprivate init(_ channel: any Channel, socket: NIOBSDSocket.Handle, stream: any EventStream) {
        self.channel = channel
        self.socket = socket
        self.stream = stream
    }

    /// Bytes that may wait in the kernel for one reader; Linux doubles them for its own needs.
    package static let socketBuffer: CInt = 32_768

    /// How long Linux lets bytes be unacknowledged before it gives the connection up, in milliseconds (`tcp(7)`;
    /// RFC 5482): four heartbeats.
    ///
    /// A phone that loses its network says no goodbye, and the kernel would go on trying for a quarter of an hour
    /// while its stream holds a seat. A reader that is there but does not read is cut off by its stream before this.
    package static let userTimeout: CInt = 60_000

    package var lane: ObjectIdentifier { ObjectIdentifier(channel.eventLoop) }

    package func onLane(_ work: @escaping @Sendable () -> Void) { channel.eventLoop.execute(work) }

    package var hasRoom: Bool { waiting.load(ordering: .relaxed) == 0 }

    /// Sends both parts as one chunk of the answer (RFC 9112, 7.1).
    package func write(_ head: String, _ tail: [UInt8]) {
        channel.eventLoop.preconditionInEventLoop()
        var size = String(head.utf8.count + tail.count, radix: 16)
        var head = head
        let count = size.utf8.count + head.utf8.count + tail.count + 4
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { bytes in
            var end = 0
            func append(_ part: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: bytes[end...]).copyMemory(from: part)
                end += part.count
            }
            size.withUTF8 { append(UnsafeRawBufferPointer($0)) }
            "\r\n".utf8.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
            head.withUTF8 { append(UnsafeRawBufferPointer($0)) }
            tail.withUnsafeBytes(append)
            "\r\n".utf8.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
            send(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Ends the answer and the connection.
    package func finish() {
        Array("0\r\n\r\n".utf8).withUnsafeBytes(send)
        channel.close(promise: nil)
    }

    /// Hands bytes to the socket, and what it does not take to the channel.
    private func send(_ bytes: UnsafeRawBufferPointer) {
        // The number of a socket that is closed may be another's already; it is closed on this event loop.
        guard channel.isActive else { return }
        var rest = bytes[...]
        if hasRoom {
            let sent = Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            if sent == bytes.count { return }
            // A connection that is broken tells the channel so as well.
            rest = bytes[max(0, sent)...]
        }
        waiting.add(1, ordering: .relaxed)
        channel.writeAndFlush(ByteBuffer(bytes: rest)).whenSuccess { [self] in
            if waiting.subtract(1, ordering: .relaxed).newValue == 0 { stream.roomReturned() }
        }
    }
}

/// Tells a stream of what becomes of its connection, and drops what the client still sends.
private final class EventConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let stream: any EventStream
    private let socket: NIOBSDSocket.Handle
    private let seat: ConnectionSlot?

    init(_ stream: any EventStream, _ taken: TakenSocket) {
        self.stream = stream
        socket = taken.socket
        seat = taken.seat
    }

    func channelActive(context: ChannelHandlerContext) {
        stream.begin(on: EventConnection(context.channel, socket: socket, stream: stream))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelInactive(context: ChannelHandlerContext) { stream.connectionEnded() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Why a connection left Hummingbird.
package enum HandOver: Error {
    /// Its socket has another owner now: not a failure, but the only way to make Hummingbird let go of it.
    case done
    /// What was written before has not left yet.
    case impossible
}

/// A socket without a channel, and the seat of its connection.
private struct TakenSocket: Sendable {
    let socket: NIOBSDSocket.Handle
    let seat: ConnectionSlot?
}

extension Channel {
    /// Sets what a connection needs that carries little for long.
    fileprivate func setStreamOptions() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: .init(EventConnection.socketBuffer))
        try syncOptions?.setOption(
            ChannelOptions.Types.SocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)),
            value: .init(EventConnection.userTimeout))
    }
}

extension BreatheContext {
    /// Hands the connection over to a stream, whose head has been written; one that is more than a plain socket goes on
    /// as it is until the stream has ended.
    ///
    /// - Throws: Always, so that nothing is written or read here any more.
    package func handOver(to stream: any EventStream) async throws {
        let channel = channel
        guard let taken = try await channel.eventLoop.submit({ try Self.takeSocket(of: channel) }).get()
        else { return try await carry(stream) }
        let socket = taken.socket
        let hasOwner = Atomic(false)
        do {
            _ = try await ClientBootstrap(group: channel.eventLoop)
                .channelInitializer { channel in
                    hasOwner.store(true, ordering: .relaxed)
                    return channel.eventLoop.makeCompletedFuture {
                        try channel.setStreamOptions()
                        try channel.pipeline.syncOperations.addHandler(
                            EventConnectionHandler(stream, taken))
                    }
                }
                .withConnectedSocket(socket).get()
        } catch {
            // A channel closes its socket; where there came to be none, nobody does. (Before it runs the initializer,
            // the bootstrap sets TCP_NODELAY alone, which no TCP socket of Linux refuses.)
            if !hasOwner.load(ordering: .relaxed) { close(socket) }
            throw error
        }
        throw HandOver.done
    }

    /// Takes the socket out of a channel, which is closed without a word to the client; `nil` when the channel is one of
    /// several on a connection, or what leaves it is encrypted.
    private static func takeSocket(of channel: any Channel) throws -> TakenSocket? {
        let pipeline = channel.pipeline.syncOperations
        if (try? pipeline.handler(type: NIOSSLServerHandler.self)) != nil { return nil }
        let seat = try? pipeline.handler(type: HeadWatch.self).seat
        let copy = try pipeline.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        guard let copy else { return nil }
        guard copy >= 0 else { throw HandOver.impossible }
        // Only a channel that has a socket knows of this option; asking a stream of HTTP/2 for it ends the program.
        guard try channel.syncOptions?.getOption(.bufferedWritableBytes) == 0 else {
            close(copy)
            throw HandOver.impossible
        }
        channel.close(promise: nil)
        return TakenSocket(socket: copy, seat: seat)
    }
}
