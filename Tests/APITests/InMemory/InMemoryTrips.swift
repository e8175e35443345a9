import Foundation
import People
import Trips

@testable import API

/// The trips of some accounts.
struct InMemoryTrips: TripStore {
    private let kept = Guarded<[Account.ID: [KeptTrip]]>([:])

    func trips(of account: Account.ID, from start: Date, until end: Date) async throws -> [KeptTrip] {
        (kept.value[account] ?? []).filter { $0.start >= start && $0.start < end }
            .sorted { $0.start < $1.start }
    }

    func trips(of account: Account.ID, on page: TripPage) async throws -> [KeptTrip] {
        let trips = (kept.value[account] ?? []).filter { $0.start >= page.from && $0.start < page.until }
            .sorted { page.isNewestFirst ? $0.start > $1.start : $0.start < $1.start }
        return Array(trips.prefix(page.limit + 1))
    }

    func keep(
        _ trips: [KeptTrip], of account: Account.ID
    ) async throws -> (refusals: [Int: TripIntake.Refusal], unchanged: Int) {
        kept.change { kept in
            let held = kept[account] ?? []
            var intake = TripIntake(beside: held, count: held.count)
            var refusals: [Int: TripIntake.Refusal] = [:]
            for (index, trip) in trips.enumerated() {
                do throws(TripIntake.Refusal) { try intake.add(trip) } catch { refusals[index] = error }
            }
            kept[account, default: []] += intake.added
            return (refusals, intake.unchanged)
        }
    }

    func changeTrip(
        of account: Account.ID, from start: Date, _ change: @escaping @Sendable (KeptTrip) throws -> KeptTrip
    ) async throws -> KeptTrip? {
        guard let former = kept.value[account]?.first(where: { $0.start == start }) else { return nil }
        let trip = try change(former)
        kept.change { $0[account] = ($0[account] ?? []).map { $0.start == start ? trip : $0 } }
        return trip
    }

    func removeTrip(of account: Account.ID, from start: Date) async throws -> Bool {
        kept.change { kept in
            let count = kept[account]?.count
            kept[account]?.removeAll { $0.start == start }
            return kept[account]?.count != count
        }
    }

    func removeTrips(of account: Account.ID) async throws { kept.change { $0[account] = nil } }
}
