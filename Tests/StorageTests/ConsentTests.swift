import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct ConsentTests {
    let opened: OpenedArchive
    let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func purposes() async throws -> [Consent.Purpose] {
        try await opened.store.consents(of: anna).filter(\.stands).map(\.purpose)
    }

    @Test func `there is no consent before it is given`() async throws {
        #expect(try await purposes() == [])
        #expect(try await !opened.store.hasConsent(to: .warnings, of: anna))
    }

    @Test func `consent is given once and withdrawn once, and both are recorded`() async throws {
        let store = opened.store
        for minutes in [0.0, 5] {
            try await store.giveConsent(
                to: .warnings, of: anna, by: .owner, at: noon.addingTimeInterval(minutes * 60))
        }
        #expect(try await store.consents(of: anna).map(\.given) == [noon])
        #expect(try await store.hasConsent(to: .warnings, of: anna))
        #expect(try await !store.hasConsent(to: .reports, of: anna))
        let later = noon.addingTimeInterval(3_600)
        #expect(try await store.withdrawConsent(to: .warnings, of: anna, at: later))
        #expect(try await !store.withdrawConsent(to: .warnings, of: anna, at: later))
        #expect(try await !store.hasConsent(to: .warnings, of: anna))
        try await store.giveConsent(to: .warnings, of: anna, by: .owner, at: later)
        let all = try await store.consents(of: anna)
        #expect(all.map(\.withdrawn) == [later, nil] && all.map(\.given) == [noon, later])
        #expect(all.allSatisfy { $0.version == Consent.currentVersion && $0.source == .owner })
    }

    @Test func `consent can be withdrawn after the clock has gone back`() async throws {
        try await opened.store.giveConsent(to: .reports, of: anna, by: .command, at: noon)
        let before = noon.addingTimeInterval(-60)
        #expect(try await opened.store.withdrawConsent(to: .reports, of: anna, at: before))
        #expect(try await opened.store.consents(of: anna).map(\.withdrawn) == [noon])
    }

    @Test func `the audit log of an account is paged, and is removed with the account`() async throws {
        let store = opened.store
        for (number, act) in [AuditEntry.Act.signedIn, .exported, .traced].enumerated() {
            try await store.note(
                act, of: anna, by: number == 2 ? .command : .owner, object: nil,
                at: noon.addingTimeInterval(Double(number)))
        }
        let first = try await store.audit(of: anna, limit: 2)
        #expect(first.map(\.act) == [.traced, .exported] && first.map(\.actor) == [.command, .owner])
        let rest = try await store.audit(of: anna, before: first[1].number, limit: 2)
        #expect(rest.map(\.act) == [.signedIn] && rest.map(\.created) == [noon])
        let nobody = Account.ID(rawValue: anna.rawValue + 100)
        try await store.note(.inspected, of: nobody, by: .command, at: noon)
        #expect(try await store.audit(of: nobody, limit: 10) == [])
    }
}
