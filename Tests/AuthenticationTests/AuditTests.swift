import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Authentication

/// What the owner of an account can read about sign-ins and attempts.
@Suite(.timeLimit(.minutes(20))) struct AuditTests {
    private func said(_ open: OpenedSignIn, _ account: Account.ID, since last: Int64 = 0) async throws
        -> [String]
    {
        try await open.store.audit(of: account, limit: 500).filter { $0.number > last }.reversed().map {
            ([$0.actor.rawValue, $0.act.rawValue] + [$0.object].compactMap(\.self)).joined(separator: " ")
        }
    }

    @Test func `sign-ins, failed attempts and changed credentials are listed`() async throws {
        try await OpenedSignIn.open { open in
            let anna = try await open.signUp("anna", "anna@example.org")
            #expect(try await said(open, anna) == [])
            let first = try await open.signIn("anna")
            _ = await open.refusal("anna", "wrong")
            _ = try await open.signIn("anna@example.org", kind: .token, former: first.session.id)
            try await open.service.changePassword(
                of: anna, from: OpenedSignIn.password, to: "ragweed and ash", origin: "here", sparing: nil)
            let token = try await open.service.makeToken(for: anna, scopes: .read, label: "anna@x", ends: nil)
            #expect(try await open.service.endToken(token.id, of: anna))
            #expect(try await !open.service.endToken(token.id, of: anna))
            try await open.service.link(ForeignIdentity(provider: "clinic", subject: "4711"), with: anna)
            #expect(try await open.service.unlink("clinic", from: anna))
            let device = "Firefox, Linux"
            #expect(
                try await said(open, anna) == [
                    "owner signedIn \(device)", "owner signInRefused", "owner signedIn \(device)",
                    "owner signedOut \(device)", "owner passwordChanged", "owner signedOut \(device)",
                    "owner tokenMade \(token.id)", "owner tokenRevoked \(token.id)",
                    "owner identityLinked clinic", "owner identityRemoved clinic",
                ])
        }
    }

    @Test func `requests and uses of links are listed, with their origin`() async throws {
        try await OpenedSignIn.open { open in
            let anna = try await open.signUp("anna", "anna@example.org")
            let mails = open.mailing.all.count
            try open.service.askReset(address: "anna@example.org")
            let reset = try #require(try await open.mailing.mail(after: mails).note.token)
            try await open.service.reset(reset, to: "ragweed and ash", origin: "here")
            _ = try await open.mailing.mail(after: mails + 1)
            try await open.service.askChange(
                of: anna, to: "new@example.org", password: "ragweed and ash", origin: "here")
            let change = try #require(try await open.mailing.mail(after: mails + 2).note.token)
            _ = try await open.service.follow(change, name: nil)
            _ = try await open.service.invitation(for: anna, by: .command)
            #expect(
                try await said(open, anna) == [
                    "owner linkAsked reset", "owner passwordChanged link", "owner linkAsked change",
                    "owner addressChanged", "command linkAsked reset",
                ])
        }
    }

    @Test func `an account that an administrator opens has a link to a first password, for a week`()
        async throws
    {
        try await OpenedSignIn.open { open in
            let anna = try await open.service.openAccount(NewAccount(name: "anna", opener: .administrator)).id
            #expect(try await open.store.consents(of: anna).isEmpty)
            let invitation = try await open.service.invitation(for: anna, by: .administrator)
            #expect(invitation.ends.timeIntervalSince(open.service.now()) == SignInService.invitationLife)
            try await open.service.reset(invitation.secret, to: "ragweed and ash", origin: "here")
            await #expect(throws: AccountRefusal.voidLink) {
                try await open.service.reset(invitation.secret, to: "birch and beech", origin: "here")
            }
            #expect(
                try await said(open, anna) == [
                    "administrator opened", "administrator linkAsked reset", "owner passwordChanged link",
                ])
        }
    }

    @Test func `administrators' changes are listed, and actions without effect are not`() async throws {
        try await OpenedSignIn.open { open in
            let anna = try await open.signUp("anna", "anna@example.org")
            let moderator = try #require(Role(.moderator))
            for _ in 0..<2 {
                try await open.store.grant(moderator, to: anna, by: .administrator, at: noon)
            }
            for _ in 0..<2 {
                _ = try await open.store.revoke(moderator, from: anna, by: .command, at: noon)
            }
            for isSuspended in [true, false] {
                try await open.store.setSuspended(isSuspended, anna, by: .administrator, at: noon)
            }
            #expect(
                try await said(open, anna) == [
                    "administrator roleGranted moderator", "command roleRevoked moderator",
                    "administrator suspended", "administrator restored",
                ])
            try await open.store.note(.inspected, of: anna, by: .administrator, at: noon)
            let acts = try await open.store.administrativeActs(before: .max, limit: 3)
            #expect(acts.map(\.entry.act) == [.restored, .suspended, .roleRevoked])
            #expect(Set(acts.map(\.account.name)) == ["anna"])
            let last = try #require(acts.last).entry.number
            let older = try await open.store.administrativeActs(before: last, limit: 3)
            #expect(older.map(\.entry.object) == ["moderator"])
        }
    }

    @Test func `the refusals of a day are listed up to a limit, which applies to each day`() async throws {
        try await OpenedSignIn.open { open in
            let anna = try await open.signUp("anna", "anna@example.org")
            let book = RowLoginStore(store: open.store)
            for second in 0..<(AuditEntry.refusalsPerDay + 20) {
                let now = noon.addingTimeInterval(Double(second))
                try await book.noteFailure(of: ["anna"], account: anna, at: now)
            }
            #expect(try await said(open, anna).count == AuditEntry.refusalsPerDay)
            #expect(
                try await book.signInRecords(of: ["anna"])["anna"]?.failures == AuditEntry.refusalsPerDay + 20
            )
            try await book.noteFailure(of: ["anna"], account: anna, at: noon.addingTimeInterval(86_400))
            #expect(try await said(open, anna).count == AuditEntry.refusalsPerDay + 1)
            // Refusals for an unknown name are counted, but listed for nobody.
            _ = await open.refusal("nobody", "wrong")
        }
    }
}
