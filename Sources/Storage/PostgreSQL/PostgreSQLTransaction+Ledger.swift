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
        let place = ReportPlace(holding: position)
        let family = try ([reporter] + (reporter.map(persons) ?? [])).compactMap(\.?.rawValue)
        let found = try clues(
            in: .box,
            where: """
                \(Self.isWithin(Report.publicReach, of: place.centre))
                    AND fenceBox.kinds & \(KindBits.encoded([alert.kind])) <> 0 AND \(Self.isOn(at: now))
                    AND NOT (\(.isOne(of: family, "fenceBox.account")))
                """)
        let isCrowd = found.count > Self.linesOfStatement
        let unknown =
            isCrowd ? try notify(FenceCrowd(found), of: alert, at: place, watching: set, now) : found
        var fences = TouchedFences<ConcernedFence>(self, at: [(place, set)])
        for fence in try candidates(unknown) {
            fences.add(fence, keeping: ConcernedFence(fence, watching: set, of: alert, at: now))
        }
        try write(alert, to: ConcernedAccounts(fences.finish()), at: now)
        if isCrowd { untold.remove(try number(of: alert.id)) }
    }

    /// Notifies the accounts of a crowd, as far as what they have sealed is cached.
    ///
    /// Each account is judged while the server inserts the lines before.
    ///
    /// - Returns: The fences of the accounts for which the server has to be asked.
    private func notify(
        _ crowd: FenceCrowd, of alert: Alert, at place: ReportPlace, watching set: AllergenSet, _ now: Date
    ) throws -> [FenceClues] {
        let accounts = crowd.accounts
        let known = try notified(of: number(of: alert.id), among: accounts)
        var unknown: [FenceClues] = []
        try copy(to: routes(of: accounts), of: alert, at: now) { take in
            try crowd.forEachAccount { account, fences in
                guard !known.contains(account) else { return }
                guard let touched = touched(fences, at: place, watching: set, of: alert, now)
                else { return unknown += fences }
                if !touched.isEmpty { try take(account, .fences(touched[...])) }
            }
        }
        return unknown
    }

    /// Which fences an alert at a place concerns; `nil` when something that they have sealed is not cached.
    private func touched(
        _ fences: [FenceClues], at place: ReportPlace, watching set: AllergenSet, of alert: Alert,
        _ now: Date
    ) -> [ConcernedFence]? {
        var touched: [ConcernedFence] = []
        for clues in fences {
            guard let fence = known(clues) else { return nil }
            switch reach(of: fence, to: place, watching: set) {
            case .none: continue
            case .whole: break
            case .edge:
                guard let outline = cipher.outline(ofFence: clues.proof) else { return nil }
                if !outline.meets(place.cell) { continue }
            }
            touched.append(ConcernedFence(fence, watching: set, of: alert, at: now))
        }
        return touched
    }

    func notify(of alert: Alert, insteadOf former: Alert.ID, now: Date) throws {
        let lines = try runner.rows(
            """
            SELECT account, fences, nearness FROM delivery
            WHERE alert = \(try number(of: former)) AND channel = 0
            """)
        var quiet: [Int64: Bool] = [:]
        let accounts = try lines.map { try $0["account"] as Int64 }
        try visitCandidates(in: .fence, where: "fence.account IN (\(.numbers(accounts)))") { fence in
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
            in: .fence, where: "\(Self.isListed(concerned)) AND \(Self.isOn(at: now))")
        let reporters = try reporters(of: number, among: found.map(\.account))
        let set = taxonomy.set(of: alert.allergens)
        let fences = found.filter { fence in
            guard !reporters.contains(fence.account) else { return false }
            let all = fence.ask { $1.all }
            return untold.contains { $0.isEmpty ? fence.acceptsUnsure : all.overlaps($0) }
        }.map { ConcernedFence($0, watching: set, of: alert, at: now) }
        try write(alert, to: ConcernedAccounts(fences), at: now)
    }

    /// Those who reported an alert, and the persons in their care: all between the first and the last of some
    /// accounts.
    private func reporters(of alert: Int64, among accounts: [Int64]) throws -> Set<Int64> {
        guard let lowest = accounts.min(), let highest = accounts.max() else { return [] }
        let rows = try runner.rows(
            """
            SELECT account FROM report WHERE alert = \(alert) AND account BETWEEN \(lowest) AND \(highest)
            UNION SELECT person.id FROM report JOIN account AS person ON person.guardian = report.account
            WHERE report.alert = \(alert) AND person.id BETWEEN \(lowest) AND \(highest)
            """)
        return Set(try rows.map { try $0.first(as: Int64.self) })
    }

    // MARK: Lines

    /// Writes a line for the inbox of each account, and then one for each of its active channels.
    ///
    /// Lines for a digest wait for its time, in quiet hours or not. Accounts that were already notified of the alert
    /// are not notified again.
    private func write(_ alert: Alert, to accounts: ConcernedAccounts, at now: Date) throws {
        let number = try number(of: alert.id)
        var new = accounts
        new.remove(try notified(of: number, among: accounts.ids))
        guard !new.isEmpty else { return }
        let routes = try routes(of: new.ids)
        if new.all.count + routes.count > Self.linesOfStatement {
            try copy(to: routes, of: alert, at: now) { take in
                for (account, concern) in new.all { try take(account, concern) }
            }
        } else {
            let maker = try LedgerLineMaker(routes, at: now, cipher.keys)
            let inboxes = new.all.map { maker.inbox(of: $0.id, $0.concern) }
            try insertAtOnce(inboxes + maker.sent(), of: number, at: now)
        }
        untold.remove(number)
        changes.ledgerGrew = true
    }

    /// The accounts that were already notified of an alert: all between the first and the last of some in their order.
    ///
    /// A crowd is notified slice by slice in the order of the accounts, so a slice does not read the others.
    private func notified(of alert: Int64, among accounts: [Int64]) throws -> Set<Int64> {
        guard !untold.contains(alert), let lowest = accounts.first, let highest = accounts.last
        else { return [] }
        let rows = try runner.rows(
            """
            SELECT account FROM delivery
            WHERE alert = \(alert) AND account BETWEEN \(lowest) AND \(highest) AND channel = 0
            """)
        return Set(try rows.map { try $0.first(as: Int64.self) })
    }

    /// The active channels of accounts, and perhaps of others; those of a person are the guardian's.
    private func routes(of accounts: [Int64]) throws -> [LedgerRoute] {
        try server.rows(
            """
            SELECT account.id, channel.number, channel.rhythm, profile.timeZone, profile.digestTime
            FROM \(try hasFewerChannels(than: accounts.count) ? Self.channels : Self.channels(of: accounts))
            LEFT JOIN profile ON profile.account = channel.account
            WHERE channel.state = 'active' ORDER BY account.id, channel.number
            """, LedgerRoute.init)
    }

    /// Whether it is less to read all channels than those of so many accounts.
    private func hasFewerChannels(than count: Int) throws -> Bool {
        guard count > Self.linesOfStatement else { return false }
        let found = try runner.value(
            "SELECT count(*) FROM (SELECT 1 FROM channel LIMIT \(count)) AS counted", as: Int.self)
        return found.map { $0 < count } ?? false
    }

    /// All channels, each with the accounts that it is for.
    private static let channels: Query = """
        channel CROSS JOIN LATERAL (
            SELECT id FROM account WHERE id = channel.account AND guardian IS NULL
            UNION ALL SELECT id FROM account WHERE guardian = channel.account) AS account
        """

    private static func channels(of accounts: [Int64]) -> Query {
        """
        (SELECT * FROM account WHERE id IN (\(.numbers(accounts)))) AS account
        JOIN channel ON channel.account = coalesce(account.guardian, account.id)
        """
    }

    /// Up to so many lines go with the statement that numbers them; more of them are copied in less time.
    private static let linesOfStatement = 100

    /// Gives lines the next numbers of the ledger, and inserts them.
    ///
    /// The row of the head is locked until the commit, so that lines are numbered in the order of their commits. The
    /// server is asked once, where copying asks it four times.
    private func insertAtOnce(_ lines: [LedgerLineRow], of alert: Int64, at now: Date) throws {
        try server.session.execute(
            """
            WITH head AS (UPDATE ledgerHead SET number = number + \(lines.count) RETURNING number)
            INSERT INTO delivery (\(sql: LedgerLineRow.columns.joined(separator: ", ")))
            SELECT head.number - \(lines.count) + line.place, \(alert), line.account, line.channel, line.state,
                line.reason, line.fences, line.nearness, \(now.stored), line.due, \(now.stored)
            FROM head, unnest(
                \(lines.map(\.account)), \(lines.map(\.channel)), \(lines.map(\.state)), \(lines.map(\.reason)),
                \(lines.map(\.fences)), \(lines.map { $0.nearness.map(Array.init) }), \(lines.map(\.due))
            ) WITH ORDINALITY AS line (account, channel, state, reason, fences, nearness, due, place)
            """)
    }

    /// Makes and seals each line while the server inserts those before.
    ///
    /// - Parameters:
    ///   - routes: The channels of the accounts.
    ///   - alert: The alert.
    ///   - now: When it is raised.
    ///   - forEach: Hands over each account and why the alert concerns it; may not ask the server.
    /// - Throws: What `forEach` throws, or the error of the database.
    private func copy(
        to routes: [LedgerRoute], of alert: Alert, at now: Date,
        _ forEach: (_ take: (Int64, Concern) throws -> Void) throws -> Void
    ) throws {
        let alert = try number(of: alert.id)
        let maker = try LedgerLineMaker(routes, at: now, cipher.keys)
        let head = try runner.value("SELECT number FROM ledgerHead FOR NO KEY UPDATE", as: Int64.self)
        guard let head else { preconditionFailure("the schema makes the head of the ledger") }
        var last = head
        let now = now.stored
        let columns = LedgerLineRow.columns
        try server.copy(into: "delivery (\(columns.joined(separator: ", ")))") { rows in
            func append(_ line: LedgerLineRow) throws {
                last += 1
                try rows.append(columns: columns.count) { line.write(to: &$0, last, of: alert, at: now) }
            }
            try forEach { try append(maker.inbox(of: $0, $1)) }
            for line in maker.sent() { try append(line) }
        }
        guard last > head else { return }
        try runner.run("UPDATE ledgerHead SET number = \(last)")
        changes.ledgerGrew = true
    }
}
