import Alerts
import Allergens
import Foundation
import Help
import People
import Sealing

/// Turns what is due of an account's records into reminders.
struct HelpRaising {
    /// How far back a missed reminder is listed as missed, in seconds: a week, as on the page.
    private static let memory: TimeInterval = 7 * 86_400

    /// What is told at once.
    private struct Group: Hashable {
        let due: Date
        let matter: HelpMatter
    }

    private let account: Int64
    /// Whose channels carry it.
    private let reader: Int64
    private let zone: TimeZone
    private let now: Date
    private let keys: KeyRing
    private let runner: any QueryRunner
    private let rows: [QueryRow]

    init(_ account: Int64, _ keys: KeyRing, at now: Date, by runner: any QueryRunner) throws {
        (self.account, self.keys, self.now, self.runner) = (account, keys, now, runner)
        let owner = try runner.row(
            """
            SELECT account.guardian, profile.timeZone FROM account
            LEFT JOIN profile ON profile.account = account.id WHERE account.id = \(account)
            """)
        reader = try owner?["guardian"] ?? account
        zone = (try owner?["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? Profile().timeZone
        rows = try runner.rows(
            """
            SELECT id, sealed, due, putOff FROM helpRecord
            WHERE account = \(account) AND due <= \(now.stored)
            """)
    }

    /// Only what is due of the parts of help that are offered is told; the rest passes unsaid.
    func run(offering features: Set<HelpFeature>) throws {
        var (groups, days): ([Group: (ends: Date, items: [HelpReminderRow.Item])], HelpDays) = (
            [:], HelpDays(of: account, keys)
        )
        for row in rows {
            let id: String = try row["id"]
            let record = try HelpRow.opened(row, of: account, keys).any
            var due = self.due(of: record, since: Date(stored: try row["due"]))
            var again: Date?
            if let putOff = (try row["putOff"] as Int64?).map(Date.init(stored:)) {
                let (ready, next) = try self.again(record, id, putOff: putOff, &days)
                (due, again) = (due + ready, next)
            }
            for (moment, matter) in due where features.contains(matter.matter.feature) {
                let item = HelpReminderRow.Item(
                    record: id, day: matter.slot?.day ?? CivilDate(at: moment, in: zone),
                    time: matter.slot?.time)
                guard try days.isOpen(item, matter.matter, at: now, by: runner) else { continue }
                groups[Group(due: moment, matter: matter.matter), default: (matter.ends, [])].items
                    .append(item)
            }
            try move(id, to: record.due(after: now, in: zone), again: again)
        }
        for (group, told) in groups.sorted(by: { $0.key.due < $1.key.due }) {
            try raise(HelpReminderRow(matter: group.matter, items: told.items), group.due, until: told.ends)
        }
    }

    /// Everything that has been due since a record was looked at.
    private func due(of record: any HelpRecord, since first: Date) -> [(Date, HelpDue)] {
        var all: [(Date, HelpDue)] = []
        var moment = max(first.addingTimeInterval(-1), now.addingTimeInterval(-Self.memory))
        while let next = record.due(after: moment, in: zone), next <= now {
            all += record.matters(at: next, in: zone).map { (next, $0) }
            moment = next
        }
        return all
    }

    /// What was put off and is due again, and when the next is that is still put off.
    private func again(
        _ record: any HelpRecord, _ id: String, putOff: Date, _ days: inout HelpDays
    ) throws -> (ready: [(Date, HelpDue)], next: Date?) {
        guard putOff <= now else { return ([], putOff) }
        let end = putOff.addingTimeInterval(HelpTimes.patience)
        guard record is Medicine else {
            return (record is DoseReminder ? [(putOff, HelpDue(.doses, until: end))] : [], nil)
        }
        let today = CivilDate(at: now, in: zone)
        var (ready, next): ([(Date, HelpDue)], Date?) = ([], nil)
        for day in [today.adding(days: -1), today] {
            let intakes = try days.day(day, by: runner).part(Intakes.self)
            for entry in intakes?.entries ?? [] where entry.medicine == id {
                guard let again = entry.again else { continue }
                if again > now {
                    next = min(next ?? again, again)
                } else if again >= putOff.addingTimeInterval(-1) {
                    let slot = HelpDue.Slot(day: day, time: entry.time)
                    ready.append((putOff, HelpDue(.intake, until: end, slot: slot)))
                }
            }
        }
        return (ready, next)
    }

    private func move(_ id: String, to due: Date?, again: Date?) throws {
        try runner.run(
            """
            UPDATE helpRecord SET putOff = \(again?.stored),
                due = \([due, again].compactMap(\.self).min()?.stored)
            WHERE account = \(account) AND id = \(id)
            """)
    }

    private func raise(_ content: HelpReminderRow, _ due: Date, until ends: Date) throws {
        let isTooLate = now >= ends
        let channels = isTooLate ? [] : try runner.activeChannels(of: reader)
        let omission: Reminder.Omission? =
            isTooLate ? .tooLate : channels.isEmpty ? .noChannel : nil
        let number = try runner.insertedNumber(
            """
            INSERT INTO helpReminder (account, sealed, due, ends, omission)
            VALUES (
                \(account), \(try content.sealed(of: account, keys)), \(due.stored), \(ends.stored),
                \(omission?.rawValue))
            RETURNING number
            """)
        for channel in channels {
            try HelpReminderLedger.queue.add(("reminder", number), over: channel, at: now, by: runner)
        }
    }
}
