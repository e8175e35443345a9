package import Alerts
import Allergens
package import Foundation
package import Help
import People
import Sealing

/// The queue of reminders of what people keep, as an outbox uses it.
///
/// What is due of a record becomes a reminder with a line for each channel of who reads it, in one transaction
/// that also moves the record on.
package struct HelpReminderLedger: Sendable {
    /// Records that are looked for in one transaction: other writers wait for it.
    private static let recordsAtOnce = 256
    static let queue = SendingQueue(
        table: "helpReminderSending", plans: (table: "helpRecord", column: "due"))

    let store: any RowStore
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
        _ store: any RowStore, started: Date, offering features: Set<HelpFeature> = Set(HelpFeature.allCases)
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
        return try await store.readRows { [keys = store.keys] runner in
            let (runs, isFull) = try Self.queue.runs(
                at: now, passing: blocked, limit: limit, keys, by: runner)
            return OutboxClaim(
                runs: runs, isFull: isFull || isMore, nextDue: try Self.queue.nextDue(after: now, by: runner))
        }
    }

    static func dueAccounts(at now: Date, limit: Int = recordsAtOnce) -> Query {
        """
        SELECT account FROM helpRecord WHERE due <= \(now.stored) ORDER BY due LIMIT \(limit)
        """
    }

    /// Turns records that are due into reminders, account by account, so that what is due together is told
    /// together.
    ///
    /// - Returns: Whether there may be more.
    private func raise(at now: Date) async throws -> Bool {
        let isDue = try await store.readRows { try $0.row(Self.dueAccounts(at: now, limit: 1)) != nil }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue else { return false }
        return try await store.writeRows(locking: .nothing) { [keys = store.keys, features] runner in
            let due = try runner.rows(Self.dueAccounts(at: now)).map { try $0.first(as: Int64.self) }
            for account in Set(due).sorted() {
                try runner.hold(.account(Account.ID(rawValue: account)))
                try HelpRaising(account, keys, at: now, by: runner).run(offering: features)
            }
            return due.count == Self.recordsAtOnce
        }
    }

    /// Reads the current state of a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.readRows { [keys = store.keys, features] runner in
            guard let row = try runner.row(Self.lineRequest(line)) else { return nil }
            let channel = try Channel(row: row, keys)
            let firstTry = (try row["tried"] as Int64?).map(Date.init(stored:))
            let ends = Date(stored: try row["ends"])
            let account: Int64 = try row["account"]
            let content = try HelpReminderRow.opened(try row["reminderSealed"], of: account, keys)
            let isWanted =
                try features.contains(content.matter.feature)
                && Self.isWanted(content, of: account, at: now, keys, by: runner)
            guard now < ends, isWanted, (try row["suspended"] as Int64?) == nil else {
                let state: DeliveryState = now >= ends && firstTry != nil ? .failed : .suppressed
                let act = OutboxAct.dropped(line, state, "no longer of use")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let reminder = try Self.outgoing(row, content.matter, line: line, until: ends, keys)
            return PreparedSending(
                channel: channel, content: .reminder(reminder), firstTry: firstTry, acts: [])
        }
    }

    private static func outgoing(
        _ row: QueryRow, _ matter: HelpMatter, line: Int64, until ends: Date, _ keys: KeyRing
    ) throws -> OutgoingReminder {
        let usual = Profile()
        let zone = (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone
        let due = Date(stored: try row["raised"])
        let person: Int64? = try row["personAccount"]
        return OutgoingReminder(
            .help(matter), line: line, reminder: Reminder.ID(rawValue: try row["reminder"]),
            token: try ReminderToken.help.text(of: try row["reminder"], keys),
            day: CivilDate(at: due, in: zone), due: due,
            person: try person.map {
                try Person(account: $0, id: try row["personID"], sealed: try row["personSealed"], keys)
            },
            language: (try row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (try row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
            attempts: try row["attempts"], expires: ends)
    }

    /// Whether something that a reminder is about still exists, and is not noted yet.
    private static func isWanted(
        _ content: HelpReminderRow, of account: Int64, at now: Date, _ keys: KeyRing,
        by runner: any QueryRunner
    ) throws -> Bool {
        var days = HelpDays(of: account, keys)
        return try content.items.contains { item in
            let exists =
                try runner.value(
                    """
                    SELECT EXISTS (SELECT 1 FROM helpRecord
                        WHERE account = \(account) AND id = \(item.record))
                    """, as: Bool.self) ?? false
            return try exists && days.isOpen(item, content.matter, at: now, by: runner)
        }
    }

    private static func lineRequest(_ line: Int64) -> Query {
        """
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
        """
    }

    /// Records the outcomes of sending, in one transaction.
    package func record(_ acts: [OutboxAct], at now: Date) async throws {
        try await store.writeRows(locking: .nothing) { runner in
            for act in acts { try Self.queue.record(act, at: now, by: runner) }
        }
    }

    /// Ends lines that nobody will send.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        // Each line is looked at again before it is sent, when its own end decides.
        let ended = Self.queue.ended(at: now, started: started, patience: Self.longest)
        guard try await store.readRows({ try Self.queue.hasLines(where: ended, by: $0) }) else { return 0 }
        return try await store.writeRows(locking: .nothing) { try Self.queue.end(ended, by: $0) }
    }

    /// The longest that a reminder is of use: one of an appointment four weeks ahead.
    private static let longest = Double(Appointment.earliest) * 60

    /// Does nothing: records are due at times of day, which no correction of the clock changes.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}
