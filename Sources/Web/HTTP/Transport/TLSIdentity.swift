package import Foundation
package import NIOSSL
import Synchronization

/// The service's TLS identity: a certificate with its chain, and the matching private key.
///
/// The files may be replaced while the service runs. Open connections continue, and new ones use the new
/// certificate.
package final class TLSIdentity: Sendable {
    private struct Contexts {
        /// Offers HTTP/2 and HTTP/1.1.
        let all: NIOSSLContext
        /// Offers HTTP/1.1 alone.
        let http1: NIOSSLContext
        let lastDay: Date
    }

    private let certificate: URL
    private let key: URL
    private let contexts: Mutex<Contexts>

    /// Reads the files.
    /// - Parameters:
    ///   - certificate: The certificate followed by the intermediate certificates up to a root, in PEM.
    ///   - key: The private key in PEM.
    /// - Throws: ``TLSMistake``.
    package init(certificate: URL, key: URL) throws(TLSMistake) {
        self.certificate = certificate
        self.key = key
        contexts = Mutex(try Self.read(certificate, key))
    }

    /// Reads the files again; if they cannot be used, the previous identity stays.
    ///
    /// - Throws: ``TLSMistake``.
    package func reload() throws(TLSMistake) {
        let fresh = try Self.read(certificate, key)
        contexts.withLock { $0 = fresh }
    }

    /// The end of the certificate's validity.
    package var lastDay: Date { contexts.withLock(\.lastDay) }

    /// The modification times of the files, which tell when they were replaced.
    package var changes: [Date?] {
        [certificate, key].map { file in
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: file.resolvingSymlinksInPath().path)
            return attributes?[.modificationDate] as? Date
        }
    }

    package func context(isMultiplexing: Bool) -> NIOSSLContext {
        contexts.withLock { isMultiplexing ? $0.all : $0.http1 }
    }

    private static func read(_ certificate: URL, _ key: URL) throws(TLSMistake) -> Contexts {
        for file in [certificate, key] where !FileManager.default.isReadableFile(atPath: file.path) {
            throw .missing(file.path)
        }
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificate.path), let own = chain.first
        else { throw .noCertificate(certificate.path) }
        guard let secret = try? NIOSSLPrivateKey(file: key.path, format: .pem) else { throw .noKey(key.path) }
        guard let all = context(chain, secret, ["h2", "http/1.1"]),
            let http1 = context(chain, secret, ["http/1.1"])
        else { throw .otherKey(certificate.path, key.path) }
        return Contexts(
            all: all, http1: http1,
            lastDay: Date(timeIntervalSince1970: TimeInterval(own.notValidAfter)))
    }

    private static func context(
        _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey, _ protocols: [String]
    ) -> NIOSSLContext? {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        // "Implementations MUST NOT negotiate TLS version 1.1" (RFC 9325, 3.1.1).
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = protocols
        return try? NIOSSLContext(configuration: configuration)
    }
}

/// The reason why files cannot serve as a TLS identity.
package enum TLSMistake: Error, Hashable, CustomStringConvertible {
    case missing(String)
    case noCertificate(String)
    case noKey(String)
    case otherKey(String, String)

    package var description: String {
        switch self {
        case .missing(let path): "\(path) does not exist or cannot be read"
        case .noCertificate(let path): "\(path) holds no certificate in PEM"
        case .noKey(let path): "\(path) holds no private key in PEM"
        case .otherKey(let certificate, let key):
            "the private key in \(key) does not belong to the certificate in \(certificate)"
        }
    }
}
