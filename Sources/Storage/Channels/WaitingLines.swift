import Alerts
import Foundation

/// The ends of ledger lines that wait to be sent.
///
/// A line is marked before its message leaves. When it is given up while the mark stands, because its alert ended
/// meanwhile or the program did, nobody knows whether the message arrived, and the ledger says so.
enum WaitingLines {
    /// The reason of a queued line whose message is being sent, or was when the program ended.
    static let underWay = "under way"
    /// The reason of an expired line that was given up while its message was under way.
    static let unknown = DeliveryState.unknown.rawValue

    /// Gives up the lines that meet a condition; without `now`, their times stay.
    ///
    /// - Returns: Their number.
    @discardableResult
    static func giveUp(
        where condition: Query, as state: DeliveryState, because reason: String?, at now: Date?,
        by runner: any QueryRunner
    ) throws -> Int {
        try runner.run(
            """
            UPDATE delivery SET due = NULL, updated = coalesce(\(now?.stored), updated),
                state = CASE reason WHEN \(underWay) THEN 'expired' ELSE \(state.rawValue) END,
                reason = CASE reason WHEN \(underWay) THEN \(unknown) ELSE \(reason) END
            WHERE state = 'queued' AND \(condition)
            """)
    }
}

extension DeliveryState {
    /// Reads the state of a line of the ledger.
    ///
    /// The table knows the states that it was made with; a line of unknown outcome is an expired one there.
    init(line row: QueryRow) throws {
        let reason: String? = try row["reason"]
        guard let state = DeliveryState(rawValue: try row["state"])
        else { preconditionFailure("the store holds a line in a state that does not exist") }
        self = state == .expired && reason == WaitingLines.unknown ? .unknown : state
    }
}
