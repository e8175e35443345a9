import Foundation
import People
import SampleTesting
import Testing
import Trips

@testable import Storage

extension BothStoresTests {
    @Suite struct TripStorageTests {
        private func all(_ store: any RowStore, of account: Account.ID) async throws -> [KeptTrip] {
            try await store.trips(of: account, from: .distantPast, until: .distantFuture)
        }

        @Test(arguments: StoreKind.tested)
        func `trips are read back as they were, and sent again they change nothing`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let trips = [KeptTrip.sample(daysAgo: 2), KeptTrip.sample(daysAgo: 1, .onFoot)]
            for unchanged in [0, 2] {
                let outcome = try await store.keep(trips, of: anna)
                #expect(outcome.refusals.isEmpty && outcome.unchanged == unchanged)
            }
            #expect(try await all(store, of: anna) == trips)
            let late = try await store.trips(of: anna, from: trips[1].start, until: trips[1].start + 1)
            #expect(late == [trips[1]])
            let other = try await store.keep([KeptTrip.sample(daysAgo: 2, hour: 0.25)], of: anna)
            #expect(other.refusals == [0: .overlap])
        }

        @Test(arguments: StoreKind.tested, [false, true])
        func `a page has its trips in order, and one more if there are more`(
            kind: StoreKind, isNewestFirst: Bool
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let trips = [3.0, 2, 1].map { KeptTrip.sample(daysAgo: $0) }
            _ = try await store.keep(trips, of: anna)
            let ordered = isNewestFirst ? trips.reversed() : trips
            var page = TripPage(from: trips[0].start, until: noon, limit: 1)
            page.isNewestFirst = isNewestFirst
            #expect(try await store.trips(of: anna, on: page) == Array(ordered.prefix(2)))
            page.start(after: ordered[0].start)
            #expect(try await store.trips(of: anna, on: page) == Array(ordered.dropFirst()))
            page.start(after: ordered[2].start)
            #expect(try await store.trips(of: anna, on: page).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `a trip is changed and deleted by its start`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let trip = KeptTrip.sample(daysAgo: 1)
            _ = try await store.keep([trip], of: anna)
            let walk = try await store.changeTrip(of: anna, from: trip.start) {
                $0.changed(to: .onFoot, carbon: nil)
            }
            #expect(try await all(store, of: anna) == [try #require(walk)])
            #expect(try await store.removeTrip(of: anna, from: trip.start))
            #expect(try await !store.removeTrip(of: anna, from: trip.start))
            #expect(try await store.changeTrip(of: anna, from: trip.start) { $0 } == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `of trips that are sent at once and overlap one is kept`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let kept = try await withThrowingTaskGroup(of: Bool.self) { group in
                for minute in 0..<8 {
                    let trip = KeptTrip.sample(daysAgo: 1, hour: Double(minute) / 60)
                    group.addTask { try await store.keep([trip], of: anna).refusals.isEmpty }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(kept == 1)
            #expect(try await all(store, of: anna).count == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `old trips are summed once, and later ones with them`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let old = [
                KeptTrip.sample(daysAgo: 40), KeptTrip.sample(daysAgo: 39),
                KeptTrip.sample(daysAgo: 39, hour: 2, .onFoot),
            ]
            _ = try await store.keep(old + [KeptTrip.sample(daysAgo: 1)], of: anna)
            #expect(try await store.sumTrips(at: noon) == 2)
            #expect(try await store.sumTrips(at: noon) == 0)
            #expect(try await all(store, of: anna).map(\.count) == [2, 1, 1])
            #expect(try await store.keep([old[1]], of: anna).refusals == [0: .summed])
            _ = try await store.keep([KeptTrip.sample(daysAgo: 42)], of: anna)
            #expect(try await store.sumTrips(at: noon) == 2)
            #expect(try await all(store, of: anna).map(\.count) == [3, 1, 1])
        }

        @Test(arguments: StoreKind.tested)
        func `trips that were deleted or cannot be opened do not keep others from a sum`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            _ = try await store.keep([KeptTrip.sample(daysAgo: 1)], of: anna)
            let end = TripMonths.monthAgo(noon).stored
            #expect(try await store.sumTrips(of: anna, before: end, at: noon) == 0)
            for account in [anna, ben] {
                _ = try await store.keep(
                    [KeptTrip.sample(daysAgo: 40), KeptTrip.sample(daysAgo: 39)], of: account)
            }
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run(
                    "UPDATE trip SET sealed = \(Data([1])) WHERE account = \(anna.rawValue)")
            }
            await #expect(throws: (any Error).self) { try await store.sumTrips(at: noon) }
            #expect(try await all(store, of: ben).map(\.count) == [2])
        }
    }
}
