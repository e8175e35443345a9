import Foundation
import Testing

/// The database of a released schema, kept as SQL with the key that its values are sealed under.
///
/// `scripts/test --accept UpgradeTests` adds the one of today's schema.
struct ReleasedDatabase: CustomTestStringConvertible {
    private static let home = Program.root.appending(path: "Tests/Releases")

    /// The version that first had the schema, such as `0.2.0`; the number of its steps follows where the version had
    /// another one before, as in `0.2.0-52`.
    let name: String

    /// The databases that are kept.
    static func all() throws -> [ReleasedDatabase] {
        try FileManager.default.contentsOfDirectory(atPath: home.path).sorted().map(ReleasedDatabase.init)
    }

    /// The one that has the schema of a workspace; `nil` if none is kept.
    static func kept(asIn workspace: Workspace) async throws -> ReleasedDatabase? {
        let steps = try await steps(of: workspace)
        return try all().first { try $0.steps == steps }
    }

    /// The one that is to be kept for the schema of a workspace.
    static func new(_ version: String, asIn workspace: Workspace) async throws -> ReleasedDatabase {
        guard try all().contains(where: { $0.name == version }) else {
            return ReleasedDatabase(name: version)
        }
        let count = try await steps(of: workspace).count
        return ReleasedDatabase(name: "\(version)-\(count)")
    }

    /// The steps by which the schema of a workspace was made.
    private static func steps(of workspace: Workspace) async throws -> Set<String> {
        let found = try await GeospatialTool.run(
            "sqlite3", ["-readonly", workspace.database.path, "SELECT identifier FROM grdb_migrations"],
            in: workspace.folder)
        try #require(found.status == 0, "\(found.errors)")
        return Set(found.lines)
    }

    /// The steps by which the schema was made.
    private var steps: Set<String> {
        get throws {
            let text = try String(contentsOf: statements, encoding: .utf8)
            let step = /INSERT INTO grdb_migrations VALUES\('([^']+)'\);/
            return Set(text.matches(of: step).map { String($0.1) })
        }
    }

    var testDescription: String { name }

    private var folder: URL { Self.home.appending(path: name) }
    private var statements: URL { folder.appending(path: "database.sql") }
    private var keys: URL { folder.appending(path: "breathe.keys") }

    /// Keeps the database of a workspace that is being served.
    func keep(_ workspace: Workspace) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let dump = try await GeospatialTool.run(
            "sqlite3", ["-readonly", workspace.database.path, ".dump"], in: workspace.folder)
        try #require(dump.status == 0, "\(dump.errors)")
        let layout = try await GeospatialTool.run(
            "sqlite3", ["-readonly", workspace.database.path, "PRAGMA user_version"], in: workspace.folder)
        let text = "\(dump.output)PRAGMA user_version = \(layout.lines.first ?? "");\n"
        try Data(text.utf8).write(to: statements)
        try Data(contentsOf: workspace.keys).write(to: keys)
    }

    /// Makes it the database of an empty workspace.
    func restore(to workspace: Workspace) async throws {
        let outcome = try await GeospatialTool.run(
            "sqlite3", [workspace.database.path, ".read '\(statements.path)'"], in: workspace.folder)
        try #require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let copied = FileManager.default.createFile(
            atPath: workspace.keys.path, contents: try Data(contentsOf: keys),
            attributes: [.posixPermissions: 0o600])
        #expect(copied)
    }
}

extension Workspace {
    /// The file of the data keys.
    var keys: URL { database.deletingPathExtension().appendingPathExtension("keys") }
}
