import Foundation
import SampleTesting
import Testing

/// The files and the command that the article on PostgreSQL prints work as they stand there, but for places of this
/// machine.
@Suite(.timeLimit(.minutes(20)), .alone)
struct PrintedExampleTests {
    private static let systemd = "/usr/bin/systemd-analyze"

    /// The only block of the article in a language, with words of it replaced, each of them once there.
    private func example(
        _ language: String, replacing words: KeyValuePairs<String, String>
    ) throws -> String {
        let article = Program.root.appending(path: "Sources/App/Server/Server.docc/PostgreSQLOperation.md")
        let parts = try String(contentsOf: article, encoding: .utf8)
            .components(separatedBy: "```\(language)\n")
        try #require(parts.count == 2, "one block in \(language)")
        var text = try #require(parts[1].components(separatedBy: "\n```").first) + "\n"
        for (printed, own) in words {
            try #require(text.components(separatedBy: printed).count == 2, "“\(printed)” is there once")
            text = text.replacing(printed, with: own)
        }
        return text
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: PrintedExampleTests.systemd),
            "systemd is missing"))
    func `systemd knows each line of the unit`() async throws {
        try await Workspace.temporary { workspace in
            let unit = try example(
                "ini", replacing: ["/opt/breathe/breathe serve": "\(Program.file.path) serve"])
            let (status, output) = try await verify(unit, in: workspace)
            #expect(status == 0 && output.isEmpty, "\(output)")
            // What it does not know it only warns of.
            let unknown = try await verify(unit.replacing("LimitNOFILE=", with: "LimitFiles="), in: workspace)
            #expect(unknown.output.contains("LimitFiles"), "\(unknown.output)")
        }
    }

    private func verify(
        _ unit: String, in workspace: Workspace
    ) async throws -> (status: Int32, output: String) {
        let file = try workspace.file("breathe.service", unit)
        return try await ChildProcess.run(URL(filePath: Self.systemd), ["verify", file])
    }

    @Test func `nginx serves two nodes, and goes on with one`() async throws {
        try await KeptNetwork.during { network, _ in
            try await network.node { first in
                try await first.beginsToWork()
                try await network.node { second in
                    let proxy = try await Proxy(in: network.workspace) { listen, certificate in
                        try example(
                            "nginx",
                            replacing: [
                                "listen 443 ": "listen \(listen) ",
                                "/etc/ssl/breathe.example.pem": certificate.chain.path,
                                "/etc/ssl/breathe.example.key": certificate.key.path,
                                "127.0.0.1:8080": first.place, "127.0.0.1:8081": second.place,
                            ])
                    }
                    try await proxy.during {
                        try await expectBoth(behind: proxy)
                        await first.kill()
                        for client in 1...8 {
                            let page = try await proxy.get("/about", from: client)
                            #expect(page.contains("<html"), "\(page.prefix(300))")
                        }
                    }
                }
            }
        }
    }

    /// Expects that each client has one node, and that both nodes have clients: one of them does the jobs.
    private func expectBoth(behind proxy: Proxy) async throws {
        var nodes: Set<Bool> = []
        for client in 1...40 where nodes.count < 2 {
            let first = try await proxy.get("/metrics", from: client)
            let second = try await proxy.get("/metrics", from: client)
            let isAtWork = first.contains("\nnetwork_jobs_here 1\n")
            #expect(isAtWork || first.contains("\nnetwork_jobs_here 0\n"), "\(first.prefix(300))")
            #expect(second.contains("\nnetwork_jobs_here \(isAtWork ? 1 : 0)\n"))
            nodes.insert(isAtWork)
        }
        #expect(nodes.count == 2)
    }
}

extension RunningService {
    /// Its host and port.
    fileprivate var place: String { address.replacing("http://", with: "") }
}

/// An nginx that listens on a free port, with everything that it writes in the folder of a workspace.
private struct Proxy {
    private let workspace: Workspace
    private let port: String
    private let authority: TestAuthority
    private let configuration: String

    /// - Parameters:
    ///   - workspace: Its folder holds all files.
    ///   - site: Makes its server from where it is to listen, and its certificate.
    /// - Throws: What making the files throws.
    init(
        in workspace: Workspace, _ site: (String, TestAuthority.Certificate) throws -> String
    ) async throws {
        self.workspace = workspace
        authority = try await TestAuthority(in: workspace.folder)
        let certificate = try await authority.certificate(for: "DNS:breathe.example")
        port = try await Self.freePort(in: workspace)
        let server = try workspace.file("site.conf", try site("127.0.0.1:\(port)", certificate))
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(workspace.folder.path)/nginx-\($0);"
        }
        configuration = try workspace.file(
            "nginx.conf",
            """
            daemon off;
            pid \(workspace.folder.path)/nginx.pid;
            events {}
            http {
                access_log off;
                \(folders.joined(separator: "\n    "))
                include \(server);
            }
            """)
    }

    /// A port that nobody has at the moment.
    private static func freePort(in workspace: Workspace) async throws -> String {
        let script = "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])"
        let found = try await GeospatialTool.run("python3", ["-c", script], in: workspace.folder)
        return try #require(found.lines.first, "\(found.errors)")
    }

    /// Checks its configuration, and runs it while `body` runs.
    func during(_ body: () async throws -> Void) async throws {
        let program = URL(filePath: "/usr/sbin/nginx")
        let check = try await ChildProcess.run(program, ["-t", "-c", configuration])
        try #require(check.status == 0, "\(check.output)")
        let process = try await ChildProcess.start(program, ["-c", configuration], errors: .standardError)
        // Its workers end with it, but not when it is killed.
        defer { process.send(SIGTERM) }
        try await awaited("nginx does not answer", every: .milliseconds(100)) {
            try await ask("/healthz", from: 1).status == 0 ? true : nil
        }
        try await body()
        process.send(SIGTERM)
        #expect(try await process.exitStatus() == 0)
    }

    /// What it answers to a client of this number; expects success.
    func get(_ path: String, from client: Int) async throws -> String {
        let answer = try await ask(path, from: client)
        try #require(answer.status == 0, "\(path): \(answer.errors)")
        return answer.output
    }

    private func ask(_ path: String, from client: Int) async throws -> Program.Outcome {
        try await GeospatialTool.run(
            "curl",
            [
                "--silent", "--show-error", "--fail", "--interface", "127.0.0.\(client)", "--cacert",
                authority.file.path, "--resolve", "breathe.example:\(port):127.0.0.1",
                "https://breathe.example:\(port)\(path)",
            ], in: workspace.folder)
    }
}
