import Alerts
import Allergens
import Authoring
import Forms
import Foundation
import GRDB
import Geography
import Help
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

/// An idempotency key and what the request creates are committed together.
@Suite struct AnswerClaimTests {
    private let opened: OpenedArchive
    private var store: SQLiteStore { opened.store }
    private let anna: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try #require(try await opened.store.addAccount(named: "anna", at: noon)).id
    }

    private func claiming<Outcome>(_ key: String, _ act: () async throws -> Outcome) async throws -> Outcome {
        let claim = AnswerClaim(key: key, account: anna, fingerprint: Data([7]), made: noon)
        return try await AnswerClaim.$current.withValue(claim) { try await act() }
    }

    private func claimed(_ key: String) async throws -> String? {
        try await store.answer(to: key, of: anna).flatMap {
            #expect($0.fingerprint == Data([7]) && $0.body.isEmpty)
            return $0.location
        }
    }

    private let footprint = FenceFootprint(
        anchor: .basel, boxes: [.init(7, 47, 8, 48)], extent: 5_000, outline: nil)

    @Test func `a fence, a person and an alert are there with their key`() async throws {
        let fence = Fence.sample(of: anna)
        try await claiming("fence") { try await store.add(fence, footprint: footprint, at: noon) }
        #expect(try await claimed("fence") == fence.id.rawValue)
        let details = try #require(Person.Details(name: "Mia", born: nil))
        let person = try await claiming("person") { try await store.addPerson(details, to: anna, at: noon) }
        #expect(try await claimed("person") == person.id.rawValue)
        let alert = Alert.sample("a", kind: .user, level: nil)
        try await claiming("report") {
            try await store.writeReports { transaction in
                try transaction.add(alert)
                try transaction.claim(for: alert.id)
            }
        }
        #expect(try await claimed("report") == alert.id.rawValue)
    }

    @Test func `a channel, a record of help, a document and a call for help are there with their key`()
        async throws
    {
        let url = try #require(URL(string: "https://example.org/1"))
        let channel = Channel(
            account: anna, target: .webhook(WebhookTarget(url: url, secrets: [.random()])), created: noon)
        try await claiming("channel") { try await store.add(channel) }
        #expect(try await claimed("channel") == channel.id.rawValue)
        let ends = try #require(CivilDate(year: 2099, month: 5, day: 31))
        let injector = Injector(name: "Adrenaline", place: "kitchen", expires: ends)
        let record = try await claiming("record") { try await store.add(injector, to: anna, at: noon) }
        #expect(try await claimed("record") == record.id.rawValue)
        let file = CleanedFile(.pdf, Data([1, 2, 3]))
        let document = try await claiming("document") { try await store.add(file, to: anna, at: noon) }
        #expect(try await claimed("document") == document.id.rawValue)
        let call = try await claiming("call") {
            try await store.call(from: nil, of: anna, at: noon, isMailed: true)
        }
        #expect(try await claimed("call") == call.id.rawValue)
    }

    @Test func `an article and each step of it are there with their key`() async throws {
        let article = try await claiming("article") { try await store.begin(.sample, by: anna, at: noon) }
        #expect(try await claimed("article") == article.id.rawValue)
        _ = try await claiming("step") {
            try await store.act(
                .submit, on: article.id, by: .author(anna), correction: nil, seen: nil, at: noon)
        }
        #expect(try await claimed("step") == article.id.rawValue)
        // Another step with the same key does nothing.
        await #expect(throws: AnswerClaim.Taken.self) {
            try await claiming("step") {
                try await store.act(
                    .withdraw, on: article.id, by: .author(anna), correction: nil, seen: nil, at: noon)
            }
        }
        #expect(try await store.submission(article.id, of: anna)?.state == .submitted)
        let reviewer = try #require(try await store.addAccount(named: "max", at: noon)).id
        let key = AnswerClaim(key: "remark", account: reviewer, fingerprint: Data([7]), made: noon)
        _ = try await AnswerClaim.$current.withValue(key) {
            try await store.remark(
                SubmissionRemark.Content(
                    language: .english, paragraph: 2, quote: "The proteins", text: "Which ones?"),
                on: article.id, by: reviewer, at: noon)
        }
        #expect(try await store.answer(to: "remark", of: reviewer)?.location == article.id.rawValue)
    }

    @Test func `a study is there with its key`() async throws {
        try await store.grant(try #require(Role(.researcher)), to: anna, at: noon)
        let content = StudyContent(
            title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
            consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)
        let today = CivilDate(at: noon, in: .gmt)
        let settings = try #require(
            StudySettings(
                mode: .linked, k: 5, target: 40, days: today.adding(days: -9)...today.adding(days: 9)))
        let study = try await claiming("study") {
            try await store.begin(content, settings, by: anna, at: noon)
        }
        #expect(try await claimed("study") == study.id.rawValue)
    }

    @Test func `of two acts with one key the second creates nothing`() async throws {
        let first = Fence.sample("one", of: anna)
        try await claiming("key") { try await store.add(first, footprint: footprint, at: noon) }
        await #expect(throws: AnswerClaim.Taken.self) {
            try await claiming("key") {
                try await store.add(.sample("two", of: anna), footprint: footprint, at: noon)
            }
        }
        #expect(try await store.fences(of: anna).map(\.id) == [first.id])
    }

    @Test func `without a key nothing is claimed`() async throws {
        try await store.add(.sample(of: anna), footprint: footprint, at: noon)
        #expect(
            try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM idempotentAnswer") }
                == 0)
    }
}
