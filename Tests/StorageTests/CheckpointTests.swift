import Foundation
import GRDB
import SampleTesting
import Testing

@testable import Storage

/// The size of the write-ahead log under many writes.
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

    /// Writes some eight megabytes, twice the size at which a checkpoint begins.
    private func write() async throws {
        try await opened.store.pool.write { database in
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS load (content BLOB)")
            for _ in 0..<2_000 { try database.execute(sql: "INSERT INTO load VALUES (randomblob(4000))") }
        }
    }

    @Test func `after a checkpoint the log is written again from its start`() async throws {
        for _ in 0..<10 {
            try await write()
            // Wait for the checkpoint before the next round of writes.
            opened.store.checkpointer.alone {}
        }
        #expect(try logSize < 17_000_000, "the log holds one round of ten")
        #expect(try await opened.store.integrityProblems().isEmpty)
    }

    @Test func `a full checkpoint empties the log while background checkpoints run`() async throws {
        for _ in 0..<20 {
            try await write()
            try opened.store.checkpoint()
            #expect(try logSize == 0)
        }
    }
}
