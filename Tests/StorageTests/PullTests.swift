import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Storage

@Suite struct PullTests {
    private let opened: OpenedArchive

    init() throws { opened = try OpenedArchive() }

    @Test func `the state of an address comes back unchanged, to its own feed only`()
        async throws
    {
        var record = PullRecord(feed: "sample", target: "basel")
        try await opened.store.keep(record)
        #expect(try await opened.store.pulls(of: "sample") == [record])
        record.url = "https://data.example/basel"
        record.definition = "1"
        record.validators = .init(etag: "\"1\"", lastModified: nil)
        (record.lastAttempt, record.lastSuccess) = (noon, noon.addingTimeInterval(-60))
        (record.lastChange, record.nextAttempt) = (noon.addingTimeInterval(-120), noon.addingTimeInterval(60))
        (record.failures, record.fault, record.detail, record.rejectedRows) = (3, .timeout, "slow", 7)
        try await opened.store.keep(record)
        try await opened.store.keep(PullRecord(feed: "other", target: "basel"))
        #expect(try await opened.store.pulls(of: "sample") == [record])
        let again = try SQLiteStore(path: opened.folder.path("store.sqlite"))
        #expect(try await again.pulls(of: "sample") == [record])
    }

    @Test(arguments: FeedFault.allCases) func `every fault is stored`(fault: FeedFault) async throws {
        var record = PullRecord(feed: "sample", target: "")
        record.fault = fault
        try await opened.store.keep(record)
        #expect(try await opened.store.pulls(of: "sample")[0].fault == fault)
    }

    @Test func `no more requests are counted than a day may have, however many run at once`() async throws {
        let store = opened.store
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask { try await store.countCall(of: "sample", on: today, limit: 7) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(allowed == 7)
        #expect(try await store.calls(of: "sample", on: today) == 7)
        #expect(try await store.countCall(of: "sample", on: today.adding(days: 1), limit: 7))
        #expect(try await store.countCall(of: "other", on: today, limit: 1))
        #expect(try await store.countCall(of: "sample", on: today, limit: nil))
        #expect(try await store.calls(of: "sample", on: today) == 8)
    }

    @Test func `counts are forgotten after a month`() async throws {
        _ = try await opened.store.countCall(of: "sample", on: today, limit: nil)
        _ = try await opened.store.countCall(of: "sample", on: today.adding(days: 31), limit: nil)
        #expect(try await opened.count("pullCount") == 2)
        _ = try await opened.store.countCall(of: "sample", on: today.adding(days: 32), limit: nil)
        #expect(try await opened.store.calls(of: "sample", on: today) == 0)
    }
}
