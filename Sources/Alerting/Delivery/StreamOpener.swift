import Foundation
import People

/// Who opened a stream, and with what.
struct StreamOpener: Sendable {
    let account: Account.ID
    /// The public part of the session or token.
    let credential: String
    /// When that ends as far as is known, unless it is used before.
    let expiry: Date

    init(_ visitor: Visitor) {
        guard case .account(let account) = visitor.principal
        else { preconditionFailure("a station's key opens no stream") }
        self.account = account
        credential = visitor.credential
        expiry = visitor.ends ?? .distantFuture
    }
}
