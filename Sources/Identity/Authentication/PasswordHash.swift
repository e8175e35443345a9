import Crypto
import CryptoExtras
import Foundation

/// A stored password hash: scrypt (RFC 7914) in PHC form.
///
/// The form is `$scrypt$ln=15,r=8,p=3$salt$hash`, in base64 without padding.
struct PasswordHash: Hashable, Sendable {
    /// The cost of a hash.
    ///
    /// It takes 2^`logarithm` × `blockSize` × 128 bytes of memory, `parallelism` times in sequence.
    struct Cost: Hashable, Sendable {
        let logarithm: Int
        let blockSize: Int
        let parallelism: Int

        /// 32 MiB, three times.
        ///
        /// OWASP's Password Storage Cheat Sheet lists several settings of equal strength. This one needs
        /// little memory.
        static let standard = Cost(logarithm: 15, blockSize: 8, parallelism: 3)

        /// About how long a hash takes: a quarter of a microsecond for each block of 128 bytes.
        var usualDuration: Duration { .nanoseconds(250 * blockSize * parallelism << logarithm) }

        /// Whether the cost is low enough to compute: a damaged or foreign hash must not stop the service.
        var isSane: Bool {
            (1...20).contains(logarithm) && (1...32).contains(blockSize) && (1...16).contains(parallelism)
                && logarithm + Int(log2(Double(blockSize)).rounded(.up)) <= 20
        }
    }

    private static let saltSize = 16
    private static let size = 32

    let cost: Cost
    private let salt: Data
    private let hash: Data

    /// Hashes a password, which occupies a core for a good part of a second.
    init(_ password: String, cost: Cost) throws {
        self.cost = cost
        salt = SecretText.random(Self.saltSize)
        hash = try Self.derived(from: password, salt: salt, cost: cost, size: Self.size)
    }

    /// Reads the PHC form.
    ///
    /// Returns `nil` for text in another form or with an unsupported cost.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let match = parts[2].wholeMatch(of: /ln=([0-9]{1,2}),r=([0-9]{1,2}),p=([0-9]{1,2})/),
            let logarithm = Int(match.1), let blockSize = Int(match.2), let parallelism = Int(match.3),
            let salt = Self.bytes(of: parts[3]), let hash = Self.bytes(of: parts[4]),
            (8...64).contains(salt.count), (16...64).contains(hash.count)
        else { return nil }
        cost = Cost(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
        guard cost.isSane else { return nil }
        self.salt = salt
        self.hash = hash
    }

    var text: String {
        "$scrypt$ln=\(cost.logarithm),r=\(cost.blockSize),p=\(cost.parallelism)$\(Self.text(of: salt))"
            + "$\(Self.text(of: hash))"
    }

    /// Whether this is the hash of a password.
    ///
    /// Checking takes as long as hashing.
    func matches(_ password: String) throws -> Bool {
        SecretText.equal(
            hash, try Self.derived(from: password, salt: salt, cost: cost, size: hash.count))
    }

    private static func derived(from password: String, salt: Data, cost: Cost, size: Int) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: size, rounds: 1 << cost.logarithm,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        return key.withUnsafeBytes { Data($0) }
    }

    private static func text(of bytes: Data) -> String {
        bytes.base64EncodedString().replacing("=", with: "")
    }

    private static func bytes(of text: Substring) -> Data? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }
}
