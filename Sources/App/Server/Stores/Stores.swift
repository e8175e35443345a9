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

/// PostgreSQL was asked for, and cannot hold a network yet.
struct UnportedStore: Error, CustomStringConvertible {
    let address: PostgreSQLAddress

    var description: String {
        """
        a network cannot be kept in PostgreSQL yet (\(address)): readings, alerts, sign-in and much else are only kept in \
        the database file. Leave out the setting store (BREATHE_STORE)
        """
    }
}

/// Opens what the configuration names. Nothing else knows which database is behind a store.
extension ServerConfiguration {
    /// Whether there is a database, which the first act makes otherwise.
    package var hasDatabase: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Opens the stores.
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
        if let postgreSQL { throw UnportedStore(address: postgreSQL) }
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

    /// Opens a PostgreSQL database, brings its tables up to date and closes it again.
    ///
    /// - Throws: Why it cannot be used.
    func examine(_ postgreSQL: PostgreSQLAddress) async throws {
        let lacksKeyFile = lacksKeyFile
        let keys = try keyRing()
        do {
            try await PostgreSQLStore(postgreSQL, keys: keys, connections: 1).close()
        } catch let error as SealingError {
            if lacksKeyFile { removeFile(of: keys) }
            throw error
        }
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
