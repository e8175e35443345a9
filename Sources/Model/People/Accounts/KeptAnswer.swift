package import Foundation

/// The answer to a request with an idempotency key.
package struct KeptAnswer: Sendable, Hashable {
    /// A hash of the request, by which a key that is used for something else is found out.
    package let fingerprint: Data
    /// Where that which was created can be read.
    package let location: String
    package let body: Data

    package init(fingerprint: Data, location: String, body: Data) {
        self.fingerprint = fingerprint
        self.location = location
        self.body = body
    }
}
