package import Alerts
import Allergens
package import Foundation
import People
import Sealing

/// The queue of reminders, as an outbox uses it.
///
/// A plan that is due becomes a reminder with a line for each channel, in one transaction that also moves the plan
/// on.
package struct ReminderLedger: Sendable {
    /// Plans that are looked at in one transaction: other writers wait for it.
    private static let plansAtOnce = 256
    static let queue = SendingQueue(
        table: "reminderSending", plans: (table: "reminderPlan", column: "due"))

    let store: any RowStore
    private let started: Date

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - store: The store of the reminders.
    ///   - started: When the program started: what was under way before is not under way any more.
    package init(_ store: any RowStore, started: Date) {
        self.store = store
        self.started = started
    }

    /// Finds lines that are due, after plans that are due have become lines.
    package func claim(
        at now: Date, passing blocked: Set<Int64>, limit: Int
    ) async throws -> OutboxClaim {
        let raised = try await raise(at: now)
        let claim = try await store.readRows { [keys = store.keys] runner in
            let (runs, isFull) = try Self.queue.runs(
                at: now, passing: blocked, limit: limit, keys, by: runner)
            return OutboxClaim(
                runs: runs, isFull: isFull, nextDue: try Self.queue.nextDue(after: now, by: runner))
        }
        let isFull = claim.isFull || raised == Self.plansAtOnce
        return OutboxClaim(runs: claim.runs, isFull: isFull, nextDue: claim.nextDue)
    }

    static func duePlans(at now: Date, limit: Int = plansAtOnce) -> Query {
        """
        SELECT reminderPlan.*, account.guardian, profile.timeZone
        FROM reminderPlan JOIN account ON account.id = reminderPlan.account
        LEFT JOIN profile ON profile.account = reminderPlan.account
        WHERE reminderPlan.due <= \(now.stored) ORDER BY reminderPlan.due LIMIT \(limit)
        """
    }

    /// Turns plans that are due into reminders.
    ///
    /// - Returns: The number of plans.
    private func raise(at now: Date) async throws -> Int {
        let isDue = try await store.readRows { try $0.row(Self.duePlans(at: now, limit: 1)) != nil }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue else { return 0 }
        return try await store.writeRows(locking: .nothing) { [keys = store.keys] runner in
            let rows = try runner.rows("\(Self.duePlans(at: now)) \(.locking("reminderPlan"))")
            for row in rows { try ReminderRaising(row, keys, at: now).run(by: runner) }
            return rows.count
        }
    }
}

extension ReminderLedger {
    /// Reads the current state of a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.readRows { [keys = store.keys] runner in
            guard let row = try runner.row(Self.lineRequest(line)) else { return nil }
            let (account, day): (Int64, CivilDate) = (
                try row["account"], CivilDate(daysSinceEpoch: try row["day"])
            )
            let (channel, tried) = (try Channel(row: row, keys), try row["tried"] as Int64?)
            let usual = Profile()
            let zone = (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone
            let due = Date(stored: try row["raised"])
            let end = min(
                due.addingTimeInterval(ReminderPlan.patience),
                LocalCalendar(zone).start(of: day.adding(days: 1)))
            let isSettled = try runner.isSettled(day, of: account, keys)
            let firstTry = tried.map(Date.init(stored:))
            guard now < end, !isSettled, (try row["suspended"] as Int64?) == nil else {
                let state: DeliveryState = now >= end && firstTry != nil ? .failed : .suppressed
                let act = OutboxAct.dropped(line, state, "no longer of use")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let person: Int64? = try row["personAccount"]
            let reminder = OutgoingReminder(
                .diary, line: line, reminder: Reminder.ID(rawValue: try row["reminder"]),
                token: try ReminderToken.diary.text(of: try row["reminder"], keys), day: day, due: due,
                person: try person.map {
                    try Person(account: $0, id: try row["personID"], sealed: try row["personSealed"], keys)
                },
                language: (try row["language"] as String?).flatMap(Language.init(rawValue:))
                    ?? usual.language,
                tone: (try row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
                attempts: try row["attempts"], expires: end)
            return PreparedSending(
                channel: channel, content: .reminder(reminder), firstTry: firstTry, acts: [])
        }
    }

    private static func lineRequest(_ line: Int64) -> Query {
        """
        SELECT sending.reminder, sending.tried, sending.attempts, reminder.account, reminder.day,
            reminder.due AS raised, owner.suspended, own.timeZone, reader.language, reader.tone,
            person.account AS personAccount, person.id AS personID, person.sealed AS personSealed,
            \(ChannelRow.columns)
        FROM reminderSending AS sending
        JOIN reminder ON reminder.number = sending.reminder
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

    /// Ends lines that nobody will send: those under way when the program ended, those of channels that are
    /// gone or parked, and those of reminders that are too old.
    ///
    /// - Returns: The number of lines.
    package func expire(at now: Date) async throws -> Int {
        let ended = Self.queue.ended(at: now, started: started, patience: ReminderPlan.patience)
        guard try await store.readRows({ try Self.queue.hasLines(where: ended, by: $0) }) else { return 0 }
        return try await store.writeRows(locking: .nothing) { try Self.queue.end(ended, by: $0) }
    }

    /// Does nothing: plans are due at times of day, which no correction of the clock changes, and what waits to
    /// be tried again is soon too old.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}

/// Turns one plan that is due into a reminder.
private struct ReminderRaising {
    private let account: Int64
    /// Whose channels carry it.
    private let reader: Int64
    private let plan: ReminderPlan
    private let due: Date
    private let now: Date
    private let zone: TimeZone
    private let keys: KeyRing

    init(_ row: QueryRow, _ keys: KeyRing, at now: Date) throws {
        account = try row["account"]
        reader = try row["guardian"] ?? account
        plan = try ReminderRow.opened(try row["sealed"], of: account, keys)
        zone =
            (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? Profile().timeZone
        due = Date(stored: try row["due"])
        self.now = now
        self.keys = keys
    }

    func run(by runner: any QueryRunner) throws {
        try runner.run(
            """
            UPDATE reminderPlan SET putOff = NULL, due = \(plan.next(after: now, in: zone)?.stored)
            WHERE account = \(account)
            """)
        guard plan.isOn else { return }
        let latest = latest
        let day = CivilDate(at: latest, in: zone)
        guard try !runner.isSettled(day, of: account, keys) else { return }
        let isTooLate =
            now.timeIntervalSince(latest) > ReminderPlan.patience || CivilDate(at: now, in: zone) != day
        guard !isTooLate else {
            _ = try add(on: day, latest, omission: .tooLate, by: runner)
            return
        }
        let channels = try channels(by: runner)
        let reminder = try add(
            on: day, latest, omission: channels.isEmpty ? .noChannel : nil, by: runner)
        for channel in channels {
            try ReminderLedger.queue.add(
                ("reminder", reminder), over: channel, at: now, by: runner)
        }
    }

    /// The last time by now at which a reminder was due: of several that were missed, only one is sent.
    private var latest: Date {
        // A day before, a reminder is long too late.
        var moment = max(due, now.addingTimeInterval(-86_400))
        while let next = plan.next(after: moment, in: zone), next <= now { moment = next }
        return moment
    }

    /// - Returns: The number of the reminder.
    private func add(
        on day: CivilDate, _ due: Date, omission: Reminder.Omission?, by runner: any QueryRunner
    ) throws -> Int64 {
        try runner.insertedNumber(
            """
            INSERT INTO reminder (account, day, due, omission)
            VALUES (\(account), \(day.daysSinceEpoch), \(due.stored), \(omission?.rawValue))
            RETURNING number
            """)
    }

    private func channels(by runner: any QueryRunner) throws -> [SendingChannel] {
        try runner.activeChannels(of: reader).filter { channel in
            Channel.Kind(rawValue: channel.kind).map(plan.kinds.contains) ?? false
        }
    }
}
