package import Foundation
package import People

extension RowStore {
    /// The number of lines that one transaction removes.
    ///
    /// Other writers wait for it.
    static var forgottenAtOnce: Int { 2_000 }

    /// Deletes what has been stored for longer than ``Retention`` allows.
    ///
    /// - Parameter now: The present.
    /// - Returns: The number of deleted lines of each kind.
    /// - Throws: Why nothing more could be removed; earlier deletions stand.
    package func forgetExpired(at now: Date) async throws -> [Retention: Int] {
        var counts: [Retention: Int] = [:]
        for kind in Retention.allCases {
            let end = now.addingTimeInterval(-Double(kind.days) * 86_400).stored
            // A transaction with nothing to do would only hold up other writers.
            while try await hasExpired(kind, before: end) {
                counts[kind, default: 0] += try await forgetSome(of: kind, before: end)
            }
        }
        try await forgetNames()
        try await forgetExpiredFiles(at: now)
        try await forgetStudyTokens(at: now)
        try await forgetStudyReceivers(at: now)
        return counts
    }

    /// Deletes what can no longer be opened by the links that it belongs to.
    private func forgetExpiredFiles(at now: Date) async throws {
        let expired: Query = """
            SELECT number FROM sharedLink WHERE expires < \(now.stored)
                AND EXISTS (SELECT 1 FROM sharedFile WHERE link = number)
            """
        let links = try await readRows { try $0.rows(expired).map { try $0.first(as: Int64.self) } }
        for link in links {
            try await writeManyRows(locking: .nothing) { try $0.removeFiles(of: link) }
        }
    }

    /// Deletes the names of removed fences that no line of the ledger names any more.
    private func forgetNames() async throws {
        let accounts = try await readRows { runner in
            try runner.rows("SELECT DISTINCT account FROM formerFence").map { try $0.first(as: Int64.self) }
        }
        for account in accounts {
            let isWanted = try await readRows { runner in
                try runner.value("SELECT EXISTS (\(Self.unspoken(of: account)))", as: Bool.self) ?? false
            }
            guard isWanted else { continue }
            try await writeManyRows(locking: .nothing) { runner in
                try runner.run("DELETE FROM formerFence WHERE number IN (\(Self.unspoken(of: account)))")
            }
        }
    }

    private func hasExpired(_ kind: Retention, before end: Int64) async throws -> Bool {
        try await readRows { runner in
            try runner.value("SELECT EXISTS (\(Self.expired(kind, before: end, limit: 1)))", as: Bool.self)
                ?? false
        }
    }

    private func forgetSome(of kind: Retention, before end: Int64) async throws -> Int {
        try await writeManyRows(locking: .nothing) { runner in
            let rows = AgedRows(kind)
            let expired = Self.expired(kind, before: end, limit: Self.forgottenAtOnce)
            if kind == .metricValues { try runner.noteLoss(of: expired) }
            // A row that was rewritten since it was found stays; in SQLite nobody rewrites it meanwhile.
            return try runner.run(
                """
                DELETE FROM \(sql: rows.table) WHERE (\(sql: rows.key)) IN (\(expired))
                    \(sqlite: "", postgreSQL: "AND \(rows.areOlder(than: end))")
                """)
        }
    }

    private static func unspoken(of account: Int64) -> Query {
        """
        SELECT number FROM formerFence WHERE account = \(account) AND number NOT IN (
            SELECT \(sqlite: "named.value", postgreSQL: "CAST(named.value AS bigint)")
            FROM delivery, \(
                sqlite: "json_each(delivery.fences)",
                postgreSQL: "json_array_elements_text(CAST(delivery.fences AS json))") AS named
            WHERE delivery.id IN (\(LedgerVolumes.lines(of: Account.ID(rawValue: account), after: 0))))
        """
    }

    /// The oldest lines of a kind from before `end`.
    ///
    /// Lines of the ledger are numbered in the order of time.
    private static func expired(_ kind: Retention, before end: Int64, limit: Int) -> Query {
        let rows = AgedRows(kind)
        if kind == .inbox {
            return """
                SELECT id FROM (SELECT id, created FROM delivery ORDER BY id LIMIT \(limit)) AS oldest
                WHERE \(rows.areOlder(than: end))
                """
        }
        // Hours are found twice in one transaction, and have to be the same ones.
        let order: Query = kind == .metricValues ? "ORDER BY written, account, day, hour" : ""
        return """
            SELECT \(sql: rows.key) FROM \(sql: rows.table) WHERE \(rows.areOlder(than: end))
            \(sqlite: "", postgreSQL: order) LIMIT \(limit)
            """
    }
}

/// The rows of one kind: where they are, what tells them apart, and since when they are kept.
private struct AgedRows {
    let table: String
    let key: String
    private let age: String
    /// How many parts a second of `age` has.
    private let parts: Int64

    init(_ kind: Retention) {
        (table, key, age) =
            switch kind {
            case .inbox: ("delivery", "id", "created")
            case .reports: ("report", "alert, account", "sent")
            case .confirmations: ("confirmation", "alert, account", "created")
            case .flags: ("flag", "alert, account", "created")
            case .audit: ("audit", "number", "created")
            case .messages: ("message", "number", "created")
            case .deletedDays: ("diaryEntry", "account, day", "deleted")
            case .reminders: ("reminder", "number", "due")
            case .helpReminders: ("helpReminder", "number", "due")
            case .studyReminders: ("studyReminder", "number", "due")
            case .notices: ("notice", "number", "raised")
            case .contactLetters: ("contactLetter", "number", "written")
            case .sosCalls: ("sosCall", "id", "pressed")
            case .sharedLinks: ("sharedLink", "number", "expires")
            case .metricValues: ("metricHour", "account, day, hour", "written")
            }
        parts = kind == .deletedDays ? 1_000 : 1
    }

    func areOlder(than end: Int64) -> Query { "\(sql: age) < \(end * parts)" }
}

extension QueryRunner {
    /// Marks the days whose values are about to be deleted.
    fileprivate func noteLoss(of hours: Query) throws {
        try run(
            """
            UPDATE metricDay SET isWhole = 0
            WHERE (account, day) IN (SELECT account, day FROM (\(hours)) AS lost)
            """)
    }
}
