import GRDB

extension SQLiteStore {
    /// A number that changes with what readers see.
    ///
    /// It is read on the calling thread, within microseconds.
    package func articleEdition() throws -> Int64 {
        try glance { database in
            try SQLRequest<Int64>(literal: "SELECT number FROM articleEdition", cached: true)
                .fetchOne(database) ?? 0
        }
    }
}
