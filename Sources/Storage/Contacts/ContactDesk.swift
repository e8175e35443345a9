import Alerts
import Allergens
import Foundation
import HealthMetrics
import Help
import People
import Sealing

/// Reads and writes what concerns the emergency contacts of one account, within a transaction.
struct ContactDesk {
    let account: Int64
    let runner: any QueryRunner
    let keys: KeyRing

    func contact(_ id: HelpID) throws -> EmergencyContact {
        let kept = try contacts().first { $0.id == id }
        guard let kept else { throw ContactObjection.unknown }
        return kept.record
    }

    /// The contacts in their order.
    func contacts() throws -> [Kept<EmergencyContact>] {
        try runner.records(EmergencyContact.self, of: account, keys)
            .enumerated().sorted {
                ($0.element.record.order, $0.offset) < ($1.element.record.order, $1.offset)
            }
            .map(\.element)
    }

    var settings: SOSSettings {
        get throws {
            try runner.records(SOSSettings.self, of: account, keys).first?.record
                ?? SOSSettings()
        }
    }

    /// The name by which contacts know the person.
    func sender() throws -> String {
        let name = try settings.name
        guard name.isEmpty else { return name }
        let row = try runner.row(
            """
            SELECT account.name, person.account, person.id, person.sealed
            FROM account LEFT JOIN person ON person.account = account.id WHERE account.id = \(account)
            """)
        guard let row else { return "" }
        guard let sealed = try row["sealed"] as Data? else { return try row["name"] }
        return try Person(account: try row["account"], id: try row["id"], sealed: sealed, keys).name
    }

    /// The language and the time zone of the account's owner.
    func reader() throws -> (language: Language, timeZone: TimeZone) {
        let row = try runner.row(
            """
            SELECT language, timeZone FROM profile
            WHERE account = (SELECT coalesce(guardian, id) FROM account WHERE id = \(account))
            """)
        let usual = Profile()
        return (
            (try row?["language"] as String?).flatMap(Language.init(rawValue:)) ?? usual.language,
            (try row?["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? usual.timeZone
        )
    }

    /// The latest value of each kind that was measured today.
    func latestValues(_ taxonomy: Taxonomy, at now: Date) throws -> [SOSValue] {
        let zone = try runner.profile(
            of: Account.ID(rawValue: account), taxonomy: taxonomy, keys
        ).timeZone
        let today = CivilDate(at: now, in: zone)
        let transaction = MetricTransaction(account: account, runner: runner, keys: keys)
        guard let day = try transaction.days(today...today).first else { return [] }
        return MetricKind.allCases.compactMap { kind in
            day.figures(of: kind).map { figures in
                SOSValue(
                    kind: kind, value: kind.isCounted ? figures.sum : figures.last, time: figures.lastTime)
            }
        }
    }

    /// Refuses a letter if too many with the purpose were written within a day.
    func checkLimits(
        _ purpose: ContactLetter.Purpose, to address: ContactAddress, at now: Date
    ) throws {
        try holdHousehold()
        let start = now.addingTimeInterval(-ContactLetter.span).stored
        let receivers = try keys.indices(of: address.normal, field: ContactLetterRow.receiver)
        let toReceiver = Query.isOne(of: receivers, "receiver")
        let household: Query = """
            account IN (
                SELECT account.id FROM account, (
                    SELECT coalesce(guardian, id) AS owner FROM account WHERE id = \(account)
                ) AS house WHERE account.id = owner OR account.guardian = owner)
            """
        let limits = ContactLetter.dailyLimits
        for (condition, limit) in [(toReceiver, limits.contact), (household, limits.account)] {
            let times = try runner.rows(
                """
                SELECT written FROM contactLetter
                WHERE \(condition) AND purpose = \(purpose.rawValue) AND written > \(start)
                ORDER BY written DESC LIMIT \(limit)
                """
            ).map { try $0.first(as: Int64.self) }
            guard times.count == limit, let oldest = times.last else { continue }
            throw ContactObjection.tooMany(limit: limit, wait: Double(max(1, oldest - start)))
        }
    }

    /// Lets nobody else of the household write letters meanwhile.
    private func holdHousehold() throws {
        let guardian = try runner.value(
            "SELECT guardian FROM account WHERE id = \(account)", as: Int64?.self
        ).flatMap(\.self)
        if let guardian { try runner.hold(.account(Account.ID(rawValue: guardian))) }
    }

    /// Queues a letter.
    @discardableResult func write(
        _ purpose: ContactLetter.Purpose, to kept: Kept<EmergencyContact>, _ message: SOSMessage? = nil,
        of call: SOSCall.ID? = nil, at now: Date
    ) throws -> ContactLetter {
        guard let address = kept.record.email else { throw ContactObjection.undeliverable(.noEmail) }
        let id = UUID().uuidString.lowercased()
        let row = ContactLetterRow(name: kept.record.name, address: address.text, message: message)
        try runner.run(
            """
            INSERT INTO contactLetter
                (id, account, contact, sos, purpose, receiver, sealed, written, state, due)
            VALUES (
                \(id), \(account), \(kept.id.rawValue), \(call?.rawValue), \(purpose.rawValue),
                \(try keys.index(of: address.normal, field: ContactLetterRow.receiver)),
                \(try ContactLetterRow.seal.sealed(row, at: .text(id), keys)), \(now.stored), 'queued',
                \(now.stored))
            """)
        return ContactLetter(
            id: id, purpose: purpose, contact: kept.id, name: kept.record.name, address: address.text,
            sos: call, written: now, state: .queued)
    }
}
