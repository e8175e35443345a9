import Alerts
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct RetentionTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let bert: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        bert = try await opened.account("bert")
        try await opened.store.add(
            .sample("home", of: anna),
            footprint: FenceFootprint(
                anchor: .basel, boxes: BoundingBox(around: .basel, radius: 5_000).parts, extent: 5_000,
                outline: nil), at: noon)
    }

    private func after(days: Int) -> Date { noon.addingTimeInterval(Double(days) * 86_400 + 1) }

    @Test func `an inbox is emptied line by line as each one expires`() async throws {
        for (id, day) in [("old", 0), ("new", 10)] {
            let now = noon.addingTimeInterval(Double(day) * 86_400)
            try await opened.store.transact { transaction in
                try transaction.add(.sample(id))
                try transaction.notify(of: .sample(id), at: .basel, except: nil, now: now)
            }
        }
        func inbox() async throws -> [Alert.ID] {
            try await opened.store.inbox(of: anna, .after(0), unreadOnly: false, limit: 10).map(
                \.entry.alert.id)
        }
        let days = Retention.inbox.days
        #expect(
            try await opened.store.forgetExpired(at: noon.addingTimeInterval(Double(days) * 86_400)) == [:])
        #expect(try await inbox() == ["old", "new"].map(Alert.ID.init(rawValue:)))
        #expect(try await opened.store.forgetExpired(at: after(days: days)) == [.inbox: 1])
        #expect(try await inbox() == [Alert.ID(rawValue: "new")])
    }

    @Test func `the name of a removed fence is stored as long as a line refers to it`() async throws {
        let store = opened.store
        for id in ["told", "untold"] {
            try await store.add(
                .sample(id, of: bert, name: id, area: .circle(centre: .basel, radius: 5_000)),
                footprint: FenceFootprint(
                    anchor: .basel, boxes: [BoundingBox(around: .basel, radius: 5_000)], extent: 5_000,
                    outline: nil), at: noon)
            guard id == "told" else { continue }
            try await store.transact { transaction in
                try transaction.add(.sample("alert"))
                try transaction.notify(of: .sample("alert"), at: .basel, except: nil, now: noon)
            }
        }
        for id in ["told", "untold"] { #expect(try await store.remove(Fence.ID(rawValue: id), of: bert)) }
        #expect(try await opened.count("formerFence") == 2)
        #expect(try await store.forgetExpired(at: noon) == [:])
        #expect(try await opened.count("formerFence") == 1)
        let fresh = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        let inbox = try await fresh.inbox(of: bert, .after(0), unreadOnly: false, limit: 10)
        #expect(inbox.map(\.entry.concern.fences) == [["told"]])
        #expect(try await store.forgetExpired(at: after(days: Retention.inbox.days)) == [.inbox: 2])
        #expect(try await opened.count("formerFence") == 0)
    }

    @Test func `an alert outlives the accounts that reported, confirmed and flagged it`() async throws {
        let report = Report(
            account: bert, position: .basel, allergens: ["birch"], symptoms: [.sneezing],
            strength: .strong, comment: "by the river")
        let id = Alert.ID(rawValue: "reported")
        try await opened.store.transact { [anna] transaction in
            try transaction.add(.sample("reported", kind: .user, level: nil))
            try transaction.join(report, to: id, at: noon)
            _ = try transaction.confirm(id, by: anna, at: noon)
            _ = try transaction.flag(id, by: anna, as: .spam, at: noon)
        }
        let reports = try await opened.store.ownReports(of: bert, after: 0, limit: 10, at: noon)
        #expect(reports.map(\.comment) == ["by the river"] && reports.map(\.symptoms) == [[.sneezing]])
        let moderated = try await opened.store.moderatedAlerts(after: 0, limit: 10, at: noon)
        #expect(reports.map(\.strength) == [.strong] && moderated.map(\.strengths) == [[.strong: 1]])
        #expect(try await opened.store.ownOpinions(of: anna).map(\.flag) == [nil, .spam])
        let gone = try await opened.store.forgetExpired(at: after(days: Retention.reports.days))
        #expect(gone == [.reports: 1, .confirmations: 1, .flags: 1])
        #expect(try await opened.store.ownReports(of: bert, after: 0, limit: 10, at: noon) == [])
        #expect(try await opened.store.ownOpinions(of: anna) == [])
        let alert = try await opened.store.alert(id)
        #expect(alert?.testimony?.reporter == nil && alert?.testimony?.comment == nil)
    }

    @Test func `contact messages are removed in time, whether their authors were signed in or not`()
        async throws
    {
        let store = opened.store
        for account in [anna, nil] {
            try await store.keep(
                ContactMessage.Draft(topic: .problem, text: "Old", replyTo: "a@b.example", page: "/"),
                of: account, isWaiting: false, at: noon)
        }
        let young = ContactMessage.Draft(topic: .comment, text: "Young")
        try await store.keep(young, of: anna, isWaiting: true, at: after(days: 1))
        let messages = try await store.messages(limit: 10)
        #expect(messages.map(\.draft.text) == ["Young", "Old", "Old"])
        #expect(messages.map(\.account?.name) == ["anna", nil, "anna"])
        #expect(messages.last?.draft.replyTo == "a@b.example" && messages.last?.draft.page == "/")
        let older = try await store.messages(before: messages[1].number, limit: 1)
        #expect(older.map(\.id) == [messages[2].id])
        #expect(try await store.waitingMessages(limit: 10).map(\.id) == [messages[0].id])
        let gone = try await store.forgetExpired(at: after(days: Retention.messages.days))
        #expect(gone == [.messages: 2])
        #expect(try await store.messages(of: anna).map(\.id) == [messages[0].id])
    }

    @Test func `more rows than one transaction removes are all removed`() async throws {
        let count = SQLiteStore.forgottenAtOnce * 2 + 1
        try await opened.store.pool.write { [anna] database in
            try database.execute(
                sql: """
                    WITH RECURSIVE line (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM line WHERE number < ?)
                    INSERT INTO audit (account, act, actor, created) SELECT ?, 'signedIn', 'owner', ? FROM line
                    """, arguments: [count, anna.rawValue, noon.stored])
        }
        try await opened.store.note(.exported, of: anna, by: .owner, at: after(days: 10))
        #expect(
            try await opened.store.forgetExpired(at: after(days: Retention.audit.days)) == [.audit: count])
        #expect(try await opened.store.audit(of: anna, limit: 10).map(\.act) == [.exported])
    }
}
