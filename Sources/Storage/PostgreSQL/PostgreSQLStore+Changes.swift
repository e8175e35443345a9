package import Alerts
import PostgreSQL

/// The log of changes, by which programs that work on the database at once hear of each other.
///
/// Each transaction that changes what others wait for adds a line as its last act. The line takes its number from a
/// row that stays locked until the commit, so nobody ever sees a line before one with a smaller number.
extension PostgreSQLStore {
    /// How long a line is kept, in milliseconds: who was away for longer reads everything anew.
    private static let keptFor: Int64 = 3_600_000
    /// How many lines are read or deleted at once.
    private static let page = 1_000

    package func foreignMark() async throws -> ForeignMark {
        try await glanceRows { ForeignMark(number: try $0.value("SELECT number FROM changeHead") ?? 0) }
    }

    /// What other programs committed after a mark.
    ///
    /// Where lines are missing, because they are too old or the server lost them, anything may have changed.
    package func foreignChanges(after mark: ForeignMark) async throws -> ForeignChanges {
        // The line of the mark itself comes along, to see that it is still the same.
        let lines: Query = """
            SELECT seq, node, told, what FROM changeLog WHERE seq >= \(mark.number)
            ORDER BY seq LIMIT \(Self.page)
            """
        let rows = try await glanceRows { runner in
            try runner.rows(
                """
                SELECT changeHead.number, line.seq, line.node, line.told, line.what
                FROM changeHead LEFT JOIN (\(lines)) AS line ON 1 = 1
                ORDER BY line.seq
                """
            ).map { (head: try $0["number"] as Int64, line: try Line(row: $0)) }
        }
        guard let head = rows.first?.head else { preconditionFailure("changeHead has a row from the start") }
        return changes(after: mark, until: head, in: rows.compactMap(\.line))
    }

    private func changes(after mark: ForeignMark, until head: Int64, in lines: [Line]) -> ForeignChanges {
        var (mark, rest) = (mark, lines[...])
        var isSame = true
        if let first = rest.first, first.seq == mark.number {
            isSame = mark.proof == nil || mark.proof == first.proof
            mark = ForeignMark(number: mark.number, proof: first.proof)
            rest.removeFirst()
        }
        let isWhole = (rest.last?.seq ?? head) == mark.number + Int64(rest.count)
        guard isSame, isWhole else {
            var changes = CommittedChanges()
            changes.mayBeMore = true
            return ForeignChanges(changes: [changes], mark: ForeignMark(number: head))
        }
        if let last = rest.last { mark = ForeignMark(number: last.seq, proof: last.proof) }
        return ForeignChanges(
            changes: rest.filter { $0.node != node }.map { ChangeText.changes(in: $0.what) }, mark: mark,
            hasMore: mark.number < head)
    }

    /// Deletes lines that are too old, a page in each transaction.
    ///
    /// - Returns: How many it deleted.
    @discardableResult
    func forgetOldChanges() async throws -> Int {
        var count = 0
        while true {
            let some = try await pool.transaction { session in
                try PostgreSQLRunner(session).run(
                    """
                    DELETE FROM changeLog
                    WHERE seq IN (SELECT seq FROM changeLog ORDER BY seq LIMIT \(Self.page))
                        AND told < \(PostgreSQLRunner.clock) - \(Self.keptFor)
                    """)
            }
            count += some
            guard some == Self.page else { return count }
        }
    }
}

/// A line of `changeLog`.
private struct Line {
    let seq: Int64
    let node: Int64
    let told: Int64
    let what: String

    /// Reads a row; `nil` if it only tells the head.
    init?(row: QueryRow) throws {
        guard let seq = try row["seq"] as Int64? else { return nil }
        (self.seq, node, told, what) = (seq, try row["node"], try row["told"], try row["what"])
    }

    /// No program commits two lines within a millisecond, and loses the first in between.
    var proof: Int64 { node ^ told }
}

extension PostgreSQLRunner {
    /// Milliseconds since 1970, by the clock of the server.
    fileprivate static let clock: Query = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

    /// Adds a line to the log of changes: the last act of a transaction, since others wait from then on.
    ///
    /// - Returns: The number of the line.
    func log(_ changes: CommittedChanges, by node: Int64) throws -> Int64 {
        try insertedNumber(
            """
            WITH head AS (UPDATE changeHead SET number = number + 1 RETURNING number)
            INSERT INTO changeLog (seq, node, told, what)
            SELECT number, \(node), \(Self.clock), \(try ChangeText(changes).text()) FROM head
            RETURNING seq
            """)
    }
}
