import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A connection that carries only events from now on.
///
/// An open request in Hummingbird costs about 20 KB: a task, an asynchronous channel, a decoder and the
/// handlers around them. A stream needs none of these after its head was sent. So its socket moves to a
/// channel of its own, on the same event loop, with a single handler.
///
/// Whatever fits into the socket is sent at once, bypassing the channel. Only the rest of an event that did
/// not fit waits in the channel.
package final class EventConnection: Sendable {
    private let channel: any Channel
    private let socket: NIOBSDSocket.Handle
    private let stream: any EventStream
    /// Writes waiting in the channel, which means that there is no room; changed only on the event loop.
    private let waiting = Atomic(0)

    fileprivate init(_ channel: any Channel, socket: NIOBSDSocket.Handle, stream: any EventStream) {
        self.channel = channel
        self.socket = socket
        self.stream = stream
    }

    /// Bytes that may wait in the kernel for one reader; Linux doubles the value for its own bookkeeping.
    package static let socketBuffer: CInt = 32_768

    /// How long Linux waits for acknowledgements before it drops the connection, in milliseconds.
    ///
    /// This is `TCP_USER_TIMEOUT` (`tcp(7)`; RFC 5482), and equals four heartbeats. A phone that loses its
    /// network sends nothing, and the kernel would retry for a quarter of an hour while the stream holds a
    /// slot. The stream itself disconnects a reader that is present but does not read, and does so sooner.
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

    /// Writes bytes to the socket, and leaves what it does not take to the channel.
    private func send(_ bytes: UnsafeRawBufferPointer) {
        // The number of a closed socket may already belong to another; sockets are closed on this event loop.
        guard channel.isActive else { return }
        var rest = bytes[...]
        if hasRoom {
            let sent = Glibc.send(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            if sent == bytes.count { return }
            // If the connection is broken, the channel notices that by itself.
            rest = bytes[max(0, sent)...]
        }
        waiting.add(1, ordering: .relaxed)
        channel.writeAndFlush(ByteBuffer(bytes: rest)).whenSuccess { [self] in
            if waiting.subtract(1, ordering: .relaxed).newValue == 0 { stream.roomReturned() }
        }
    }
}

/// Notifies a stream of changes to its connection, and drops anything the client still sends.
private final class EventConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let stream: any EventStream
    private let socket: NIOBSDSocket.Handle
    private let slot: ConnectionSlot?

    init(_ stream: any EventStream, _ taken: TakenSocket) {
        self.stream = stream
        socket = taken.socket
        slot = taken.slot
    }

    func channelActive(context: ChannelHandlerContext) {
        stream.begin(on: EventConnection(context.channel, socket: socket, stream: stream))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelInactive(context: ChannelHandlerContext) { stream.connectionEnded() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// The reason why a connection left Hummingbird.
package enum HandOver: Error {
    /// The socket has a new owner: not a failure, but the only way to make Hummingbird release it.
    case done
    /// Earlier writes have not been sent yet.
    case impossible
}

/// A socket taken from its channel, with the slot of its connection.
private struct TakenSocket: Sendable {
    let socket: NIOBSDSocket.Handle
    let slot: ConnectionSlot?
}

extension Channel {
    /// Sets the socket options for a long connection with little traffic.
    fileprivate func setStreamOptions() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: .init(EventConnection.socketBuffer))
        try syncOptions?.setOption(
            ChannelOptions.Types.SocketOption(
                level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)),
            value: .init(EventConnection.userTimeout))
    }
}

extension BreatheContext {
    /// Hands the connection over to a stream whose head has been sent.
    ///
    /// A connection that is more than a plain socket continues in place until the stream has ended.
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
            // A channel closes its socket; if no channel was created, nobody else does. (Before it runs the
            // initializer, the bootstrap only sets TCP_NODELAY, which no TCP socket on Linux refuses.)
            if !hasOwner.load(ordering: .relaxed) { close(socket) }
            throw error
        }
        throw HandOver.done
    }

    /// Takes the socket out of a channel and closes the channel without notifying the client.
    ///
    /// Returns `nil` if the channel shares a connection with others, or encrypts its bytes.
    private static func takeSocket(of channel: any Channel) throws -> TakenSocket? {
        let pipeline = channel.pipeline.syncOperations
        if (try? pipeline.handler(type: NIOSSLServerHandler.self)) != nil { return nil }
        let slot = try? pipeline.handler(type: HeadWatch.self).slot
        let copy = try pipeline.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        guard let copy else { return nil }
        guard copy >= 0 else { throw HandOver.impossible }
        // Only a channel with a socket knows this option; asking an HTTP/2 stream for it would crash the
        // program.
        guard try channel.syncOptions?.getOption(.bufferedWritableBytes) == 0 else {
            close(copy)
            throw HandOver.impossible
        }
        channel.close(promise: nil)
        return TakenSocket(socket: copy, slot: slot)
    }
}
