import Alerts
package import Foundation
package import Help
package import People
import Sealing
import Sharing

extension RowStore {
    /// The records of a kind that an account keeps, oldest first.
    package func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Account.ID
    ) async throws -> [Kept<Record>] {
        try await readRows { [keys] runner in
            try runner.records(type, of: account.rawValue, keys)
        }
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
        return try await writeRows(locking: .account(account)) {
            [keys, taxonomy, claim = AnswerClaim.current] runner in
            let held = try runner.records(Record.self, of: account.rawValue, keys)
            guard held.count < Record.limit else { throw HelpRefusal.tooMany(limit: Record.limit) }
            let zone = try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
            try runner.settle(held, beside: record, of: account, at: now, zone, keys)
            let created = try runner.nextCreated(of: account, at: now)
            try runner.run(
                """
                INSERT INTO helpRecord (account, id, sealed, created, changed, due)
                VALUES (
                    \(account.rawValue), \(id.rawValue),
                    \(try runner.sealed(record, id, of: account, keys)), \(created), \(now.stored),
                    \(record.due(after: now, in: zone)?.stored))
                """)
            try claim?.note(id.rawValue, keys, by: runner)
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return Kept(id: id, record: record, changed: now)
        }
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
        try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
            let row = try runner.helpRow(id, of: account)
            guard let row,
                let former = try HelpRow.opened(row, of: account.rawValue, keys).record(as: type)
            else { return nil }
            let record = try change(former)
            let zone = try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
            let others = try runner.records(Record.self, of: account.rawValue, keys)
                .filter { $0.id != id }
            try runner.settle(others, beside: record, of: account, at: now, zone, keys)
            let kept = Kept(id: id, record: record, changed: now)
            try runner.rewrite(kept, of: account, zone, keys)
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return kept
        }
    }

    /// Deletes a record.
    ///
    /// - Returns: `false` if the account has no such record of the kind.
    package func remove<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type
    ) async throws -> Bool {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let row = try runner.helpRow(id, of: account)
            guard let row, try HelpRow.opened(row, of: account.rawValue, keys).kind == Record.kind
            else { return false }
            try runner.run(
                """
                DELETE FROM helpRecord WHERE account = \(account.rawValue) AND id = \(id.rawValue)
                """)
            return true
        }
    }

    /// Everything that an account keeps, oldest first.
    package func helpHoldings(of account: Account.ID) async throws -> HelpHoldings {
        try await readRows { [keys] runner in
            let records = try runner.helpRows(of: account.rawValue).map { row in
                let opened = try HelpRow.opened(row, of: account.rawValue, keys)
                return HelpHoldings.Record(
                    id: HelpID(rawValue: try row["id"]), kind: opened.kind,
                    changed: Date(stored: try row["changed"]), content: Data(opened.content.utf8))
            }
            let days = try runner.rows(
                "SELECT day, sealed FROM helpDay WHERE account = \(account.rawValue) ORDER BY day"
            ).flatMap { row in
                let day: Int = try row["day"]
                let opened = try HelpDayRow.seal.opened(
                    row["sealed"], at: HelpDayRow.row(account.rawValue, day), keys)
                return HelpPart.allCases.compactMap { part in
                    opened.parts[part.rawValue].map { content in
                        HelpHoldings.Day(day: day, part: part, content: Data(content.utf8))
                    }
                }
            }
            let reminders = try runner.helpReminders(
                of: account, since: Date(stored: 0), keys
            ).map(HelpHoldings.Reminder.init)
            return HelpHoldings(records: records, days: days, reminders: reminders)
        }
    }

    /// Deletes everything that an account keeps, and the links by which it was handed over.
    package func removeHelp(of account: Account.ID) async throws {
        try await writeRows(locking: .account(account)) { runner in
            try runner.run("DELETE FROM helpRecord WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM helpDay WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM personalDocument WHERE account = \(account.rawValue)")
            try runner.removeLinks(of: account, for: .help)
            try runner.run("DELETE FROM helpReminder WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM helpCalendar WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM contactLetter WHERE account = \(account.rawValue)")
            try runner.run("DELETE FROM sosCall WHERE account = \(account.rawValue)")
        }
    }
}

extension QueryRunner {
    func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Int64, _ keys: KeyRing
    ) throws -> [Kept<Record>] {
        try helpRows(of: account).compactMap { row in
            try HelpRow.opened(row, of: account, keys).record(as: type).map { record in
                Kept(
                    id: HelpID(rawValue: try row["id"]), record: record,
                    changed: Date(stored: try row["changed"]))
            }
        }
    }

    fileprivate func helpRows(of account: Int64) throws -> [QueryRow] {
        try rows(
            """
            SELECT id, sealed, changed FROM helpRecord
            WHERE account = \(account) ORDER BY created, id
            """)
    }

    /// The present in milliseconds, or later, so that records stay in the order in which they came.
    fileprivate func nextCreated(
        of account: Account.ID, at now: Date
    ) throws -> Int64 {
        let last = try value(
            "SELECT max(created) FROM helpRecord WHERE account = \(account.rawValue)", as: Int64?.self
        ).flatMap(\.self)
        return max(now.milliseconds, last.map { $0 + 1 } ?? 0)
    }

    /// Changes the other records of a kind as a new or changed one asks for.
    fileprivate func settle<Record: HelpRecord>(
        _ others: [Kept<Record>], beside newest: Record, of account: Account.ID, at now: Date,
        _ zone: TimeZone, _ keys: KeyRing
    ) throws {
        for other in others {
            guard let settled = try other.record.settled(beside: newest) else { continue }
            try rewrite(
                Kept(id: other.id, record: settled, changed: now), of: account, zone, keys)
        }
    }

    fileprivate func rewrite(
        _ kept: Kept<some HelpRecord>, of account: Account.ID, _ zone: TimeZone, _ keys: KeyRing
    ) throws {
        try run(
            """
            UPDATE helpRecord SET sealed = \(try sealed(kept.record, kept.id, of: account, keys)),
                changed = \(kept.changed.stored), putOff = NULL,
                due = \(kept.record.due(after: kept.changed, in: zone)?.stored)
            WHERE account = \(account.rawValue) AND id = \(kept.id.rawValue)
            """)
    }

    func helpRow(_ id: HelpID, of account: Account.ID) throws -> QueryRow? {
        try row(
            """
            SELECT id, sealed, changed FROM helpRecord
            WHERE account = \(account.rawValue) AND id = \(id.rawValue)
            """)
    }

    func sealed(
        _ record: some HelpRecord, _ id: HelpID, of account: Account.ID, _ keys: KeyRing
    ) throws -> Data {
        try HelpRow.seal.sealed(HelpRow(record), at: HelpRow.row(account.rawValue, id.rawValue), keys)
    }
}
