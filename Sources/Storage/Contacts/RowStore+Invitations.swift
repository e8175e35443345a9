package import Foundation
package import Help
import People
import Sealing

/// The answers of contacts.
extension RowStore {
    /// What the link in a letter opens; `nil` if we have not made it, or the contact is not kept any more with
    /// that address.
    package func invitation(opening token: String, at now: Date) async throws -> ContactInvitation? {
        try await readRows { [keys] runner in
            try runner.invitation(opening: token, at: now, keys)?.invitation
        }
    }

    /// Keeps the answer of a contact; the last of several stands.
    ///
    /// - Returns: What holds now; the same as before if that cannot be answered any more.
    package func answer(
        _ answer: ContactInvitation.Answer, opening token: String, at now: Date
    ) async throws -> ContactInvitation? {
        guard let content = ContactToken.content(of: token) else { return nil }
        let owner = Account.ID(rawValue: content.account)
        return try await writeRows(locking: .account(owner)) { [keys] runner in
            let found = try runner.invitation(opening: token, at: now, keys)
            guard let found else { return nil }
            guard found.invitation.answers.contains(answer) else { return found.invitation }
            let contact = found.contact.with(answer == .agree ? .agreed : .declined)
            try runner.save(
                contact, as: found.content.contact, of: found.content.account, keys)
            return try runner.invitation(opening: token, at: now, keys)?.invitation
        }
    }
}

extension QueryRunner {
    fileprivate func invitation(
        opening token: String, at now: Date, _ keys: KeyRing
    ) throws -> FoundInvitation? {
        guard let content = ContactToken.content(of: token) else { return nil }
        let desk = ContactDesk(account: content.account, runner: self, keys: keys)
        guard let contact = try? desk.contact(content.contact), let address = contact.email,
            try ContactToken.isOurs(token, content, to: address, keys)
        else { return nil }
        let invitation = ContactInvitation(
            sender: try desk.sender(), agreement: contact.agreement,
            isOld: now.timeIntervalSince(content.written) > ContactInvitation.life,
            language: try desk.reader().language)
        return FoundInvitation(content: content, contact: contact, invitation: invitation)
    }
}

private struct FoundInvitation {
    let content: ContactToken.Content
    let contact: EmergencyContact
    let invitation: ContactInvitation
}
