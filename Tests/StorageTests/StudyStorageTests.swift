import Allergens
import Forms
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Sealing
import Studies
import Testing

@testable import Storage

/// Studies in the database: from a draft to the answers that are left of it.
@Suite struct StudyStorageTests {
    let folder: TemporaryFolder
    let file: KeyFile
    let store: SQLiteStore
    let otto: Account.ID
    let anna: Account.ID
    let ben: Account.ID
    let today = CivilDate(at: noon, in: .gmt)

    init() async throws {
        folder = try TemporaryFolder()
        file = KeyFile(folder.url.appending(path: "store.keys"))
        try file.makeIfMissing()
        store = try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
        otto = try #require(try await store.addAccount(named: "otto", at: noon)).id
        anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
        ben = try #require(try await store.addAccount(named: "ben", at: noon)).id
        try await grantResearch(to: otto)
    }

    let content = StudyContent(
        title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
        consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)

    func settings(_ mode: Study.Mode = .linked) throws -> StudySettings {
        try #require(
            StudySettings(mode: mode, k: 5, target: 40, days: today.adding(days: -9)...today.adding(days: 9)))
    }

    func opened(_ mode: Study.Mode = .linked) async throws -> Study.ID {
        let id = try await store.begin(content, settings(mode), by: otto, at: noon).id
        for act in [StudyAct.publish, .open] {
            _ = try await store.act(act, on: id, by: otto, at: noon)
        }
        return id
    }

    func join(_ id: Study.ID, _ account: Account.ID, version: Int = 1) async throws {
        let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
        _ = try await store.join(by: code, agreement(version), as: account, at: noon)
    }

    func agreement(_ version: Int = 1) -> StudyAgreement {
        StudyAgreement(version: version, language: "en", name: "Mutterkraut", signature: "M 0 0 L 9 9")
    }

    func draft(
        _ word: String = "Wermut", daysAgo: Int = 0, version: Int = 1
    ) throws -> StudyAnswerDraft {
        let moment = FormMoment(
            milliseconds: Int(noon.timeIntervalSince1970 - Double(daysAgo) * 86_400) * 1_000, offset: 0)
        return StudyAnswerDraft(
            version: version, moment: try #require(moment),
            place: Coordinate(longitude: 7.588_123, latitude: 47.557_456),
            answers: FormAnswers(["note": .text(word)]))
    }

    func number(_ query: String) async throws -> Int? {
        try await store.pool.read { try Int.fetchOne($0, sql: query) }
    }

    @Test func `a study goes from a draft to its end, and versions never change`() async throws {
        let begun = try await store.begin(content, settings(), by: otto, at: noon)
        #expect(begun.state == .draft && begun.current == nil && begun.draft == content)
        await #expect(throws: StudyRefusal.unpublished) {
            try await store.act(.open, on: begun.id, by: otto, at: noon)
        }
        let first = try await store.act(.publish, on: begun.id, by: otto, at: noon)
        #expect(first.current == StudyVersion(number: 1, content: content, published: noon))
        #expect(try await store.act(.publish, on: begun.id, by: otto, at: noon + 9) == first)
        #expect(try await store.openStudies(after: 0, limit: 9).studies.isEmpty)
        var settings = try settings()
        settings.region = StudyRegion(
            name: "Fiji", box: try #require(BoundingBox(west: 177, south: -19, east: -179.5, north: -16)))
        let changed = try await store.change(begun.id, by: otto, at: noon) { [settings] study in
            var content = study.draft
            content.title["en"] = "Spring"
            return (content, settings)
        }
        #expect(changed.draft.title == ["en": "Spring"] && changed.current?.content == content)
        let second = try await store.act(.publish, on: begun.id, by: otto, at: noon + 60)
        #expect(second.current?.number == 2 && second.current?.content.title == ["en": "Spring"])
        #expect(try await store.version(1, of: begun.id)?.content == content)
        #expect(try await store.version(3, of: begun.id) == nil)
        _ = try await store.act(.open, on: begun.id, by: otto, at: noon)
        let open = try #require(try await store.openStudies(after: 0, limit: 9).studies.first)
        #expect(open.id == begun.id && open.current?.number == 2)
        #expect(open.settings.region == settings.region && begun.settings.region == nil)
        #expect(open.current?.content.title == ["en": "Spring"] && open.current?.content.form == nil)
        for (act, state) in [(StudyAct.close, Study.State.closed), (.archive, .archived)] {
            #expect(try await store.act(act, on: begun.id, by: otto, at: noon).state == state)
        }
        await #expect(throws: StudyRefusal.state(.archived)) {
            try await store.change(begun.id, by: otto, at: noon) { ($0.draft, $0.settings) }
        }
    }

    @Test func `what people have agreed to stays as it is`() async throws {
        let id = try await opened()
        let other = try settings(.unlinked)
        await #expect(throws: StudyRefusal.settled) {
            try await store.change(id, by: otto, at: noon) { ($0.draft, other) }
        }
    }

    @Test func `researchers have their roles, and a study always has an owner`() async throws {
        let id = try await opened()
        await #expect(throws: StudyRefusal.unknownResearcher) {
            try await store.appoint(.analyst, "anna", in: id, by: otto, at: noon)
        }
        for account in [anna, ben] { try await grantResearch(to: account) }
        try await store.appoint(.analyst, "anna", in: id, by: otto, at: noon)
        try await store.appoint(.recruiter, "ben", in: id, by: otto, at: noon)
        #expect(
            try await store.researchers(of: id, for: anna) == [
                StudyResearcher(name: "anna", role: .analyst), StudyResearcher(name: "ben", role: .recruiter),
                StudyResearcher(name: "otto", role: .owner),
            ])
        await #expect(throws: StudyRefusal.role(.analyst)) {
            try await store.invite(1, length: 5, to: id, by: anna, at: noon)
        }
        await #expect(throws: StudyRefusal.role(.recruiter)) {
            try await store.answers(of: id, for: ben, after: nil, limit: 9, at: noon)
        }
        for role in [StudyRole.analyst, nil] {
            await #expect(throws: StudyRefusal.lastOwner) {
                try await store.appoint(role, "otto", in: id, by: otto, at: noon)
            }
        }
        try await store.appoint(nil, "anna", in: id, by: otto, at: noon)
        #expect(try await store.studies(of: anna).isEmpty)
        await #expect(throws: StudyRefusal.unknown) { try await store.study(id, for: .read, by: anna) }
        #expect(try await store.studies(of: otto).map(\.role) == [.owner])
    }

    func grantResearch(to account: Account.ID) async throws {
        try await store.pool.write { database in
            try database.execute(
                literal: """
                    INSERT INTO accountRole (account, role, created)
                    VALUES (\(account.rawValue), 'researcher', 0)
                    """)
        }
    }

    // MARK: Joining

    @Test func `a code works once, for the first who uses it`() async throws {
        let id = try await opened()
        let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
        #expect(try await store.study(invitedBy: code).id == id)
        let agreement = agreement()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for account in [anna, ben] {
                group.addTask { [store] in
                    (try? await store.join(by: code, agreement, as: account, at: noon)) != nil
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.filter(\.self).count == 1)
        await #expect(throws: StudyRefusal.usedCode) { try await store.study(invitedBy: code) }
        #expect(try await number("SELECT count(*) FROM studyParticipant") == 1)
        #expect(try await number("SELECT count(*) FROM studyConsent") == 1)
    }

    @Test func `codes that are unknown, restricted or of a study that is not open are refused`() async throws
    {
        let id = try await opened()
        let codes = try await store.invite(2, length: 10, to: id, by: otto, at: noon)
        let unknown = try #require(InvitationCode("AAAAA"))
        await #expect(throws: StudyRefusal.unknownCode) { try await store.study(invitedBy: unknown) }
        let first = try #require(
            try await store.invitations(of: id, for: otto, after: 0, limit: 1).first)
        #expect(first.code == codes[0].text && first.status == .invited)
        try await store.restrict(first.number, of: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.restrictedCode) {
            try await store.join(by: codes[0], agreement(), as: anna, at: noon)
        }
        await #expect(throws: StudyRefusal.outdated(current: 1)) {
            try await store.join(by: codes[1], agreement(2), as: anna, at: noon)
        }
        await #expect(throws: StudyRefusal.unknownParticipant) {
            try await store.restrict(99, of: id, by: otto, at: noon)
        }
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.state(.closed)) { try await store.study(invitedBy: codes[1]) }
    }

    @Test func `ten thousand codes are made at once, all different`() async throws {
        let id = try await opened()
        let codes = try await store.invite(10_000, length: 10, to: id, by: otto, at: noon)
        #expect(Set(codes).count == 10_000)
        let shown = try await store.invitations(of: id, for: otto, after: 0, limit: 20_000)
        #expect(Set(shown.compactMap(\.code)) == Set(codes.map(\.text)))
    }
}
