import Allergens
import Foundation
package import Sealing
import Storage

extension ServerConfiguration {
    /// The file that holds the data keys, unless they come from the environment: ``dataKeysFile``, or `breathe.keys` beside
    /// the database.
    package var usedKeyFile: KeyFile? {
        guard dataKeys == nil else { return nil }
        return dataKeysFile.map { KeyFile($0) } ?? KeyFile(beside: database)
    }

    /// The data keys; a file beside the database is made when it is not there.
    ///
    /// - Throws: `KeyRingMistake` when they cannot be read.
    package func keyRing() throws -> KeyRing {
        if let dataKeys { return try KeyRing(text: dataKeys) }
        if let dataKeysFile { return try KeyRing(KeyFile(dataKeysFile)) }
        let file = KeyFile(beside: database)
        try file.makeIfMissing()
        return try KeyRing(file)
    }

    /// Opens the database with its keys.
    ///
    /// A key file that is made here for a database whose key is lost is taken away again: it would only hide that.
    func openArchive(taxonomy: Taxonomy = .standard, cache: Int = SQLiteStore.usualCache) throws
        -> SQLiteStore
    {
        let isMade = usedKeyFile.map { !FileManager.default.fileExists(atPath: $0.url.path) } ?? false
        let keys = try keyRing()
        do {
            return try SQLiteStore(path: database.path, keys: keys, taxonomy: taxonomy, cache: cache)
        } catch let error as SealingError {
            if isMade, let file = keys.file { try? FileManager.default.removeItem(at: file.url) }
            throw error
        }
    }
}
