import Foundation
package import People

/// Signing in by password, and changing the password.
extension SignInService {
    /// Signs in with a name and a password.
    ///
    /// - Throws: ``AccountRefusal`` `wrongPassword`, `tooManyFailures` or `busy`.
    package func signIn(_ attempt: SignInAttempt) async throws -> OpenedSession {
        // A crowd that comes again and again must not cost two reads of the database each time.
        try hasher.checkRoom()
        let login = try await login(called: attempt.name)
        try await check(
            attempt.password, of: login,
            names: SignInNames(of: login, typed: attempt.name, from: attempt.origin))
        guard let login else { throw AccountRefusal.wrongPassword(suggestsReset: false) }
        return try await openSession(
            for: login.account.id, kind: attempt.kind, scopes: attempt.scopes, device: attempt.device,
            replacing: attempt.former)
    }

    private func login(called name: String) async throws -> Login? {
        name.contains("@")
            ? try await logins.login(address: name) : try await logins.login(named: name)
    }

    /// Verifies a password against a login.
    ///
    /// It does the same work if there is no login.
    ///
    /// - Parameters:
    ///   - password: The password as typed.
    ///   - login: The login, if one exists.
    ///   - names: The keys under which failures are counted.
    /// - Throws: ``AccountRefusal`` `wrongPassword`, `tooManyFailures` or `busy`.
    private func check(_ password: String, of login: Login?, names: SignInNames) async throws {
        let past = SignInThrottle.Past(try await logins.signInRecords(of: names.all), of: names)
        let suggestsReset = SignInThrottle.suggestsReset(past.pair, at: now())
        let wait = SignInThrottle.wait(past, at: now())
        guard wait == .zero, underWay.begin(names, after: past) else {
            throw AccountRefusal.tooManyFailures(
                wait: max(wait, .seconds(1)), suggestsReset: suggestsReset)
        }
        defer { underWay.end(names) }
        let (isRight, renewed) = try await hasher.check(
            PasswordRules.normal(password), against: login?.password)
        guard isRight, let login, login.suspended == nil else {
            try await logins.noteFailure(
                of: names.cleared, and: [names.address], account: login?.account.id, at: now())
            throw AccountRefusal.wrongPassword(
                suggestsReset: suggestsReset || (past.pair?.failures ?? 0) + 1 >= SignInThrottle.free)
        }
        try await logins.noteSuccess(of: names.cleared, account: login.account.id, at: now())
        guard let renewed, let former = login.password else { return }
        try await logins.renew(password: former, to: renewed, of: login.account.id)
    }

    /// Changes the password of a signed-in account after verifying the old one.
    ///
    /// Other sessions end.
    ///
    /// An account without a password, because it was opened through a provider or by command, chooses one
    /// through a link in a mail instead.
    ///
    /// - Throws: ``AccountRefusal`` `wrongPassword`, `tooManyFailures`, `password` or `busy`.
    package func changePassword(
        of account: Account.ID, from old: String, to new: String, origin: String, sparing spared: Session.ID?
    ) async throws {
        guard let login = try await logins.login(of: account) else { throw AccountRefusal.unknownAccount }
        try await confirm(old, of: login, origin: origin)
        let hash = try await hash(new, names: [login.account.name, login.address].compactMap(\.self))
        try await logins.set(
            password: hash, of: account, sparing: spared, byLink: false, at: now())
        try await notify(login, .newPassword(name: login.account.name))
    }

    /// Verifies the password of a signed-in account.
    func confirm(_ password: String, of login: Login, origin: String) async throws {
        try await check(
            password, of: login, names: SignInNames(of: login, typed: login.account.name, from: origin))
    }

    /// Checks a new password and returns its hash.
    ///
    /// - Throws: ``AccountRefusal`` `password` or `busy`.
    func hash(_ password: String, names: [String]) async throws -> String {
        let password = PasswordRules.normal(password)
        if let objection = PasswordRules.objection(to: password, names: names) {
            throw AccountRefusal.password(objection)
        }
        return try await hasher.hash(password)
    }

    /// Notifies the owner of an account of a change to it.
    func notify(_ login: Login, _ note: AccountNote) async throws {
        guard let address = login.address, hasMail else { return }
        let language = try await sessions.profile(of: login.account.id).language
        // The change is done. A failed notification does not undo it.
        try? deferredTasks.enqueue { [deferredTasks] in
            await deferredTasks.send(note, to: address, in: language)
        }
    }
}
