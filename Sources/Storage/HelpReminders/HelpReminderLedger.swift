package import Alerts
import Allergens
package import Foundation
import GRDB
package import Help
import People

/// The queue of reminders of what people keep, as an outbox uses it.
///
/// What is due of a record becomes a reminder with a line for each channel of who reads it, in one transaction
/// that also moves the record on.
package struct HelpReminderLedger: Sendable {
    /// Records that are looked for in one transaction: other writers wait for it.
    private static let recordsAtOnce = 256
    static let queue = SendingQueue(table: "helpReminderSending")

    let store: SQLiteStore
    private let started: Date
    /// The parts of help that are offered: the others remind of nothing.
    private let features: Set<HelpFeature>

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - store: The store of the reminders.
    ///   - started: When the program started: what was under way before is not under way any more.
    ///   - features: The parts of help that are offered: the others remind of nothing.
    package init(
        _ store: SQLiteStore, started: Date, offering features: Set<HelpFeature> = Set(HelpFeature.allCases)
    ) {
        self.store = store
        self.started = started
        self.features = features
    }

    /// Finds lines that are due, after records that are due have become lines.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        let isMore = try await raise(at: now)
        return try await store.pool.read { [cipher = store.cipher] database in
            let (runs, isFull) = try Self.queue.runs(
                at: now, passing: blocked, limit: limit, cipher, in: database)
            return OutboxClaim(
                runs: runs, isFull: isFull || isMore, nextDue: try Self.nextDue(after: now, in: database))
        }
    }

    static func dueAccounts(at now: Date) -> SQLRequest<Int64> {
        SQLRequest(
            literal: """
                SELECT account FROM helpRecord WHERE due <= \(now.stored) ORDER BY due LIMIT \(recordsAtOnce)
                """, cached: true)
    }

    private static func nextDue(after now: Date, in database: Database) throws -> Date? {
        let queued = try queue.nextDue(after: now, in: database)
        let planned = try SQLRequest<Int64?>(
            literal: "SELECT min(due) FROM helpRecord WHERE due IS NOT NULL", cached: true
        ).fetchOne(database).flatMap(\.self)
        return [queued, planned].compactMap(\.self).min().map(Date.init(stored:))
    }

    /// Turns records that are due into reminders, account by account, so that what is due together is told
    /// together.
    ///
    /// - Returns: Whether there may be more.
    private func raise(at now: Date) async throws -> Bool {
        let isDue = try await store.pool.read { try Self.dueAccounts(at: now).fetchOne($0) != nil }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue else { return false }
        return try await store.pool.write { [cipher = store.cipher, features] database in
            let due = try Self.dueAccounts(at: now).fetchAll(database)
            for account in Set(due) {
                try HelpRaising(account, cipher, at: now, in: database).run(offering: features)
            }
            return due.count == Self.recordsAtOnce
        }
    }

    /// Reads the current state of a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.pool.read { [cipher = store.cipher, features] database in
            guard let row = try Self.lineRequest(line).fetchOne(database) else { return nil }
            let channel = try Channel(row: row, cipher)
            let firstTry = (row["tried"] as Int64?).map(Date.init(stored:))
            let ends = Date(stored: row["ends"])
            let account: Int64 = row["account"]
            let content = try HelpReminderRow.opened(row["reminderSealed"], of: account, cipher)
            let isWanted =
                try features.contains(content.matter.feature)
                && Self.isWanted(content, of: account, at: now, cipher, in: database)
            guard now < ends, isWanted, row["suspended"] == nil else {
                let state: DeliveryState = now >= ends && firstTry != nil ? .failed : .suppressed
                let act = OutboxAct.dropped(line, state, "no longer of use")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let reminder = try Self.outgoing(row, content.matter, line: line, until: ends, cipher)
            return PreparedSending(
                channel: channel, content: .reminder(reminder), firstTry: firstTry, acts: [])
        }
    }

    private static func outgoing(
        _ row: Row, _ matter: HelpMatter, line: Int64, until ends: Date, _ cipher: RowCipher
    ) throws -> OutgoingReminder {
        let usual = Profile()
        let zone = (row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone
        let due = Date(stored: row["raised"])
        let person: Int64? = row["personAccount"]
        return OutgoingReminder(
            .help(matter), line: line, reminder: Reminder.ID(rawValue: row["reminder"]),
            token: try ReminderToken.help.text(of: row["reminder"], cipher.keys),
            day: CivilDate(at: due, in: zone), due: due,
            person: try person.map {
                try Person(account: $0, id: row["personID"], sealed: row["personSealed"], cipher)
            },
            language: (row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
            attempts: row["attempts"], expires: ends)
    }

    /// Whether something that a reminder is about still exists, and is not noted yet.
    private static func isWanted(
        _ content: HelpReminderRow, of account: Int64, at now: Date, _ cipher: RowCipher,
        in database: Database
    ) throws -> Bool {
        var days = HelpDays(of: account, cipher)
        return try content.items.contains { item in
            let exists =
                try SQLRequest<Bool>(
                    literal: """
                        SELECT EXISTS (SELECT 1 FROM helpRecord
                            WHERE account = \(account) AND id = \(item.record))
                        """, cached: true
                ).fetchOne(database) ?? false
            return try exists && days.isOpen(item, content.matter, at: now, in: database)
        }
    }

    private static func lineRequest(_ line: Int64) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT sending.reminder, sending.tried, sending.attempts, reminder.account,
                    reminder.sealed AS reminderSealed, reminder.due AS raised, reminder.ends,
                    owner.suspended, own.timeZone, reader.language, reader.tone,
                    person.account AS personAccount, person.id AS personID, person.sealed AS personSealed,
                    \(ChannelRow.columns)
                FROM helpReminderSending AS sending
                JOIN helpReminder AS reminder ON reminder.number = sending.reminder
                JOIN channel ON channel.number = sending.channel AND channel.state = 'active'
                JOIN account AS owner ON owner.id = channel.account
                LEFT JOIN profile AS own ON own.account = reminder.account
                LEFT JOIN profile AS reader ON reader.account = channel.account
                LEFT JOIN person ON person.account = reminder.account
                WHERE sending.number = \(line) AND sending.state = 'queued' AND sending.due IS NOT NULL
                """, cached: true)
    }

    /// Records the outcomes of sending, in one transaction.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await store.pool.write { database in
            for act in acts { try Self.queue.record(act, at: now, in: database) }
        }
    }

    /// Ends lines that nobody will send.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        // Each line is looked at again before it is sent, when its own end decides.
        let ended = Self.queue.ended(at: now, started: started, patience: Self.longest)
        guard try await store.pool.read({ try Self.queue.hasLines(where: ended, in: $0) }) else { return 0 }
        return try await store.pool.write { try Self.queue.end(ended, in: $0) }
    }

    /// The longest that a reminder is of use: one of an appointment four weeks ahead.
    private static let longest = Double(Appointment.earliest) * 60

    /// Does nothing: records are due at times of day, which no correction of the clock changes.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}
