import Alerts
import Allergens
import Foundation
import GRDB
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

    static func opened(_ sealed: Data, of account: Int64, _ cipher: RowCipher) throws -> HelpReminderRow {
        try seal.opened(sealed, at: .number(account), cipher)
    }

    func sealed(of account: Int64, _ cipher: RowCipher) throws -> Data {
        try Self.seal.sealed(self, at: .number(account), cipher)
    }
}

/// What people have noted of some days, as far as it decides whether to remind them.
///
/// Each day is read once.
struct HelpDays {
    let account: Int64
    let cipher: RowCipher
    private var known: [Int: HelpDayRow] = [:]

    init(of account: Int64, _ cipher: RowCipher) { (self.account, self.cipher) = (account, cipher) }

    mutating func day(_ day: CivilDate, in database: Database) throws -> HelpDayRow {
        let number = day.daysSinceEpoch
        if let row = known[number] { return row }
        let sealed = try SQLRequest<Data>(
            literal: "SELECT sealed FROM helpDay WHERE account = \(account) AND day = \(number)",
            cached: true
        ).fetchOne(database)
        let row =
            try sealed.map { sealed in
                try HelpDayRow.seal.opened(sealed, at: HelpDayRow.row(account, number), cipher)
            } ?? HelpDayRow()
        known[number] = row
        return row
    }

    /// Whether there is still something to be said of a record.
    mutating func isOpen(
        _ item: HelpReminderRow.Item, _ matter: HelpMatter, at now: Date, in database: Database
    ) throws -> Bool {
        switch matter {
        case .doses: return try day(item.day, in: database).parts[HelpPart.doses.rawValue] == nil
        case .intake:
            guard let time = item.time else { return false }
            let intakes = try day(item.day, in: database).part(Intakes.self)
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
