import Addressing
package import Foundation
package import HTTP

/// How connections are taken: over TLS or not, and how many.
package struct TransportConfiguration: Sendable {
    /// The certificate and those of its authorities, in PEM; without it there is no TLS.
    package fileprivate(set) var certificate: URL?
    /// The private key of the certificate, in PEM.
    package fileprivate(set) var key: URL?
    /// Connections at once: 20,000, or as many as the process may open files for.
    fileprivate var connections: Int?
    /// Connections of one address at once: 512; those of trusted proxies are not counted.
    fileprivate var addressConnections: Int?

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

extension Setting {
    /// How connections are taken.
    static let transport: [Setting] = [
        Setting(
            .tlsCertificate, "The certificate and those of its authorities; needs `tls-key`.",
            allowed: "a file in PEM", usual: .words("no TLS")
        ) {
            $0.transport.certificate = URL(filePath: $1)
            return true
        },
        Setting(
            .tlsKey, "The private key of the certificate.", allowed: "a file in PEM", usual: .words("no TLS")
        ) {
            $0.transport.key = URL(filePath: $1)
            return true
        },
        Setting(
            .connections, "How many connections are open at once.",
            allowed: "a number of connections from 16 to 1000000",
            usual: .words("\(TransportLimits().connections), or as many as `ulimit -n` leaves room for")
        ) {
            guard let number = Int($1), (16...1_000_000).contains(number) else { return false }
            $0.transport.connections = number
            return true
        },
        Setting(
            .addressConnections, "How many of them come from one address; trusted proxies are not counted.",
            allowed: "a number of connections from 1 to 1000000",
            usual: .words("\(TransportLimits().addressConnections)")
        ) {
            guard let number = Int($1), (1...1_000_000).contains(number) else { return false }
            $0.transport.addressConnections = number
            return true
        },
    ]
}
