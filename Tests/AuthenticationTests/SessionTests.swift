import Allergens
import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Authentication

@Suite(.timeLimit(.minutes(20))) struct SessionTests {
    private func signedIn(_ act: (OpenedSignIn, Account.ID, OpenedSession) async throws -> Void) async throws
    {
        try await OpenedSignIn.open { open in
            let account = try await open.signUp("anna", "anna@example.org")
            try await act(open, account, try await open.signIn("anna"))
        }
    }

    @Test func `each sign-in makes a new session, whatever the browser had before`() async throws {
        try await signedIn { open, account, first in
            let second = try await open.signIn("anna", former: first.session.id)
            #expect(first.session.id != second.session.id && first.secret != second.secret)
            #expect(try await open.authenticator.visitor(showingCookie: first.secret) == nil)
            #expect(try await open.service.sessions(of: account).map(\.id) == [second.session.id])
            // Nobody stays signed in behind the next person at the same browser.
            let ben = try await open.signUp("ben", "ben@example.org")
            _ = try await open.signIn("ben", former: second.session.id)
            #expect(try await open.authenticator.visitor(showingCookie: second.secret) == nil)
            #expect(try await open.service.sessions(of: account).isEmpty)
            #expect(try await open.service.sessions(of: ben).count == 1)
        }
    }

    @Test func `a secret is accepted only in its own place`() async throws {
        try await signedIn { open, account, cookie in
            let token = try await open.signIn("anna", kind: .token)
            let doors = open.authenticator
            #expect(try await doors.visitor(showingCookie: cookie.secret)?.principal == .account(account))
            #expect(try await doors.visitor(bearing: cookie.secret) == nil)
            #expect(try await doors.visitor(bearing: token.secret)?.principal == .account(account))
            #expect(try await doors.visitor(showingCookie: token.secret) == nil)
            let changed = String(cookie.secret.dropLast()) + (cookie.secret.hasSuffix("A") ? "E" : "A")
            #expect(try await doors.visitor(showingCookie: changed) == nil)
        }
    }

    @Test func `a cookie's secret is renewed during use, and the former one expires after a minute`()
        async throws
    {
        try await signedIn { open, _, session in
            let doors = open.authenticator
            open.pass(Session.renewal - 1)
            #expect(try await doors.visitor(showingCookie: session.secret)?.renewedSecret == nil)
            open.pass(1)
            let visitor = try #require(try await doors.visitor(showingCookie: session.secret))
            let renewed = try #require(visitor.renewedSecret)
            #expect(visitor.forgeryToken == session.forgeryToken)
            let after = try #require(try await doors.visitor(showingCookie: renewed))
            #expect(after.session == session.session.id && after.renewedSecret == nil)
            #expect(after.forgeryToken == session.forgeryToken, "open pages continue to work")
            #expect(after.ends == session.session.ends)
            open.pass(Session.grace - 1)
            let late = try #require(try await doors.visitor(showingCookie: session.secret))
            #expect(late.renewedSecret == nil, "the secret is renewed only once")
            open.pass(1)
            #expect(try await doors.visitor(showingCookie: session.secret) == nil)
            #expect(try await doors.visitor(showingCookie: renewed) != nil)
        }
    }

    @Test func `a session ends after disuse, and in any case after its maximum life`() async throws {
        try await signedIn { open, _, session in
            let id = session.session.id.rawValue
            for _ in 0..<6 {
                open.pass(Session.idle - 1)
                #expect(try await open.store.session(id)?.session.ends ?? noon > open.service.now())
                try await open.store.noteVisits([id: open.service.now()])
            }
            open.pass(6)
            #expect(try await open.store.session(id)?.session.ends == open.service.now())
            #expect(try await open.authenticator.visitor(showingCookie: session.secret) == nil)
            try await open.store.forgetSignIns(at: open.service.now())
            #expect(try await open.store.session(id) == nil)
        }
        try await signedIn { open, _, session in
            open.pass(Session.idle)
            let visitor = try await open.authenticator.visitor(showingCookie: session.secret)
            #expect(visitor == nil)
        }
    }

    @Test func `a session that another process revoked is refused at once`() async throws {
        try await signedIn { open, account, session in
            let other = try SQLiteStore(path: open.folder.path("store.sqlite"))
            #expect(try await open.authenticator.visitor(showingCookie: session.secret) != nil)
            #expect(try await other.end(session.session.id, of: account, at: noon))
            #expect(try await open.authenticator.visitor(showingCookie: session.secret) == nil)
            let next = try await open.signIn("anna", kind: .token)
            let token = try await open.service.makeToken(for: account, scopes: .read, label: nil, ends: nil)
            for secret in [next.secret, token.secret] {
                #expect(try await open.authenticator.visitor(bearing: secret) != nil)
            }
            try await other.setSuspended(true, account, at: noon)
            for secret in [next.secret, token.secret] {
                #expect(try await open.authenticator.visitor(bearing: secret) == nil)
            }
            #expect(await open.refusal("anna") == .wrongPassword(suggestsReset: false))
        }
    }

    @Test func `one session too many ends the one unused for longest`() async throws {
        try await signedIn { open, account, first in
            for _ in 0..<Session.limit {
                open.pass(1)
                _ = try await open.service.openSession(for: account, kind: .token, device: "curl")
            }
            let sessions = try await open.service.sessions(of: account)
            #expect(sessions.count == Session.limit && !sessions.map(\.id).contains(first.session.id))
        }
    }

    @Test func `a new password ends all sessions except the one that chose it`() async throws {
        try await signedIn { open, account, own in
            let other = try await open.signIn("anna", kind: .token)
            await #expect(throws: AccountRefusal.wrongPassword(suggestsReset: false)) {
                try await open.service.changePassword(
                    of: account, from: "wrong", to: "ragweed and ash", origin: "here", sparing: own.session.id
                )
            }
            try await open.service.changePassword(
                of: account, from: OpenedSignIn.password, to: "ragweed and ash", origin: "here",
                sparing: own.session.id)
            #expect(try await open.authenticator.visitor(showingCookie: own.secret) != nil)
            #expect(try await open.authenticator.visitor(bearing: other.secret) == nil)
            #expect(await open.refusal("anna", "ragweed and ash") == nil)
        }
    }

    @Test func `a token has the scopes, the end and the roles it was given`() async throws {
        try await signedIn { open, account, _ in
            let now = open.service.now()
            let token = try await open.service.makeToken(
                for: account, scopes: [.read, .moderate], label: "phone", ends: now.addingTimeInterval(60))
            try await open.store.grant(try #require(Role(.moderator)), to: account, at: now)
            try await open.store.add([.sample()])
            let basel = try #require(Role(.stationOperator, station: "basel"))
            for _ in 0..<2 { try await open.store.grant(basel, to: account, at: now) }
            let visitor = try #require(try await open.authenticator.visitor(bearing: token.secret))
            #expect(visitor.scopes == [.read, .moderate] && visitor.ends == now.addingTimeInterval(60))
            #expect(try await open.service.tokens(of: account).map(\.label) == ["phone"])
            #expect(visitor.roles.map(\.description).sorted() == ["moderator", "operator:basel"])
            #expect(try await open.store.revoke(basel, from: account, at: now))
            #expect(try await !open.store.revoke(basel, from: account, at: now))
            open.pass(60)
            #expect(try await open.authenticator.visitor(bearing: token.secret) == nil)
            #expect(try await open.service.tokens(of: account).isEmpty)
        }
    }

    @Test func `the number of an account's tokens is limited`() async throws {
        try await signedIn { open, account, _ in
            for _ in 0..<AccountToken.limit {
                _ = try await open.service.makeToken(for: account, scopes: .read, label: nil, ends: nil)
            }
            await #expect(throws: AccountRefusal.tooManyTokens(limit: AccountToken.limit)) {
                try await open.service.makeToken(for: account, scopes: .read, label: nil, ends: nil)
            }
        }
    }

    @Test func `the file contains no addresses, births or secrets`() async throws {
        try await signedIn { open, account, session in
            try await open.service.change(account, name: nil, birth: CivilDate("1987-06-05"), picture: nil)
            try await open.service.link(
                ForeignIdentity(provider: "google", subject: "subject-4711"), with: account)
            try open.service.askReset(address: "anna@example.org")
            let token = try #require(try await open.mailing.mail(after: 1).note.token)
            try open.store.checkpoint()
            let file = try Data(contentsOf: URL(filePath: open.folder.path("store.sqlite")))
            for text in ["anna@example.org", "1987-06-05", "subject-4711", OpenedSignIn.password] {
                #expect(file.range(of: Data(text.utf8)) == nil, "\(text)")
            }
            for secret in [session.secret, token] {
                #expect(file.range(of: Data(secret.utf8.suffix(43))) == nil)
            }
            #expect(file.range(of: Data("$scrypt$ln=4".utf8)) != nil, "the file was read")
        }
    }

    @Test func `an identity signs in to one account, and the last way in cannot be removed`() async throws {
        try await signedIn { open, anna, _ in
            let identity = ForeignIdentity(provider: "google", subject: "4711")
            let ben = try await open.service.openAccount(NewAccount(name: "ben", identity: identity)).id
            #expect(try await open.service.login(identity: identity)?.account.id == ben)
            await #expect(throws: AccountRefusal.identityTaken) {
                try await open.service.link(identity, with: anna)
            }
            await #expect(throws: AccountRefusal.lastWayIn) {
                try await open.service.unlink("google", from: ben)
            }
            #expect(try await open.service.login(identity: identity)?.account.id == ben)
            try await open.service.link(ForeignIdentity(provider: "other", subject: "4711"), with: ben)
            #expect(try await open.service.unlink("google", from: ben))
            #expect(try await open.service.login(identity: identity) == nil)
            try await open.service.link(identity, with: anna)
            #expect(try await open.service.identities(of: anna).map(\.provider) == ["google"])
        }
    }
}
