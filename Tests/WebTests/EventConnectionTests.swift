import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import Web

@Suite(.timeLimit(.minutes(3))) struct EventConnectionTests {
    /// A socket of this process: its own side of a connection, or the server's.
    private struct Socket {
        let descriptor: CInt

        /// Connects to a port of this machine.
        init(connectingTo port: Int) throws {
            descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(status == 0)
        }

        /// The other side of a connection, if this process has it.
        init?(oppositeOf other: Socket) {
            let found = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap(CInt.init)
                .first { candidate in
                    let port = Self.port(candidate, getpeername)
                    return port != nil && port == Self.port(other.descriptor, getsockname)
                        && Self.port(candidate, getsockname) == Self.port(other.descriptor, getpeername)
                }
            guard let found else { return nil }
            descriptor = found
        }

        private typealias Side = (
            CInt, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?
        ) -> CInt

        private static func port(_ descriptor: CInt, _ side: Side) -> in_port_t? {
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { side(descriptor, $0, &size) }
            }
            return status == 0 && address.sin_family == AF_INET ? address.sin_port : nil
        }

        func option(_ level: CInt, _ name: CInt) -> CInt? {
            var value: CInt = 0
            var size = socklen_t(MemoryLayout<CInt>.size)
            return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : nil
        }

        func send(_ text: String) { _ = write(descriptor, text, text.utf8.count) }
    }

    @Test func `a stream whose peer has vanished is given up after four heartbeats`() async throws {
        let api = API(ports: InMemoryPorts().ports, leaflet: URL(filePath: "/nonexistent"))
        let application = Application(
            responder: api.responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: Logger(label: "test"))
        try await application.test(.live) { client in
            let own = try Socket(connectingTo: #require(client.port))
            defer { close(own.descriptor) }
            own.send(
                "GET /v1/me/alerts/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer anna\r\n\r\n")
            // The connection has an ordinary socket's settings until it is handed over.
            var timeout: CInt?
            while timeout != EventConnection.userTimeout {
                timeout = Socket(oppositeOf: own)?.option(CInt(IPPROTO_TCP), TCP_USER_TIMEOUT)
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(timeout == 60_000)
        }
    }
}
