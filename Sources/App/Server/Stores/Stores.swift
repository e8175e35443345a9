import Alerts
import Allergens
import Authentication
import Foundation
import Sealing
import Storage

/// The stores of a network.
struct Stores: Sendable {
    let network: any NetworkStore
    let logins: any LoginStore
    /// The store as a file; `nil` if it is none.
    let file: (any StoreFile)?
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
        return Stores(network: store, logins: SQLiteLoginStore(store: store), file: store)
    }

    /// Opens the database file, or a copy of it at another path, with its keys.
    ///
    /// - Throws: Why it cannot be opened.
    package func openFile(at path: String? = nil) throws -> any StoreFile { try openSQLite(at: path) }

    /// If the database turns out to be sealed under a lost key, a key file created here is removed again,
    /// because it would hide the loss.
    private func openSQLite(
        at path: String? = nil, taxonomy: Taxonomy = .standard, cache: Int? = nil
    ) throws -> SQLiteStore {
        let isMade = usedKeyFile.map { !FileManager.default.fileExists(atPath: $0.url.path) } ?? false
        let keys = try keyRing()
        do {
            return try SQLiteStore(
                path: path ?? database.path, keys: keys, taxonomy: taxonomy,
                cache: cache ?? SQLiteStore.usualCache, accepting: servesDamaged ? [.damaged] : [])
        } catch let error as SealingError {
            if isMade, let file = keys.file { try? FileManager.default.removeItem(at: file.url) }
            throw error
        }
    }

    /// The version of the library behind a database file, after a check for the features that it needs.
    static var databaseLibrary: String { get throws { try SQLiteStore.libraryVersion } }
}
