package import HTTP
package import People

/// Live streams of alerts.
package protocol LiveStreams: Sendable {
    associatedtype Stream: EventStream

    /// Opens a stream of an account's alerts that begins after the event `last`, or now when that is `nil`.
    ///
    /// A stream that never begins is released.
    ///
    /// - Returns: `nil` if the account has the largest number of open streams.
    func open(for account: Account.ID, after last: Int64?) async throws -> Stream?
}
