import Allergens
import Foundation
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension BothStoresTests {
    /// Codes by which people join studies.
    @Suite struct StudyInvitationTests {
        @Test(arguments: StoreKind.tested)
        func `codes lead to their study, and are listed in the order in which they were made`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let codes = try await store.invite(3, length: 10, to: id, by: otto, at: noon)
            #expect(Set(codes).count == 3)
            for code in codes { #expect(try await store.study(invitedBy: code).id == id) }
            let first = try await store.invitations(of: id, for: otto, after: 0, limit: 2)
            #expect(first.map(\.code) == codes.prefix(2).map(\.text))
            #expect(first.allSatisfy { $0.made == SampleStudy.today && $0.status == .invited })
            let last = try await store.invitations(of: id, for: otto, after: first[1].number, limit: 2)
            #expect(last.map(\.code) == [codes[2].text])
            let unknown = try #require(InvitationCode("AAAAA"))
            await #expect(throws: StudyRefusal.unknownCode) { try await store.study(invitedBy: unknown) }
        }

        @Test(arguments: StoreKind.tested)
        func `an invitation that is ended does not work any more, whatever is noted at it`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
            let number = try #require(
                try await store.invitations(of: id, for: otto, after: 0, limit: 1).first
            ).number
            try await store.label(number, of: id, as: "Called twice", by: otto)
            for days in [0.0, 3] {
                try await store.restrict(number, of: id, by: otto, at: noon + days * 86_400)
            }
            await #expect(throws: StudyRefusal.restrictedCode) { try await store.study(invitedBy: code) }
            let ended = try #require(
                try await store.invitations(of: id, for: otto, after: 0, limit: 1).first)
            #expect(ended.restricted == SampleStudy.today && ended.code == nil)
            #expect(ended.label == "Called twice")
            try await store.label(number, of: id, as: nil, by: otto)
            #expect(try await store.invitations(of: id, for: otto, after: 0, limit: 1).first?.label == nil)
            await #expect(throws: StudyRefusal.unknownParticipant) {
                try await store.restrict(number + 1, of: id, by: otto, at: noon)
            }
            let weeks = try await store.retention(of: id, for: otto, at: noon).weeks
            #expect(weeks.map { $0.counts[.restricted] } == [1])
        }
    }
}
