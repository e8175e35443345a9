import Alerts
import Allergens
import Foundation
import Geography
import People
import PostgreSQL
import Sealing

/// Writes the ledger. The rows of fences are opened here, since keys never enter the database.
extension PostgreSQLTransaction {
    func notify(of alert: Alert, concerned: [Fence.Number: Double], now: Date) throws {
        let set = taxonomy.set(of: alert.allergens)
        var fences: [ConcernedFence] = []
        try visitCandidates(in: .fence, where: Self.isListed(concerned.keys)) { fence in
            fences.append(
                ConcernedFence(
                    fence, watching: set, of: alert, at: now,
                    distance: concerned[Fence.Number(rawValue: fence.number)]))
        }
        try write(alert, to: ConcernedAccounts(fences), at: now)
    }

    func notify(
        of alert: Alert, at position: Coordinate, except reporter: Account.ID?, now: Date
    ) throws {
        let set = taxonomy.set(of: alert.allergens)
        let places = [(place: ReportPlace(holding: position), allergens: set)]
        let family = try ([reporter] + (reporter.map(persons) ?? [])).compactMap(\.?.rawValue)
        var fences: [ConcernedFence] = []
        var edges: [CandidateFence] = []
        let isNear: Query = """
            \(Self.isWithin(Report.publicReach, of: places[0].place.centre))
                AND fenceBox.kinds & \(KindBits.encoded([alert.kind])) <> 0 AND \(Self.isOn(at: now))
                AND NOT (\(.isOne(of: family, "fenceBox.account")))
            """
        try visitCandidates(in: .box, where: isNear) { fence in
            switch touch(of: fence, at: places) {
            case .none: break
            case .whole: fences.append(ConcernedFence(fence, watching: set, of: alert, at: now))
            case .edge: edges.append(fence)
            }
        }
        for fence in try touched(edges, at: places) {
            fences.append(ConcernedFence(fence, watching: set, of: alert, at: now))
        }
        try write(alert, to: ConcernedAccounts(fences), at: now)
    }

    func notify(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
        let lines = try runner.rows(
            """
            SELECT account, fences, nearness FROM delivery
            WHERE alert = \(try number(of: former)) AND channel = 0
            """)
        var quiet: [Int64: Bool] = [:]
        let list = "[\(try lines.map { "\(try $0["account"] as Int64)" }.joined(separator: ","))]"
        try visitCandidates(in: .fence, where: "fence.account IN (\(.numbers(in: list)))") { fence in
            quiet[fence.account] = (quiet[fence.account] ?? true) && fence.isQuiet(for: alert, at: now)
        }
        var concerns: [Int64: Concern] = [:]
        for line in lines {
            let account: Int64 = try line["account"]
            concerns[account] = .former(
                fences: try line["fences"], nearness: try line["nearness"], isQuiet: quiet[account] ?? false)
        }
        try write(alert, to: ConcernedAccounts(concerns), at: now)
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
        let fences = found.filter { fence in
            let all = fence.ask { $1.all }
            return untold.contains { $0.isEmpty ? fence.acceptsUnsure : all.overlaps($0) }
        }.map { ConcernedFence($0, watching: set, of: alert, at: now) }
        try write(alert, to: ConcernedAccounts(fences), at: now)
    }

    // MARK: Lines

    /// Writes a line for the inbox of each account, and then one for each of its active channels.
    ///
    /// Lines for a digest wait for its time, in quiet hours or not. Accounts that were already notified of the alert
    /// are not notified again.
    private func write(_ alert: Alert, to accounts: ConcernedAccounts, at now: Date) throws {
        let number = try number(of: alert.id)
        var new = accounts
        new.remove(try notified(of: number, among: accounts))
        guard !new.isEmpty else { return }
        let routes = try routes(of: new.ids)
        try insert(LedgerLines(new, routes, at: now, cipher.keys), of: number, at: now)
        untold.remove(number)
        changes.ledgerGrew = true
    }

    /// The accounts that were already notified of an alert: all between the lowest and the highest of some.
    ///
    /// A crowd is notified slice by slice in the order of the accounts, so a slice does not read the others.
    private func notified(of alert: Int64, among accounts: ConcernedAccounts) throws -> Set<Int64> {
        guard !untold.contains(alert), let lowest = accounts.all.first?.id,
            let highest = accounts.all.last?.id
        else { return [] }
        let rows = try runner.rows(
            """
            SELECT account FROM delivery
            WHERE alert = \(alert) AND account BETWEEN \(lowest) AND \(highest) AND channel = 0
            """)
        return Set(try rows.map { try $0.first(as: Int64.self) })
    }

    /// The active channels of accounts; those of a person are the guardian's.
    ///
    /// The server counts the accounts before it plans how to look for them.
    private func routes(of accounts: [Int64]) throws -> [LedgerRoute] {
        try server.session.rows(
            """
            SELECT account.id, channel.number, channel.rhythm, profile.timeZone, profile.digestTime
            FROM account JOIN channel ON channel.account = coalesce(account.guardian, account.id)
            LEFT JOIN profile ON profile.account = channel.account
            WHERE account.id IN (SELECT unnest(\(accounts))) AND channel.state = 'active'
            ORDER BY account.id, channel.number
            """, LedgerRoute.init)
    }

    /// Up to so many lines go with the statement that numbers them; more of them are copied in less time.
    private static let linesOfStatement = 100

    private static let columns = [
        "id", "alert", "account", "channel", "state", "reason", "fences", "nearness", "created", "due",
        "updated",
    ]

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
            INSERT INTO delivery (\(sql: Self.columns.joined(separator: ", ")))
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
        let now = now.stored
        try server.copy(into: "delivery (\(Self.columns.joined(separator: ", ")))") { rows in
            try lines.forEach { line in
                number += 1
                try rows.append(columns: Self.columns.count) { row in
                    row.number(number)
                    row.number(alert)
                    row.number(line.account)
                    row.number(line.channel)
                    row.text(ifAny: line.state)
                    row.text(ifAny: line.reason)
                    row.text(ifAny: line.fences)
                    row.bytes(ifAny: line.nearness.map(Array.init))
                    row.number(now)
                    row.number(ifAny: line.due)
                    row.number(now)
                }
            }
        }
    }
}
