import Allergens
import Foundation
import Help
import People
import Sealing

/// Notes what became of a day's medicines, and keeps the stocks in step: what is noted as taken is taken out of
/// the stock once, and put back when that is corrected.
struct IntakeNoting {
    private(set) var intakes: Intakes

    private let day: CivilDate
    private let account: Int64
    private let zone: TimeZone
    private let now: Date
    private let keys: KeyRing
    private let runner: any QueryRunner
    private var days: HelpDays

    init(
        on day: CivilDate, of account: Int64, in zone: TimeZone, at now: Date, _ keys: KeyRing,
        by runner: any QueryRunner
    ) throws {
        (self.day, self.account, self.zone, self.now) = (day, account, zone, now)
        (self.keys, self.runner) = (keys, runner)
        days = HelpDays(of: account, keys)
        intakes = try days.day(day, by: runner).part(Intakes.self) ?? Intakes()
    }

    /// Notes one time of one medicine.
    ///
    /// - Returns: `false` if there is neither such a medicine nor a note of it.
    mutating func note(_ change: IntakeChange, from source: Intakes.Source) throws -> Bool {
        let former = intakes.entry(of: change.medicine, at: change.time)
        let kept = try medicine(change.medicine)
        guard kept != nil || former != nil else { return false }
        let restored = kept?.with(kept?.stock?.adding(former?.used ?? 0))
        let used =
            change.state == .taken ? min(restored?.stock?.perIntake ?? 0, restored?.stock?.left ?? 0) : 0
        intakes.set(
            change.state.map { state in
                entry(
                    change, state, source, former, restored, used: restored == nil ? former?.used ?? 0 : used)
            }, of: change.medicine, at: change.time)
        let medicine = restored?.with(restored?.stock?.adding(-used))
        if let medicine, medicine != kept { try keep(medicine, as: change.medicine) }
        if change.state == .later {
            try runner.putOff(
                change.medicine.rawValue, of: account, until: now.addingTimeInterval(HelpTimes.pause))
        }
        return true
    }

    private func entry(
        _ change: IntakeChange, _ state: Intakes.State, _ source: Intakes.Source, _ former: Intakes.Entry?,
        _ medicine: Medicine?, used: Int
    ) -> Intakes.Entry {
        let planned = medicine?.planned(on: day).first { $0.time == change.time }
        return Intakes.Entry(
            medicine: change.medicine.rawValue, time: change.time, state: state,
            // What is put off waits from now on.
            at: state == .later ? now : change.at ?? now, source: source,
            name: medicine?.name ?? former?.name ?? "",
            strength: medicine?.strength ?? former?.strength ?? "",
            amount: planned?.amount ?? former?.amount ?? "", used: used)
    }

    private func medicine(_ id: HelpID) throws -> Medicine? {
        let row = try runner.helpRow(id, of: Account.ID(rawValue: account))
        return try row.flatMap { try HelpRow.opened($0, of: account, keys).record(as: Medicine.self) }
    }

    /// Keeps a medicine with another stock, whose refill may be due at another time.
    private func keep(_ medicine: Medicine, as id: HelpID) throws {
        let owner = Account.ID(rawValue: account)
        let due = medicine.due(after: now, in: zone)?.stored
        try runner.run(
            """
            UPDATE helpRecord SET sealed = \(try runner.sealed(medicine, id, of: owner, keys)),
                due = CASE WHEN due <= \(now.stored) THEN due
                    WHEN putOff < \(due) THEN putOff ELSE coalesce(\(due), putOff) END
            WHERE account = \(account) AND id = \(id.rawValue)
            """)
    }

    /// Keeps the day.
    mutating func keep() throws {
        var row = try days.day(day, by: runner)
        try row.set(intakes)
        try runner.keep(row, on: day, of: account, keys)
    }
}

extension QueryRunner {
    /// Keeps all parts of a day; an empty day is gone.
    func keep(
        _ row: HelpDayRow, on day: CivilDate, of account: Int64, _ keys: KeyRing
    ) throws {
        let number = day.daysSinceEpoch
        guard !row.parts.isEmpty else {
            try run("DELETE FROM helpDay WHERE account = \(account) AND day = \(number)")
            return
        }
        let sealed = try HelpDayRow.seal.sealed(row, at: HelpDayRow.row(account, number), keys)
        try run(
            """
            INSERT INTO helpDay (account, day, sealed) VALUES (\(account), \(number), \(sealed))
            ON CONFLICT (account, day) DO UPDATE SET sealed = excluded.sealed
            """)
    }
}
