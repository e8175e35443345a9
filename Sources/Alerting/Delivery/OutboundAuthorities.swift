package import Foundation
import NIOSSL

/// Certificate authorities that are trusted for receivers, in addition to the system's.
package struct OutboundAuthorities: Sendable {
    private let certificates: [NIOSSLCertificate]

    /// Trusts only the system's authorities.
    package init() { certificates = [] }

    /// Reads certificates in PEM (RFC 7468), one after the other.
    ///
    /// - Returns: `nil` when the file cannot be read or holds none.
    package init?(file: URL) {
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path), !certificates.isEmpty
        else { return nil }
        self.certificates = certificates
    }

    /// The TLS configuration for receivers: a certificate must match the host name in the URL.
    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if !certificates.isEmpty { configuration.additionalTrustRoots = [.certificates(certificates)] }
        return configuration
    }

    /// Why a connection failed, in words for the owner of the address.
    static func reason(_ failure: any Error) -> String {
        switch failure {
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "the host’s certificate is for another name"
        case NIOSSLError.handshakeFailed(let error):
            "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
                ? "the host’s certificate is not trusted" : "no secure connection to the host"
        default: "no connection to the host"
        }
    }
}
