import Addressing
import Foundation
import Sealing
import Sharing

/// A row of `sharedLink`.
struct SharedLinkRow {
    /// What is sealed, as JSON.
    struct Details: Codable {
        let label: String
        let passcode: String?
    }

    static let field = SealedField("sharedLink", "sealed")
    static let recipient = SealedField("sharedOpening", "sealed")

    let number: Int64
    let account: Int64
    let purpose: SharedLink.Purpose
    let details: Details
    let attemptsLeft: Int
    let openingsLeft: Int
    private let id: String
    private let made: Date
    private let expires: Date
    private let closed: Bool

    init(_ row: QueryRow, _ keys: KeyRing) throws {
        id = try row["id"]
        let sealed = try keys.open(row["sealed"], field: Self.field, of: .text(id))
        details = try JSONDecoder().decode(Details.self, from: sealed)
        number = try row["number"]
        account = try row["account"]
        guard let purpose = SharedLink.Purpose(rawValue: try row["purpose"])
        else { preconditionFailure("the store holds a link of a purpose that does not exist") }
        self.purpose = purpose
        attemptsLeft = try row["attemptsLeft"]
        openingsLeft = try row["openingsLeft"]
        made = Date(stored: try row["made"])
        expires = Date(stored: try row["expires"])
        closed = (try row["closed"] as Int64?) != nil
    }

    func state(at now: Date) -> SharedLink.State {
        if closed { return .closed }
        if attemptsLeft == 0 { return .locked }
        if now >= expires { return .expired }
        return openingsLeft == 0 ? .usedUp : .open
    }

    func link(_ openings: [SharedLink.Opening], at now: Date) -> SharedLink {
        SharedLink(
            id: SharedLink.ID(rawValue: id), purpose: purpose, label: details.label,
            hasPasscode: details.passcode != nil,
            made: made, expires: expires, state: state(at: now), attemptsLeft: attemptsLeft,
            openings: openings)
    }
}

/// Lets who has opened a link read its files for a while: the end of that time, and a keyed hash of it.
struct ShareTicket {
    private static let field = SealedField("sharedLink", "ticket")

    let text: String

    init(of link: Int64, opened now: Date, _ keys: KeyRing) throws {
        let end = now.addingTimeInterval(SharedLink.ticketLife).stored
        let hash = try keys.index(of: "\(link) \(end)", field: Self.field)
        text = "\(end).\(Base64URL.text(of: hash))"
    }

    static func isValid(_ text: String, for link: Int64, at now: Date, _ keys: KeyRing) throws -> Bool {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let end = Int64(parts[0]), now.stored < end,
            let hash = Base64URL.bytes(of: String(parts[1]))
        else { return false }
        return try keys.indices(of: "\(link) \(end)", field: field).contains(hash)
    }
}
