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

/// The idempotency key of the request that is being answered.
///
/// The store notes it in the transaction that creates what the request asks for, with the identifier of that.
/// So a repetition of the request finds it however the first one ended.
package struct AnswerClaim: Sendable {
    /// The key was used by another request meanwhile.
    package struct Taken: Error {
        package init() {}
    }

    /// The claim of the request that the current task answers, if it has a key.
    @TaskLocal package static var current: AnswerClaim?

    package let key: String
    package let account: Account.ID
    /// A hash of the request.
    package let fingerprint: Data
    package let made: Date

    package init(key: String, account: Account.ID, fingerprint: Data, made: Date) {
        (self.key, self.account) = (key, account)
        (self.fingerprint, self.made) = (fingerprint, made)
    }
}
