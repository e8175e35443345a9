import Alerts
package import Allergens
package import Foundation
package import Help
package import People

extension RowStore {
    /// Notes what became of medicines on a day; when this returns, it is durable.
    ///
    /// - Returns: Everything that is noted for the day.
    /// - Throws: ``IntakeRefusal``; then nothing has changed.
    package func note(
        _ changes: [IntakeChange], on day: CivilDate, of account: Account.ID, at now: Date
    ) async throws -> Intakes {
        guard day.firstStart <= now else { throw IntakeRefusal.futureDay }
        return try await writeRows(locking: .account(account)) { [keys, taxonomy] runner in
            let zone = try runner.profile(of: account, taxonomy: taxonomy, keys).timeZone
            var noting = try IntakeNoting(
                on: day, of: account.rawValue, in: zone, at: now, keys, by: runner)
            for (place, change) in changes.enumerated() {
                guard try noting.note(change, from: .page) || change.state == nil
                else { throw IntakeRefusal.unknownMedicine(place) }
            }
            guard noting.intakes.entries.count <= Intakes.limit
            else { throw IntakeRefusal.tooMany(limit: Intakes.limit) }
            try noting.keep()
            runner.notify(of: CommittedChanges(remindersChanged: true))
            return noting.intakes
        }
    }
}
