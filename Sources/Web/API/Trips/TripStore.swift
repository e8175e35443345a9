package import Foundation
package import People
package import Trips

/// Stores trips without any place.
package protocol TripStore: Sendable {
    /// The trips of an account that start in a span, oldest first.
    func trips(of account: Account.ID, from start: Date, until end: Date) async throws -> [KeptTrip]
    /// The trips of an account on a page, and one more if there are more.
    func trips(of account: Account.ID, on page: TripPage) async throws -> [KeptTrip]
    /// Keeps trips, and says for each why not, and how many were kept before.
    func keep(
        _ trips: [KeptTrip], of account: Account.ID
    ) async throws -> (refusals: [Int: TripIntake.Refusal], unchanged: Int)
    /// Changes the trip that starts at a time; `nil` if there is none.
    func changeTrip(
        of account: Account.ID, from start: Date, _ change: @escaping @Sendable (KeptTrip) throws -> KeptTrip
    ) async throws -> KeptTrip?
    /// Deletes the trip that starts at a time; `false` when there is none.
    func removeTrip(of account: Account.ID, from start: Date) async throws -> Bool
    /// Deletes all trips of an account.
    func removeTrips(of account: Account.ID) async throws
}
