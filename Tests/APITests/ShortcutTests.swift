import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import SampleTesting
import Testing

@testable import API
@testable import HTTP

/// Warm tiles over a real connection, which answers them by itself.
@Suite(.timeLimit(.minutes(20))) struct ShortcutTests {
    private static let tile = "GET /tiles/birch/7/66/45.png HTTP/1.1\r\nHost: a\r\n"
    private static let list = "GET /v1/scales HTTP/1.1\r\nHost: a\r\n"

    private func connected(
        _ act: @escaping @Sendable (TestAPI, LoopbackSocket) async throws -> Void
    ) async throws {
        let api = TestAPI()
        let service = api.service
        let application = Application(
            responder: service.responder, server: HTTPConnections().server(with: service.shortcuts),
            configuration: .init(
                address: .hostname("127.0.0.1", port: 0), serverName: HTTPConnections.serverName),
            logger: Logger(label: "test"))
        try await application.test(.live) { client in
            let socket = try LoopbackSocket(connectingTo: #require(client.port))
            defer { close(socket.descriptor) }
            try await act(api, socket)
        }
    }

    /// The answers on a connection, once there are that many.
    private func answers(_ count: Int, on socket: LoopbackSocket) async throws -> [String] {
        var text = ""
        return try await awaited("\(count) answers did not come") {
            text += socket.drain().text
            let found = Self.parted(text)
            return found.count == count ? found : nil
        }
    }

    /// The answers that are complete.
    private static func parted(_ text: String) -> [String] {
        var rest = Substring(text)
        var found: [String] = []
        while let end = rest.range(of: "\r\n\r\n")?.upperBound {
            let length = rest[..<end].firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
            guard let last = rest.utf8.index(end, offsetBy: length, limitedBy: rest.endIndex) else { break }
            found.append(String(rest[..<last]))
            rest = rest[last...]
        }
        return found
    }

    private func fields(_ answer: String) -> [String] {
        let head = answer.split(separator: "\r\n\r\n", maxSplits: 1)[0]
        return head.split(separator: "\r\n").map { $0.lowercased() }.filter { !$0.hasPrefix("date:") }
            .sorted()
    }

    @Test func `the connection's answer has all that the route's has`() async throws {
        try await connected { api, socket in
            socket.send(Self.tile + "\r\n")
            let cold = try await answers(1, on: socket)[0]
            socket.send(Self.tile + "\r\n")
            let warm = try await answers(1, on: socket)[0]
            #expect(api.tiles.drawings.value == 1)
            #expect(fields(cold) == fields(warm))
            for answer in [cold, warm] {
                #expect(answer.hasSuffix("\r\n\r\nbirch 7/66/45@1 2020-04-08 0"))
                let date = try #require(answer.firstMatch(of: /(?i)\r\ndate: ([^\r]+)\r\n/)?.1)
                #expect(date.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
            }
        }
    }

    @Test func `answers keep the order of their requests`() async throws {
        try await connected { _, socket in
            socket.send(Self.tile + "\r\n")
            _ = try await answers(1, on: socket)
            let requests = [
                Self.list, Self.tile, Self.tile, Self.list, Self.tile, Self.list, Self.list, Self.tile,
            ]
            for _ in 0..<20 {
                socket.send(requests.map { $0 + "\r\n" }.joined())
                let kinds = try await answers(requests.count, on: socket).map { $0.contains("image/png") }
                #expect(kinds == requests.map { $0 == Self.tile })
            }
        }
    }

    @Test func `a client that reads nothing gets every answer later`() async throws {
        let count = 20_000
        try await connected { _, socket in
            socket.send(Self.tile + "\r\n")
            _ = try await answers(1, on: socket)
            let sent = Task.detached { for _ in 0..<count { socket.send(Self.tile + "\r\n") } }
            try await Task.sleep(for: .milliseconds(500))
            var total = 0
            var rest = ""
            try await awaited("not every request was answered") {
                let text = rest + socket.drain().text
                total += text.ranges(of: "2020-04-08 0").count
                rest = String(text.suffix(11))
                return total == count ? true : nil
            }
            await sent.value
        }
    }

    @Test func `the connection closes when the client asks for it`() async throws {
        try await connected { _, socket in
            socket.send(Self.tile + "\r\n")
            _ = try await answers(1, on: socket)
            socket.send(Self.tile + "Connection: close\r\n\r\n")
            var text = ""
            try await awaited("the connection stayed open") {
                let (more, hasEnded) = socket.drain()
                text += more
                return hasEnded ? true : nil
            }
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("2020-04-08 0"))
        }
    }

    @Test(arguments: ["Host: a\r\nHost: b\r\n", "Host: a b\r\n"])
    func `an unsound host gets no tile`(field: String) async throws {
        try await connected { _, socket in
            socket.send(Self.tile + "\r\n")
            _ = try await answers(1, on: socket)
            socket.send("GET /tiles/birch/7/66/45.png HTTP/1.1\r\n\(field)\r\n")
            #expect(try await answers(1, on: socket)[0].hasPrefix("HTTP/1.1 400 "))
        }
    }
}
