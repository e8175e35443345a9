import Foundation
import HTTPTypes
package import NIOCore
import NIOHTTPTypes
import NIOSSL
import Synchronization

/// A live stream on a connection with a pipeline of its own: TLS, or a stream of HTTP/2.
///
/// Its bytes are encrypted, or cut into frames that wait for the stream's flow-control window. So they go
/// through the connection's pipeline, and no socket is handed over. The bytes that may wait there are
/// bounded; beyond the bound the stream has no room, just as on a socket whose buffer is full.
package final class PipelinedEvents: Sendable {
    /// Bytes that may wait for one reader, in addition to what the kernel buffers.
    package static let buffer = EventConnection.socketBuffer

    private let channel: any Channel
    private let stream: any EventStream
    private let ended: EventLoopPromise<Void>
    /// Bytes waiting in the pipeline; changed only on the event loop.
    private let waiting = Atomic(0)
    /// Whether bytes are still waiting after the event-loop turn in which they were written.
    private let isStuck = Atomic(false)
    private let isOver = Atomic(false)

    package init(_ channel: any Channel, stream: any EventStream, ended: EventLoopPromise<Void>) {
        self.channel = channel
        self.stream = stream
        self.ended = ended
    }

    package var lane: ObjectIdentifier { ObjectIdentifier(channel.eventLoop) }

    package func onLane(_ work: @escaping @Sendable () -> Void) { channel.eventLoop.execute(work) }

    package var hasRoom: Bool {
        !isStuck.load(ordering: .relaxed) && waiting.load(ordering: .relaxed) < Int(Self.buffer)
    }

    /// Sends both parts as one chunk of the answer.
    package func write(_ head: String, _ tail: [UInt8]) {
        channel.eventLoop.preconditionInEventLoop()
        guard channel.isActive, !isOver.load(ordering: .relaxed) else { return }
        var bytes = channel.allocator.buffer(capacity: head.utf8.count + tail.count)
        bytes.writeString(head)
        bytes.writeBytes(tail)
        let count = bytes.readableBytes
        waiting.add(count, ordering: .relaxed)
        channel.writeAndFlush(HTTPResponsePart.body(bytes)).whenSuccess { [self] in
            guard waiting.subtract(count, ordering: .relaxed).newValue == 0 else { return }
            isStuck.store(false, ordering: .relaxed)
            stream.roomReturned()
        }
        // HTTP/2 frames are flushed at the end of the turn.
        if waiting.load(ordering: .relaxed) > 0 { channel.eventLoop.execute { [self] in noteStuck() } }
    }

    private func noteStuck() {
        if waiting.load(ordering: .relaxed) > 0 { isStuck.store(true, ordering: .relaxed) }
    }

    /// Ends the answer; a reader that has not received the waiting bytes loses them with the stream or
    /// connection.
    package func finish() {
        channel.eventLoop.preconditionInEventLoop()
        guard channel.isActive, !isOver.exchange(true, ordering: .relaxed) else { return }
        guard waiting.load(ordering: .relaxed) == 0 else { return channel.close(promise: nil) }
        let channel = channel
        channel.writeAndFlush(HTTPResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    }

    package func connectionEnded() {
        isOver.store(true, ordering: .relaxed)
        stream.connectionEnded()
        ended.succeed()
    }
}

extension BreatheContext {
    /// Runs a stream whose head has been sent, until the stream or its connection ends.
    package func carry(_ stream: any EventStream) async throws {
        let channel = channel
        let ended = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            // A client that disappears silently is given up as soon as on a socket of its own. The parent of
            // an HTTP/2 stream is its connection, but the parent of a connection is the listening channel.
            let pipeline = channel.pipeline.syncOperations
            let isConnection = (try? pipeline.handler(type: NIOSSLServerHandler.self)) != nil
            try? (isConnection ? channel : channel.parent)?.syncOptions?.setOption(
                .tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: .init(EventConnection.userTimeout))
            let events = PipelinedEvents(channel, stream: stream, ended: ended)
            guard channel.isActive else { return events.connectionEnded() }
            stream.begin(on: events)
            channel.closeFuture.whenComplete { _ in events.connectionEnded() }
        }
        try await ended.futureResult.get()
        throw HandOver.done
    }
}
