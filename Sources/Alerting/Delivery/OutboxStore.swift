package import Alerts
package import Foundation

/// The ledger, as the outbox uses it.
package protocol OutboxStore: Sendable {
    /// Finds queued lines that are due, those that have waited longest first.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - blocked: Busy channels: their lines are skipped, however many there are.
    ///   - limit: Lines to read at most; of one channel no more than ``OutboxRun/limit``.
    /// - Returns: The lines, and when the next one is due.
    /// - Throws: The ledger's errors.
    func claim(at now: Date, passing blocked: Set<Int64>, limit: Int) async throws -> OutboxClaim

    /// Reads lines in their current state, right before they are sent.
    ///
    /// - Returns: What to send and what to drop. `nil` when nothing is queued any more: the account or
    ///   channel is gone, or the lines were settled.
    func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending?

    /// Records outcomes in one transaction.
    func record(_ acts: [OutboxAct], at now: Date) async throws

    /// Drops the lines of alerts that have expired.
    ///
    /// - Returns: The number of dropped lines.
    func expire(at now: Date) async throws -> Int

    /// Brings forward lines that were scheduled while the clock ran ahead.
    ///
    /// `distance` is how far the clock went back. When it is unknown, the newest waiting line decides.
    func clockWentBack(by distance: Duration?, to now: Date) async throws
}
