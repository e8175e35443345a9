package import Alerts
import Allergens
package import Foundation
import People
import Sealing
import Studies

/// The queue of reminders of studies, as an outbox uses it.
///
/// Who is due becomes a reminder with a line for each channel, in one transaction that also says when to look again.
package struct StudyReminderLedger: Sendable {
    /// Parts that are looked at in one transaction: other writers wait for it.
    private static let partsAtOnce = 256
    static let queue = SendingQueue(
        table: "studyReminderSending", plans: (table: "studyParticipant", column: "remind"))

    let store: any RowStore
    private let started: Date

    /// Makes the queue.
    ///
    /// - Parameters:
    ///   - store: The store of the reminders.
    ///   - started: When the program started: what was under way before is not under way any more.
    package init(_ store: any RowStore, started: Date) { (self.store, self.started) = (store, started) }

    /// Finds lines that are due, after people who are due have got theirs.
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

    static func dueParts(at now: Date, limit: Int = partsAtOnce) -> Query {
        """
        SELECT part.*, studyInvitation.restricted, profile.timeZone, reminderPlan.sealed AS plan
        FROM studyParticipant AS part
        LEFT JOIN studyInvitation ON studyInvitation.participant = part.number
        LEFT JOIN profile ON profile.account = part.account
        LEFT JOIN reminderPlan ON reminderPlan.account = part.account
        WHERE part.remind <= \(now.stored) ORDER BY part.remind LIMIT \(limit)
        """
    }

    /// Turns what is due into reminders.
    ///
    /// - Returns: Whether there may be more.
    private func raise(at now: Date) async throws -> Bool {
        let isDue = try await store.readRows { try $0.row(Self.dueParts(at: now, limit: 1)) != nil }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue else { return false }
        return try await store.writeRows(locking: .nothing) { [keys = store.keys] runner in
            let rows = try runner.rows("\(Self.dueParts(at: now)) \(.locking("part"))")
            var studies: [Int64: RemindedStudy] = [:]
            for row in rows {
                let number: Int64 = try row["study"]
                let study = try studies[number] ?? RemindedStudy(runner.studyRow(number))
                studies[number] = study
                try StudyRaising(row, in: study, keys, at: now).run(by: runner)
            }
            return rows.count == Self.partsAtOnce
        }
    }

    /// Reads the current state of a line right before it is sent.
    package func prepare(_ run: OutboxRun, line: Int64, at now: Date) async throws -> PreparedSending? {
        try await store.readRows { [keys = store.keys] runner in
            guard let row = try runner.row(Self.lineRequest(line)) else { return nil }
            let study = try runner.studyRow(try row["study"])
            let channel = try Channel(row: row, keys)
            let firstTry = (try row["tried"] as Int64?).map(Date.init(stored:))
            let ends = Date(stored: try row["raised"]).addingTimeInterval(StudyReminders.patience)
            guard now < ends, try Self.isWanted(row, in: study, runner) else {
                let state: DeliveryState = now >= ends && firstTry != nil ? .failed : .suppressed
                let act = OutboxAct.dropped(line, state, "no longer of use")
                return PreparedSending(channel: channel, content: .nothing, firstTry: firstTry, acts: [act])
            }
            let reminder = try Self.outgoing(row, of: study.id, line: line, until: ends, keys)
            return PreparedSending(
                channel: channel, content: .reminder(reminder), firstTry: firstTry, acts: [])
        }
    }

    /// Whether the person still takes part, wants reminders, and has a form that was not answered meanwhile.
    private static func isWanted(_ row: QueryRow, in study: StudyRow, _ runner: any QueryRunner) throws
        -> Bool
    {
        guard let rule = study.phase.settings.reminders, study.phase.state == .open,
            try row["leftDay"] as Int64? == nil, try row["restricted"] as Int64? == nil,
            try row["suspended"] as Int64? == nil, try !(row["remindOff"] as Bool)
        else { return false }
        let (day, term) = (CivilDate(daysSinceEpoch: try row["day"]), try study.term(of: row))
        return try RemindedStudy(study).forms(of: try row["participant"], by: runner).contains { form in
            let isSilent = form.answered.map { $0.adding(days: rule.after) <= day } ?? true
            return isSilent && form.isDue(on: day, in: term)
        }
    }

    private static func outgoing(
        _ row: QueryRow, of study: Study.ID, line: Int64, until ends: Date, _ keys: KeyRing
    ) throws -> OutgoingReminder {
        let usual = Profile()
        return OutgoingReminder(
            .study(study), line: line, reminder: Reminder.ID(rawValue: try row["reminder"]),
            token: try ReminderToken.study.text(of: try row["participant"], keys),
            day: CivilDate(daysSinceEpoch: try row["day"]), due: Date(stored: try row["raised"]), person: nil,
            language: (try row["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            tone: (try row["tone"] as String?).flatMap(Tone.init(rawValue:)) ?? usual.tone,
            attempts: try row["attempts"], expires: ends)
    }

    private static func lineRequest(_ line: Int64) -> Query {
        """
        SELECT sending.reminder, sending.tried, sending.attempts, reminder.participant, reminder.day,
            reminder.due AS raised, part.study, part.joined, part.joinedThere, part.leftDay, part.remindOff,
            studyInvitation.restricted, owner.suspended, profile.language, profile.tone,
            \(ChannelRow.columns)
        FROM studyReminderSending AS sending
        JOIN studyReminder AS reminder ON reminder.number = sending.reminder
        JOIN studyParticipant AS part ON part.number = reminder.participant
        LEFT JOIN studyInvitation ON studyInvitation.participant = part.number
        JOIN channel ON channel.number = sending.channel AND channel.state = 'active'
        JOIN account AS owner ON owner.id = channel.account
        LEFT JOIN profile ON profile.account = part.account
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
        let ended = Self.queue.ended(at: now, started: started, patience: StudyReminders.patience)
        guard try await store.readRows({ try Self.queue.hasLines(where: ended, by: $0) }) else { return 0 }
        return try await store.writeRows(locking: .nothing) { try Self.queue.end(ended, by: $0) }
    }

    /// Does nothing: reminders are due at times of day, which no correction of the clock changes.
    package func clockWentBack(by distance: Duration?, to now: Date) async throws {}
}
