package import Foundation

/// The stored answer to a request with an idempotency key.
package struct KeptAnswer: Sendable, Hashable {
    /// A hash of the request, which reveals the use of the key for a different one.
    package let fingerprint: Data
    /// Where the created resource can be read.
    package let location: String
    package let body: Data

    package init(fingerprint: Data, location: String, body: Data) {
        self.fingerprint = fingerprint
        self.location = location
        self.body = body
    }
}
