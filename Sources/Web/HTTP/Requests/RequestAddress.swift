package import HTTPTypes
package import Hummingbird

extension Request {
    /// The address at which the client reached us, for links that must be absolute.
    ///
    /// ``ProtectedResponder`` has checked that its parts can be trusted.
    package var base: String {
        let scheme = headers[.xForwardedProto] ?? "http"
        return "\(scheme == "https" ? "https" : "http")://\(head.authority ?? "localhost")"
    }
}

extension HTTPField.Name {
    package static let xForwardedProto = named("X-Forwarded-Proto")
}
