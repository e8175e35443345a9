import Allergens
import Foundation
import Help
import People

@testable import API

/// Contacts over the records of a double; letters are queued and never sent.
struct InMemoryContacts: ContactStore {
    let help: InMemoryHelp
    private let log = Guarded<[Account.ID: ContactLog]>([:])

    init(_ help: InMemoryHelp) { self.help = help }

    /// The link of a contact, as a letter would hold it.
    func link(to contact: HelpID, of account: Account.ID) -> String {
        "\(account.rawValue)~\(contact.rawValue)"
    }

    func records<Record: HelpRecord>(
        _ type: Record.Type, of account: Account.ID
    ) async throws -> [Kept<Record>] { try await help.records(type, of: account) }

    func add<Record: HelpRecord>(
        _ record: Record, to account: Account.ID, at now: Date
    ) async throws -> Kept<Record> { try await help.add(record, to: account, at: now) }

    func replace<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, by record: Record, at now: Date
    ) async throws -> Kept<Record>? { try await help.replace(id, of: account, by: record, at: now) }

    func remove<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type
    ) async throws -> Bool { try await help.remove(id, of: account, as: type) }

    func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)] { try await help.helpDays(type, of: account, days) }

    func change<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, on day: CivilDate,
        _ change: @escaping @Sendable (Part?) throws -> Part?
    ) async throws -> Part? { try await help.change(type, of: account, on: day, change) }

    func helpHoldings(of account: Account.ID) async throws -> HelpHoldings {
        try await help.helpHoldings(of: account)
    }

    func contactLog(of account: Account.ID) async throws -> ContactLog {
        log.value[account] ?? ContactLog(calls: [], letters: [])
    }

    func ask(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> Kept<EmergencyContact> {
        let contact = try await contact(id, of: account)
        guard contact.email != nil else { throw ContactObjection.undeliverable(.noEmail) }
        _ = try await write(.request, to: id, contact, of: account, at: now)
        return try await help.set(contact.with(.asked), as: id, of: account, at: now)
    }

    func tryOut(_ id: HelpID, of account: Account.ID, at now: Date) async throws -> ContactLetter {
        let contact = try await contact(id, of: account)
        if let obstacle = SOSCall.Obstacle(contact, isMailed: true) {
            throw ContactObjection.undeliverable(obstacle)
        }
        return try await write(.test, to: id, contact, of: account, at: now)
    }

    func call(
        from position: SOSPosition?, of account: Account.ID, at now: Date, isMailed: Bool
    ) async throws -> SOSCall {
        let kept = try await records(EmergencyContact.self, of: account)
        let call = SOSCall(
            id: SOSCall.ID(rawValue: UUID().uuidString), pressed: now, hasPosition: position != nil,
            hasValues: false,
            lines: kept.map { kept in
                let obstacle = SOSCall.Obstacle(kept.record, isMailed: isMailed)
                return SOSCall.Line(
                    contact: kept.id, name: kept.record.name,
                    outcome: obstacle.map { .undeliverable($0) } ?? .letter(.queued))
            })
        let former = try await contactLog(of: account)
        log.change {
            $0[account] = ContactLog(calls: [call] + former.calls, letters: former.letters)
        }
        return call
    }

    func call(_ id: SOSCall.ID, of account: Account.ID) async throws -> SOSCall? {
        try await contactLog(of: account).calls.first { $0.id == id }
    }

    func invitation(opening token: String, at now: Date) async throws -> ContactInvitation? {
        guard let (account, id) = opened(token), let contact = try? await contact(id, of: account)
        else { return nil }
        return ContactInvitation(
            sender: "Anna", agreement: contact.agreement, isOld: false, language: .english)
    }

    func answer(
        _ answer: ContactInvitation.Answer, opening token: String, at now: Date
    ) async throws -> ContactInvitation? {
        guard let (account, id) = opened(token), let contact = try? await contact(id, of: account)
        else { return nil }
        _ = try await help.set(
            contact.with(answer == .agree ? .agreed : .declined), as: id, of: account, at: now)
        return try await invitation(opening: token, at: now)
    }

    private func opened(_ token: String) -> (Account.ID, HelpID)? {
        let parts = token.split(separator: "~").map(String.init)
        guard parts.count == 2, let account = Int64(parts[0]) else { return nil }
        return (Account.ID(rawValue: account), HelpID(rawValue: parts[1]))
    }

    private func contact(_ id: HelpID, of account: Account.ID) async throws -> EmergencyContact {
        let kept = try await records(EmergencyContact.self, of: account).first { $0.id == id }
        guard let kept else { throw ContactObjection.unknown }
        return kept.record
    }

    private func write(
        _ purpose: ContactLetter.Purpose, to id: HelpID, _ contact: EmergencyContact,
        of account: Account.ID, at now: Date
    ) async throws -> ContactLetter {
        let former = try await contactLog(of: account)
        let letter = ContactLetter(
            id: UUID().uuidString, purpose: purpose, contact: id, name: contact.name,
            address: contact.email?.text ?? "", sos: nil, written: now, state: .queued)
        log.change {
            $0[account] = ContactLog(calls: former.calls, letters: [letter] + former.letters)
        }
        return letter
    }
}
