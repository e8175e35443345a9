package import Crypto
package import Foundation

/// The file that holds the private key of ``VAPID``, in PEM (PKCS #8).
package struct VAPIDKeyFile: Sendable {
    package let url: URL

    package init(_ url: URL) { self.url = url }

    /// Reads the key.
    package func read() throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(pemRepresentation: String(contentsOf: url, encoding: .utf8))
    }

    /// Reads the key, and creates one first when there is no file.
    ///
    /// Only the owner of the process may read the file. When several processes start at once, one of them
    /// creates it.
    package func readOrMake() throws -> P256.Signing.PrivateKey {
        if FileManager.default.fileExists(atPath: url.path) { return try read() }
        let draft = url.appendingPathExtension(UUID().uuidString)
        try write(P256.Signing.PrivateKey(), to: draft)
        defer { try? FileManager.default.removeItem(at: draft) }
        // The name appears only with the whole key behind it, and never replaces another file.
        if link(draft.path, url.path) != 0, errno != EEXIST { throw Self.failure() }
        return try read()
    }

    private func write(_ key: P256.Signing.PrivateKey, to file: URL) throws {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data((key.pemRepresentation + "\n").utf8))
        try handle.synchronize()
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
