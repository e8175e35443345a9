import PostgreSQL
import Storage

/// The store in a PostgreSQL database into which a database file was moved.
enum MovedStore {
    /// - Parameters:
    ///   - address: The database, as a connection string of libpq.
    ///   - file: The database file, beside which the keys are.
    /// - Returns: The store.
    /// - Throws: Why it cannot be opened.
    static func open(_ address: String, from file: String) async throws -> PostgreSQLStore {
        try await PostgreSQLStore(PostgreSQLAddress(address), keys: .beside(file))
    }
}
