package import Sealing

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
}
