import Foundation
import GRDB
package import Help
package import People
import Sealing

/// What was sent to contacts, and what became of it.
extension SQLiteStore {
    /// A call; `nil` if the account has none with this identifier.
    package func call(_ id: SOSCall.ID, of account: Account.ID) async throws -> SOSCall? {
        try await pool.read { [cipher] database in
            try Self.call(id, of: account.rawValue, cipher, in: database)
        }
    }

    /// All letters and calls of an account, newest first.
    package func contactLog(of account: Account.ID) async throws -> ContactLog {
        try await pool.read { [cipher] database in
            let ids = try SQLRequest<String>(
                literal: """
                    SELECT id FROM sosCall WHERE account = \(account.rawValue) ORDER BY pressed DESC, id
                    """
            ).fetchAll(database)
            let calls = try ids.compactMap {
                try Self.call(SOSCall.ID(rawValue: $0), of: account.rawValue, cipher, in: database)
            }
            let letters = try SQLRequest<Row>(
                literal: """
                    SELECT * FROM contactLetter WHERE account = \(account.rawValue)
                    ORDER BY number DESC
                    """
            ).fetchAll(database).map { try ContactLetter($0, cipher) }
            return ContactLog(calls: calls, letters: letters)
        }
    }

    static func call(
        _ id: SOSCall.ID, of account: Int64, _ cipher: RowCipher, in database: Database
    ) throws -> SOSCall? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT sealed, pressed FROM sosCall WHERE id = \(id.rawValue) AND account = \(account)
                """, cached: true
        ).fetchOne(database)
        guard let row else { return nil }
        let opened = try SOSCallRow.seal.opened(row["sealed"], at: .text(id.rawValue), cipher)
        let states = try SQLRequest<Row>(
            literal: "SELECT contact, state FROM contactLetter WHERE sos = \(id.rawValue)", cached: true
        ).fetchAll(database).reduce(into: [String: ContactLetter.State]()) { states, row in
            states[row["contact"]] = ContactLetter.State(rawValue: row["state"])
        }
        return SOSCall(
            id: id, pressed: Date(stored: row["pressed"]), hasPosition: opened.hasPosition,
            hasValues: opened.hasValues,
            lines: opened.told.map { told in
                SOSCall.Line(
                    contact: HelpID(rawValue: told.contact), name: told.name,
                    outcome: told.obstacle.map { .undeliverable($0) }
                        ?? .letter(states[told.contact] ?? .dropped))
            })
    }
}

extension ContactLetter {
    /// Reads a row of `contactLetter`.
    init(_ row: Row, _ cipher: RowCipher) throws {
        let opened = try ContactLetterRow.opened(row, cipher)
        guard let purpose = Purpose(rawValue: row["purpose"]), let state = State(rawValue: row["state"])
        else { preconditionFailure("the schema allows no other words") }
        self.init(
            id: row["id"], purpose: purpose, contact: HelpID(rawValue: row["contact"]), name: opened.name,
            address: opened.address, sos: (row["sos"] as String?).map(SOSCall.ID.init(rawValue:)),
            written: Date(stored: row["written"]), state: state)
    }
}
