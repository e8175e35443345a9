import Allergens
import Forms
import Foundation
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension BothStoresTests {
    /// Studies from a draft to their end.
    @Suite struct StudyTests {
        @Test(arguments: StoreKind.tested)
        func `a study goes from a draft to its end, and versions never change`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let (content, settings) = (SampleStudy.content, try SampleStudy.settings())
            let id = try await store.begin(content, settings, by: otto, at: noon).id
            let begun = try #require(try await store.study(id))
            #expect(begun.state == .draft && begun.current == nil && begun.draft == content)
            #expect(begun.settings == settings && begun.created == noon)
            await #expect(throws: StudyRefusal.unpublished) {
                try await store.act(.open, on: id, by: otto, at: noon)
            }
            let first = try await store.act(.publish, on: id, by: otto, at: noon)
            #expect(first.current == StudyVersion(number: 1, content: content, published: noon))
            #expect(try await store.act(.publish, on: id, by: otto, at: noon + 9) == first)
            #expect(try await store.openStudies(after: 0, limit: 9).studies.isEmpty)
            let changed = try await store.change(id, by: otto, at: noon) { study in
                var content = study.draft
                content.title["en"] = "Spring"
                return (content, settings)
            }
            #expect(changed.draft.title == ["en": "Spring"] && changed.current?.content == content)
            let second = try await store.act(.publish, on: id, by: otto, at: noon + 60)
            #expect(second.current?.number == 2 && second.current?.content == changed.draft)
            #expect(try await store.version(1, of: id)?.content == content)
            #expect(try await store.version(3, of: id) == nil)
            for (act, state) in [(StudyAct.open, Study.State.open), (.close, .closed), (.archive, .archived)]
            {
                #expect(try await store.act(act, on: id, by: otto, at: noon).state == state)
            }
            await #expect(throws: StudyRefusal.state(.archived)) {
                try await store.change(id, by: otto, at: noon) { ($0.draft, $0.settings) }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `pages of open studies have their published words without the forms`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let first = try await opened.study(by: otto)
            let second = try await opened.study(by: otto)
            let page = try await store.openStudies(after: 0, limit: 1)
            #expect(page.studies.map(\.id) == [first])
            let study = try #require(page.studies.first)
            #expect(study.current?.content.title == SampleStudy.content.title)
            #expect(study.current?.content.form == nil && study.draft.form == nil)
            let rest = try await store.openStudies(after: try #require(page.next), limit: 1)
            #expect(rest.studies.map(\.id) == [second] && rest.next == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `a study belongs to its owner, who cannot leave it alone`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(by: otto)
            #expect(try await store.studies(of: otto).map(\.role) == [.owner])
            #expect(try await store.studies(of: anna).isEmpty)
            await #expect(throws: StudyRefusal.unknown) { try await store.study(id, for: .read, by: anna) }
            await #expect(throws: StudyRefusal.lastOwner) { try await store.leave(id, as: otto) }
            let researchers = try await store.researchers(of: id, for: otto)
            #expect(researchers == [StudyResearcher(name: "otto", role: .owner)])
        }

        @Test(arguments: StoreKind.tested)
        func `researchers are appointed by their names in any case, and one owner stays`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account("Anna")
            let id = try await opened.study(by: otto)
            await #expect(throws: StudyRefusal.unknownResearcher) {
                try await store.appoint(.analyst, "anna", in: id, by: otto, at: noon)
            }
            let researcher = try #require(Role(.researcher))
            for account in [anna, otto] { try await store.grant(researcher, to: account, at: noon) }
            try await store.appoint(.analyst, "ANNA", in: id, by: otto, at: noon)
            #expect(try await store.studies(of: anna).map(\.role) == [.analyst])
            for role in [StudyRole.analyst, nil] {
                await #expect(throws: StudyRefusal.lastOwner) {
                    try await store.appoint(role, "otto", in: id, by: otto, at: noon)
                }
            }
            try await store.appoint(nil, "aNNA", in: id, by: otto, at: noon)
            #expect(try await store.studies(of: anna).isEmpty)
            await #expect(throws: StudyRefusal.unknownResearcher) {
                try await store.appoint(nil, "anna", in: id, by: otto, at: noon)
            }
            #expect(try await store.studies(of: otto).map(\.role) == [.owner])
        }

        @Test(arguments: StoreKind.tested)
        func `a study whose owner has gone is closed, and a draft goes, too`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let draft = try await store.begin(
                SampleStudy.content, SampleStudy.settings(), by: otto, at: noon)
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run("DELETE FROM account WHERE id = \(otto.rawValue)")
            }
            #expect(try await store.study(id)?.state == .closed)
            #expect(try await store.study(draft.id) == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `a draft is deleted with what belongs to it`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await store.begin(
                SampleStudy.content, SampleStudy.settings(), by: otto, at: noon
            ).id
            _ = try await store.act(.publish, on: id, by: otto, at: noon)
            try await store.delete(id, by: otto)
            for table in ["study", "studyVersion", "studyResearcher"] {
                #expect(try await opened.count(table) == 0)
            }
        }
    }
}

/// What tests put into studies.
enum SampleStudy {
    static let content = StudyContent(
        title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
        consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)

    static let today = CivilDate(at: noon, in: .gmt)

    static func settings(_ mode: Study.Mode = .linked) throws -> StudySettings {
        try #require(
            StudySettings(mode: mode, k: 5, target: 40, days: today.adding(days: -9)...today.adding(days: 9)))
    }
}

extension OpenedRows {
    /// An open study.
    func study(_ mode: Study.Mode = .linked, by owner: Account.ID) async throws -> Study.ID {
        let id = try await store.begin(SampleStudy.content, SampleStudy.settings(mode), by: owner, at: noon)
            .id
        for act in [StudyAct.publish, .open] { _ = try await store.act(act, on: id, by: owner, at: noon) }
        return id
    }
}
