import Crypto
package import Foundation

/// Seals and opens the values of one column under one key.
///
/// The cipher is AES-256-GCM (NIST SP 800-38D) with random nonces. A sealed value consists of a version byte
/// (1), the key's identifier (4 bytes, big-endian), the nonce (12), the ciphertext, which is as long as the
/// value, and the tag (16). The column and the row are the associated data. With random nonces (SP 800-38D,
/// 8.2.2), a column and key may seal 2³² values before a new key is due.
package struct FieldSealer: Sendable {
    package let field: SealedField
    package let key: DataKey.ID
    private let subkey: SymmetricKey
    /// The start of a sealed value: the version and the key's identifier.
    private let head: [UInt8]
    private let place: [UInt8]

    /// The first byte of a sealed value.
    static let version: UInt8 = 1
    /// The number of bytes before the nonce.
    static let headSize = 5
    /// The offset of the nonce.
    package static let nonceStart = headSize
    static let nonceSize = 12
    /// The number of bytes that sealing adds to a value.
    package static let overhead = headSize + nonceSize + 16

    init(_ key: DataKey, of field: SealedField) {
        self.field = field
        self.key = key.id
        subkey = key.subkey(for: "seal \(field)")
        head = [Self.version] + withUnsafeBytes(of: key.id.rawValue.bigEndian) { Array($0) }
        place = Array("\(field)".utf8)
    }

    /// Seals a value for a row.
    package func seal(_ bytes: some DataProtocol, of row: SealedRow) -> Data {
        seal(bytes, of: row) { AES.GCM.Nonce() }
    }

    /// Seals a value for a row, with a nonce from a supply for many values.
    package func seal(
        _ bytes: some DataProtocol, of row: SealedRow, _ nonces: inout FreshNonces
    ) -> Data {
        seal(bytes, of: row) { try nonces.next() }
    }

    private func seal(
        _ bytes: some DataProtocol, of row: SealedRow, _ nonce: () throws -> AES.GCM.Nonce
    ) -> Data {
        do {
            let box = try AES.GCM.seal(
                bytes, using: subkey, nonce: nonce(), authenticating: associated(row))
            guard let combined = box.combined else { preconditionFailure("a nonce has twelve bytes") }
            var sealed = Data(capacity: head.count + combined.count)
            sealed.append(contentsOf: head)
            sealed.append(combined)
            return sealed
        } catch { preconditionFailure("AES-GCM takes every message that fits into memory: \(error)") }
    }

    /// Opens a value that was sealed for a row under this key.
    ///
    /// - Throws: ``SealingError/broken(_:)``.
    package func open(_ sealed: Data, of row: SealedRow) throws -> Data {
        guard sealed.count >= Self.overhead, sealed.first == Self.version,
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(Self.headSize)),
            let bytes = try? AES.GCM.open(box, using: subkey, authenticating: associated(row))
        else { throw SealingError.broken(field) }
        return bytes
    }

    /// Returns the column and the row as associated data.
    ///
    /// A byte between them ends the column and gives the row's kind.
    private func associated(_ row: SealedRow) -> [UInt8] {
        var bytes: [UInt8] = []
        switch row {
        case .number(let number):
            bytes.reserveCapacity(place.count + 1 + 8)
            bytes.append(contentsOf: place)
            bytes.append(0)
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            bytes.reserveCapacity(place.count + 1 + text.utf8.count)
            bytes.append(contentsOf: place)
            bytes.append(1)
            bytes.append(contentsOf: text.utf8)
        }
        return bytes
    }
}

extension DataKey.ID {
    /// Reads the key's identifier from a sealed value or keyed hash.
    ///
    /// Returns `nil` for anything else.
    package init?(of sealed: Data) {
        guard sealed.count >= FieldSealer.headSize, sealed.first == FieldSealer.version else { return nil }
        self.init(
            rawValue: sealed.withUnsafeBytes {
                UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
            })
    }
}
