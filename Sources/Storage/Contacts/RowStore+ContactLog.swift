import Foundation
package import Help
package import People
import Sealing

/// What was sent to contacts, and what became of it.
extension RowStore {
    /// A call; `nil` if the account has none with this identifier.
    package func call(_ id: SOSCall.ID, of account: Account.ID) async throws -> SOSCall? {
        try await readRows { [keys] runner in
            try runner.call(id, of: account.rawValue, keys)
        }
    }

    /// All letters and calls of an account, newest first.
    package func contactLog(of account: Account.ID) async throws -> ContactLog {
        try await readRows { [keys] runner in
            let ids = try runner.rows(
                """
                SELECT id FROM sosCall WHERE account = \(account.rawValue) ORDER BY pressed DESC, id
                """
            ).map { try $0.first(as: String.self) }
            let calls = try ids.compactMap {
                try runner.call(SOSCall.ID(rawValue: $0), of: account.rawValue, keys)
            }
            let letters = try runner.rows(
                """
                SELECT * FROM contactLetter WHERE account = \(account.rawValue)
                ORDER BY number DESC
                """
            ).map { try ContactLetter($0, keys) }
            return ContactLog(calls: calls, letters: letters)
        }
    }
}

extension QueryRunner {
    func call(
        _ id: SOSCall.ID, of account: Int64, _ keys: KeyRing
    ) throws -> SOSCall? {
        let row = try row(
            """
            SELECT sealed, pressed FROM sosCall WHERE id = \(id.rawValue) AND account = \(account)
            """)
        guard let row else { return nil }
        let opened = try SOSCallRow.seal.opened(try row["sealed"], at: .text(id.rawValue), keys)
        let states = try rows("SELECT contact, state FROM contactLetter WHERE sos = \(id.rawValue)").reduce(
            into: [String: ContactLetter.State]()
        ) { states, row in
            states[try row["contact"]] = ContactLetter.State(rawValue: try row["state"])
        }
        return SOSCall(
            id: id, pressed: Date(stored: try row["pressed"]), hasPosition: opened.hasPosition,
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
    init(_ row: QueryRow, _ keys: KeyRing) throws {
        let opened = try ContactLetterRow.opened(row, keys)
        guard let purpose = Purpose(rawValue: try row["purpose"]),
            let state = State(rawValue: try row["state"])
        else { preconditionFailure("the schema allows no other words") }
        self.init(
            id: try row["id"], purpose: purpose, contact: HelpID(rawValue: try row["contact"]),
            name: opened.name,
            address: opened.address, sos: (try row["sos"] as String?).map(SOSCall.ID.init(rawValue:)),
            written: Date(stored: try row["written"]), state: state)
    }
}
