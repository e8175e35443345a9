package import Foundation

/// A server in Python that appends what it receives to a file, as lines of JSON.
package final class PythonServer: Sendable {
    private let folder: TemporaryFolder
    private let process: ChildProcess
    private let input = Pipe()
    /// The first line of its output.
    package let greeting: String

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts one of the scripts of this folder, each of which prints a line once it listens.
    package init(_ script: String, _ arguments: [String] = []) async throws {
        try Python.check()
        folder = try TemporaryFolder()
        let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")
        // The server ends with the process that started it, whose end of the pipe it reads.
        let pipe = Pipe()
        process = try await ChildProcess.start(
            Python.interpreter, [scripts.appending(path: script).path, folder.url.path] + arguments,
            input: input.fileHandleForReading, output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        let line = try await FirstLine(of: pipe.fileHandleForReading).text(
            orComplain: "\(script) printed nothing")
        guard let line else { throw Failure(description: "\(script) ended before it listened") }
        greeting = line
    }

    deinit { process.send(SIGKILL) }

    /// A file that the server wrote, such as its certificate.
    package func path(_ name: String) -> String { folder.path(name) }

    /// What the server has received so far.
    package var lines: [Data] {
        let content = (try? Data(contentsOf: folder.url.appending(path: "messages.jsonl"))) ?? Data()
        guard let end = content.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return content[..<end].split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    /// Waits until the server has received this many things.
    package func lines(_ count: Int) async throws -> [Data] {
        try await awaited("\(count) things were not taken") {
            let lines = lines
            return lines.count >= count ? lines : nil
        }
    }
}

/// A message that the mail server accepted.
package struct TakenMail: Decodable {
    package let from: String
    package let to: [String]
    package let secure: Bool
    package let user: String?
    /// The connection over which it came.
    package let peer: String
    package let headers: [String: String]
    package let text: String
    package let html: String
    package let defects: Int

    package init(_ line: Data) throws { self = try JSONDecoder().decode(TakenMail.self, from: line) }
}

/// A message that the push service accepted, or why it did not.
package struct TakenPush: Decodable {
    package struct Note: Decodable {
        package let id: String
        package let title: String
        package let body: String
        package let url: String
        package let tag: String
        package let lang: String
    }

    package struct Claims: Decodable {
        package let aud: String
        package let exp: Int
        package let sub: String?
    }

    package let path: String
    package let status: Int
    package let error: String?
    package let headers: [String: String]?
    package let claims: Claims?
    package let key: String?
    package let payload: Note?

    package init(_ line: Data) throws { self = try JSONDecoder().decode(TakenPush.self, from: line) }
}

/// A subscription as the push service's browser has it.
package struct PushSubscriptionKeys: Decodable {
    package let address: String
    package let p256dh: String
    package let auth: String

    package init(_ server: PythonServer) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(server.greeting.utf8))
    }
}
