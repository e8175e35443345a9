package import Foundation
import Signing

/// With what alerts in CAP are signed.
package struct AlertSigning: Sendable {
    /// The private key, in PEM.
    package var key: URL?
    /// The certificate of the key, in PEM.
    package var certificate: URL?

    /// Makes sure that what belongs together is there.
    func check() throws {
        guard (certificate == nil) == (key == nil)
        else { throw ConfigurationMistake("alert-key and alert-certificate need each other") }
    }

    /// Reads the files; `nil` when alerts are not signed.
    ///
    /// - Throws: ``ConfigurationMistake`` when a file cannot be read or used.
    func signer() throws -> XMLSigner? {
        guard let certificate, let key else { return nil }
        let (secret, proof) = (
            try Self.read(key, of: .alertKey), try Self.read(certificate, of: .alertCertificate)
        )
        do {
            return try XMLSigner(key: secret, certificate: proof)
        } catch {
            throw ConfigurationMistake("alert-key and alert-certificate: \(error.rawValue)")
        }
    }

    private static func read(_ file: URL, of key: ServerConfiguration.Key) throws -> [UInt8] {
        do {
            return Array(try Data(contentsOf: file))
        } catch {
            throw ConfigurationMistake("\(key.rawValue): \(file.path) cannot be read")
        }
    }
}
