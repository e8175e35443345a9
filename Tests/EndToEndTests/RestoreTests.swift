import Allergens
import Foundation
import Testing

/// A backup takes the place of the database, and nothing else does by accident.
@Suite(.timeLimit(.minutes(20))) struct RestoreTests {
    /// A server that was killed after a backup and further uploads, so that its log is still there.
    private func killed(_ body: (Workspace, _ backup: String, _ before: [String]) async throws -> Void)
        async throws
    {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let backup = workspace.folder.appending(path: "backup.sqlite").path
            var before: [String] = []
            try await RunningService.during(workspace) { service in
                _ = try await service.upload(12, of: "birch", on: "\(today)", to: "basel", key: key)
                try await workspace.done("backup", backup)
                before = try await workspace.export()
                for (number, allergen) in ["grass", "oak", "ash"].enumerated() {
                    let day = "\(today.adding(days: -number))"
                    _ = try await service.upload(7, of: allergen, on: day, to: "basel", key: key)
                }
                await service.kill()
            }
            let log = try workspace.size(of: "breathe.sqlite-wal")
            try #require(log > 0)
            try await body(workspace, backup, before)
        }
    }

    @Test func `a backup copied over a dead server's file beside its log is refused by name`() async throws {
        try await killed { workspace, backup, before in
            try workspace.overwriteDatabase(with: backup)
            for command in ["export", "doctor"] {
                let outcome = try await workspace.breathe(command)
                #expect(outcome.status != 0)
                let words = outcome.errors + outcome.output
                #expect(words.contains("breathe.sqlite-wal does not belong to"), "\(words)")
                #expect(words.contains("breathe restore"))
            }
            try await workspace.done("restore", backup)
            #expect(try await workspace.export() == before)
        }
    }

    @Test func `a log whose database was moved away is refused, and both are whole afterwards`() async throws
    {
        try await killed { workspace, _, before in
            let elsewhere = workspace.folder.appending(path: "elsewhere.sqlite")
            try FileManager.default.moveItem(at: workspace.database, to: elsewhere)
            let outcome = try await workspace.breathe("export")
            #expect(outcome.status != 0 && outcome.errors.contains("no database"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: workspace.database.path))
            try FileManager.default.moveItem(at: elsewhere, to: workspace.database)
            #expect(try await workspace.export().count == before.count + 3)
        }
    }

    @Test func `a restore without the keys of the backup leaves no new keys behind`() async throws {
        try await killed { workspace, backup, _ in
            try await Workspace.temporary { other in
                let outcome = try await other.breathe("restore", backup)
                #expect(outcome.status == 1 && outcome.errors.contains("key"), "\(outcome.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder.path) == [])
            }
        }
    }

    @Test func `a restored backup holds what it held, and the former files are set aside`() async throws {
        try await killed { workspace, backup, before in
            let outcome = try await workspace.done("restore", backup)
            #expect(outcome.output.contains("1 stations, 1 readings up to \(today), 0 accounts, 0 reports"))
            #expect(try await workspace.export() == before)
            let status = try await RunningService.during(workspace) { try await $0.get("/readyz").status }
            #expect(status == 200)
            let former = outcome.lines.compactMap {
                $0.split(separator: "former file: ").last.map(String.init)
            }
            .filter { $0.contains(".before-") }
            #expect(former.count == 2 && former.contains { $0.hasSuffix("-wal") })
            // The former files are still the database that the server left, with its log.
            let aside = try #require(former.first { !$0.hasSuffix("-wal") })
            try workspace.copyKeys(beside: aside)
            let old = Workspace(folder: workspace.folder, database: URL(filePath: aside))
            #expect(try await old.export().count == before.count + 3)
        }
    }

    @Test func `nothing is restored while a server has the database open`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.importStation()
            let backup = workspace.folder.appending(path: "backup.sqlite").path
            try await workspace.done("backup", backup)
            try await RunningService.during(workspace) { service in
                let outcome = try await workspace.breathe("restore", backup)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("has \(workspace.database.path) open"))
                #expect(try await service.get("/readyz").status == 200)
            }
            #expect(try workspace.names(containing: "before-").isEmpty)
            #expect(try workspace.names(containing: "restoring").isEmpty)
        }
    }

    @Test(arguments: ["damaged", "text", "missing", "itself", "other"])
    func `what is no sound backup is refused, and nothing changes`(kind: String) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.importStation()
            let backup = workspace.folder.appending(path: "backup.sqlite").path
            try await workspace.done("backup", backup)
            let before = try await workspace.export()
            var words = ""
            switch kind {
            case "damaged":
                try workspace.damage(backup)
                words = "malformed"
            case "text":
                try Data("no database".utf8).write(to: URL(filePath: backup))
                words = "not a database"
            case "missing":
                try FileManager.default.removeItem(atPath: backup)
                words = "there is no such file"
            case "itself":
                try FileManager.default.removeItem(atPath: backup)
                try FileManager.default.createSymbolicLink(
                    atPath: backup, withDestinationPath: workspace.database.path)
                words = "is the database itself"
            default:
                let other = try await Workspace.temporary { other in
                    try await other.importStation()
                    try await other.done("backup", other.folder.appending(path: "b.sqlite").path)
                    return try Data(contentsOf: other.folder.appending(path: "b.sqlite"))
                }
                try other.write(to: URL(filePath: backup))
                words = "key"
            }
            let outcome = try await workspace.breathe("restore", backup)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
            #expect(try await workspace.export() == before)
            #expect(try workspace.names(containing: "restoring").isEmpty)
            #expect(try workspace.names(containing: "before-").isEmpty)
        }
    }

    @Test func `database, log, keys and backup belong to their owner alone`() async throws {
        try await killed { workspace, backup, _ in
            for name in ["breathe.sqlite", "breathe.sqlite-wal", "breathe.keys", "backup.sqlite"] {
                let mode =
                    try FileManager.default.attributesOfItem(
                        atPath: workspace.folder.appending(path: name).path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
        }
    }
}

extension Workspace {
    fileprivate func importStation() async throws {
        try await addStation("basel", 7.58, 47.56)
        try await importPlain(["basel,birch,2020-04-08,312", "basel,grass,2020-06-01,4"])
    }

    fileprivate func size(of name: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)[.size] as? Int
            ?? 0
    }

    fileprivate func names(containing text: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(text) }
    }

    /// Writes a file over the database as `cp` does: into the same inode.
    fileprivate func overwriteDatabase(with file: String) throws {
        let handle = try FileHandle(forWritingTo: database)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(contentsOf: URL(filePath: file)))
        try handle.close()
    }

    fileprivate func copyKeys(beside database: String) throws {
        let name = URL(filePath: database).deletingPathExtension().appendingPathExtension("keys")
        try FileManager.default.copyItem(at: folder.appending(path: "breathe.keys"), to: name)
    }

    /// Overwrites the middle of a file, as a failing disk does.
    fileprivate func damage(_ file: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: file))
        for page in stride(from: 8, to: bytes.count / 4_096, by: 3) {
            bytes.replaceSubrange(page * 4_096..<page * 4_096 + 512, with: Data(repeating: 0xA5, count: 512))
        }
        try bytes.write(to: URL(filePath: file))
    }
}
