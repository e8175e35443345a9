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
            try await writeRows(locking: .nothing) { try $0.removeFiles(of: link) }
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
            try await writeRows(locking: .nothing) { runner in
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
        try await writeRows(locking: .nothing) { runner in
            let expired = Self.expired(kind, before: end, limit: Self.forgottenAtOnce)
            let rows: Query =
                switch kind {
                case .inbox: "delivery WHERE id"
                case .reports: "report WHERE (alert, account)"
                case .confirmations: "confirmation WHERE (alert, account)"
                case .flags: "flag WHERE (alert, account)"
                case .audit: "audit WHERE number"
                case .messages: "message WHERE number"
                case .deletedDays: "diaryEntry WHERE (account, day)"
                case .reminders: "reminder WHERE number"
                case .helpReminders: "helpReminder WHERE number"
                case .studyReminders: "studyReminder WHERE number"
                case .notices: "notice WHERE number"
                case .contactLetters: "contactLetter WHERE number"
                case .sosCalls: "sosCall WHERE id"
                case .sharedLinks: "sharedLink WHERE number"
                case .metricValues: "metricHour WHERE (account, day, hour)"
                }
            if kind == .metricValues { try runner.noteLoss(of: expired) }
            return try runner.run("DELETE FROM \(rows) IN (\(expired))")
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
        switch kind {
        case .inbox:
            """
            SELECT id FROM (SELECT id, created FROM delivery ORDER BY id LIMIT \(limit)) AS oldest
            WHERE created < \(end)
            """
        case .reports: "SELECT alert, account FROM report WHERE sent < \(end) LIMIT \(limit)"
        case .confirmations: "SELECT alert, account FROM confirmation WHERE created < \(end) LIMIT \(limit)"
        case .flags: "SELECT alert, account FROM flag WHERE created < \(end) LIMIT \(limit)"
        case .audit: "SELECT number FROM audit WHERE created < \(end) LIMIT \(limit)"
        case .messages: "SELECT number FROM message WHERE created < \(end) LIMIT \(limit)"
        case .deletedDays:
            "SELECT account, day FROM diaryEntry WHERE deleted < \(end * 1_000) LIMIT \(limit)"
        case .reminders: "SELECT number FROM reminder WHERE due < \(end) LIMIT \(limit)"
        case .helpReminders: "SELECT number FROM helpReminder WHERE due < \(end) LIMIT \(limit)"
        case .studyReminders: "SELECT number FROM studyReminder WHERE due < \(end) LIMIT \(limit)"
        case .notices: "SELECT number FROM notice WHERE raised < \(end) LIMIT \(limit)"
        case .contactLetters: "SELECT number FROM contactLetter WHERE written < \(end) LIMIT \(limit)"
        case .sosCalls: "SELECT id FROM sosCall WHERE pressed < \(end) LIMIT \(limit)"
        case .sharedLinks: "SELECT number FROM sharedLink WHERE expires < \(end) LIMIT \(limit)"
        case .metricValues:
            "SELECT account, day, hour FROM metricHour WHERE written < \(end) LIMIT \(limit)"
        }
    }
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
