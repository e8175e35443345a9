import Addressing
import Alerts
import Allergens
import Foundation
import People
import Sealing

/// The sealed part of a row of `reminderPlan`, as JSON.
struct ReminderRow: Codable {
    static let field = SealedField("reminderPlan", "sealed")
    /// Texts are filled up to a multiple of this many bytes, so that their lengths tell little.
    private static let step = 64

    private struct Time: Codable {
        let minutes: Int
        let weekdays: [Weekday]
    }

    private let isOn: Bool
    private let times: [Time]
    /// Both ends in minutes since midnight.
    private let quiet: [Int]?
    private let kinds: [Channel.Kind]

    private init(_ plan: ReminderPlan) {
        isOn = plan.isOn
        times = plan.times.map { time in
            Time(minutes: time.time.minutes, weekdays: Weekday.allCases.filter(time.weekdays.contains))
        }
        quiet = plan.quietHours.map { [$0.from.minutes, $0.until.minutes] }
        kinds = Channel.Kind.allCases.filter(plan.kinds.contains)
    }

    private var plan: ReminderPlan {
        let times = times.compactMap { time in
            LocalTime(minutes: time.minutes).map { ReminderPlan.Time($0, on: Set(time.weekdays)) }
        }
        let ends = quiet?.compactMap(LocalTime.init(minutes:)) ?? []
        return ReminderPlan(
            isOn: isOn, times: times,
            quietHours: ends.count == 2 ? QuietHours(from: ends[0], until: ends[1]) : nil, kinds: Set(kinds))
    }

    /// The plan of a sealed row.
    static func opened(_ sealed: Data, of account: Int64, _ keys: KeyRing) throws -> ReminderPlan {
        let bytes = try keys.open(sealed, field: field, of: .number(account))
        return try JSONDecoder().decode(ReminderRow.self, from: bytes).plan
    }

    static func opened(_ sealed: Data, of account: Int64, _ cipher: RowCipher) throws -> ReminderPlan {
        try opened(sealed, of: account, cipher.keys)
    }

    /// Seals the row of a plan.
    static func sealed(_ plan: ReminderPlan, of account: Int64, _ keys: KeyRing) throws -> Data {
        var bytes = try JSONEncoder().encode(ReminderRow(plan))
        let excess = bytes.count % step
        if excess > 0 { bytes += Data(repeating: UInt8(ascii: " "), count: step - excess) }
        return try keys.seal(bytes, field: field, of: .number(account))
    }
}

/// The secret by which a reminder is answered, or a calendar read, without signing in: its number, and a keyed hash of it.
struct ReminderToken {
    /// The secrets of reminders of the diary.
    static let diary = ReminderToken("reminder")
    /// The secrets of reminders of what is kept.
    static let help = ReminderToken("helpReminder")

    /// The secrets of reminders of studies, one for each part.
    static let study = ReminderToken("studyReminder")

    /// The secrets of calendars.
    static let calendar = ReminderToken("helpCalendar")

    private let field: SealedField
    private static let numberLength = 8

    private init(_ table: String) { field = SealedField(table, "token") }

    func text(of reminder: Int64, _ keys: KeyRing) throws -> String {
        let number = withUnsafeBytes(of: reminder.bigEndian) { Data($0) }
        return Base64URL.text(of: number + (try keys.index(of: "\(reminder)", field: field)))
    }

    /// The number of the reminder that a token opens; `nil` if we have not made the token.
    func reminder(of text: String, _ keys: KeyRing) throws -> Int64? {
        guard let bytes = Base64URL.bytes(of: text), bytes.count > Self.numberLength else { return nil }
        let number = bytes.prefix(Self.numberLength).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let hash = Data(bytes.dropFirst(Self.numberLength))
        let isOurs = try keys.indices(of: "\(number)", field: field).contains { own in
            // The time that it takes tells nothing about where they differ.
            own.count == hash.count && zip(own, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }
        return isOurs ? number : nil
    }
}
