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

/// Makes the lines of an alert one by one: those of inboxes, and then those of channels.
final class LedgerLineMaker {
    private let routes: [LedgerRoute]
    private let listeners: Set<Int64>
    private let now: Date
    private let sealer: FieldSealer
    private var nonces = FreshNonces()
    /// The lines of inboxes whose accounts have channels.
    private var inboxes: [Int64: LedgerLineRow] = [:]

    /// - Parameters:
    ///   - routes: The channels of the accounts, and perhaps of others.
    ///   - now: When the lines are written.
    ///   - keys: What seals them.
    /// - Throws: ``SealingError``.
    init(_ routes: [LedgerRoute], at now: Date, _ keys: KeyRing) throws {
        (self.routes, self.now) = (routes, now)
        listeners = Set(routes.map(\.account))
        sealer = try keys.sealer(of: Nearness.field)
    }

    /// Makes the line of an account's inbox.
    func inbox(of account: Int64, _ concern: Concern) -> LedgerLineRow {
        let line = LedgerLineRow(concern, of: account, sealer, &nonces)
        if listeners.contains(account) { inboxes[account] = line }
        return line
    }

    /// Makes the lines of the channels of accounts whose inboxes have their line.
    func sent() -> [LedgerLineRow] {
        routes.compactMap { inboxes[$0.account]?.sent(over: $0, at: now) }
    }
}

/// A line of the ledger before it has a number.
struct LedgerLineRow {
    /// The columns that a new line has, in the order of ``write(to:_:of:at:)``.
    static let columns = [
        "id", "alert", "account", "channel", "state", "reason", "fences", "nearness", "created", "due",
        "updated",
    ]

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

    /// Writes the line with its number.
    func write(to row: inout ValueWriter, _ number: Int64, of alert: Int64, at now: Int64) {
        row.number(number)
        row.number(alert)
        row.number(account)
        row.number(channel)
        row.text(ifAny: state)
        row.text(ifAny: reason)
        row.text(ifAny: fences)
        row.bytes(ifAny: nearness.map(Array.init))
        row.number(now)
        row.number(ifAny: due)
        row.number(now)
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
