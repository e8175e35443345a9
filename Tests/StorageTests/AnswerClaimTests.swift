import Alerts
import Foundation
import GRDB
import Geography
import People
import SampleTesting
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

    @Test func `a fence, a person, a channel and an alert are there with their key`() async throws {
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
