import Crypto
import Foundation

/// Random nonces for sealing many values in sequence.
///
/// Each nonce is used once.
///
/// One call to the system's generator yields twenty-one nonces, because a call takes as long as sealing a
/// short value. A supply cannot be copied, so no two callers get the same nonce.
package struct FreshNonces: ~Copyable {
    /// "The maximum permitted value for the length argument is 256": getentropy(3).
    private static let most = 256 / FieldSealer.nonceSize * FieldSealer.nonceSize

    private var bytes = [UInt8](repeating: 0, count: most)
    private var used = most

    package init() {}

    mutating func next() throws -> AES.GCM.Nonce {
        if used == Self.most {
            guard getentropy(&bytes, Self.most) == 0
            else { preconditionFailure("a system that has no random numbers cannot seal") }
            used = 0
        }
        defer { used += FieldSealer.nonceSize }
        return try AES.GCM.Nonce(data: bytes[used..<used + FieldSealer.nonceSize])
    }
}
