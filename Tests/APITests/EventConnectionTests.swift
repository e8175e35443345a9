import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import API
@testable import HTTP

@Suite(.timeLimit(.minutes(20))) struct EventConnectionTests {
    @Test
    func `a stream ends with its connection, which closes once its peer has been gone for four heartbeats`()
        async throws
    {
        let api = TestAPI().service
        let application = Application(
            responder: api.responder, server: HTTPConnections.server(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: Logger(label: "test"))
        try await application.test(.live) { client in
            let own = try LoopbackSocket(connectingTo: #require(client.port))
            defer { close(own.descriptor) }
            own.send(
                "GET /v1/me/alerts/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer anna\r\n\r\n")
            // The connection has ordinary socket settings until the stream takes it over.
            var timeout: CInt?
            while timeout != EventConnection.userTimeout {
                timeout = LoopbackSocket(oppositeOf: own)?.option(CInt(IPPROTO_TCP), TCP_USER_TIMEOUT)
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(timeout == 60_000)
            #expect(own.received.lowercased().contains("\r\nconnection: close\r\n"))
        }
    }

    @Test(arguments: [
        "", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
        "PUT /v1/me/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer anna\r\nContent-Length: 9\r\n\r\n{",
    ])
    func `a connection that falls silent is closed`(sent: String) async throws {
        let api = TestAPI().service
        let application = Application(
            responder: api.responder, server: HTTPConnections.server(idleTimeout: .milliseconds(50)),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: Logger(label: "test"))
        try await application.test(.live) { client in
            let own = try LoopbackSocket(connectingTo: #require(client.port))
            defer { close(own.descriptor) }
            own.send(sent)
            while !own.hasEnded { try await Task.sleep(for: .milliseconds(5)) }
        }
    }
}
