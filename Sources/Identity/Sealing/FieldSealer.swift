import Crypto
package import Foundation

/// Seals and opens the values of one column under one key: AES-256-GCM (NIST SP 800-38D) with a random nonce.
///
/// A sealed value is a version byte (1), the name of the key (4 bytes, most significant first), the nonce (12), the
/// ciphertext, as long as the value, and the tag (16). The column and the row are the associated data. Nonces are random
/// (SP 800-38D, 8.2.2): a column and key may seal 2³² values before a new key is due.
package struct FieldSealer: Sendable {
    package let field: SealedField
    package let key: DataKey.ID
    private let subkey: SymmetricKey
    /// What a sealed value begins with: the version and the name of the key.
    private let head: [UInt8]
    private let place: [UInt8]

    /// The first byte of a sealed value.
    static let version: UInt8 = 1
    /// Bytes before the nonce.
    static let headSize = 5
    /// Where the nonce begins.
    package static let nonceStart = headSize
    static let nonceSize = 12
    /// Bytes by which a sealed value is longer than the value.
    package static let overhead = headSize + nonceSize + 16

    init(_ key: DataKey, of field: SealedField) {
        self.field = field
        self.key = key.id
        subkey = key.subkey(for: "seal \(field)")
        head = [Self.version] + withUnsafeBytes(of: key.id.rawValue.bigEndian) { Array($0) }
        place = Array("\(field)".utf8)
    }

    /// The value, sealed for a row.
    package func seal(_ bytes: some DataProtocol, of row: SealedRow) -> Data {
        seal(bytes, of: row) { AES.GCM.Nonce() }
    }

    /// The value, sealed for a row, as one of many that use up a supply of nonces.
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

    /// The value that was sealed for a row under this key.
    ///
    /// - Throws: ``SealingError/broken(_:)``.
    package func open(_ sealed: Data, of row: SealedRow) throws -> Data {
        guard sealed.count >= Self.overhead, sealed.first == Self.version,
            let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(Self.headSize)),
            let bytes = try? AES.GCM.open(box, using: subkey, authenticating: associated(row))
        else { throw SealingError.broken(field) }
        return bytes
    }

    /// The column and the row; a byte between them tells where one ends and of which kind the other is.
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
    /// The key that a sealed value or a keyed hash names; `nil` when it is neither.
    package init?(of sealed: Data) {
        guard sealed.count >= FieldSealer.headSize, sealed.first == FieldSealer.version else { return nil }
        self.init(
            rawValue: sealed.withUnsafeBytes {
                UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: 1, as: UInt32.self))
            })
    }
}
