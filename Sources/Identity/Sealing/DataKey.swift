import Crypto
package import Foundation

/// A 256-bit key that seals values of the database, and the identifier that values name it by.
///
/// The key itself seals nothing. Each column has its own key, derived from this one by HKDF (RFC 5869).
package struct DataKey: Sendable {
    /// A key's identifier: 32 bits derived from the key, which reveal nothing about it.
    package struct ID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Eight hexadecimal digits.
        package var description: String {
            let digits = String(rawValue, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    package let id: ID
    let key: SymmetricKey

    /// The size of a key in bytes.
    static let size = 32

    /// Creates a random key.
    package init() { self.init(key: SymmetricKey(size: .bits256)) }

    /// Creates a key from 32 bytes.
    ///
    /// Returns `nil` for any other number.
    package init?(bytes: Data) {
        guard bytes.count == Self.size else { return nil }
        self.init(key: SymmetricKey(data: bytes))
    }

    private init(key: SymmetricKey) {
        self.key = key
        let name = Self.derived(from: key, for: "name", bytes: 4)
        id = ID(rawValue: name.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self)) })
    }

    /// Derives the key for one purpose.
    ///
    /// It reveals neither this key nor that of another purpose.
    func subkey(for purpose: String) -> SymmetricKey {
        Self.derived(from: key, for: purpose, bytes: Self.size)
    }

    private static func derived(from key: SymmetricKey, for purpose: String, bytes: Int) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: Data("breathe-easy data key".utf8), info: Data(purpose.utf8),
            outputByteCount: bytes)
    }
}

extension DataKey {
    /// The written form of a key: its identifier, a colon, and 64 hexadecimal digits.
    var text: String {
        let digits = key.withUnsafeBytes { bytes in
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        return "\(id):\(digits)"
    }

    /// Parses the written form of a key.
    ///
    /// The identifier is optional.
    ///
    /// - Throws: ``KeyRingMistake``, which does not repeat the text.
    init(text: Substring) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let bytes = Data(hexadecimal: parts[parts.count - 1]),
            let key = DataKey(bytes: bytes)
        else { throw KeyRingMistake("a data key is not written as 64 hexadecimal digits") }
        guard parts.count == 1 || parts[0].lowercased() == key.id.description else {
            throw KeyRingMistake(
                "a data key is written under the name \(parts[0].prefix(8)) and is \(key.id): it was changed")
        }
        self = key
    }
}

extension Data {
    fileprivate init?(hexadecimal text: Substring) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
