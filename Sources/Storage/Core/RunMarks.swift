import Foundation
import GRDBSQLite

/// A write-ahead log that does not belong to the database file beside it.
package struct ForeignLog: Error, CustomStringConvertible {
    package let files: DatabaseFiles
    /// Whether there is no database file at all.
    let isAlone: Bool

    package var description: String {
        if isAlone {
            return """
                there is a log \(files.log) but no database \(files.path) to go with it, and a new database would \
                erase the log; put the file back, or move the log away
                """
        }
        return """
            the log \(files.log) does not belong to \(files.path), which was replaced beside it; to take the file as \
            it is, run breathe restore with a copy of it, or move the log away
            """
    }
}

/// The marks that tie a write-ahead log to its database file.
///
/// SQLite applies whatever log lies beside a database when it opens it. If a backup was copied over the file
/// of a server that had been killed, the old log would undo the copy in silence or damage it. So each run of
/// the service, and each backup, gives the file a mark of its own, and a file beside it names the marks that
/// go with the log.
///
/// The mark is the application identifier of the database
/// (https://sqlite.org/pragma.html#pragma_application_id), which stands in the file's header and can be read
/// without applying the log.
struct RunMarks {
    let files: DatabaseFiles

    /// The mark in the header of the file, whatever its log says; `nil` if the header cannot be read.
    ///
    /// SQLite itself reads it: a file that is opened and closed in another way loses the locks of this process
    /// (https://sqlite.org/howtocorrupt.html, section 2.2).
    var fileMark: UInt32? {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        let address = URL(filePath: files.path).absoluteString + "?immutable=1"
        guard FileManager.default.fileExists(atPath: files.path),
            sqlite3_open_v2(address, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil) == SQLITE_OK
        else { return nil }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, "PRAGMA application_id", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return nil }
        return UInt32(bitPattern: sqlite3_column_int(statement, 0))
    }

    /// The marks that the file may have while the log belongs to it; `nil` if none were noted.
    var noted: Set<UInt32>? {
        guard let text = try? String(contentsOfFile: files.marks, encoding: .utf8) else { return nil }
        return Set(text.split(separator: "\n").compactMap { UInt32($0, radix: 16) })
    }

    /// Refuses a log of another file, before SQLite opens the database and applies it, and a log without a file,
    /// which SQLite would delete.
    ///
    /// - Throws: ``ForeignLog``.
    func check() throws {
        guard files.hasLog else { return }
        guard files.hasFile else { throw ForeignLog(files: files, isAlone: true) }
        guard let noted, let fileMark, !noted.contains(fileMark) else { return }
        throw ForeignLog(files: files, isAlone: false)
    }

    /// Notes marks durably, before one of them is written into the database.
    func note(_ marks: Set<UInt32>) throws {
        let text = marks.sorted().map { String($0, radix: 16) }.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(filePath: files.marks), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: files.marks)
        Durability.flush(files.marks)
        Durability.flush(URL(filePath: files.marks).deletingLastPathComponent().path)
    }

    static func random() -> UInt32 { .random(in: 1...UInt32(Int32.max)) }
}
