import API
import Allergens
import Foundation
import People
import SampleTesting

@testable import HTTP

/// Sign-in services for tests in which nobody signs in.
struct NoLogins: SigningIn, AccountStore {
    /// The accounts that were renamed, with their new names.
    let renamed = Guarded<[Account.ID: String]>([:])

    func isAddress(_ text: String) -> Bool { text.contains("@") }
    func signUp(_ new: NewAccount, password: String) async throws { throw AccountRefusal.noMail }
    func follow(_ token: String, name: String?) async throws -> FollowedLink {
        throw AccountRefusal.voidLink
    }
    func address(confirmedBy token: String) async throws -> String { throw AccountRefusal.voidLink }
    func signIn(_ attempt: SignInAttempt) async throws -> OpenedSession {
        throw AccountRefusal.wrongPassword(suggestsReset: false)
    }
    func openSession(
        for account: Account.ID, kind: Session.Kind, scopes: Scopes, device: String,
        replacing former: Session.ID?
    ) async throws -> OpenedSession { throw AccountRefusal.unknownAccount }
    /// Administrators open accounts with names that nobody has.
    func openAccount(_ new: NewAccount) async throws -> Account {
        guard new.opener == .administrator, try await account(named: new.name) == nil
        else { throw AccountRefusal.nameTaken }
        return Account(id: Account.ID(rawValue: 105), name: new.name)
    }
    func invitation(for account: Account.ID, by actor: AuditEntry.Actor) async throws -> AccountInvitation {
        AccountInvitation(secret: "bel_\(account.rawValue)_\(actor)", ends: noon.addingTimeInterval(86_400))
    }
    func login(of account: Account.ID) async throws -> Login? {
        Login(account: Account(id: account, name: "anna"))
    }
    func login(identity: ForeignIdentity) async throws -> Login? { nil }
    func login(address: String) async throws -> Login? { nil }
    func change(_ account: Account.ID, name: String?, birth: CivilDate?, picture: String?) async throws {}
    func changePassword(
        of account: Account.ID, from old: String, to new: String, origin: String, sparing spared: Session.ID?
    ) async throws { throw AccountRefusal.wrongPassword(suggestsReset: false) }
    func askChange(
        of account: Account.ID, to address: String, password: String, origin: String
    ) async throws { throw AccountRefusal.noMail }
    func askReset(address: String) throws { throw AccountRefusal.noMail }
    func reset(_ token: String, to password: String, origin: String) async throws {
        throw AccountRefusal.voidLink
    }
    func sessions(of account: Account.ID) async throws -> [Session] { [] }
    func endSession(_ id: Session.ID, of account: Account.ID) async throws -> Bool { false }
    func endSessions(of account: Account.ID, sparing spared: Session.ID?) async throws -> Int { 0 }
    func tokens(of account: Account.ID) async throws -> [AccountToken] { [] }
    func makeToken(
        for account: Account.ID, scopes: Scopes, label: String?, ends: Date?
    ) async throws -> (id: String, secret: String) { throw AccountRefusal.tooManyTokens(limit: 0) }
    func endToken(_ id: String, of account: Account.ID) async throws -> Bool { false }
    func identities(of account: Account.ID) async throws -> [LinkedIdentity] { [] }
    func link(_ identity: ForeignIdentity, with account: Account.ID) async throws {}
    func unlink(_ provider: String, from account: Account.ID) async throws -> Bool { false }
    func portrait(from file: Data) async throws -> Data { throw Problem(.invalidPicture) }
    func portrait(of account: Account.ID) async throws -> Data? { nil }
    func set(portrait png: Data?, of account: Account.ID) async throws {}

    func account(_ id: Account.ID) async throws -> Account? { Account(id: id, name: "anna") }
    func account(named name: String) async throws -> Account? {
        Self.listed.first { $0.account.name == name }?.account
    }
    /// Four accounts, by name.
    private static let listed: [AccountEntry] = [
        entry(101, "anna", []), entry(102, "ben", [.researcher]),
        entry(103, "mia", [.moderator, .researcher]), entry(104, "otto", [.moderator]),
    ]

    private static func entry(_ id: Int64, _ name: String, _ roles: [Role.Kind]) -> AccountEntry {
        AccountEntry(
            account: Account(id: Account.ID(rawValue: id), name: name), created: noon, suspended: nil,
            roles: Set(roles.compactMap { Role($0) }))
    }

    func accounts(
        beginning prefix: String, having role: Role.Kind?, after last: String?, limit: Int
    ) async throws -> [AccountEntry] {
        let found = Self.listed.filter { entry in
            entry.account.name.hasPrefix(prefix) && entry.account.name > last ?? ""
                && (role == nil || entry.roles.contains { $0.kind == role })
        }
        return Array(found.prefix(limit))
    }
    func roleCounts() async throws -> [Role.Kind: Int] {
        Self.listed.reduce(into: [:]) { counts, entry in
            for role in entry.roles { counts[role.kind, default: 0] += 1 }
        }
    }
    func grant(_ role: Role, to account: Account.ID, by actor: AuditEntry.Actor, at now: Date) async throws {}
    func revoke(
        _ role: Role, from account: Account.ID, by actor: AuditEntry.Actor, at now: Date
    ) async throws -> Bool { false }
    func rename(
        _ account: Account.ID, to name: String, by actor: AuditEntry.Actor, at now: Date
    ) async throws {
        guard try await self.account(named: name) == nil else { throw AccountRefusal.nameTaken }
        renamed.change { $0[account] = name }
    }
    func setSuspended(
        _ isSuspended: Bool, _ account: Account.ID, by actor: AuditEntry.Actor, at now: Date
    ) async throws {}
}
