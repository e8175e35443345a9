import Authentication
package import Foundation
package import Observations
import People
package import Storage

/// Issues keys to stations.
package struct StationKeyService: Sendable {
    private let store: SQLiteStore

    package init(store: SQLiteStore) { self.store = store }

    /// Makes a key.
    ///
    /// If `former` names another key, the new one replaces it after a grace period.
    ///
    /// - Returns: The key, which is never shown again.
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
