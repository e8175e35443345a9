package import Foundation
package import Help
package import People

/// Stores emergency contacts, and sends them letters.
package protocol ContactStore: HelpStore {
    /// Asks a contact by e-mail to agree.
    ///
    /// - Throws: ``ContactObjection``.
    func ask(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> Kept<EmergencyContact>
    /// Sends a contact who has agreed a test message.
    ///
    /// - Throws: ``ContactObjection``.
    func tryOut(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> ContactLetter
    /// Tells all contacts who have agreed that a person has pressed SOS.
    ///
    /// - Throws: ``ContactObjection``.
    func call(
        from position: SOSPosition?, of account: Account.ID, at now: Date, isMailed: Bool
    ) async throws -> SOSCall
    /// What became of a call; `nil` if the account has none with this identifier.
    func call(_ id: SOSCall.ID, of account: Account.ID) async throws -> SOSCall?
    /// What the link in a letter opens; `nil` if it opens nothing.
    func invitation(opening token: String, at now: Date) async throws -> ContactInvitation?
    /// Keeps the answer of a contact.
    func answer(
        _ answer: ContactInvitation.Answer, opening token: String, at now: Date
    ) async throws -> ContactInvitation?
}
