package import Foundation

/// How often signing in has failed, by one name from one address or from all of them.
package struct SignInRecord: Hashable, Sendable {
    /// Failures since the last success, or since ``memory`` before the last of them.
    package var failures: Int
    package var lastFailure: Date
    /// When it last succeeded.
    package var lastSuccess: Date?

    package init(failures: Int = 0, lastFailure: Date = .distantPast, lastSuccess: Date? = nil) {
        self.failures = failures
        self.lastFailure = lastFailure
        self.lastSuccess = lastSuccess
    }

    /// After how long failures are forgotten, in seconds: a day.
    package static let memory: TimeInterval = 86_400
    /// For how long an address is known after the owner has signed in from it, in seconds: 180 days.
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

    /// Tokens of one account that are in force.
    package static let limit = 20
    /// The characters of a label.
    package static let labelLength = 60
}
