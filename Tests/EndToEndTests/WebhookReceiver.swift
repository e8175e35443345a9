import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A program that takes webhooks on a port of this machine and writes down what came.
struct WebhookReceiver: Sendable {
    let port: Int
    private let log: URL

    /// A request that came.
    struct Arrival: Sendable {
        let path: String
        let headers: JSONValue
        let body: String

        var id: String { headers["webhook-id"].text ?? "" }
        var json: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body.utf8))) ?? .null }
    }

    /// Takes webhooks while `body` runs.
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
        let process = RunningProcess(
            [script, "--addresses", "20", "--log", log.path] + identity, environment: [:],
            folder: workspace.folder,
            file: URL(filePath: "/usr/bin/python3"))
        try process.start(
            output: try FileHandle(creating: output),
            errors: try FileHandle(creating: folder.appending(path: "errors")))
        defer { process.send(SIGKILL) }
        let port = try await eventually("the receiver did not start") {
            Int(
                try String(contentsOf: output, encoding: .utf8).trimmingCharacters(
                    in: .whitespacesAndNewlines))
        }
        try await body(WebhookReceiver(port: port, log: log))
    }

    /// Lets the requests under `/gate` be answered, those that wait and those that come.
    func open() async throws {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/open")
        let answer = try await client.execute(request, timeout: .seconds(30))
        #expect(answer.status == .noContent)
    }

    /// Everything that came until now.
    var arrivals: [Arrival] {
        get throws {
            try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
                // The last line may be half written.
                guard let entry = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8)),
                    let path = entry["path"].text
                else { return nil }
                return Arrival(path: path, headers: entry["headers"], body: entry["body"].text ?? "")
            }
        }
    }

    /// Waits until so much has come.
    func arrivals(
        atLeast count: Int, under path: String = "/", within limit: Duration = .seconds(60)
    ) async throws -> [Arrival] {
        try await eventually("\(count) messages under \(path) did not come", within: limit) {
            let found = try arrivals.filter { $0.path.hasPrefix(path) }
            return Set(found.map(\.id)).count >= count ? found : nil
        }
    }
}

/// Asks until there is an answer.
@discardableResult
func eventually<Value>(
    _ complaint: String, within limit: Duration = .seconds(30), _ ask: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit
    while ContinuousClock.now < end {
        if let value = try await ask() { return value }
        try await Task.sleep(for: .milliseconds(20))
    }
    throw Late("\(complaint) within \(limit)")
}
