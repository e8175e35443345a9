import Alerts
import Allergens
import Foundation
import Help
import Sealing

/// The sealed part of a row of `helpReminder`.
struct HelpReminderRow: Codable {
    static let seal = PaddedSeal<HelpReminderRow>("helpReminder", place: "account")

    /// A record, with the time of its plan if it has one.
    struct Item: Codable {
        let record: String
        let day: CivilDate
        let time: LocalTime?
    }

    let matter: HelpMatter
    var items: [Item]

    static func opened(_ sealed: Data, of account: Int64, _ keys: KeyRing) throws -> HelpReminderRow {
        try seal.opened(sealed, at: .number(account), keys)
    }

    func sealed(of account: Int64, _ keys: KeyRing) throws -> Data {
        try Self.seal.sealed(self, at: .number(account), keys)
    }
}

/// What people have noted of some days, as far as it decides whether to remind them.
///
/// Each day is read once.
struct HelpDays {
    let account: Int64
    let keys: KeyRing
    private var known: [Int: HelpDayRow] = [:]

    init(of account: Int64, _ keys: KeyRing) { (self.account, self.keys) = (account, keys) }

    mutating func day(_ day: CivilDate, by runner: any QueryRunner) throws -> HelpDayRow {
        let number = day.daysSinceEpoch
        if let row = known[number] { return row }
        let sealed = try runner.value(
            "SELECT sealed FROM helpDay WHERE account = \(account) AND day = \(number)", as: Data.self)
        let row =
            try sealed.map { sealed in
                try HelpDayRow.seal.opened(sealed, at: HelpDayRow.row(account, number), keys)
            } ?? HelpDayRow()
        known[number] = row
        return row
    }

    /// Whether there is still something to be said of a record.
    mutating func isOpen(
        _ item: HelpReminderRow.Item, _ matter: HelpMatter, at now: Date, by runner: any QueryRunner
    ) throws -> Bool {
        switch matter {
        case .doses: return try day(item.day, by: runner).parts[HelpPart.doses.rawValue] == nil
        case .intake:
            guard let time = item.time else { return false }
            let intakes = try day(item.day, by: runner).part(Intakes.self)
            return intakes?.entry(of: HelpID(rawValue: item.record), at: time)?.isOpen(at: now) ?? true
        case .appointment, .refill, .expiry, .injector, .review: return true
        }
    }
}

extension Intakes.Entry {
    /// When it is to be asked for again, if it was put off.
    var again: Date? { state == .later ? at.addingTimeInterval(HelpTimes.pause) : nil }

    /// Whether it is to be asked for at a moment.
    func isOpen(at now: Date) -> Bool { again.map { $0 <= now } ?? false }
}
