package import Crypto
package import Foundation
import Synchronization

/// The keys that seal the database.
///
/// The current one seals, and all of them open.
///
/// A ring that was read from a file follows the file. It checks the file before it seals anything, and when a
/// value names an unknown key. A value sealed within a write transaction is therefore never sealed under a
/// key that an earlier transaction found unused.
package final class KeyRing: Sendable {
    private struct Entry: Hashable {
        let key: DataKey.ID
        let field: SealedField
    }

    private struct State {
        var keys: [DataKey]
        /// The stamp of the file from which `keys` were read.
        var stamp: KeyFile.Stamp?
        var sealers: [Entry: FieldSealer] = [:]
        var hashKeys: [Entry: SymmetricKey] = [:]
    }

    /// The file that the ring follows.
    package let file: KeyFile?
    private let state: Mutex<State>

    /// Creates a ring from keys, the current one first.
    package init(_ current: DataKey, others: [DataKey] = []) {
        file = nil
        state = Mutex(State(keys: [current] + others))
    }

    /// Parses a ring: keys separated by commas, blanks or line breaks, the current one first.
    ///
    /// - Throws: ``KeyRingMistake``.
    package init(text: String) throws {
        file = nil
        state = Mutex(State(keys: try KeyFile.keys(in: text)))
    }

    /// Reads a ring from a file.
    ///
    /// - Throws: ``KeyRingMistake``, also if everybody may read the file.
    package init(_ file: KeyFile) throws {
        self.file = file
        let (keys, stamp) = try file.read()
        state = Mutex(State(keys: keys, stamp: stamp))
    }

    /// The identifiers of the keys, the current one first.
    package var ids: [DataKey.ID] { state.withLock { $0.keys.map(\.id) } }

    /// Returns the current key's identifier, after checking the file.
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func current() throws -> DataKey.ID {
        try state.withLock { state in
            try follow(&state)
            return state.keys[0].id
        }
    }

    /// Returns the sealer of a column under the current key, after checking the file.
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func sealer(of field: SealedField) throws -> FieldSealer {
        try state.withLock { state in
            try follow(&state)
            return sealer(of: field, state.keys[0], &state)
        }
    }

    /// Seals a value for a row of a column.
    ///
    /// Call it within a write transaction.
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func seal(_ bytes: some DataProtocol, field: SealedField, of row: SealedRow) throws -> Data {
        try sealer(of: field).seal(bytes, of: row)
    }

    /// Opens a value that was sealed for a row of a column.
    ///
    /// - Throws: ``SealingError``; ``KeyRingMistake`` if the file has changed and cannot be read.
    package func open(_ sealed: Data, field: SealedField, of row: SealedRow) throws -> Data {
        guard let id = DataKey.ID(of: sealed) else { throw SealingError.broken(field) }
        let sealer = try state.withLock { state in
            if !state.keys.contains(where: { $0.id == id }) { try follow(&state) }
            guard let key = state.keys.first(where: { $0.id == id }) else {
                throw SealingError.unknownKey(id)
            }
            return self.sealer(of: field, key, &state)
        }
        return try sealer.open(sealed, of: row)
    }

    private func sealer(of field: SealedField, _ key: DataKey, _ state: inout State) -> FieldSealer {
        let entry = Entry(key: key.id, field: field)
        if let known = state.sealers[entry] { return known }
        let sealer = FieldSealer(key, of: field)
        state.sealers[entry] = sealer
        return sealer
    }

    private func follow(_ state: inout State) throws {
        guard let file, try file.stamp() != state.stamp else { return }
        let (keys, stamp) = try file.read()
        state = State(keys: keys, stamp: stamp)
    }
}

extension KeyRing {
    /// Derives the keys for a purpose outside the database, the current one first.
    ///
    /// All nodes of a network have the same. What is sealed under them is short-lived, as nothing tells when a key
    /// is not needed any more.
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func keys(for purpose: String) throws -> [SymmetricKey] {
        try state.withLock { state in
            try follow(&state)
            return state.keys.map { $0.subkey(for: "use \(purpose)") }
        }
    }
}

/// Keyed hashes, by which a sealed text can be looked up.
extension KeyRing {
    /// Returns the hash of a text for a column under the current key, for a new row.
    ///
    /// It consists of the version and the key's identifier, as in a sealed value, and HMAC-SHA-256 (RFC
    /// 2104): 37 bytes. Only equal texts have equal hashes, so the caller normalises the text first (an
    /// e-mail address to lower case, for example).
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func index(of text: String, field: SealedField) throws -> Data {
        try state.withLock { state in
            try follow(&state)
            return hash(of: text, field: field, state.keys[0], &state)
        }
    }

    /// Returns the hashes of a text for a column under all keys, the current one first.
    ///
    /// A lookup needs them all, because some rows may not yet be under the current key.
    ///
    /// - Throws: ``KeyRingMistake`` if the file has changed and cannot be read.
    package func indices(of text: String, field: SealedField) throws -> [Data] {
        try state.withLock { state in
            try follow(&state)
            return state.keys.map { hash(of: text, field: field, $0, &state) }
        }
    }

    private func hash(of text: String, field: SealedField, _ key: DataKey, _ state: inout State) -> Data {
        let entry = Entry(key: key.id, field: field)
        let hashKey = state.hashKeys[entry] ?? key.subkey(for: "index \(field)")
        state.hashKeys[entry] = hashKey
        var hash = Data([FieldSealer.version])
        withUnsafeBytes(of: key.id.rawValue.bigEndian) { hash.append(contentsOf: $0) }
        hash.append(contentsOf: HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: hashKey))
        return hash
    }
}
