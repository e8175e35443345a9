import Foundation
import SampleTesting
import Testing

/// The program while it serves a workspace's database on a port of its own.
struct RunningService: Sendable {
    let workspace: Workspace
    /// Such as `http://127.0.0.1:40213`.
    let address: String
    let process: ChildProcess

    /// Serves while `body` runs, and ends the program whatever happens.
    ///
    /// The log goes to a file in the folder of the workspace.
    static func during<Value>(
        _ workspace: Workspace, arguments: [String] = [], environment: [String: String] = [:],
        program: URL = Program.file, logLevel: String = "error",
        _ body: (RunningService) async throws -> Value
    ) async throws -> Value {
        let service = try await start(workspace, arguments, environment, program, logLevel)
        do {
            let value = try await body(service)
            await service.end()
            return value
        } catch {
            await service.end()
            throw error
        }
    }

    /// All requests of all tests come from one address, and every page is offered.
    private static let open = [
        "BREATHE_ADDRESS_RATE": "off", "BREATHE_PRINCIPAL_RATE": "off",
        "BREATHE_SUPPORT_LINK": "https://giving.example/breathe",
    ]

    private static func start(
        _ workspace: Workspace, _ arguments: [String], _ environment: [String: String], _ program: URL,
        _ logLevel: String
    ) async throws -> RunningService {
        let log = workspace.folder.appending(path: "\(UUID().uuidString).log")
        let pipe = Pipe()
        let process = try await Program.start(
            [
                "serve", "--port", "0", "--log-level", logLevel, "--database", workspace.database.path,
                "--resources", Program.root.path,
            ] + arguments, environment: Self.open.merging(environment) { $1 }, in: workspace.folder,
            file: program, output: pipe.fileHandleForWriting, errors: try FileHandle(creating: log))
        return try await listening(process, in: workspace, printing: pipe, log: log)
    }

    /// Waits until a process has printed where it serves, and kills it when it does not.
    static func listening(
        _ process: ChildProcess, in workspace: Workspace, printing pipe: Pipe, log: URL
    ) async throws -> RunningService {
        do {
            try pipe.fileHandleForWriting.close()
            let line = try await FirstLine(of: pipe.fileHandleForReading).text(
                orComplain: "no address was printed")
            let complaints = try String(contentsOf: log, encoding: .utf8)
            let address = try #require(line, "\(complaints)")
            return RunningService(workspace: workspace, address: address, process: process)
        } catch {
            process.send(SIGKILL)
            throw error
        }
    }

    /// Asks the program to end, and kills it when it does not.
    @discardableResult
    func end() async -> Int32? {
        process.send(SIGTERM)
        if let status = try? await process.exitStatus() { return status }
        await kill()
        return nil
    }

    /// Ends the program like a power cut.
    func kill() async {
        process.send(SIGKILL)
        _ = try? await process.exitStatus()
    }
}

/// Runs one service for all tests of a suite.
struct ServiceTrait: SuiteTrait, TestScoping {
    @TaskLocal static var current: RunningService?

    let environment: [String: String]
    let prepare: @Sendable (Workspace) async throws -> Void

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            try await prepare(workspace)
            try await RunningService.during(workspace, environment: environment) { service in
                try await Self.$current.withValue(service) { try await function() }
            }
        }
    }
}

extension Trait where Self == ServiceTrait {
    /// Serves a database of the suite's own, which `prepare` may fill first.
    static func serving(
        with environment: [String: String] = [:],
        _ prepare: @escaping @Sendable (Workspace) async throws -> Void = { _ in }
    ) -> ServiceTrait {
        ServiceTrait(environment: environment, prepare: prepare)
    }
}

/// The service of the suite that is running.
var service: RunningService {
    guard let service = ServiceTrait.current else { preconditionFailure("the suite lacks .serving()") }
    return service
}
