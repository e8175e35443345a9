import Addressing
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// What a connection may do before a route sees its request, with limits that are soon reached.
///
/// One connection is always open: that of Hummingbird's own client.
@Suite(.timeLimit(.minutes(20))) struct TransportLimitTests {
    private func served(
        _ change: (inout TransportLimits) -> Void, trusting proxies: NetworkList = .machine,
        _ act: @escaping @Sendable (Int, ConnectionLimiter) async throws -> Void
    ) async throws {
        var limits = TransportLimits()
        change(&limits)
        let slots = ConnectionLimiter(limits, trusting: proxies)
        let api = TestAPI().service
        let application = Application(
            responder: api.responder, server: HTTPConnections(limits, slots: slots).server(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: Logger(label: "test"))
        try await application.test(.live) { client in try await act(#require(client.port), slots) }
    }

    /// Everything that arrives until the other side closes the connection.
    private func rest(of socket: LoopbackSocket) async throws -> String {
        var text = ""
        try await awaited("the connection stayed open") {
            let (more, hasEnded) = socket.drain()
            text += more
            return hasEnded ? true : nil
        }
        return text
    }

    /// Expects one answer, with a problem document and the headers for browsers,
    /// and then the connection's end.
    private func expectRefusal(
        _ text: String, _ status: Int, _ problem: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let lower = text.lowercased()
        #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)", sourceLocation: sourceLocation)
        #expect(text.ranges(of: "HTTP/1.1 ").count == 1, "\(text)", sourceLocation: sourceLocation)
        for part in [
            "\r\ncontent-type: application/problem+json\r\n", "\r\nconnection: close\r\n",
            "\r\nx-content-type-options: nosniff\r\n", "/problems/\(problem)",
        ] {
            #expect(lower.contains(part), "\(part) is not in \(text)", sourceLocation: sourceLocation)
        }
    }

    private static let get = "GET /v1/scales HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: ["G", "GET /v1/scales HTTP/1.1\r\nHost: a\r\nX-A"])
    func `a head that is not complete in time is answered 408`(sent: String) async throws {
        try await served({ $0.headTime = .milliseconds(50) }) { port, _ in
            let own = try LoopbackSocket(connectingTo: port)
            defer { close(own.descriptor) }
            own.send(sent)
            expectRefusal(try await rest(of: own), 408, "too-slow")
        }
    }

    @Test func `the head's time limit restarts with each request and ends with its head`() async throws {
        try await served({
            $0.headTime = .milliseconds(50)
            $0.idleTime = .seconds(3_600)
        }) { port, _ in
            let own = try LoopbackSocket(connectingTo: port)
            defer { close(own.descriptor) }
            var text = ""
            for number in 1...3 {
                own.send(Self.get + "\r\n")
                try await awaited("no answer") {
                    text += own.received
                    return text.ranges(of: "HTTP/1.1 200").count == number ? true : nil
                }
                // Longer than a head may take: the time between requests does not count.
                try await Task.sleep(for: .milliseconds(80))
            }
            own.send("GET /")
            text += try await rest(of: own)
            #expect(text.ranges(of: "HTTP/1.1 200 ").count == 3)
            #expect(text.ranges(of: "HTTP/1.1 408 ").count == 1, "\(text)")
        }
    }

    @Test(arguments: [
        "Content-Length: 9000\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ])
    func `a body that arrives too slowly is answered 408`(sent: String) async throws {
        try await served({ $0.bodyGrace = .milliseconds(50) }) { port, _ in
            let own = try LoopbackSocket(connectingTo: port)
            defer { close(own.descriptor) }
            own.send(
                "PUT /v1/me/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer anna\r\n" + sent)
            expectRefusal(try await rest(of: own), 408, "too-slow")
        }
    }

    @Test func `a head with too many fields, or one that is too long, is answered 431`() async throws {
        let many = (1...101).map { "X-\($0): a\r\n" }.joined()
        let long = "X-A: " + String(repeating: "a", count: 17_000) + "\r\n"
        let large = (1...5).map { "X-\($0): " + String(repeating: "a", count: 8_000) + "\r\n" }.joined()
        try await served({ _ in }) { port, _ in
            for fields in [many, long, large] {
                let own = try LoopbackSocket(connectingTo: port)
                defer { close(own.descriptor) }
                own.send(Self.get + fields + "\r\n")
                expectRefusal(try await rest(of: own), 431, "head-too-large")
            }
        }
    }

    @Test(arguments: [8_193, 20_000]) func `a target that is too long is answered 414`(
        length: Int
    ) async throws {
        try await served({ _ in }) { port, _ in
            let own = try LoopbackSocket(connectingTo: port)
            defer { close(own.descriptor) }
            let target = "/" + String(repeating: "a", count: length - 1)
            own.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            expectRefusal(try await rest(of: own), 414, "target-too-long")
        }
    }

    @Test func `each address has a limited number of connections, and a closed one makes room`() async throws
    {
        try await served({ $0.addressConnections = 3 }, trusting: NetworkList()) { port, slots in
            let first = try LoopbackSocket(connectingTo: port)
            let second = try LoopbackSocket(connectingTo: port)
            defer { close(second.descriptor) }
            try await awaited("no seats were taken") { slots.open == 3 ? true : nil }
            let third = try LoopbackSocket(connectingTo: port)
            defer { close(third.descriptor) }
            expectRefusal(try await rest(of: third), 429, "too-many-connections")
            close(first.descriptor)
            try await awaited("the seat was not given back") { slots.open == 2 ? true : nil }
            let fourth = try LoopbackSocket(connectingTo: port)
            defer { close(fourth.descriptor) }
            fourth.send(Self.get + "Connection: close\r\n\r\n")
            #expect(try await rest(of: fourth).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a full service still answers its health check, and nothing else`() async throws {
        try await served({
            $0.connections = 2
            $0.spareConnections = 2
        }) { port, slots in
            let first = try LoopbackSocket(connectingTo: port)
            defer { close(first.descriptor) }
            try await awaited("no seat was taken") { slots.open == 2 ? true : nil }
            let watcher = try LoopbackSocket(connectingTo: port)
            defer { close(watcher.descriptor) }
            let reader = try LoopbackSocket(connectingTo: port)
            defer { close(reader.descriptor) }
            try await awaited("the spare seats were not taken") { slots.open == 4 ? true : nil }
            let late = try LoopbackSocket(connectingTo: port)
            defer { close(late.descriptor) }
            expectRefusal(try await rest(of: late), 503, "busy")
            reader.send(Self.get + "\r\n")
            expectRefusal(try await rest(of: reader), 503, "busy")
            watcher.send("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(try await rest(of: watcher).hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a live stream counts as a connection until it ends`() async throws {
        try await served({ _ in }) { port, slots in
            let own = try LoopbackSocket(connectingTo: port)
            own.send("GET /v1/me/alerts/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer anna\r\n\r\n")
            // The connection has ordinary socket settings until the stream takes it over.
            try await awaited("the stream did not begin") {
                let option = LoopbackSocket(oppositeOf: own)?.option(CInt(IPPROTO_TCP), TCP_USER_TIMEOUT)
                return option == EventConnection.userTimeout ? true : nil
            }
            #expect(slots.open == 2)
            close(own.descriptor)
            try await awaited("the seat was not given back") { slots.open == 1 ? true : nil }
        }
    }
}
