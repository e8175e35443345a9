import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import SampleTesting
import Testing

/// A program that receives webhooks on a port of this machine and records them.
struct WebhookReceiver: Sendable {
    let port: Int
    private let log: URL

    /// A request that arrived.
    struct ProviderSignIn: Sendable {
        let path: String
        let headers: JSONValue
        let body: String

        var id: String { headers["webhook-id"].text ?? "" }
        var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))) ?? .null }
    }

    /// Receives webhooks while `body` runs.
    static func during(
        _ workspace: Workspace, certificate: TestAuthority.Certificate? = nil,
        _ body: (WebhookReceiver) async throws -> Void
    ) async throws {
        let folder = workspace.folder.appending(path: "receiver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = folder.appending(path: "arrived")
        let output = folder.appending(path: "output")
        let identity = certificate.map { ["--certificate", $0.chain.path, "--key", $0.key.path] } ?? []
        let script = Program.root.appending(path: "scripts/benchmarks/webhook_receiver.py").path
        let process = try await ChildProcess.start(
            URL(filePath: "/usr/bin/python3"),
            [script, "--addresses", "20", "--log", log.path] + identity, environment: [:],
            in: workspace.folder, output: try FileHandle(creating: output),
            errors: try FileHandle(creating: folder.appending(path: "errors")))
        defer { process.send(SIGKILL) }
        let port = try await awaited("the receiver did not start") {
            Int(
                try String(contentsOf: output, encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines))
        }
        try await body(WebhookReceiver(port: port, log: log))
    }

    /// Answers the requests under `/gate` from now on, including those that wait.
    func open() async throws {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/open")
        let answer = try await client.execute(request, timeout: .seconds(300))
        #expect(answer.status == .noContent)
    }

    /// Everything that has arrived so far.
    var arrivals: [ProviderSignIn] {
        get throws {
            var reader = ArrivalReader(log)
            return try reader.next()
        }
    }

    /// Waits until this many requests have arrived.
    func arrivals(atLeast count: Int, under path: String = "/") async throws -> [ProviderSignIn] {
        var reader = ArrivalReader(log)
        var ids: Set<String> = []
        return try await awaited("\(count) messages under \(path) did not come") {
            let found = try reader.next().filter { $0.path.hasPrefix(path) }
            ids.formUnion(found.map(\.id))
            return ids.count >= count ? reader.arrivals.filter { $0.path.hasPrefix(path) } : nil
        }
    }
}

/// Reads a receiver's records, each line once.
private struct ArrivalReader {
    private let log: URL
    private var offset: UInt64 = 0
    private(set) var arrivals: [WebhookReceiver.ProviderSignIn] = []

    init(_ log: URL) { self.log = log }

    /// The requests since the last call.
    mutating func next() throws -> [WebhookReceiver.ProviderSignIn] {
        let file = try FileHandle(forReadingFrom: log)
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let bytes = try file.readToEnd() ?? Data()
        // The last line may be incomplete.
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let whole = bytes[...end]
        offset += UInt64(whole.count)
        let new = try whole.split(separator: UInt8(ascii: "\n")).map { line in
            let entry = try JSONDecoder().decode(JSONValue.self, from: Data(line))
            guard let path = entry["path"].text else { throw CocoaError(.fileReadCorruptFile) }
            return WebhookReceiver.ProviderSignIn(
                path: path, headers: entry["headers"], body: entry["body"].text ?? "")
        }
        arrivals += new
        return new
    }
}
