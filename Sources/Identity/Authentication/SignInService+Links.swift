import Allergens
package import Foundation
package import People

/// What is done by links in mails: opening an account, choosing another password, another address.
extension SignInService {
    /// How long the link works that opens an account or shows that an address is theirs, in seconds: a day.
    package static let linkLife: TimeInterval = 86_400
    /// How long the link works that chooses another password, in seconds: half an hour.
    package static let resetLife: TimeInterval = 1_800
    /// How long an invitation works, in seconds: a week.
    package static let invitationLife: TimeInterval = 7 * 86_400

    /// Marks a link that went to the address of the account and nowhere else.
    private static let mailed = "mailed"

    /// What a link to open an account does.
    private struct PendingAccount: Codable {
        let name: String
        let address: String
        let password: String
        let birth: Int?
        let language: Language?
        /// What was agreed to: the owner of the address confirms it by following the link.
        let consents: [Consent.Agreement]
    }

    /// Asks for an account; a mail to the address says how to go on.
    ///
    /// Nothing is there until the link in the mail is followed: neither the name nor the address is taken, and so nobody
    /// learns by asking again whether the address had an account.
    ///
    /// - Parameters:
    ///   - new: What was said, checked but for the password, which is as it was typed.
    ///   - password: The password as it was typed.
    /// - Throws: ``AccountRefusal`` `noMail`, `nameTaken`, `password` or `busy`.
    package func signUp(_ new: NewAccount, password: String) async throws {
        guard let address = new.address else { preconditionFailure("a sign-up has an address") }
        guard hasMail else { throw AccountRefusal.noMail }
        guard try await logins.login(named: new.name) == nil else { throw AccountRefusal.nameTaken }
        let hash = try await hash(password, names: [new.name, address])
        let pending = PendingAccount(
            name: new.name, address: address, password: hash, birth: new.birth?.daysSinceEpoch,
            language: new.language, consents: new.consents)
        try errands.take { [self] in try await begin(pending) }
    }

    private func begin(_ pending: PendingAccount) async throws {
        if let owner = try await logins.login(address: pending.address) {
            let language = try await sessions.profile(of: owner.account.id).language
            await errands.send(.knownAddress(name: owner.account.name), to: pending.address, in: language)
            return
        }
        let secret = try await keepLink(
            .signUp, of: nil, content: try JSONEncoder().encode(pending), life: Self.linkLife)
        await errands.send(
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

    /// The link that a text opens, if it does.
    private func link(opening text: String) async throws -> OneTimeLink {
        guard let secret = SecretText(text), secret.kind == .link,
            let link = try await logins.link(secret.id, at: now()), secret.opens(link.hash)
        else { throw AccountRefusal.voidLink }
        return link
    }

    /// Follows a link that opens an account or changes an address; it works once.
    ///
    /// - Parameters:
    ///   - token: The secret of the link.
    ///   - name: Another name, when that which was asked for has been taken since.
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

    private func open(
        _ pending: PendingAccount, as name: String, _ link: OneTimeLink
    ) async throws -> FollowedLink {
        do {
            let account = try await openAccount(
                NewAccount(
                    name: name, address: pending.address, isVerified: true, password: pending.password,
                    birth: pending.birth.map(CivilDate.init(daysSinceEpoch:)), language: pending.language,
                    consents: pending.consents))
            _ = try await logins.use(link.id)
            return .signedUp(account.id, name: account.name)
        } catch AccountRefusal.addressTaken {
            // Another link to the same address was followed before.
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

    /// Asks for another address of somebody who is signed in; a mail to it says how to go on.
    ///
    /// - Throws: ``AccountRefusal`` `noMail`, `wrongPassword`, `tooManyFailures` or `busy`.
    package func askChange(
        of account: Account.ID, to address: String, password: String, origin: String
    ) async throws {
        guard hasMail else { throw AccountRefusal.noMail }
        guard let login = try await logins.login(of: account) else { throw AccountRefusal.unknownAccount }
        // Whoever has never chosen a password has nothing to be asked for but the session.
        if login.password != nil { try await confirm(password, of: login, origin: origin) }
        let language = try await sessions.profile(of: account).language
        try errands.take { [self] in
            if let owner = try await logins.login(address: address), owner.account.id != account {
                await errands.send(.knownAddress(name: owner.account.name), to: address, in: language)
                return
            }
            let token = try await keepLink(
                .change, of: account, content: Data(address.utf8), life: Self.linkLife)
            await errands.send(.change(name: login.account.name, token: token), to: address, in: language)
        }
    }

    /// Asks for a link to choose another password; it comes when the address has an account.
    ///
    /// - Throws: ``AccountRefusal`` `noMail` or `busy`.
    package func askReset(address: String) throws {
        guard hasMail else { throw AccountRefusal.noMail }
        try errands.take { [self] in
            guard let login = try await logins.login(address: address), login.suspended == nil,
                let known = login.address
            else { return }
            let token = try await keepLink(
                .reset, of: login.account.id, content: Data(Self.mailed.utf8), life: Self.resetLife)
            let language = try await sessions.profile(of: login.account.id).language
            // To the address as its owner wrote it, and not as a stranger has.
            await errands.send(.reset(name: login.account.name, token: token), to: known, in: language)
        }
    }

    /// A link with which the owner of an account chooses a password for the first time; somebody asks for it by command.
    package func invitation(for account: Account.ID) async throws -> String {
        try await keepLink(
            .reset, of: account, content: Data(), life: Self.invitationLife, by: .command)
    }

    /// Chooses another password by a link, which works once; all sessions end.
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
        // Whoever has the mail has the address.
        if link.content == Data(Self.mailed.utf8) { try await logins.noteVerified(account, at: now()) }
        let names = SignInNames(of: login, typed: login.account.name, from: origin)
        try await logins.noteSuccess(of: names.cleared, account: account, at: now())
        try await notify(login, .newPassword(name: login.account.name))
    }
}
