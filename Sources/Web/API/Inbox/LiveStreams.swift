package import HTTP
package import People

/// Live streams of alerts.
package protocol LiveStreams: Sendable {
    associatedtype Stream: EventStream

    /// Opens a stream of an account's alerts that begins after the event `last`, or now when that is `nil`.
    ///
    /// A stream that never begins is released.
    ///
    /// - Parameters:
    ///   - account: The account whose alerts it carries.
    ///   - visitor: Who opens it: the account, or its guardian.
    ///   - last: The last event that the reader has.
    /// - Returns: `nil` if the account has the largest number of open streams.
    /// - Throws: The error of the store.
    func open(for account: Account.ID, by visitor: Visitor, after last: Int64?) async throws -> Stream?
}
