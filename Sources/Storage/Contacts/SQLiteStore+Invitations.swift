package import Foundation
import GRDB
package import Help

/// The answers of contacts.
extension SQLiteStore {
    /// What the link in a letter opens; `nil` if we have not made it, or the contact is not kept any more with
    /// that address.
    package func invitation(opening token: String, at now: Date) async throws -> ContactInvitation? {
        try await pool.read { [cipher] database in
            try Self.invitation(opening: token, at: now, cipher, in: database)?.invitation
        }
    }

    /// Keeps the answer of a contact; the last of several stands.
    ///
    /// - Returns: What holds now; the same as before if that cannot be answered any more.
    package func answer(
        _ answer: ContactInvitation.Answer, opening token: String, at now: Date
    ) async throws -> ContactInvitation? {
        try await pool.write { [cipher] database in
            let found = try Self.invitation(opening: token, at: now, cipher, in: database)
            guard let found else { return nil }
            guard found.invitation.answers.contains(answer) else { return found.invitation }
            let contact = found.contact.with(answer == .agree ? .agreed : .declined)
            try Self.save(
                contact, as: found.content.contact, of: found.content.account, cipher, in: database)
            return try Self.invitation(opening: token, at: now, cipher, in: database)?.invitation
        }
    }

    private struct FoundInvitation {
        let content: ContactToken.Content
        let contact: EmergencyContact
        let invitation: ContactInvitation
    }

    private static func invitation(
        opening token: String, at now: Date, _ cipher: RowCipher, in database: Database
    ) throws -> FoundInvitation? {
        guard let content = ContactToken.content(of: token) else { return nil }
        let desk = ContactDesk(account: content.account, database: database, cipher: cipher)
        guard let contact = try? desk.contact(content.contact), let address = contact.email,
            try ContactToken.isOurs(token, content, to: address, cipher.keys)
        else { return nil }
        let invitation = ContactInvitation(
            sender: try desk.sender(), agreement: contact.agreement,
            isOld: now.timeIntervalSince(content.written) > ContactInvitation.life,
            language: try desk.reader().language)
        return FoundInvitation(content: content, contact: contact, invitation: invitation)
    }
}
