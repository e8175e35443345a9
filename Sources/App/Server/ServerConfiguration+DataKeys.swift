import Alerts
import Allergens
import Foundation
package import Sealing
import Storage

extension ServerConfiguration {
    /// The file with the data keys: ``dataKeysFile``, or `breathe.keys` beside the database.
    ///
    /// It is `nil` if the keys come from the environment.
    package var usedKeyFile: KeyFile? {
        guard dataKeys == nil else { return nil }
        return dataKeysFile.map { KeyFile($0) } ?? KeyFile(beside: database)
    }

    /// Returns the data keys.
    ///
    /// A file beside the database is created if it does not exist.
    ///
    /// - Throws: `KeyRingMistake` when they cannot be read.
    package func keyRing() throws -> KeyRing {
        if let dataKeys { return try KeyRing(text: dataKeys) }
        if let dataKeysFile { return try KeyRing(KeyFile(dataKeysFile)) }
        let file = KeyFile(beside: database)
        try file.makeIfMissing()
        return try KeyRing(file)
    }

    /// Opens the database, or a copy of it at another path, with its keys.
    ///
    /// If the database turns out to be sealed under a lost key, a key file created here is removed again,
    /// because it would hide the loss.
    func openStore(
        at path: String? = nil, taxonomy: Taxonomy = .standard, cache: Int = SQLiteStore.usualCache
    ) throws -> SQLiteStore {
        let isMade = usedKeyFile.map { !FileManager.default.fileExists(atPath: $0.url.path) } ?? false
        let keys = try keyRing()
        do {
            return try SQLiteStore(
                path: path ?? database.path, keys: keys, taxonomy: taxonomy, cache: cache,
                accepting: servesDamaged ? [.damaged] : [])
        } catch let error as SealingError {
            if isMade, let file = keys.file { try? FileManager.default.removeItem(at: file.url) }
            throw error
        }
    }
}
