package import Alerts
package import Foundation

/// The ledger, as what sends its lines needs it.
package protocol OutboxStore: Sendable {
    /// Finds lines that wait to be sent and whose time has come, those that have waited longest first.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - blocked: Channels that are busy: their lines are passed over, however many there are.
    ///   - limit: Lines that are read at most; of one channel no more than ``OutboxRun/limit``.
    /// - Returns: The lines, and when the next one is due.
    /// - Throws: What the ledger throws.
    func claim(at now: Date, passing blocked: Set<Int64>, limit: Int) async throws -> OutboxClaim

    /// Reads lines as they are right before they are sent.
    ///
    /// - Returns: What is to be sent and what is not, or `nil` when nothing waits any more: the account or channel is
    ///   gone, or the lines were settled.
    func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending?

    /// Writes down what came of sending, in one transaction.
    func record(_ acts: [OutboxAct], at now: Date) async throws

    /// Gives up the lines of alerts that have expired.
    ///
    /// - Returns: How many there were.
    func expire(at now: Date) async throws -> Int

    /// Brings forward what is due in a future that a clock which ran ahead has made: by how much it went back, or, when
    /// that is not known, as far as the newest waiting line tells.
    func clockWentBack(by distance: Duration?, to now: Date) async throws
}
