import Alerts
import Allergens
import Foundation
import People
import PostgreSQL
import Sealing

/// A channel over which an account is told.
struct LedgerRoute {
    let account: Int64
    let channel: Int64
    /// When the digest is sent; `nil` for single messages.
    let digest: (time: LocalTime, timeZone: TimeZone)?

    /// Reads a row of the account, the channel with its rhythm, and the profile's time zone and time of digests.
    init(_ row: PostgreSQLRow) throws(PostgreSQLError) {
        (account, channel) = (try row.number(0), try row.number(1))
        guard try row[2] as String == Channel.Rhythm.digest.rawValue else {
            digest = nil
            return
        }
        let zone = (try row[3] as String?).flatMap(TimeZone.init(identifier:)) ?? .gmt
        let time = (try row[4] as Int?).flatMap(LocalTime.init(minutes:)) ?? Profile().digestTime
        digest = (time, zone)
    }
}

/// The lines of an alert, which are made one by one.
struct LedgerLines {
    private let concerned: ConcernedAccounts
    private let routes: [LedgerRoute]
    private let now: Date
    private let keys: KeyRing

    /// - Parameters:
    ///   - concerned: The accounts that the alert concerns.
    ///   - routes: The channels of these accounts.
    ///   - now: When the lines are written.
    ///   - keys: What seals them.
    init(_ concerned: ConcernedAccounts, _ routes: [LedgerRoute], at now: Date, _ keys: KeyRing) {
        (self.concerned, self.routes, self.now, self.keys) = (concerned, routes, now, keys)
    }

    var count: Int { concerned.all.count + routes.count }

    /// Makes those of all inboxes, and then those of channels.
    func forEach(_ take: (LedgerLineRow) throws -> Void) throws {
        let sealer = try keys.sealer(of: Nearness.field)
        var nonces = FreshNonces()
        let listeners = Set(routes.map(\.account))
        var inboxes: [Int64: LedgerLineRow] = [:]
        for (account, concern) in concerned.all {
            let line = LedgerLineRow(concern, of: account, sealer, &nonces)
            if listeners.contains(account) { inboxes[account] = line }
            try take(line)
        }
        for route in routes {
            guard let line = inboxes[route.account]
            else { preconditionFailure("a channel is that of a concerned account") }
            try take(line.sent(over: route, at: now))
        }
    }

    func all() throws -> [LedgerLineRow] {
        var lines: [LedgerLineRow] = []
        try forEach { lines.append($0) }
        return lines
    }
}

/// A line of the ledger before it has a number.
struct LedgerLineRow {
    let account: Int64
    private(set) var channel: Int64 = 0
    private(set) var state: String
    private(set) var reason: String?
    let fences: String
    let nearness: Data?
    private(set) var due: Int64?

    /// The line of the inbox.
    init(
        _ concern: Concern, of account: Int64, _ sealer: FieldSealer, _ nonces: inout FreshNonces
    ) {
        self.account = account
        let isQuiet: Bool
        switch concern {
        case .former(let fences, let nearness, let wasQuiet):
            (self.fences, self.nearness, isQuiet) = (fences, nearness, wasQuiet)
        case .fences(let concerned):
            fences = "[\(concerned.map { "\($0.number)" }.joined(separator: ","))]"
            isQuiet = concerned.allSatisfy(\.isQuiet)
            let known = Nearness(
                distance: concerned.lazy.compactMap(\.distance).min(),
                crossReaction: concerned.contains(where: \.isOwn) ? nil : concerned.first?.cause)
            nearness = known.sealed(for: account, sealer, &nonces)
        }
        state = isQuiet ? "suppressed" : "delivered"
        reason = isQuiet ? SuppressionReason.quietHours.rawValue : nil
    }

    /// The line of a channel.
    func sent(over route: LedgerRoute, at now: Date) -> LedgerLineRow {
        var line = self
        line.channel = route.channel
        let isHeld = state == "suppressed" && route.digest == nil
        (line.state, line.reason) = isHeld ? ("suppressed", reason) : ("queued", nil)
        line.due =
            route.digest.map { LocalCalendar($0.timeZone).next($0.time, after: now).stored }
            ?? (isHeld ? nil : now.stored)
        return line
    }
}
