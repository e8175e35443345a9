import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct ConsentTests {
        @Test(arguments: StoreKind.tested)
        func `there is no consent before it is given`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            #expect(try await opened.store.consents(of: anna).isEmpty)
            #expect(try await !opened.store.hasConsent(to: .warnings, of: anna))
        }

        @Test(arguments: StoreKind.tested)
        func `consent is given once and withdrawn once, and both are recorded`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
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
            #expect(all.filter(\.stands).map(\.purpose) == [.warnings])
        }

        @Test(arguments: StoreKind.tested)
        func `consent can be withdrawn after the clock has gone back`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            try await opened.store.giveConsent(to: .reports, of: anna, by: .command, at: noon)
            let before = noon.addingTimeInterval(-60)
            #expect(try await opened.store.withdrawConsent(to: .reports, of: anna, at: before))
            #expect(try await opened.store.consents(of: anna).map(\.withdrawn) == [noon])
        }

        @Test(arguments: StoreKind.tested)
        func `the audit log of an account is paged, and nobody's acts are in no log`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            for (number, act) in [AuditEntry.Act.signedIn, .exported, .traced].enumerated() {
                try await store.note(
                    act, of: [anna], by: number == 2 ? .command : .owner, object: nil,
                    at: noon.addingTimeInterval(Double(number)))
            }
            let first = try await store.audit(of: anna, limit: 2)
            #expect(first.map(\.act) == [.traced, .exported] && first.map(\.actor) == [.command, .owner])
            let rest = try await store.audit(of: anna, before: first[1].number, limit: 2)
            #expect(rest.map(\.act) == [.signedIn] && rest.map(\.created) == [noon])
            let nobody = Account.ID(rawValue: anna.rawValue + 100)
            try await store.note(.inspected, of: [nobody], by: .command, at: noon)
            #expect(try await store.audit(of: nobody, limit: 10).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `what others did to accounts is listed, latest first, without what they only read`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let acts: [(AuditEntry.Act, AuditEntry.Actor)] = [
                (.signedIn, .owner), (.suspended, .administrator), (.inspected, .administrator),
                (.roleGranted, .command),
            ]
            for (act, actor) in acts {
                try await store.note(act, of: [anna], by: actor, object: "object", at: noon)
            }
            let listed = try await store.administrativeActs(before: .max, limit: 10)
            #expect(listed.map(\.entry.act) == [.roleGranted, .suspended])
            #expect(listed.allSatisfy { $0.account.name == "anna" && $0.entry.object == "object" })
            let last = try #require(listed.first?.entry.number)
            let earlier = try await store.administrativeActs(before: last, limit: 10)
            #expect(earlier.map(\.entry.act) == [.suspended])
        }
    }
}
