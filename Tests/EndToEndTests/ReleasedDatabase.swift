import Foundation
import Testing

/// The database of a released version, kept as SQL with the key that its values are sealed under.
///
/// `scripts/test --accept UpgradeTests` writes the one of the version that `CHANGELOG.md` begins with.
struct ReleasedDatabase: CustomTestStringConvertible {
    private static let home = Program.root.appending(path: "Tests/Releases")

    /// Such as `0.2.0`.
    let version: String

    /// The versions that are kept.
    static func all() throws -> [ReleasedDatabase] {
        try FileManager.default.contentsOfDirectory(atPath: home.path).sorted().map(ReleasedDatabase.init)
    }

    var testDescription: String { version }

    private var folder: URL { Self.home.appending(path: version) }
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
