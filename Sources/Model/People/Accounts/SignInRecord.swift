package import Foundation

/// Failures to sign in with one name, from one network address or from all of them.
package struct SignInRecord: Hashable, Sendable {
    /// The number of failures since the last success, or since ``memory`` before the last failure.
    package var failures: Int
    package var lastFailure: Date
    /// The time of the last success.
    package var lastSuccess: Date?

    package init(failures: Int = 0, lastFailure: Date = .distantPast, lastSuccess: Date? = nil) {
        self.failures = failures
        self.lastFailure = lastFailure
        self.lastSuccess = lastSuccess
    }

    /// The seconds after which failures are forgotten: a day.
    package static let memory: TimeInterval = 86_400
    /// The seconds for which a network address is known after the owner has signed in from it: 180 days.
    package static let acquaintance: TimeInterval = 180 * 86_400
}

/// An account's token for a program, without its secret.
package struct AccountToken: Hashable, Sendable {
    package let id: String
    package let label: String?
    package let scopes: Scopes
    package let created: Date
    /// When it was last used, to the minute.
    package let lastUsed: Date?
    package let ends: Date?

    package init(
        id: String, label: String?, scopes: Scopes, created: Date, lastUsed: Date?, ends: Date?
    ) {
        self.id = id
        self.label = label
        self.scopes = scopes
        self.created = created
        self.lastUsed = lastUsed
        self.ends = ends
    }

    /// The largest number of tokens of one account that may be in force.
    package static let limit = 20
    /// The largest number of characters in a label.
    package static let labelLength = 60
}
