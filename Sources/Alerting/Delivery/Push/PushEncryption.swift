package import Alerts
package import Crypto
package import Foundation

/// Encrypts messages for a single browser (RFC 8291), as one record of `aes128gcm` (RFC 8188).
package struct PushEncryption {
    /// The highest number of bytes in a message.
    ///
    /// RFC 8030, section 7.2, lets push services refuse bodies over 4096 bytes. The header takes 86 of these,
    /// the tag 16 and the delimiter 1.
    package static let plaintextLimit = 3_993

    private static let recordSize: UInt32 = 4_096

    private let browser: P256.KeyAgreement.PublicKey
    private let target: PushTarget

    /// Prepares to encrypt for a browser.
    ///
    /// - Throws: `CryptoKitError` when its public key is not a point on P-256.
    package init(for target: PushTarget) throws {
        browser = try P256.KeyAgreement.PublicKey(x963Representation: target.publicKey)
        self.target = target
    }

    /// Encrypts a message of at most ``plaintextLimit`` bytes with a new key and salt.
    package func seal(_ plaintext: Data) throws -> Data {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        return try seal(plaintext, with: P256.KeyAgreement.PrivateKey(), salt: salt)
    }

    /// Encrypts a message with a key and salt that must never be used again.
    ///
    /// The message has at most ``plaintextLimit`` bytes, the salt 16. The key is the sender's for this one
    /// message.
    package func seal(_ plaintext: Data, with own: P256.KeyAgreement.PrivateKey, salt: Data) throws -> Data {
        precondition(plaintext.count <= Self.plaintextLimit, "a push message is longer than a record")
        let ownPublic = own.publicKey.x963Representation
        let keying = try keyingMaterial(own, ownPublic)
        let key = Self.derived(from: keying, salt: salt, info: "Content-Encoding: aes128gcm\0", bytes: 16)
        let nonce = Self.derived(from: keying, salt: salt, info: "Content-Encoding: nonce\0", bytes: 12)
        // The delimiter 2 marks the last record; there is no padding after it.
        let sealed = try AES.GCM.seal(
            plaintext + [2], using: key, nonce: AES.GCM.Nonce(data: nonce.withUnsafeBytes { Data($0) }))
        return header(salt: salt, keyID: ownPublic) + sealed.ciphertext + sealed.tag
    }

    /// The input keying material of RFC 8291, section 3.3.
    private func keyingMaterial(
        _ own: P256.KeyAgreement.PrivateKey, _ ownPublic: Data
    ) throws -> SymmetricKey {
        let shared = try own.sharedSecretFromKeyAgreement(with: browser)
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: target.authentication,
            sharedInfo: Data("WebPush: info\0".utf8) + target.publicKey + ownPublic, outputByteCount: 32)
    }

    private static func derived(
        from keying: SymmetricKey, salt: Data, info: String, bytes: Int
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: keying, salt: salt, info: Data(info.utf8), outputByteCount: bytes)
    }

    /// The header of RFC 8188, section 2.1: salt, record size, and the sender's public key as key identifier.
    private func header(salt: Data, keyID: Data) -> Data {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: Self.recordSize >> (24 - 8 * $0)) }
        return salt + size + [UInt8(keyID.count)] + keyID
    }
}
