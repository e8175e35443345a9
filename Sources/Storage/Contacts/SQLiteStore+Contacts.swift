import Alerts
package import Foundation
import GRDB
package import Help
package import People
import Sealing

extension SQLiteStore {
    /// Asks a contact by e-mail to agree; who has agreed is not asked again.
    ///
    /// - Throws: ``ContactObjection``; then nothing is sent.
    package func ask(
        _ id: HelpID, of account: Account.ID, at now: Date
    ) async throws -> Kept<EmergencyContact> {
        try await pool.write { [cipher, notifier] database in
            let desk = ContactDesk(account: account.rawValue, database: database, cipher: cipher)
            let contact = try desk.contact(id)
            guard let address = contact.email else { throw ContactObjection.undeliverable(.noEmail) }
            guard contact.agreement != .declined else { throw ContactObjection.undeliverable(.declined) }
            let asked = Kept(id: id, record: contact.with(.asked), changed: now)
            guard contact.agreement != .agreed else { return Kept(id: id, record: contact, changed: now) }
            try desk.checkLimits(.request, to: address, at: now)
            try Self.save(asked.record, as: id, of: account.rawValue, cipher, in: database)
            try desk.write(.request, to: asked, at: now)
            notifier.notify(of: CommittedChanges(lettersChanged: true), after: database)
            return asked
        }
    }

    /// Sends a contact who has agreed a test message.
    ///
    /// - Throws: ``ContactObjection``; then nothing is sent.
    package func tryOut(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> ContactLetter {
        try await pool.write { [cipher, notifier] database in
            let desk = ContactDesk(account: account.rawValue, database: database, cipher: cipher)
            let contact = try desk.contact(id)
            if let obstacle = SOSCall.Obstacle(contact, isMailed: true) {
                throw ContactObjection.undeliverable(obstacle)
            }
            guard let address = contact.email else { throw ContactObjection.undeliverable(.noEmail) }
            try desk.checkLimits(.test, to: address, at: now)
            let letter = try desk.write(.test, to: Kept(id: id, record: contact, changed: now), at: now)
            notifier.notify(of: CommittedChanges(lettersChanged: true), after: database)
            return letter
        }
    }

    /// Tells all contacts who have agreed that a person has pressed SOS.
    ///
    /// - Parameters:
    ///   - position: Where the person is; it is erased once the letters have been sent, or will not be.
    ///   - account: The account of the person.
    ///   - now: The present.
    ///   - isMailed: Whether the service has a mail server.
    /// - Returns: What was queued, and what cannot be delivered; it is durable.
    /// - Throws: ``ContactObjection/tooMany(limit:wait:)``; then nothing is sent.
    package func call(
        from position: SOSPosition?, of account: Account.ID, at now: Date, isMailed: Bool
    ) async throws -> SOSCall {
        let id = SOSCall.ID(rawValue: UUID().uuidString.lowercased())
        let claim = AnswerClaim.current
        return try await pool.write { [cipher, taxonomy, notifier] database in
            let desk = ContactDesk(account: account.rawValue, database: database, cipher: cipher)
            try Self.checkCalls(of: account.rawValue, at: now, in: database)
            let values = try desk.settings.includesValues ? try desk.latestValues(taxonomy, at: now) : []
            let message = SOSMessage(pressed: now, position: position, values: values)
            let contacts = try desk.contacts()
            let told = contacts.map { kept in
                SOSCallRow.Told(
                    contact: kept.id.rawValue, name: kept.record.name,
                    obstacle: SOSCall.Obstacle(kept.record, isMailed: isMailed))
            }
            let row = SOSCallRow(hasPosition: position != nil, hasValues: !values.isEmpty, told: told)
            let sealed = try SOSCallRow.seal.sealed(row, at: .text(id.rawValue), cipher)
            try database.execute(
                literal: """
                    INSERT INTO sosCall (id, account, sealed, pressed)
                    VALUES (\(id.rawValue), \(account.rawValue), \(sealed), \(now.stored))
                    """)
            for (kept, told) in zip(contacts, told) where told.obstacle == nil {
                try desk.write(.sos, to: kept, message, of: id, at: now)
            }
            try claim?.note(id.rawValue, cipher, in: database)
            notifier.notify(of: CommittedChanges(lettersChanged: true), after: database)
            return try Self.call(id, of: account.rawValue, cipher, in: database)
                ?? SOSCall(id: id, pressed: now, hasPosition: false, hasValues: false, lines: [])
        }
    }

    private static func checkCalls(of account: Int64, at now: Date, in database: Database) throws {
        let start = now.addingTimeInterval(-SOSCall.span).stored
        let times = try SQLRequest<Int64>(
            literal: """
                SELECT pressed FROM sosCall WHERE account = \(account) AND pressed > \(start)
                ORDER BY pressed DESC LIMIT \(SOSCall.limit)
                """
        ).fetchAll(database)
        guard times.count == SOSCall.limit, let oldest = times.last else { return }
        throw ContactObjection.tooMany(limit: SOSCall.limit, wait: Double(max(1, oldest - start)))
    }

    /// Keeps what a contact has agreed to, without a change of what the person has written.
    static func save(
        _ contact: EmergencyContact, as id: HelpID, of account: Int64, _ cipher: RowCipher,
        in database: Database
    ) throws {
        let sealed = try HelpRow.seal.sealed(
            HelpRow(contact), at: HelpRow.row(account, id.rawValue), cipher)
        try database.execute(
            literal: """
                UPDATE helpRecord SET sealed = \(sealed) WHERE account = \(account) AND id = \(id.rawValue)
                """)
    }
}
