import Alerts
import Allergens
import Foundation
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    @Suite struct FenceRowsTests {
        @Test(arguments: StoreKind.tested)
        func `a fence is read back, sealed, and removed by its owner alone`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let ben = try await opened.account("ben")
            try await opened.fence("home", of: anna)
            let fence = try #require(try await store.fences(of: anna).first)
            #expect(
                fence.id == Fence.sample("home", of: anna).id
                    && fence.area == Fence.sample("home", of: anna).area)
            let sealed = try await store.readRows {
                try $0.value("SELECT sealed FROM fence", as: Data.self)
            }
            #expect(try #require(sealed).range(of: Data(fence.name.utf8)) == nil)
            #expect(try await !store.remove(fence.id, of: ben))
            #expect(try await store.remove(fence.id, of: anna))
            #expect(try await store.fences(of: anna).isEmpty)
            #expect(try await opened.count("fenceBox") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `fences and reminders follow the profile of their owner`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await opened.fence("home", of: anna)
            let plan = ReminderPlan(isOn: true, times: [.init(LocalTime(hour: 18))])
            let before = try await store.keep(plan, of: anna, at: noon)
            let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
            let profile = try await store.change(profileOf: anna, at: noon) { profile in
                var changed = profile
                changed.timeZone = tokyo
                return changed
            }
            #expect(profile.timeZone == tokyo)
            #expect(try await store.profile(of: anna) == profile)
            let zone = try await store.readRows {
                try $0.value("SELECT timeZone FROM fence", as: String.self)
            }
            #expect(zone == "Asia/Tokyo")
            #expect(try await store.reminderPlan(of: anna).due != before)
        }

        @Test(.enabled(if: StoreKind.hasServer))
        func `the boxes of a fence tell a match what the fence does`() async throws {
            let opened = try await OpenedRows(.postgreSQL)
            let (store, anna) = (opened.store, try await opened.account())
            try await opened.fence("home", of: anna)
            #expect(try await FenceBoxes.expectCopies(in: store) == 1)
            _ = try await store.change(profileOf: anna, at: noon) { profile in
                var changed = profile
                changed.acceptsUnsure.toggle()
                return changed
            }
            try await FenceBoxes.expectCopies(in: store)
            try await store.writeRows(locking: .account(anna)) { runner in
                try runner.run(
                    """
                    UPDATE fence SET starts = 10, ends = 20, kinds = 1, quietFrom = 1320, quietUntil = 420,
                        quietException = 3, timeZone = 'Europe/Zurich'
                    """)
            }
            try await FenceBoxes.expectCopies(in: store)
            let zone = try await store.readRows {
                try $0.value("SELECT timeZone FROM fenceBox", as: String.self)
            }
            #expect(zone == "Europe/Zurich")
        }

        @Test(arguments: StoreKind.tested)
        func `who has seen the newest fence has seen all with lower numbers`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let ben = try await opened.account("ben")
            try await opened.fence("home", of: anna)
            let reports = try #require(store as? any ReportStore)
            let home = try await reports.newestFence()
            let (begun, begin) = AsyncStream<Void>.makeStream()
            async let slow: Int64 = store.writeRows(locking: .account(anna)) { runner in
                let number = try runner.insertedNumber(
                    """
                    INSERT INTO fence (id, account, sealed, kinds, fieldMaximum, unsure, timeZone)
                    SELECT 'slow', account, sealed, kinds, fieldMaximum, unsure, timeZone FROM fence
                    RETURNING number
                    """)
                begin.finish()
                Thread.sleep(forTimeInterval: 0.3)
                return number
            }
            for await _ in begun {}
            try await opened.fence("quick", of: ben)
            let newest = try await reports.newestFence()
            #expect(try await slow < newest.rawValue)
            #expect(home.rawValue < newest.rawValue)
            let last = try await store.readRows {
                try $0.value("SELECT max(number) FROM fence", as: Int64.self)
            }
            #expect(last == newest.rawValue)
        }

        @Test(arguments: StoreKind.tested)
        func `fences near a place are visited with what they watch`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let anna = try await opened.account()
            try await opened.fence("home", of: anna)
            func visited(_ allergen: Allergen.ID, _ box: BoundingBox) async throws -> Int {
                try await opened.raising { transaction in
                    var count = 0
                    try transaction.visitFences(touching: box, watching: allergen, for: .station, at: noon) {
                        fence in
                        count += 1
                        #expect(fence.threshold > .none)
                    }
                    return count
                }
            }
            let here = BoundingBox(around: .basel, radius: 1_000)
            #expect(try await visited("birch", here) == 1)
            #expect(try await visited("ragweed", here) == 0)
            #expect(try await visited("birch", BoundingBox(around: Coordinate(20, 20), radius: 1_000)) == 0)
        }
    }
}
