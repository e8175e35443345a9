import Alerting
import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Storage
import Testing

@Suite struct AccountServiceTests {
    let network: NewsNetwork
    let anna: Account.ID
    let bert: Account.ID
    private let later = noon.addingTimeInterval(600)

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account("anna")
        bert = try await network.account("bert")
        try await network.keep(.sample(of: anna))
    }

    private func report() async throws -> Alert {
        try await network.report(
            Report(
                account: bert, position: .basel, allergens: ["birch"], symptoms: [.sneezing],
                comment: "by the river")
        ).alert
    }

    private func delete(_ account: Account.ID) async throws -> [LedgerEntry] {
        try await AccountService(store: network.store).delete(account, at: later)
        return try await network.news()
    }

    @Test func `a report without other witnesses is cancelled when its reporter leaves`() async throws {
        let alert = try await report()
        let news = try await delete(bert)
        #expect(news.map(\.account) == [anna])
        let cancellation = try #require(news.first).alert
        #expect(cancellation.message == .cancel && cancellation.reference?.id == alert.id)
        #expect(cancellation.kind == .user && cancellation.allergens == ["birch"])
        #expect(cancellation.testimony?.reporter == nil && cancellation.testimony?.comment == nil)
        let former = try #require(try await network.store.alert(alert.id))
        #expect(former.ended == later && former.testimony?.reports == 0)
        let standing = try await network.store.alerts(
            in: .world, at: later.addingTimeInterval(1), concerning: AllergenSet(), limit: 10)
        #expect(standing.isEmpty)
    }

    @Test func `an administrator who deletes an account has it in the audit log, without its name`()
        async throws
    {
        try await AccountService(store: network.store).delete(bert, by: anna, at: later)
        #expect(try await network.store.account(bert) == nil)
        let entry = try #require(try await network.store.audit(of: anna, limit: 9).first)
        #expect(entry.act == .accountDeleted && entry.actor == .administrator && entry.object == nil)
    }

    @Test func `pending deliveries of a report are dropped when its reporter leaves`() async throws {
        let url = try #require(URL(string: "https://example.org/hook"))
        try await network.store.add(
            Channel(
                account: anna, target: .webhook(WebhookTarget(url: url, secrets: [.random()])), created: noon)
        )
        let alert = try await report()
        let before = try await network.store.tally(of: alert.id).filter { $0.channel == .webhook }
        #expect(before.map(\.state) == [.queued])
        _ = try await delete(bert)
        let after = try await network.store.tally(of: alert.id).filter { $0.channel == .webhook }
        #expect(after.map(\.state) == [.expired])
    }

    @Test func `a subscriber who leaves gets nothing more, not even the cancellation of another's report`()
        async throws
    {
        try await network.keep(.sample("bert", of: bert))
        _ = try await report()
        #expect(try await delete(anna).isEmpty)
        #expect(try await network.store.entries(of: anna, after: 0, limit: 10).isEmpty)
        #expect(try await network.take(.sample(500)).map(\.account) == [bert])
    }

    @Test func `deleting an unknown account changes nothing`() async throws {
        _ = try await report()
        #expect(try await delete(Account.ID(rawValue: 99)).isEmpty)
        #expect(try await network.store.fences(of: anna).count == 1)
    }
}
