import Alerts
package import Foundation
import GRDB
package import Help
package import People
import Sharing

extension SQLiteStore {
    /// The records of a kind that an account keeps, oldest first.
    package func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Account.ID
    ) async throws -> [Kept<Record>] {
        try await pool.read { [cipher] database in
            try Self.records(type, of: account.rawValue, cipher, in: database)
        }
    }

    static func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Int64, _ cipher: RowCipher, in database: Database
    ) throws -> [Kept<Record>] {
        try helpRows(of: account, in: database).compactMap { row in
            try HelpRow.opened(row, of: account, cipher).record(as: type).map { record in
                Kept(
                    id: HelpID(rawValue: row["id"]), record: record, changed: Date(stored: row["changed"]))
            }
        }
    }

    private static func helpRows(of account: Int64, in database: Database) throws -> [Row] {
        try SQLRequest<Row>(
            literal: """
                SELECT id, sealed, changed FROM helpRecord
                WHERE account = \(account) ORDER BY created, id
                """, cached: true
        ).fetchAll(database)
    }

    /// Keeps a new record; when this returns, it is durable.
    ///
    /// Others of the kind may change with it.
    ///
    /// - Throws: ``HelpRefusal`` when the account keeps the most of the kind, or one that excludes it.
    package func add<Record: HelpRecord>(
        _ record: Record, to account: Account.ID, at now: Date
    ) async throws -> Kept<Record> {
        let id = HelpID.random()
        return try await sharedCommit.write(to: pool) {
            [cipher, taxonomy, notifier, claim = AnswerClaim.current] database in
            let held = try Self.records(Record.self, of: account.rawValue, cipher, in: database)
            guard held.count < Record.limit else { throw HelpRefusal.tooMany(limit: Record.limit) }
            let zone = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database).timeZone
            try Self.settle(held, beside: record, of: account, at: now, zone, cipher, in: database)
            let created = try Self.nextCreated(of: account, at: now, in: database)
            try database.execute(
                literal: """
                    INSERT INTO helpRecord (account, id, sealed, created, changed, due)
                    VALUES (
                        \(account.rawValue), \(id.rawValue),
                        \(try Self.sealed(record, id, of: account, cipher)), \(created), \(now.stored),
                        \(record.due(after: now, in: zone)?.stored))
                    """)
            try claim?.note(id.rawValue, cipher, in: database)
            notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
            return Kept(id: id, record: record, changed: now)
        }
    }

    /// The present in milliseconds, or later, so that records stay in the order in which they came.
    private static func nextCreated(
        of account: Account.ID, at now: Date, in database: Database
    ) throws -> Int64 {
        let last = try SQLRequest<Int64?>(
            literal: "SELECT max(created) FROM helpRecord WHERE account = \(account.rawValue)", cached: true
        ).fetchOne(database).flatMap(\.self)
        return max(now.milliseconds, last.map { $0 + 1 } ?? 0)
    }

    /// Keeps a record in place of the former one; what was put off under that is forgotten, and others of the kind may
    /// change with it.
    ///
    /// - Returns: `nil` if the account has no such record of the kind.
    /// - Throws: ``HelpRefusal`` when the account keeps one that excludes it.
    package func replace<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, by record: Record, at now: Date
    ) async throws -> Kept<Record>? {
        try await change(id, of: account, as: Record.self, at: now) { record.following($0) }
    }

    /// Changes a record as it is kept.
    ///
    /// - Returns: `nil` if the account has no such record of the kind.
    /// - Throws: The error of the change; then nothing has changed.
    package func change<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type, at now: Date,
        _ change: @escaping @Sendable (Record) throws -> Record
    ) async throws -> Kept<Record>? {
        try await sharedCommit.write(to: pool) { [cipher, taxonomy, notifier] database in
            let row = try Self.helpRow(id, of: account, in: database)
            guard let row,
                let former = try HelpRow.opened(row, of: account.rawValue, cipher).record(as: type)
            else { return nil }
            let record = try change(former)
            let zone = try Self.profile(of: account, taxonomy: taxonomy, cipher, in: database).timeZone
            let others = try Self.records(Record.self, of: account.rawValue, cipher, in: database)
                .filter { $0.id != id }
            try Self.settle(others, beside: record, of: account, at: now, zone, cipher, in: database)
            let kept = Kept(id: id, record: record, changed: now)
            try Self.rewrite(kept, of: account, zone, cipher, in: database)
            notifier.notify(of: CommittedChanges(remindersChanged: true), after: database)
            return kept
        }
    }

    /// Changes the other records of a kind as a new or changed one asks for.
    private static func settle<Record: HelpRecord>(
        _ others: [Kept<Record>], beside newest: Record, of account: Account.ID, at now: Date,
        _ zone: TimeZone, _ cipher: RowCipher, in database: Database
    ) throws {
        for other in others {
            guard let settled = try other.record.settled(beside: newest) else { continue }
            try rewrite(
                Kept(id: other.id, record: settled, changed: now), of: account, zone, cipher, in: database)
        }
    }

    private static func rewrite(
        _ kept: Kept<some HelpRecord>, of account: Account.ID, _ zone: TimeZone, _ cipher: RowCipher,
        in database: Database
    ) throws {
        try database.execute(
            literal: """
                UPDATE helpRecord SET sealed = \(try sealed(kept.record, kept.id, of: account, cipher)),
                    changed = \(kept.changed.stored), putOff = NULL,
                    due = \(kept.record.due(after: kept.changed, in: zone)?.stored)
                WHERE account = \(account.rawValue) AND id = \(kept.id.rawValue)
                """)
    }

    /// Deletes a record.
    ///
    /// - Returns: `false` if the account has no such record of the kind.
    package func remove<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type
    ) async throws -> Bool {
        try await sharedCommit.write(to: pool) { [cipher] database in
            let row = try Self.helpRow(id, of: account, in: database)
            guard let row, try HelpRow.opened(row, of: account.rawValue, cipher).kind == Record.kind
            else { return false }
            try database.execute(
                literal: """
                    DELETE FROM helpRecord WHERE account = \(account.rawValue) AND id = \(id.rawValue)
                    """)
            return true
        }
    }

    static func helpRow(_ id: HelpID, of account: Account.ID, in database: Database) throws -> Row? {
        try SQLRequest<Row>(
            literal: """
                SELECT id, sealed, changed FROM helpRecord
                WHERE account = \(account.rawValue) AND id = \(id.rawValue)
                """, cached: true
        ).fetchOne(database)
    }

    static func sealed(
        _ record: some HelpRecord, _ id: HelpID, of account: Account.ID, _ cipher: RowCipher
    ) throws -> Data {
        try HelpRow.seal.sealed(HelpRow(record), at: HelpRow.row(account.rawValue, id.rawValue), cipher)
    }

    /// Everything that an account keeps, oldest first.
    package func helpHoldings(of account: Account.ID) async throws -> HelpHoldings {
        try await pool.read { [cipher] database in
            let records = try Self.helpRows(of: account.rawValue, in: database).map { row in
                let opened = try HelpRow.opened(row, of: account.rawValue, cipher)
                return HelpHoldings.Record(
                    id: HelpID(rawValue: row["id"]), kind: opened.kind,
                    changed: Date(stored: row["changed"]), content: Data(opened.content.utf8))
            }
            let days = try SQLRequest<Row>(
                literal: "SELECT day, sealed FROM helpDay WHERE account = \(account.rawValue) ORDER BY day"
            ).fetchAll(database).flatMap { row in
                let opened = try HelpDayRow.seal.opened(
                    row["sealed"], at: HelpDayRow.row(account.rawValue, row["day"]), cipher)
                return HelpPart.allCases.compactMap { part in
                    opened.parts[part.rawValue].map { content in
                        HelpHoldings.Day(day: row["day"], part: part, content: Data(content.utf8))
                    }
                }
            }
            let reminders = try Self.helpReminders(
                of: account, since: Date(stored: 0), cipher, in: database
            ).map(HelpHoldings.Reminder.init)
            return HelpHoldings(records: records, days: days, reminders: reminders)
        }
    }

    /// Deletes everything that an account keeps, and the links by which it was handed over.
    package func removeHelp(of account: Account.ID) async throws {
        try await pool.write { database in
            try database.execute(literal: "DELETE FROM helpRecord WHERE account = \(account.rawValue)")
            try database.execute(literal: "DELETE FROM helpDay WHERE account = \(account.rawValue)")
            try database.execute(literal: "DELETE FROM personalDocument WHERE account = \(account.rawValue)")
            try SQLiteRunner(database).removeLinks(of: account, for: .help)
            try database.execute(literal: "DELETE FROM helpReminder WHERE account = \(account.rawValue)")
            try database.execute(literal: "DELETE FROM helpCalendar WHERE account = \(account.rawValue)")
            try database.execute(literal: "DELETE FROM contactLetter WHERE account = \(account.rawValue)")
            try database.execute(literal: "DELETE FROM sosCall WHERE account = \(account.rawValue)")
        }
    }
}
