import Crypto
package import Foundation
import Synchronization

/// The keys under which the database is sealed; the current one seals, all of them open.
///
/// A ring that comes from a file follows the file: it is looked at whenever something is sealed, and whenever a value
/// names a key that is not known. Whatever is sealed within a transaction that writes is therefore sealed under a key that
/// no earlier transaction has found to be without use.
package final class KeyRing: Sendable {
    private struct Entry: Hashable {
        let key: DataKey.ID
        let field: SealedField
    }

    private struct State {
        var keys: [DataKey]
        /// When the file was last changed of which `keys` were read.
        var stamp: KeyFile.Stamp?
        var sealers: [Entry: FieldSealer] = [:]
        var hashKeys: [Entry: SymmetricKey] = [:]
    }

    /// The file that the ring follows.
    package let file: KeyFile?
    private let state: Mutex<State>

    /// A ring of keys, of which the first is the current one.
    package init(_ current: DataKey, others: [DataKey] = []) {
        file = nil
        state = Mutex(State(keys: [current] + others))
    }

    /// A ring as it is written: keys between commas, blanks or lines, the current one first.
    ///
    /// - Throws: ``KeyRingMistake``.
    package init(text: String) throws {
        file = nil
        state = Mutex(State(keys: try KeyFile.keys(in: text)))
    }

    /// The ring that a file holds.
    ///
    /// - Throws: ``KeyRingMistake``, also when everybody may read the file.
    package init(_ file: KeyFile) throws {
        self.file = file
        let (keys, stamp) = try file.read()
        state = Mutex(State(keys: keys, stamp: stamp))
    }

    /// The keys, the current one first.
    package var ids: [DataKey.ID] { state.withLock { $0.keys.map(\.id) } }

    /// The key that seals, after a look at the file.
    ///
    /// - Throws: ``KeyRingMistake`` when the file is another one now and cannot be read.
    package func current() throws -> DataKey.ID {
        try state.withLock { state in
            try follow(&state)
            return state.keys[0].id
        }
    }

    /// What seals the values of a column under the current key, after a look at the file.
    ///
    /// - Throws: ``KeyRingMistake`` when the file is another one now and cannot be read.
    package func sealer(of field: SealedField) throws -> FieldSealer {
        try state.withLock { state in
            try follow(&state)
            return sealer(of: field, state.keys[0], &state)
        }
    }

    /// Seals a value for a row of a column; within a transaction that writes.
    ///
    /// - Throws: ``KeyRingMistake`` when the file is another one now and cannot be read.
    package func seal(_ bytes: some DataProtocol, field: SealedField, of row: SealedRow) throws -> Data {
        try sealer(of: field).seal(bytes, of: row)
    }

    /// Opens a value that was sealed for a row of a column.
    ///
    /// - Throws: ``SealingError``; ``KeyRingMistake`` when the file is another one now and cannot be read.
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

/// Keyed hashes, by which a text is found that is sealed.
extension KeyRing {
    /// The hash of a text for a column, under the current key: what a new row holds.
    ///
    /// It is HMAC-SHA-256 (RFC 2104) after the name of its key, as in a sealed value: 37 bytes. The same text has the same
    /// hash, so the caller brings it into one form (an e-mail address, for example, into lower case).
    ///
    /// - Throws: ``KeyRingMistake`` when the file is another one now and cannot be read.
    package func index(of text: String, field: SealedField) throws -> Data {
        try state.withLock { state in
            try follow(&state)
            return hash(of: text, field: field, state.keys[0], &state)
        }
    }

    /// The hashes of a text for a column under all keys, the current one first: what is looked for, because some rows may
    /// not yet be under the current key.
    ///
    /// - Throws: ``KeyRingMistake`` when the file is another one now and cannot be read.
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
