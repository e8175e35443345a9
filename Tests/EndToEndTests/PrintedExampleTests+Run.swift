import Foundation
import SampleTesting
import Testing

extension PrintedExampleTests {
    @Test func `a network is tried in a server of its own, which ends with the service and keeps it`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let script = RunScript(workspace: workspace)
            let token = try await script.during(until: SIGINT) { service, network in
                let token = try await network.account("anna")
                let fence = try await service.post("/v1/me/fences", circle(7.6, 47.55), bearer: token)
                #expect(fence.status == 201, "\(fence.text)")
                return token
            }
            try await script.during(until: SIGTERM) { service, _ in
                let fences = try await service.get("/v1/me/fences", bearer: token)
                #expect(fences.json["fences"].elements.map { $0["name"] } == ["Home"], "\(fences.text)")
            }
        }
    }
}

/// `scripts/run --store postgresql` with the program of the tests, and with all files in the folder of a workspace.
private struct RunScript {
    let workspace: Workspace

    /// The files of its server.
    private var files: URL { workspace.folder.appending(path: "postgresql") }
    private var log: URL { workspace.folder.appending(path: "run.log") }

    /// Runs it, and lends its network when that is ready; ends it with a signal, and expects that nothing runs on.
    func during<Value>(
        until signal: Int32, _ body: (RunningService, KeptNetwork) async throws -> Value
    ) async throws -> Value {
        // It is still there only if the script has failed.
        defer { OwnServer(of: files)?.crash() }
        let service = try await start()
        do {
            try await awaited("the service is not ready", every: .milliseconds(200)) {
                try await service.get("/readyz").status == 200 ? true : nil
            }
            let value = try await body(service, try printedNetwork)
            try await expectEnd(of: service, by: signal)
            return value
        } catch {
            await service.end()
            throw error
        }
    }

    private func start() async throws -> RunningService {
        // Where root runs the tests, PostgreSQL has a user of its own, who has to get into the folder.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: workspace.folder.path)
        let pipe = Pipe()
        let process = try await ChildProcess.start(
            Program.root.appending(path: "scripts/run"),
            [
                "--empty", "--store", "postgresql", "--server-files", files.path, "--port", "0", "--program",
                Program.file.path, "--database", workspace.database.path, "--resources", Program.root.path,
            ],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
                "BREATHE_BASEMAP": workspace.folder.appending(path: "no-basemap").path,
            ], in: workspace.folder, output: pipe.fileHandleForWriting, errors: FileHandle(creating: log))
        return try await RunningService.listening(process, in: workspace, printing: pipe, log: log)
    }

    /// The network where it says that other commands find it.
    private var printedNetwork: KeptNetwork {
        get throws {
            let words = try String(contentsOf: log, encoding: .utf8)
            let place = try #require(
                words.firstMatch(of: /--store "([^"]+)" --database "([^"]+)"\n/), "\(words)")
            #expect(String(place.2) == workspace.database.path)
            return KeptNetwork(workspace: workspace, address: String(place.1))
        }
    }

    private func expectEnd(of service: RunningService, by signal: Int32) async throws {
        let server = try #require(OwnServer(of: files), "PostgreSQL does not run there")
        let folder = server.socketFolder
        #expect(server.isRunning && FileManager.default.fileExists(atPath: folder))
        service.process.send(signal)
        let status = try await service.process.exitStatus()
        let words = try String(contentsOf: log, encoding: .utf8)
        #expect(status == 0, "\(words)")
        #expect(!server.isRunning && OwnServer(of: files) == nil, "PostgreSQL runs on")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}

/// A server of PostgreSQL, as the file tells that it keeps among its files while it runs.
private struct OwnServer: Equatable {
    private let process: pid_t
    let socketFolder: String

    /// Reads the file `postmaster.pid`; `nil` where there is none.
    init?(of files: URL) {
        let file = files.appending(path: "postmaster.pid")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 5, let process = pid_t(lines[0]) else { return nil }
        (self.process, socketFolder) = (process, String(lines[4]))
    }

    var isRunning: Bool { kill(process, 0) == 0 }

    /// Ends it at once.
    func crash() { _ = kill(process, SIGQUIT) }
}
