import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import API
@testable import HTTP

/// Live streams on connections with a pipeline, including one that writes only when the test allows it.
@Suite struct PipelinedEventsTests {
    private final class Listener: EventStream {
        let rooms = Atomic(0)
        let ends = Atomic(0)

        func begin(on connection: EventConnection) {}
        func begin(on connection: PipelinedEvents) {}
        func roomReturned() { rooms.add(1, ordering: .relaxed) }
        func connectionEnded() { ends.add(1, ordering: .relaxed) }
    }

    /// Holds back writes until the test lets them through, like a full HTTP/2 window.
    private final class Sluice: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart

        var isShut = true
        private(set) var parts: [HTTPResponsePart] = []
        private var promises: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            parts.append(Self.unwrapOutboundIn(data))
            guard let promise else { return }
            if isShut { promises.append(promise) } else { promise.succeed() }
        }

        func open() {
            isShut = false
            let waiting = promises
            promises = []
            waiting.forEach { $0.succeed() }
        }

        var bodyBytes: Int {
            parts.reduce(0) { sum, part in
                if case .body(let bytes) = part { sum + bytes.readableBytes } else { sum }
            }
        }

        var hasEnd: Bool {
            parts.contains { if case .end = $0 { true } else { false } }
        }
    }

    private struct Bench {
        let loop = EmbeddedEventLoop()
        let channel: EmbeddedChannel
        let sluice = Sluice()
        let listener = Listener()
        let events: PipelinedEvents

        init() throws {
            channel = EmbeddedChannel(loop: loop)
            try channel.pipeline.syncOperations.addHandler(sluice)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
            events = PipelinedEvents(channel, stream: listener, ended: loop.makePromise())
            let events = events
            channel.closeFuture.whenComplete { _ in events.connectionEnded() }
        }
    }

    @Test func `a connection that writes everything always has room`() throws {
        let bench = try Bench()
        bench.sluice.isShut = false
        for _ in 0..<1_000 {
            bench.events.write("id: 1\n", Array("data: {}\n\n".utf8))
            bench.loop.run()
            #expect(bench.events.hasRoom)
        }
        #expect(bench.sluice.bodyBytes == 16_000)
        bench.events.finish()
        bench.loop.run()
        #expect(bench.sluice.hasEnd && bench.listener.ends.load(ordering: .relaxed) == 1)
    }

    @Test func `events written in one turn of the event loop have room together, up to a limit`() throws {
        let bench = try Bench()
        var count = 0
        while bench.events.hasRoom, count < 100_000 {
            bench.events.write("", Array(repeating: 97, count: 1_024))
            count += 1
        }
        #expect(count == 32)
    }

    @Test
    func `a reader that stops reading has no room from the next turn on, until it reads again`()
        throws
    {
        let bench = try Bench()
        bench.events.write("a", [])
        #expect(bench.events.hasRoom)
        bench.loop.run()
        #expect(!bench.events.hasRoom)
        #expect(bench.listener.rooms.load(ordering: .relaxed) == 0)
        bench.sluice.open()
        #expect(bench.events.hasRoom)
        #expect(bench.listener.rooms.load(ordering: .relaxed) == 1)
    }

    @Test func `a reader that never reads is cut off without an end mark, and gets nothing more`() throws {
        let bench = try Bench()
        bench.events.write("a", [])
        bench.events.finish()
        bench.loop.run()
        #expect(!bench.channel.isActive && !bench.sluice.hasEnd)
        #expect(bench.listener.ends.load(ordering: .relaxed) == 1)
        bench.events.write("b", [])
        bench.events.finish()
        #expect(bench.sluice.bodyBytes == 1)
    }
}
