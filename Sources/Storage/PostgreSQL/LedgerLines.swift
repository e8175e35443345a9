import Alerts
import Allergens
import Foundation
import People
import Sealing

/// A channel over which an account is told.
struct LedgerRoute {
    let account: Int64
    let channel: Int64
    /// When the digest is sent; `nil` for single messages.
    let digest: (time: LocalTime, timeZone: TimeZone)?

    init(_ row: QueryRow) throws {
        (account, channel) = (try row["account"], try row["number"])
        let usual = Profile()
        let time = (try row["digestTime"] as Int?).flatMap(LocalTime.init(minutes:)) ?? usual.digestTime
        let zone = (try row["timeZone"] as String?).flatMap(TimeZone.init(identifier:)) ?? .gmt
        digest = try row["rhythm"] as String == Channel.Rhythm.digest.rawValue ? (time, zone) : nil
    }
}

/// The lines of an alert, which are made one by one.
struct LedgerLines {
    private let concerned: [(key: Int64, value: ConcernedAccount)]
    private let routes: [LedgerRoute]
    private let now: Date
    private let keys: KeyRing

    /// - Parameters:
    ///   - concerned: Why the alert concerns each account.
    ///   - routes: The channels of these accounts.
    ///   - now: When the lines are written.
    ///   - keys: What seals them.
    init(
        _ concerned: [(key: Int64, value: ConcernedAccount)], _ routes: [LedgerRoute], at now: Date,
        _ keys: KeyRing
    ) {
        (self.concerned, self.routes, self.now, self.keys) = (concerned, routes, now, keys)
    }

    var count: Int { concerned.count + routes.count }

    /// Makes those of all inboxes, and then those of channels.
    func forEach(_ take: (LedgerLineRow) throws -> Void) throws {
        let sealer = try keys.sealer(of: Nearness.field)
        var nonces = FreshNonces()
        let listeners = Set(routes.map(\.account))
        var inboxes: [Int64: LedgerLineRow] = [:]
        for (account, concern) in concerned {
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
        _ concern: ConcernedAccount, of account: Int64, _ sealer: FieldSealer, _ nonces: inout FreshNonces
    ) {
        self.account = account
        state = concern.isQuiet ? "suppressed" : "delivered"
        reason = concern.isQuiet ? SuppressionReason.quietHours.rawValue : nil
        if let former = concern.former {
            (fences, nearness) = (former.fences, former.nearness)
        } else {
            fences = "[\(concern.fences.sorted().map(String.init).joined(separator: ","))]"
            let known = Nearness(
                distance: concern.distance, crossReaction: concern.isOwn ? nil : concern.cause)
            nearness = known.sealed(for: account, sealer, &nonces)
        }
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
