import Allergens
import Foundation
import People
import SampleTesting
import Sealing
import Storage
import Synchronization
import Testing

@testable import Authentication

extension RowLoginStore: LoginStore {}
extension SQLiteStore: SessionStore, CredentialStore {}

/// Collects mails instead of sending them.
final class Pigeonhole: AccountMailing {
    struct Mail: Sendable {
        let note: AccountNote
        let address: String
        let language: Language
    }

    private let mails = Mutex<[Mail]>([])

    func send(_ note: AccountNote, to address: String, in language: Language) async -> Bool {
        mails.withLock { $0.append(Mail(note: note, address: address, language: language)) }
        return true
    }

    var all: [Mail] { mails.withLock { $0 } }

    /// Waits for the next mail after the first `count`.
    func mail(after count: Int) async throws -> Mail {
        try await awaited("no mail came") { all.count > count ? all[count] : nil }
    }
}

extension AccountNote {
    var token: String? {
        switch self {
        case .signUp(_, let token), .reset(_, let token), .change(_, let token): token
        case .knownAddress, .changed, .newPassword: nil
        }
    }
}

/// A sign-in service over a real file, with a clock that tests set.
final class OpenedSignIn: Sendable {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let mailing = Pigeonhole()
    let service: SignInService
    let authenticator: Authenticator
    private let clock: Clock

    private final class Clock: Sendable {
        let now = Mutex(noon)
    }

    init(hasMail: Bool = true) throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
        let clock = Clock()
        self.clock = clock
        let now: @Sendable () -> Date = { clock.now.withLock { $0 } }
        service = SignInService(
            logins: RowLoginStore(store: store), sessions: store,
            hasher: PasswordHasher(cost: cheap), mailing: hasMail ? mailing : nil, now: now)
        authenticator = Authenticator(store: store, now: now)
    }

    func pass(_ seconds: Double) { clock.now.withLock { $0 += seconds } }

    static let password = "birch and hazel"

    /// Opens an account as people do: through a link in a mail.
    func signUp(_ name: String, _ address: String) async throws -> Account.ID {
        let before = mailing.all.count
        try await service.signUp(NewAccount(name: name, address: address), password: Self.password)
        let token = try #require(try await mailing.mail(after: before).note.token)
        guard case .signedUp(let account, _) = try await service.follow(token, name: nil)
        else { throw AccountRefusal.voidLink }
        return account
    }

    func signIn(
        _ name: String, _ password: String = password, from origin: String = "here",
        kind: Session.Kind = .cookie, former: Session.ID? = nil
    ) async throws -> OpenedSession {
        try await service.signIn(
            SignInAttempt(
                name: name, password: password, origin: origin, kind: kind, scopes: .all,
                device: "Firefox, Linux",
                former: former))
    }

    /// Why signing in was refused.
    func refusal(
        _ name: String, _ password: String = password, from origin: String = "here"
    ) async -> AccountRefusal? {
        do {
            _ = try await signIn(name, password, from: origin)
            return nil
        } catch { return error as? AccountRefusal }
    }

    /// Runs the background tasks while `act` runs.
    static func open(hasMail: Bool = true, _ act: (OpenedSignIn) async throws -> Void) async throws {
        let open = try OpenedSignIn(hasMail: hasMail)
        let service = open.service
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await service.work() }
            defer { service.close() }
            try await act(open)
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct SignInServiceTests {
    @Test func `the link in a mail opens an account once, and its owner can then sign in`() async throws {
        try await OpenedSignIn.open { open in
            try await open.service.signUp(
                NewAccount(
                    name: "anna", address: "Anna@Example.org", birth: CivilDate("1990-02-03"),
                    language: .german, timeZone: TimeZone(identifier: "Europe/Zurich")),
                password: OpenedSignIn.password)
            let mail = try await open.mailing.mail(after: 0)
            #expect(mail.address == "Anna@Example.org" && mail.language == .german)
            #expect(
                await open.refusal("anna") == .wrongPassword(suggestsReset: false),
                "the account is not open yet")
            let token = try #require(mail.note.token)
            guard case .signedUp(let account, "anna") = try await open.service.follow(token, name: nil)
            else { throw AccountRefusal.voidLink }
            await #expect(throws: AccountRefusal.voidLink) { try await open.service.follow(token, name: nil) }
            for name in ["anna", "ANNA", "anna@example.org", "ANNA@example.ORG"] {
                #expect(try await open.signIn(name).session.account == account, "\(name)")
            }
            let login = try #require(try await open.service.login(of: account))
            #expect(login.address == "Anna@Example.org" && login.verified != nil)
            #expect(login.birth == CivilDate("1990-02-03"))
            let profile = try await open.store.profile(of: account)
            #expect(profile.language == .german && profile.timeZone.identifier == "Europe/Zurich")
        }
    }

    @Test func `consent given at sign-up takes effect when the account is opened`()
        async throws
    {
        try await OpenedSignIn.open { open in
            let old = Consent.Agreement(to: .warnings, version: 7)
            try await open.service.signUp(
                NewAccount(name: "anna", address: "anna@example.org", consents: [old]),
                password: OpenedSignIn.password)
            let token = try #require(try await open.mailing.mail(after: 0).note.token)
            open.pass(3_600)
            guard case .signedUp(let anna, _) = try await open.service.follow(token, name: nil)
            else { throw AccountRefusal.voidLink }
            let later = noon.addingTimeInterval(3_600)
            #expect(
                try await open.store.consents(of: anna)
                    == [Consent(purpose: .warnings, version: old.version, source: .owner, given: later)])
            let ben = try await open.signUp("ben", "ben@example.org")
            #expect(try await open.store.consents(of: ben) == [])
            let identity = ForeignIdentity(provider: "clinic", subject: "c")
            let carl = try await open.service.openAccount(
                NewAccount(
                    name: "carl", identity: identity, consents: [Consent.Agreement(to: .reports)])
            ).id
            #expect(try await open.store.consents(of: carl).map(\.purpose) == [.reports])
        }
    }

    @Test func `only the mailbox learns whether an address has an account`() async throws {
        try await OpenedSignIn.open { open in
            _ = try await open.signUp("anna", "anna@example.org")
            let mails = open.mailing.all.count
            let work = open.service.hasher.workDone
            try await open.service.signUp(
                NewAccount(name: "other", address: "ANNA@example.org"), password: OpenedSignIn.password)
            #expect(try await open.mailing.mail(after: mails).note == .knownAddress(name: "anna"))
            let known = open.service.hasher.workDone - work
            try await open.service.signUp(
                NewAccount(name: "other", address: "new@example.org"), password: OpenedSignIn.password)
            #expect(open.service.hasher.workDone - work - known == known)
            _ = try await open.mailing.mail(after: mails + 1)
            // Neither sign-up has taken the name, so asking for it reveals nothing either.
            try await open.service.signUp(
                NewAccount(name: "other", address: "third@example.org"), password: OpenedSignIn.password)
            try open.service.askReset(address: "nobody@example.org")
            try open.service.askReset(address: "anna@example.org")
            let all = try await awaited("no mail") {
                open.mailing.all.count > mails + 3 ? open.mailing.all : nil
            }
            #expect(!all.contains { $0.address == "nobody@example.org" })
        }
    }

    @Test func `a name taken meanwhile can be replaced when the link is followed`() async throws {
        try await OpenedSignIn.open { open in
            try await open.service.signUp(
                NewAccount(name: "anna", address: "first@example.org"), password: OpenedSignIn.password)
            let token = try #require(try await open.mailing.mail(after: 0).note.token)
            _ = try await open.signUp("Anna", "second@example.org")
            await #expect(throws: AccountRefusal.nameTaken) {
                try await open.service.follow(token, name: nil)
            }
            guard case .signedUp(_, "anna2") = try await open.service.follow(token, name: "anna2")
            else { throw AccountRefusal.voidLink }
        }
    }

    @Test func `links expire`() async throws {
        try await OpenedSignIn.open { open in
            try await open.service.signUp(
                NewAccount(name: "late", address: "late@example.org"), password: OpenedSignIn.password)
            let token = try #require(try await open.mailing.mail(after: 0).note.token)
            open.pass(SignInService.linkLife)
            await #expect(throws: AccountRefusal.voidLink) { try await open.service.follow(token, name: nil) }
            _ = try await open.signUp("anna", "anna@example.org")
            try open.service.askReset(address: "anna@example.org")
            let reset = try #require(try await open.mailing.mail(after: 2).note.token)
            await #expect(throws: AccountRefusal.voidLink, "a link of another kind") {
                try await open.service.follow(reset, name: nil)
            }
            open.pass(SignInService.resetLife)
            await #expect(throws: AccountRefusal.voidLink) {
                try await open.service.reset(reset, to: "ragweed and ash", origin: "here")
            }
        }
    }

    @Test func `a reset works once, ends all sessions and every other link, and notifies the owner`()
        async throws
    {
        try await OpenedSignIn.open { open in
            _ = try await open.signUp("anna", "anna@example.org")
            let before = try await open.signIn("anna")
            for _ in 0..<2 { try open.service.askReset(address: "ANNA@EXAMPLE.ORG") }
            let tokens = try await [open.mailing.mail(after: 1), open.mailing.mail(after: 2)]
                .compactMap(\.note.token)
            #expect(open.mailing.all[1].address == "anna@example.org", "the address as its owner wrote it")
            await #expect(throws: AccountRefusal.password(.common)) {
                try await open.service.reset(tokens[0], to: "password1", origin: "here")
            }
            try await open.service.reset(tokens[0], to: "ragweed and ash", origin: "here")
            for token in tokens {
                await #expect(throws: AccountRefusal.voidLink) {
                    try await open.service.reset(token, to: "ragweed and oak", origin: "here")
                }
            }
            #expect(try await open.authenticator.visitor(showingCookie: before.secret) == nil)
            #expect(await open.refusal("anna") == .wrongPassword(suggestsReset: false))
            #expect(await open.refusal("anna", "ragweed and ash") == nil)
            #expect(try await open.mailing.mail(after: 3).note == .newPassword(name: "anna"))
        }
    }

    @Test func `a new address counts once its mailbox confirms it, and the former one is notified`()
        async throws
    {
        try await OpenedSignIn.open { open in
            let anna = try await open.signUp("anna", "anna@example.org")
            _ = try await open.signUp("ben", "ben@example.org")
            await #expect(throws: AccountRefusal.wrongPassword(suggestsReset: false)) {
                try await open.service.askChange(
                    of: anna, to: "new@example.org", password: "wrong", origin: "here")
            }
            try await open.service.askChange(
                of: anna, to: "ben@example.org", password: OpenedSignIn.password, origin: "here")
            #expect(try await open.mailing.mail(after: 2).note == .knownAddress(name: "ben"))
            try await open.service.askChange(
                of: anna, to: "new@example.org", password: OpenedSignIn.password, origin: "here")
            let mail = try await open.mailing.mail(after: 3)
            #expect(mail.address == "new@example.org")
            #expect(try await open.service.login(of: anna)?.address == "anna@example.org")
            try open.service.askReset(address: "anna@example.org")
            let reset = try #require(try await open.mailing.mail(after: 4).note.token)
            let token = try #require(mail.note.token)
            #expect(try await open.service.follow(token, name: nil) == .changed(anna))
            #expect(try await open.service.login(of: anna)?.address == "new@example.org")
            let notice = try await open.mailing.mail(after: 5)
            #expect(notice.note == .changed(name: "anna") && notice.address == "anna@example.org")
            await #expect(throws: AccountRefusal.voidLink, "the link is in the former mailbox") {
                try await open.service.reset(reset, to: "ragweed and ash", origin: "here")
            }
        }
    }

    @Test func `guessing a password waits longer and longer, and the owner elsewhere does not`() async throws
    {
        try await OpenedSignIn.open { open in
            _ = try await open.signUp("anna", "anna@example.org")
            #expect(await open.refusal("anna", from: "home") == nil)
            var refusals: [AccountRefusal?] = []
            for _ in 0..<3 { refusals.append(await open.refusal("anna", "guess", from: "there")) }
            #expect(refusals == [false, false, true].map { .wrongPassword(suggestsReset: $0) })
            let work = open.service.hasher.workDone
            #expect(
                await open.refusal("anna", from: "there")
                    == .tooManyFailures(wait: .seconds(1), suggestsReset: true), "right, but too early")
            #expect(open.service.hasher.workDone == work, "waiting costs no work")
            #expect(await open.refusal("anna", from: "home") == nil)
            open.pass(1)
            #expect(await open.refusal("anna", "guess", from: "there") == .wrongPassword(suggestsReset: true))
            #expect(
                await open.refusal("anna", from: "there")
                    == .tooManyFailures(wait: .seconds(2), suggestsReset: true))
            open.pass(2)
            #expect(await open.refusal("anna", from: "there") == nil)
            #expect(
                await open.refusal("anna", "guess", from: "there") == .wrongPassword(suggestsReset: false))
        }
    }

    @Test func `trying a password on every name waits, and other people do not`() async throws {
        try await OpenedSignIn.open { open in
            _ = try await open.signUp("anna", "anna@example.org")
            _ = try await open.signUp("mallory", "mallory@example.org")
            #expect(await open.refusal("anna", from: "shared") == nil)
            for number in 0..<SignInThrottle.sweep {
                #expect(
                    await open.refusal("user\(number)", from: "shared")
                        == .wrongPassword(suggestsReset: false))
            }
            let waits = AccountRefusal.tooManyFailures(wait: .seconds(10), suggestsReset: false)
            #expect(await open.refusal("another", from: "shared") == waits)
            #expect(
                await open.refusal("mallory", from: "shared") == waits, "even for the attacker's own account")
            #expect(
                await open.refusal("anna", from: "shared") == nil, "an owner known at the address gets in")
            #expect(await open.refusal("mallory", from: "elsewhere") == nil)
            open.pass(10)
            #expect(await open.refusal("mallory", from: "shared") == nil)
            #expect(await open.refusal("another", from: "shared") == .wrongPassword(suggestsReset: false))
            #expect(
                await open.refusal("another", from: "shared") == waits,
                "a success does not clear the failures")
        }
    }

    @Test func `an unknown name is refused in the same words after the same work`() async throws {
        try await OpenedSignIn.open { open in
            _ = try await open.signUp("anna", "anna@example.org")
            func course(_ name: String) async -> ([AccountRefusal?], Int) {
                let before = open.service.hasher.workDone
                var refusals: [AccountRefusal?] = []
                for _ in 0..<5 { refusals.append(await open.refusal(name, "guess", from: "there")) }
                return (refusals, open.service.hasher.workDone - before)
            }
            let known = await course("anna")
            for name in ["nobody", "anna@example.com"] {
                let unknown = await course(name)
                #expect(unknown.0 == known.0 && unknown.1 == known.1, "\(name)")
            }
            #expect(known.1 == 3)
        }
    }

    @Test func `waits survive a restart`() async throws {
        try await OpenedSignIn.open { open in
            for _ in 0..<3 { _ = await open.refusal("anna", "guess") }
            let again = SignInService(
                logins: open.service.logins, sessions: open.store, hasher: PasswordHasher(cost: cheap),
                mailing: nil,
                now: open.service.now)
            await #expect(throws: AccountRefusal.tooManyFailures(wait: .seconds(1), suggestsReset: true)) {
                try await again.signIn(
                    SignInAttempt(
                        name: "anna", password: "guess", origin: "here", kind: .token, scopes: .all,
                        device: ""))
            }
        }
    }

    @Test func `without a mail gateway nobody opens an account by mail`() async throws {
        try await OpenedSignIn.open(hasMail: false) { open in
            await #expect(throws: AccountRefusal.noMail) {
                try await open.service.signUp(
                    NewAccount(name: "anna", address: "anna@example.org"), password: OpenedSignIn.password)
            }
            #expect(throws: AccountRefusal.noMail) { try open.service.askReset(address: "anna@example.org") }
        }
    }
}
