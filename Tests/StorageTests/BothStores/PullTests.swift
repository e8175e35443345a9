import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct PullTests {
        @Test(arguments: StoreKind.tested)
        func `the state of an address comes back unchanged, to its own feed only`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            var record = PullRecord(feed: "sample", target: "basel")
            try await opened.store.keep(record)
            #expect(try await opened.store.pulls(of: "sample") == [record])
            record.url = "https://data.example/basel"
            record.definition = "1"
            record.validators = .init(etag: "\"1\"", lastModified: nil)
            (record.lastAttempt, record.lastSuccess) = (noon, noon.addingTimeInterval(-60))
            (record.lastChange, record.nextAttempt) = (
                noon.addingTimeInterval(-120), noon.addingTimeInterval(60)
            )
            (record.failures, record.fault, record.detail, record.rejectedRows) = (3, .timeout, "slow", 7)
            try await opened.store.keep(record)
            try await opened.store.keep(PullRecord(feed: "other", target: "basel"))
            #expect(try await opened.store.pulls(of: "sample") == [record])
            let kept = try await opened.again { try await $0.pulls(of: "sample") }
            #expect(kept == [record])
        }

        @Test(arguments: StoreKind.tested)
        func `addresses come in the order of their bytes`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            for target in ["b", "ä", "B", "a b", "ab", ""] {
                try await opened.store.keep(PullRecord(feed: "sample", target: target))
            }
            let targets = try await opened.store.pulls(of: "sample").map(\.target)
            #expect(targets == ["", "B", "a b", "ab", "b", "ä"])
        }

        @Test(arguments: StoreKind.tested, FeedFault.allCases)
        func `every fault is stored`(kind: StoreKind, fault: FeedFault) async throws {
            let opened = try await OpenedRows(kind)
            var record = PullRecord(feed: "sample", target: "")
            record.fault = fault
            try await opened.store.keep(record)
            #expect(try await opened.store.pulls(of: "sample")[0].fault == fault)
        }

        @Test(arguments: StoreKind.tested)
        func `no more requests are counted than a day may have, however many run at once`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
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

        @Test(arguments: StoreKind.tested)
        func `counts are forgotten after a month`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            _ = try await opened.store.countCall(of: "sample", on: today, limit: nil)
            _ = try await opened.store.countCall(of: "sample", on: today.adding(days: 31), limit: nil)
            #expect(try await opened.count("pullCount") == 2)
            _ = try await opened.store.countCall(of: "sample", on: today.adding(days: 32), limit: nil)
            #expect(try await opened.store.calls(of: "sample", on: today) == 0)
        }
    }
}
