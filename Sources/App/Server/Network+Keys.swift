import Authentication
package import Foundation
package import Observations
import People
import Storage

extension Network {
    /// Creates a key for a station.
    ///
    /// - Returns: The key, which is never shown again, or `nil` if there is no such station.
    /// - Throws: `KeyRefusal.tooMany`.
    package func createKey(
        for station: Station.ID, label: String? = nil, at now: Date
    ) async throws -> String? {
        do {
            return try await makeKey(for: station, label: label, at: now).secret
        } catch KeyRefusal.unknownStation {
            return nil
        }
    }

    /// Creates a key.
    ///
    /// If `former` names another key, the new one replaces it after a grace period.
    ///
    /// - Throws: `KeyRefusal`.
    package func makeKey(
        for station: Station.ID, label: String? = nil, replacing former: String? = nil,
        grace: Duration = StationKey.usualGrace, at now: Date
    ) async throws -> (id: String, secret: String) {
        let secret = Secret(for: .station(station))
        let seconds = Double(min(max(grace, .zero), StationKey.longestGrace).components.seconds)
        try await store.addKey(
            secret.credential, label: label,
            replacing: former.map { ($0, now.addingTimeInterval(seconds)) }, at: now)
        return (secret.credential.id, secret.text)
    }
}
