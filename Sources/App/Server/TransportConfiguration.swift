package import API
import Addressing
package import Foundation

/// How connections are taken: over TLS or not, and how many.
package struct TransportConfiguration: Sendable {
    /// The certificate and those of its authorities, in PEM; without it there is no TLS.
    package private(set) var certificate: URL?
    /// The private key of the certificate, in PEM.
    package private(set) var key: URL?
    /// Connections at once: 20,000, or as many as the process may open files for.
    private var connections: Int?
    /// Connections of one address at once: 512; those of trusted proxies are not counted.
    private var addressConnections: Int?

    /// The limits of connections and of what is read from them.
    package var limits: TransportLimits {
        var limits = TransportLimits()
        limits.connections = connections ?? limits.connections
        limits.addressConnections = addressConnections ?? limits.addressConnections
        var files = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 {
            limits.fit(into: Int(clamping: files.rlim_cur))
        }
        return limits
    }

    /// Takes a key that is about connections.
    ///
    /// - Returns: What is allowed, when the text is not.
    mutating func set(_ key: ServerConfiguration.Key, to text: String) -> String? {
        switch key {
        case .tlsCertificate: certificate = URL(filePath: text)
        case .tlsKey: self.key = URL(filePath: text)
        case .connections:
            guard let number = Int(text), (16...1_000_000).contains(number)
            else { return "a number of connections from 16 to 1000000" }
            connections = number
        case .addressConnections:
            guard let number = Int(text), (1...1_000_000).contains(number)
            else { return "a number of connections from 1 to 1000000" }
            addressConnections = number
        default: preconditionFailure("\(key.rawValue) is not about connections")
        }
        return nil
    }

    /// Makes sure that what belongs together is there.
    func check() throws {
        guard (certificate == nil) == (key == nil)
        else { throw ConfigurationMistake("tls-certificate and tls-key need each other") }
    }

    /// What the service shows to prove who it is; `nil` without TLS.
    func identity() throws -> TLSIdentity? {
        guard let certificate, let key else { return nil }
        do {
            return try TLSIdentity(certificate: certificate, key: key)
        } catch {
            throw ConfigurationMistake("tls-certificate and tls-key: \(error)")
        }
    }
}
