import GRDB

extension SQLiteStore {
    /// Gives the file a mark for this run of the service, so that its log is told from that of any other file.
    ///
    /// Until the log is copied, the header still has the former mark. Both are noted first, so that no moment
    /// at which the power fails makes a stranger of the file's own log.
    package func beginRun() throws {
        let marks = RunMarks(files: files)
        let former = try pool.writeWithoutTransaction { database in
            try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        }
        let next = RunMarks.random()
        try marks.note(
            Set([marks.fileMark, UInt32(truncatingIfNeeded: former), next].compactMap(\.self)))
        try checkpointer.alone {
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA application_id = \(next)")
                // Readers of another process may hinder it. Then the next checkpoint makes up for it.
                _ = try? database.checkpoint(.truncate)
            }
        }
    }

    /// Closes the file once its log is empty.
    package func close() throws {
        try checkpoint()
        try pool.close()
    }
}
