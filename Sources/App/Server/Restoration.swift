import Allergens
package import Foundation
import Sealing
import Storage

/// Puts a backup in the place of the database.
///
/// The backup is copied beside the database, brought up to the schema of this program and checked there. Only
/// a copy that is sound takes the database's place. The former files are set aside, never deleted.
package struct Restoration {
    /// What was restored.
    package struct Report: Encodable, Sendable {
        package let stations: Int
        package let readings: Int
        package let accounts: Int
        package let reports: Int
        /// The newest day with a reading.
        package let newest: String?
        /// Where the former files are now.
        package let setAside: [String]
    }

    /// Why nothing was restored.
    package enum Refusal: Error, CustomStringConvertible {
        case noFile(String)
        case isDatabase(String)
        case held(by: Int32, String)
        case hasLog(String)
        case unusable(String)
        case damaged([String])

        package var description: String {
            switch self {
            case .noFile(let path): "\(path): there is no such file, or it cannot be read"
            case .isDatabase(let path): "\(path) is the database itself"
            case .held(let process, let path):
                "process \(process) has \(path) open; stop it first"
            case .hasLog(let path):
                "\(path) has a log beside it, so it is no backup but a database; make one with breathe backup"
            case .unusable(let reason): "the backup cannot be used: \(reason)"
            case .damaged(let problems):
                "the backup is damaged: " + problems.prefix(5).joined(separator: "; ")
            }
        }
    }

    private let configuration: ServerConfiguration
    private let files: DatabaseFiles

    package init(configuration: ServerConfiguration) {
        self.configuration = configuration
        files = DatabaseFiles(path: configuration.database.path)
    }

    /// Restores a backup.
    ///
    /// - Parameters:
    ///   - backup: A file that `breathe backup` or SQLite has made.
    ///   - now: The time, which names the former files.
    /// - Returns: What the database holds now, and where the former files are.
    /// - Throws: ``Refusal``, and the errors of opening a database; then everything is as it was.
    package func restore(_ backup: URL, at now: Date) async throws -> Report {
        try check(backup)
        let copy = DatabaseFiles(path: files.path + "-restoring")
        try remove(copy)
        do {
            try FileManager.default.copyItem(atPath: backup.path, toPath: copy.path)
            let counts = try await examine(copy)
            let setAside = try replace(with: copy, at: now)
            return Report(
                stations: counts.stations, readings: counts.readings, accounts: counts.accounts,
                reports: counts.reports, newest: counts.newest?.description, setAside: setAside)
        } catch {
            try? remove(copy)
            throw error
        }
    }

    private func check(_ backup: URL) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: backup.path, isDirectory: &isFolder),
            !isFolder.boolValue,
            FileManager.default.isReadableFile(atPath: backup.path)
        else { throw Refusal.noFile(backup.path) }
        let isSame = backup.resolvingSymlinksInPath() == configuration.database.resolvingSymlinksInPath()
        guard !isSame else { throw Refusal.isDatabase(backup.path) }
        guard !DatabaseFiles(path: backup.path).hasLog else { throw Refusal.hasLog(backup.path) }
        if let holder = files.holder() { throw Refusal.held(by: holder, files.path) }
    }

    /// Brings the copy up to today's schema and checks every page and every sealed value of it.
    private func examine(_ copy: DatabaseFiles) async throws -> StoreCounts {
        let file: any StoreFile
        do {
            file = try configuration.openFile(at: copy.path)
        } catch {
            throw Refusal.unusable("\(error)")
        }
        let problems = try await file.problems()
        guard problems.isEmpty else { throw Refusal.damaged(problems) }
        let counts = try await file.counts()
        try file.close()
        return counts
    }

    /// Puts the copy in the place of the database.
    ///
    /// At any moment at which the power may fail, the database is either the former one with its log or the
    /// copy. If the former log should still lie beside the copy, the next start refuses it by name.
    private func replace(with copy: DatabaseFiles, at now: Date) throws -> [String] {
        Durability.flush(copy.path)
        var setAside: [String] = []
        let stamp = now.formatted(
            .iso8601.timeSeparator(.omitted).dateSeparator(.omitted).timeZoneSeparator(.omitted))
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: files.path + suffix) {
            let former = "\(files.path).before-\(stamp)\(suffix)"
            try FileManager.default.linkItem(atPath: files.path + suffix, toPath: former)
            setAside.append(former)
        }
        Durability.flush(configuration.database.deletingLastPathComponent().path)
        guard rename(copy.path, files.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        for path in [files.log, files.logIndex, files.marks]
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        try remove(copy)
        Durability.flush(configuration.database.deletingLastPathComponent().path)
        return setAside
    }

    private func remove(_ files: DatabaseFiles) throws {
        for path in [files.path, files.log, files.logIndex, files.marks]
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }
}
