import Foundation
import GRDB
import SampleTesting
import Testing

@testable import Storage

/// The write-ahead log while much is written.
@Suite struct CheckpointTests {
    private let opened: OpenedArchive

    init() throws { opened = try OpenedArchive() }

    private var logSize: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: opened.folder.path("store.sqlite-wal"))
            return attributes[.size] as? Int ?? 0
        }
    }

    /// Writes some eight megabytes, twice what the log holds before it is moved.
    private func write() async throws {
        try await opened.store.pool.write { database in
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS load (content BLOB)")
            for _ in 0..<2_000 { try database.execute(sql: "INSERT INTO load VALUES (randomblob(4000))") }
        }
    }

    @Test func `a log that has been moved is written again from its start`() async throws {
        for _ in 0..<10 {
            try await write()
            // It is moved before the next one begins.
            opened.store.checkpointer.alone {}
        }
        #expect(try logSize < 17_000_000, "it holds one of ten")
        #expect(try await opened.store.integrityProblems().isEmpty)
    }

    @Test func `the log is emptied while it is moved beside`() async throws {
        for _ in 0..<20 {
            try await write()
            try opened.store.checkpoint()
            #expect(try logSize == 0)
        }
    }
}
