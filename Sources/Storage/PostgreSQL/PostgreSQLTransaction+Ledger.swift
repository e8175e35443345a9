import Alerts
import Allergens
import Foundation
import Geography
import People
import PostgreSQL
import Sealing

/// Why an alert concerns an account, and what is written of it.
struct ConcernedAccount {
    var fences: [Int64] = []
    /// That of the nearest fence in metres.
    var distance: Double?
    /// Whether one of the fences watches an allergen of the alert for its own sake.
    var isOwn = false
    /// Whether all fences are quiet.
    var isQuiet = true
    /// What makes the first fence watch, if that is a cross-reaction.
    var cause: Int?
    /// The former line, if this one updates it.
    var former: (fences: String, nearness: Data?)?
}

/// Writes the ledger. The rows of fences are opened here, since keys never enter the database.
extension PostgreSQLTransaction {
    func notify(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws {
        let set = taxonomy.set(of: alert.allergens)
        var accounts: [Int64: ConcernedAccount] = [:]
        for fence in try candidates(in: .fence, where: Self.isListed(concerned.keys)) {
            add(
                fence, to: &accounts, watching: set, of: alert, at: now,
                distance: concerned[Fence.Number(rawValue: fence.number)])
        }
        try write(alert, to: accounts, at: now)
    }

    func notify(
        of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date
    ) throws {
        let set = taxonomy.set(of: alert.allergens)
        let place = ReportPlace(holding: position)
        let family = try ([reporter] + (reporter.map(persons) ?? [])).compactMap(\.?.rawValue)
        let found = try candidates(
            in: .box,
            where: """
                \(Self.isWithin(Report.publicReach, of: place.centre))
                    AND fenceBox.kinds & \(KindBits.encoded([alert.kind])) <> 0 AND \(Self.isOn(at: now))
                    AND NOT (\(.isOne(of: family, "fenceBox.account")))
                """)
        var accounts = [Int64: ConcernedAccount](minimumCapacity: found.count)
        for fence in try touched(found, at: [(place, set)]) {
            add(fence, to: &accounts, watching: set, of: alert, at: now)
        }
        try write(alert, to: accounts, at: now)
    }

    func notify(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
        let lines = try runner.rows(
            """
            SELECT account, fences, nearness FROM delivery
            WHERE alert = \(try number(of: former)) AND channel = 0
            """)
        var accounts: [Int64: ConcernedAccount] = [:]
        for line in lines {
            var account = ConcernedAccount()
            account.former = (fences: try line["fences"], nearness: try line["nearness"])
            (account.isOwn, account.isQuiet) = (true, false)
            accounts[try line["account"]] = account
        }
        var quiet: [Int64: Bool] = [:]
        let list = "[\(accounts.keys.map(String.init).joined(separator: ","))]"
        for fence in try candidates(in: .fence, where: "fence.account IN (\(.numbers(in: list)))") {
            quiet[fence.account] = (quiet[fence.account] ?? true) && fence.isQuiet(for: alert, at: now)
        }
        for (account, isQuiet) in quiet { accounts[account]?.isQuiet = isQuiet }
        try write(alert, to: accounts, at: now)
    }

    func notify(of alert: Alert, concerned: [Fence.Number], now: Date) throws {
        let number = try number(of: alert.id)
        let untold = try runner.rows(
            "SELECT DISTINCT low, high FROM report WHERE alert = \(number) AND isTold = 0"
        ).map { try AllergenSet(row: $0) }
        let found = try candidates(
            in: .fence,
            where: """
                \(Self.isListed(concerned)) AND \(Self.isOn(at: now)) AND NOT EXISTS (
                    SELECT 1 FROM report WHERE report.alert = \(number) AND report.account = fence.account)
                    AND NOT EXISTS (
                        SELECT 1 FROM account AS person
                        JOIN report ON report.alert = \(number) AND report.account = person.guardian
                        WHERE person.id = fence.account)
                """)
        let set = taxonomy.set(of: alert.allergens)
        var accounts: [Int64: ConcernedAccount] = [:]
        for fence in found {
            let all = fence.ask { $1.all }
            guard untold.contains(where: { $0.isEmpty ? fence.acceptsUnsure : all.overlaps($0) })
            else { continue }
            add(fence, to: &accounts, watching: set, of: alert, at: now)
        }
        try write(alert, to: accounts, at: now)
    }

    private func add(
        _ fence: CandidateFence, to accounts: inout [Int64: ConcernedAccount], watching set: AllergenSet,
        of alert: Alert, at now: Date, distance: Double? = nil
    ) {
        var account = accounts[fence.account] ?? ConcernedAccount()
        let (isOwn, cause) = fence.ask { _, plan in
            (set.isEmpty || plan.own.overlaps(set), plan.cause(of: set))
        }
        if account.fences.allSatisfy({ fence.number < $0 }) { account.cause = cause }
        account.fences.append(fence.number)
        account.isOwn = account.isOwn || isOwn
        account.isQuiet = account.isQuiet && fence.isQuiet(for: alert, at: now)
        account.distance = [account.distance, distance].compactMap(\.self).min()
        accounts[fence.account] = account
    }

    // MARK: Lines

    /// Writes a line for the inbox of each account, and then one for each of its active channels.
    ///
    /// Lines for a digest wait for its time, in quiet hours or not. Accounts that were already notified of the alert
    /// are not notified again.
    private func write(_ alert: Alert, to accounts: [Int64: ConcernedAccount], at now: Date) throws {
        let number = try number(of: alert.id)
        let known = try notified(of: number, among: accounts.keys)
        let new = accounts.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
        guard !new.isEmpty else { return }
        let routes = try routes(of: new.map(\.key))
        try insert(LedgerLines(new, routes, at: now, cipher.keys), of: number, at: now)
        untold.remove(number)
        changes.ledgerGrew = true
    }

    /// The accounts that were already notified of an alert: all between the lowest and the highest of some.
    ///
    /// A crowd is notified slice by slice in the order of the accounts, so a slice does not read the others.
    private func notified(of alert: Int64, among accounts: some Collection<Int64>) throws -> Set<Int64> {
        guard !untold.contains(alert), let lowest = accounts.min(), let highest = accounts.max()
        else { return [] }
        let rows = try runner.rows(
            """
            SELECT account FROM delivery
            WHERE alert = \(alert) AND account BETWEEN \(lowest) AND \(highest) AND channel = 0
            """)
        return Set(try rows.map { try $0.first(as: Int64.self) })
    }

    /// The active channels of accounts; those of a person are the guardian's.
    private func routes(of accounts: [Int64]) throws -> [LedgerRoute] {
        let list = "[\(accounts.map(String.init).joined(separator: ","))]"
        return try runner.rows(
            """
            SELECT account.id AS account, channel.number, channel.rhythm, profile.timeZone, profile.digestTime
            FROM account JOIN channel ON channel.account = coalesce(account.guardian, account.id)
            LEFT JOIN profile ON profile.account = channel.account
            WHERE account.id IN (\(.numbers(in: list))) AND channel.state = 'active'
            ORDER BY account.id, channel.number
            """
        ).map(LedgerRoute.init)
    }

    /// Up to so many lines go with the statement that numbers them; more of them are copied in less time.
    private static let linesOfStatement = 100

    private static let columns =
        "id, alert, account, channel, state, reason, fences, nearness, created, due, updated"

    /// Gives lines the next numbers of the ledger, and inserts them.
    ///
    /// The row of the head is locked until the commit, so that lines are numbered in the order of their commits.
    private func insert(_ lines: LedgerLines, of alert: Int64, at now: Date) throws {
        if lines.count > Self.linesOfStatement {
            try copy(lines, of: alert, at: now)
        } else {
            try insertAtOnce(lines.all(), of: alert, at: now)
        }
    }

    /// Asks the server once, where copying asks it three times.
    private func insertAtOnce(_ lines: [LedgerLineRow], of alert: Int64, at now: Date) throws {
        try server.session.execute(
            """
            WITH head AS (UPDATE ledgerHead SET number = number + \(lines.count) RETURNING number)
            INSERT INTO delivery (\(sql: Self.columns))
            SELECT head.number - \(lines.count) + line.place, \(alert), line.account, line.channel, line.state,
                line.reason, line.fences, line.nearness, \(now.stored), line.due, \(now.stored)
            FROM head, unnest(
                \(lines.map(\.account)), \(lines.map(\.channel)), \(lines.map(\.state)), \(lines.map(\.reason)),
                \(lines.map(\.fences)), \(lines.map { $0.nearness.map(Array.init) }), \(lines.map(\.due))
            ) WITH ORDINALITY AS line (account, channel, state, reason, fences, nearness, due, place)
            """)
    }

    /// Makes and seals each line while the server inserts those before.
    private func copy(_ lines: LedgerLines, of alert: Int64, at now: Date) throws {
        let last = try runner.value(
            "UPDATE ledgerHead SET number = number + \(lines.count) RETURNING number", as: Int64.self)
        guard let last else { preconditionFailure("the schema makes the head of the ledger") }
        var number = last - Int64(lines.count)
        try server.copy(into: "delivery (\(Self.columns))") { rows in
            try lines.forEach { line in
                number += 1
                try rows.append(
                    number, alert, line.account, line.channel, line.state, line.reason, line.fences,
                    line.nearness.map(Array.init), now.stored, line.due, now.stored)
            }
        }
    }
}
