import Allergens
import Foundation
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension BothStoresTests {
    /// One study as administrators see it, and what they change of it.
    @Suite struct InspectedStudyTests {
        @Test(arguments: StoreKind.tested)
        func `researchers are told by role, and invitations by own status`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let researcher = try #require(Role(.researcher))
            for name in ["zora", "eva"] {
                let account = try await opened.account(name)
                try await store.grant(researcher, to: account, at: noon)
                try await store.appoint(.analyst, name, in: id, by: otto, at: noon)
            }
            _ = try await store.invite(3, length: 5, to: id, by: otto, at: noon)
            let all = try await store.inspectedInvitations(of: id, matching: .all, after: 0, limit: 9)
            #expect(all.count == 3 && all.allSatisfy { $0.code == nil })
            for (one, label) in zip(all, ["moved", "Called", "Moved"]) {
                try await store.label(one.number, of: id, as: label, by: otto)
            }
            let told = try await store.inspectedStudy(id)
            let names = told.researchers.mapValues { $0.map(\.name) }
            #expect(names == [.owner: ["otto"], .analyst: ["eva", "zora"]])
            #expect(
                told.labels == [StudyLabelCount("Called", people: 1), StudyLabelCount("moved", people: 2)])
            #expect(told.overview.id == id && told.overview.people == [.invited: 3])
            let filter = StudyInvitationFilter(label: "MOVED")
            let moved = try await store.inspectedInvitations(of: id, matching: filter, after: 0, limit: 9)
            #expect(moved.map(\.number) == [all[0].number, all[2].number])
            // Nobody has it any more, so it is gone.
            try await store.label(all[1].number, of: id, as: nil, by: otto)
            #expect(try await store.inspectedStudy(id).labels.map(\.label) == ["moved"])
            let other = Study.ID(rawValue: "other")
            await #expect(throws: StudyRefusal.unknown) { try await store.inspectedStudy(other) }
        }

        @Test(arguments: StoreKind.tested)
        func `an invitation that is ended works again once that is lifted, and owners see both`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(by: otto)
            let codes = try await store.invite(2, length: 5, to: id, by: otto, at: noon)
            _ = try await store.join(by: codes[0], .sample(), as: anna, at: noon)
            let all = try await store.inspectedInvitations(of: id, matching: .all, after: 0, limit: 9)
            // The second time changes nothing.
            for _ in 0..<2 {
                for one in all {
                    try await store.setRestriction(true, of: one.number, in: id, at: noon)
                }
            }
            #expect(try await store.inspectedStudy(id).overview.people == [.restricted: 2])
            await #expect(throws: StudyRefusal.restrictedCode) { try await store.study(invitedBy: codes[1]) }
            for one in all { try await store.setRestriction(false, of: one.number, in: id, at: noon) }
            let people = try await store.inspectedStudy(id).overview.people
            #expect(people == [.participating: 1, .invited: 1])
            #expect(try await store.study(invitedBy: codes[1]).id == id)
            let changes: Set<AuditEntry.Act> = [.invitationRestricted, .invitationLifted]
            let acts = try await store.audit(of: otto, before: .max, limit: 9).filter {
                changes.contains($0.act)
            }
            let expected: [AuditEntry.Act] = [
                .invitationLifted, .invitationLifted, .invitationRestricted, .invitationRestricted,
            ]
            #expect(acts.map(\.act) == expected)
            #expect(acts.allSatisfy { $0.actor == .administrator && $0.object == id.rawValue })
            await #expect(throws: StudyRefusal.unknownParticipant) {
                try await store.setRestriction(true, of: all[1].number + 1, in: id, at: noon)
            }
            _ = try await store.act(.close, on: id, by: otto, at: noon)
            await #expect(throws: StudyRefusal.state(.closed)) {
                try await store.setRestriction(true, of: all[0].number, in: id, at: noon)
            }
        }
    }
}
