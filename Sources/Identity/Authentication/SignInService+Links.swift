import Allergens
package import Foundation
package import People

/// Actions through links in mails: open an account, choose a new password, change the address.
extension SignInService {
    /// How long a link that opens an account or verifies an address is valid: a day, in seconds.
    package static let linkLife: TimeInterval = 86_400
    /// How long a link that resets a password is valid: half an hour, in seconds.
    package static let resetLife: TimeInterval = 1_800
    /// How long an invitation is valid: a week, in seconds.
    package static let invitationLife: TimeInterval = 7 * 86_400

    /// Marks a link that was sent only to the account's address.
    private static let mailed = "mailed"

    /// The content of a link that opens an account.
    private struct PendingAccount: Codable {
        let name: String
        let address: String
        let password: String
        let birth: Int?
        let language: Language?
        let timeZone: TimeZone?
        /// What the person agreed to.
        ///
        /// The owner of the address confirms it by following the link.
        let consents: [Consent.Agreement]
    }

    /// Requests a new account.
    ///
    /// A mail to the address explains the next step.
    ///
    /// Nothing is stored under the name or the address until somebody follows the link in the mail. A
    /// repeated request therefore reveals nothing about whether the address has an account.
    ///
    /// - Parameters:
    ///   - new: The details, already checked except for the password.
    ///   - password: The password as typed.
    /// - Throws: ``AccountRefusal`` `noMail`, `nameTaken`, `password` or `busy`.
    package func signUp(_ new: NewAccount, password: String) async throws {
        guard let address = new.address else { preconditionFailure("a sign-up has an address") }
        guard hasMail else { throw AccountRefusal.noMail }
        guard try await logins.login(named: new.name) == nil else { throw AccountRefusal.nameTaken }
        let hash = try await hash(password, names: [new.name, address])
        let pending = PendingAccount(
            name: new.name, address: address, password: hash, birth: new.birth?.daysSinceEpoch,
            language: new.language, timeZone: new.timeZone, consents: new.consents)
        try deferredTasks.enqueue { [self] in try await begin(pending) }
    }

    private func begin(_ pending: PendingAccount) async throws {
        if let owner = try await logins.login(address: pending.address) {
            let language = try await sessions.profile(of: owner.account.id).language
            await deferredTasks.send(
                .knownAddress(name: owner.account.name), to: pending.address, in: language)
            return
        }
        let secret = try await keepLink(
            .signUp, of: nil, content: try JSONEncoder().encode(pending), life: Self.linkLife)
        await deferredTasks.send(
            .signUp(name: pending.name, token: secret), to: pending.address, in: pending.language ?? .english)
    }

    private func keepLink(
        _ purpose: OneTimeLink.Purpose, of account: Account.ID?, content: Data, life: TimeInterval,
        by actor: AuditEntry.Actor = .owner
    ) async throws -> String {
        let now = now()
        let secret = SecretText(.link)
        try await logins.add(
            OneTimeLink(
                id: secret.id, hash: secret.hash, purpose: purpose, account: account, content: content,
                ends: now.addingTimeInterval(life)), by: actor, at: now)
        return secret.text
    }

    /// Returns the link that a secret opens.
    private func link(opening text: String) async throws -> OneTimeLink {
        guard let secret = SecretText(text), secret.kind == .link,
            let link = try await logins.link(secret.id, at: now()), secret.opens(link.hash)
        else { throw AccountRefusal.voidLink }
        return link
    }

    /// Follows a link that opens an account or changes an address.
    ///
    /// It works once.
    ///
    /// - Parameters:
    ///   - token: The secret of the link.
    ///   - name: Another name, if the requested one has been taken since.
    /// - Returns: What was done.
    /// - Throws: ``AccountRefusal`` `voidLink`, or `nameTaken`, after which the link still works.
    package func follow(_ token: String, name: String?) async throws -> FollowedLink {
        let link = try await link(opening: token)
        switch (link.purpose, link.account) {
        case (.signUp, nil):
            let pending = try JSONDecoder().decode(PendingAccount.self, from: link.content)
            return try await open(pending, as: name ?? pending.name, link)
        case (.change, let account?):
            return try await change(account, to: String(decoding: link.content, as: UTF8.self), link)
        default: throw AccountRefusal.voidLink
        }
    }

    /// The address that a link would confirm if it was followed; it still works afterwards.
    ///
    /// - Throws: ``AccountRefusal`` `voidLink`.
    package func address(confirmedBy token: String) async throws -> String {
        let link = try await link(opening: token)
        switch (link.purpose, link.account) {
        case (.signUp, nil):
            return try JSONDecoder().decode(PendingAccount.self, from: link.content).address
        case (.change, .some): return String(decoding: link.content, as: UTF8.self)
        default: throw AccountRefusal.voidLink
        }
    }

    private func open(
        _ pending: PendingAccount, as name: String, _ link: OneTimeLink
    ) async throws -> FollowedLink {
        do {
            let account = try await openAccount(
                NewAccount(
                    name: name, address: pending.address, isVerified: true, password: pending.password,
                    birth: pending.birth.map(CivilDate.init(daysSinceEpoch:)), language: pending.language,
                    timeZone: pending.timeZone, consents: pending.consents))
            _ = try await logins.use(link.id)
            return .signedUp(account.id, name: account.name)
        } catch AccountRefusal.addressTaken {
            // Another link to the same address was followed first.
            _ = try await logins.use(link.id)
            throw AccountRefusal.voidLink
        }
    }

    private func change(
        _ account: Account.ID, to address: String, _ link: OneTimeLink
    ) async throws -> FollowedLink {
        guard try await logins.use(link.id), let former = try await logins.login(of: account)
        else { throw AccountRefusal.voidLink }
        do {
            try await logins.set(address: address, isVerified: true, of: account, at: now())
        } catch AccountRefusal.addressTaken {
            throw AccountRefusal.voidLink
        }
        try await notify(former, .changed(name: former.account.name))
        return .changed(account)
    }

    /// Requests a change of address for a signed-in account.
    ///
    /// A mail to the new address explains the next step.
    ///
    /// - Throws: ``AccountRefusal`` `noMail`, `wrongPassword`, `tooManyFailures` or `busy`.
    package func askChange(
        of account: Account.ID, to address: String, password: String, origin: String
    ) async throws {
        guard hasMail else { throw AccountRefusal.noMail }
        guard let login = try await logins.login(of: account) else { throw AccountRefusal.unknownAccount }
        // Without a password, the session is the only proof available.
        if login.password != nil { try await confirm(password, of: login, origin: origin) }
        let language = try await sessions.profile(of: account).language
        try deferredTasks.enqueue { [self] in
            if let owner = try await logins.login(address: address), owner.account.id != account {
                await deferredTasks.send(.knownAddress(name: owner.account.name), to: address, in: language)
                return
            }
            let token = try await keepLink(
                .change, of: account, content: Data(address.utf8), life: Self.linkLife)
            await deferredTasks.send(
                .change(name: login.account.name, token: token), to: address, in: language)
        }
    }

    /// Requests a link to reset a password.
    ///
    /// It is sent if the address has an account.
    ///
    /// - Throws: ``AccountRefusal`` `noMail` or `busy`.
    package func askReset(address: String) throws {
        guard hasMail else { throw AccountRefusal.noMail }
        try deferredTasks.enqueue { [self] in
            guard let login = try await logins.login(address: address), login.suspended == nil,
                let known = login.address
            else { return }
            let token = try await keepLink(
                .reset, of: login.account.id, content: Data(Self.mailed.utf8), life: Self.resetLife)
            let language = try await sessions.profile(of: login.account.id).language
            // Use the address as its owner wrote it, not as a stranger typed it.
            await deferredTasks.send(.reset(name: login.account.name, token: token), to: known, in: language)
        }
    }

    /// Returns a link with which an account's owner chooses a first password.
    ///
    /// An administrator requests it, on the site or by command.
    package func invitation(
        for account: Account.ID, by actor: AuditEntry.Actor
    ) async throws -> AccountInvitation {
        let ends = now().addingTimeInterval(Self.invitationLife)
        let secret = try await keepLink(
            .reset, of: account, content: Data(), life: Self.invitationLife, by: actor)
        return AccountInvitation(secret: secret, ends: ends)
    }

    /// Resets a password through a link, which works once.
    ///
    /// All sessions end.
    ///
    /// - Throws: ``AccountRefusal`` `voidLink`, or `password` or `busy`, after which the link still works.
    package func reset(_ token: String, to password: String, origin: String) async throws {
        let link = try await link(opening: token)
        guard link.purpose == .reset, let account = link.account,
            let login = try await logins.login(of: account), login.suspended == nil
        else { throw AccountRefusal.voidLink }
        let hash = try await hash(password, names: [login.account.name, login.address].compactMap(\.self))
        guard try await logins.use(link.id) else { throw AccountRefusal.voidLink }
        try await logins.set(password: hash, of: account, sparing: nil, byLink: true, at: now())
        // Receiving the mail proves ownership of the address.
        if link.content == Data(Self.mailed.utf8) { try await logins.noteVerified(account, at: now()) }
        let names = SignInNames(of: login, typed: login.account.name, from: origin)
        try await logins.noteSuccess(of: names.cleared, account: account, at: now())
        try await notify(login, .newPassword(name: login.account.name))
    }
}
