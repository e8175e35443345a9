import Alerts
import Allergens
import Authentication
import Foundation
import PostgreSQL
import Sealing
import Storage

/// The stores of a network.
struct Stores: Sendable {
    let network: any NetworkStore
    let logins: any LoginStore
    /// The store as a file; `nil` if it is none.
    let file: (any StoreFile)?
}

/// Something was asked for that only a database file can do.
struct FileOnly: Error, CustomStringConvertible {
    let address: PostgreSQLAddress

    var description: String {
        """
        this works on a database file, and the network is kept in PostgreSQL (\(address)). Back it up, restore it and \
        check it with PostgreSQL's own tools, such as pg_dump. To work on a file leave out the setting store
        """
    }
}

/// Opens what the configuration names. Nothing else knows which database is behind a store.
extension ServerConfiguration {
    /// Whether there is a database, which the first act makes otherwise.
    package var hasDatabase: Bool {
        postgreSQL != nil || FileManager.default.fileExists(atPath: database.path)
    }

    /// Opens the stores, in PostgreSQL if that is where they are kept.
    ///
    /// - Parameters:
    ///   - taxonomy: The allergens that they may hold.
    ///   - serves: Whether this program serves; another one that does learns of what it writes.
    ///   - cache: The largest page cache of each connection to a file in KiB; `nil` for the usual one.
    /// - Returns: The stores, with the same database behind all of them.
    /// - Throws: Why the database cannot be opened.
    func openAnyStores(
        taxonomy: Taxonomy = .standard, serves: Bool = false, cache: Int? = nil
    ) async throws -> Stores {
        guard let postgreSQL else { return try openStores(taxonomy: taxonomy, cache: cache) }
        let store = try await openPostgreSQL(postgreSQL, taxonomy: taxonomy, isGuest: !serves)
        return Stores(network: store, logins: RowLoginStore(store: store), file: nil)
    }

    private func openPostgreSQL(
        _ address: PostgreSQLAddress, taxonomy: Taxonomy = .standard, connections: Int = 10, isGuest: Bool
    ) async throws -> PostgreSQLStore {
        let lacksKeyFile = lacksKeyFile
        let keys = try keyRing()
        do {
            return try await PostgreSQLStore(
                address, keys: keys, taxonomy: taxonomy, connections: connections, isGuest: isGuest)
        } catch let error as SealingError {
            if lacksKeyFile { removeFile(of: keys) }
            throw error
        }
    }

    /// Opens the stores of a file.
    ///
    /// - Parameters:
    ///   - taxonomy: The allergens that they may hold.
    ///   - cache: The largest page cache of each connection in KiB; `nil` for the usual one.
    /// - Returns: The stores, with the same database behind all of them.
    /// - Throws: Why the database cannot be opened.
    func openStores(taxonomy: Taxonomy = .standard, cache: Int? = nil) throws -> Stores {
        let store = try openSQLite(taxonomy: taxonomy, cache: cache)
        return Stores(network: store, logins: RowLoginStore(store: store), file: store)
    }

    /// Opens the database file, or a copy of it at another path, with its keys.
    ///
    /// - Throws: Why it cannot be opened.
    package func openFile(at path: String? = nil) throws -> any StoreFile { try openSQLite(at: path) }

    private func openSQLite(
        at path: String? = nil, taxonomy: Taxonomy = .standard, cache: Int? = nil
    ) throws -> SQLiteStore {
        if let postgreSQL { throw FileOnly(address: postgreSQL) }
        let lacksKeyFile = lacksKeyFile
        let keys = try keyRing()
        do {
            return try SQLiteStore(
                path: path ?? database.path, keys: keys, taxonomy: taxonomy,
                cache: cache ?? SQLiteStore.usualCache, accepting: servesDamaged ? [.damaged] : [])
        } catch let error as SealingError {
            if lacksKeyFile { removeFile(of: keys) }
            throw error
        }
    }

    /// Opens a PostgreSQL database, brings its tables up to date, tries to write and opens every sealed value.
    ///
    /// - Returns: The values that do not open.
    /// - Throws: Why it cannot be used.
    func examine(_ postgreSQL: PostgreSQLAddress) async throws -> [String] {
        let store = try await openPostgreSQL(postgreSQL, connections: 1, isGuest: true)
        defer { store.close() }
        try await store.tryToWrite()
        return try await store.unopened()
    }

    /// Whether the next reading of the keys makes their file.
    private var lacksKeyFile: Bool {
        usedKeyFile.map { !FileManager.default.fileExists(atPath: $0.url.path) } ?? false
    }

    /// Removes a key file that was just made for a database that is sealed under a lost key: it would hide the loss.
    private func removeFile(of keys: KeyRing) {
        if let file = keys.file { try? FileManager.default.removeItem(at: file.url) }
    }

    /// The version of the library behind a database file, after a check for the features that it needs.
    static var databaseLibrary: String { get throws { try SQLiteStore.libraryVersion } }
}
