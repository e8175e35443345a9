import Alerts
package import Foundation
package import Help
package import People
import Sealing

extension RowStore {
    /// Asks a contact by e-mail to agree; who has agreed is not asked again.
    ///
    /// - Throws: ``ContactObjection``; then nothing is sent.
    package func ask(
        _ id: HelpID, of account: Account.ID, at now: Date
    ) async throws -> Kept<EmergencyContact> {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let desk = ContactDesk(account: account.rawValue, runner: runner, keys: keys)
            let contact = try desk.contact(id)
            guard let address = contact.email else { throw ContactObjection.undeliverable(.noEmail) }
            guard contact.agreement != .declined else { throw ContactObjection.undeliverable(.declined) }
            let asked = Kept(id: id, record: contact.with(.asked), changed: now)
            guard contact.agreement != .agreed else { return Kept(id: id, record: contact, changed: now) }
            try desk.checkLimits(.request, to: address, at: now)
            try runner.save(asked.record, as: id, of: account.rawValue, keys)
            try desk.write(.request, to: asked, at: now)
            runner.notify(of: CommittedChanges(lettersChanged: true))
            return asked
        }
    }

    /// Sends a contact who has agreed a test message.
    ///
    /// - Throws: ``ContactObjection``; then nothing is sent.
    package func tryOut(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> ContactLetter {
        try await writeRows(locking: .account(account)) { [keys] runner in
            let desk = ContactDesk(account: account.rawValue, runner: runner, keys: keys)
            let contact = try desk.contact(id)
            if let obstacle = SOSCall.Obstacle(contact, isMailed: true) {
                throw ContactObjection.undeliverable(obstacle)
            }
            guard let address = contact.email else { throw ContactObjection.undeliverable(.noEmail) }
            try desk.checkLimits(.test, to: address, at: now)
            let letter = try desk.write(.test, to: Kept(id: id, record: contact, changed: now), at: now)
            runner.notify(of: CommittedChanges(lettersChanged: true))
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
        return try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
            let desk = ContactDesk(account: account.rawValue, runner: runner, keys: keys)
            try runner.checkCalls(of: account.rawValue, at: now)
            let values = try desk.settings.includesValues ? try desk.latestValues(taxonomy, at: now) : []
            let message = SOSMessage(pressed: now, position: position, values: values)
            let contacts = try desk.contacts()
            let told = contacts.map { kept in
                SOSCallRow.Told(
                    contact: kept.id.rawValue, name: kept.record.name,
                    obstacle: SOSCall.Obstacle(kept.record, isMailed: isMailed))
            }
            let row = SOSCallRow(hasPosition: position != nil, hasValues: !values.isEmpty, told: told)
            let sealed = try SOSCallRow.seal.sealed(row, at: .text(id.rawValue), keys)
            try runner.run(
                """
                INSERT INTO sosCall (id, account, sealed, pressed)
                VALUES (\(id.rawValue), \(account.rawValue), \(sealed), \(now.stored))
                """)
            for (kept, told) in zip(contacts, told) where told.obstacle == nil {
                try desk.write(.sos, to: kept, message, of: id, at: now)
            }
            try claim?.note(id.rawValue, keys, by: runner)
            runner.notify(of: CommittedChanges(lettersChanged: true))
            return try runner.call(id, of: account.rawValue, keys)
                ?? SOSCall(id: id, pressed: now, hasPosition: false, hasValues: false, lines: [])
        }
    }
}

extension QueryRunner {
    fileprivate func checkCalls(of account: Int64, at now: Date) throws {
        let start = now.addingTimeInterval(-SOSCall.span).stored
        let times = try rows(
            """
            SELECT pressed FROM sosCall WHERE account = \(account) AND pressed > \(start)
            ORDER BY pressed DESC LIMIT \(SOSCall.limit)
            """
        ).map { try $0.first(as: Int64.self) }
        guard times.count == SOSCall.limit, let oldest = times.last else { return }
        throw ContactObjection.tooMany(limit: SOSCall.limit, wait: Double(max(1, oldest - start)))
    }

    /// Keeps what a contact has agreed to, without a change of what the person has written.
    func save(
        _ contact: EmergencyContact, as id: HelpID, of account: Int64, _ keys: KeyRing
    ) throws {
        let sealed = try HelpRow.seal.sealed(
            HelpRow(contact), at: HelpRow.row(account, id.rawValue), keys)
        try run(
            """
            UPDATE helpRecord SET sealed = \(sealed) WHERE account = \(account) AND id = \(id.rawValue)
            """)
    }
}
