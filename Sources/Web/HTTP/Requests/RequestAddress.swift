package import HTTPTypes
package import Hummingbird

extension Request {
    /// The address under which the client reached us, for links that must be absolute; ``ProtectedResponder`` has seen to
    /// it that what it is made of can be believed.
    package var base: String {
        let scheme = headers[.xForwardedProto] ?? "http"
        return "\(scheme == "https" ? "https" : "http")://\(head.authority ?? "localhost")"
    }
}

extension HTTPField.Name {
    package static let xForwardedProto = named("X-Forwarded-Proto")
}
