import Authentication
package import Foundation
package import Observations
package import People

/// The keys of stations, as far as they are made, used and forgotten.
package protocol StationKeyStore: Sendable {
    /// Adds a key to a station, and sets an end to the key that it replaces.
    ///
    /// - Throws: `KeyRefusal`; then nothing has changed.
    func addKey(
        _ credential: Credential, label: String?, replacing former: (id: String, ends: Date)?, at now: Date
    ) async throws
    /// The station that a key belongs to.
    func station(ofKey id: String) async throws -> Station.ID?
    /// Records when keys were last used.
    func noteUses(_ uses: [String: Date]) async throws
    /// Deletes the keys that ended longer than `StationKey.remembered` ago.
    func forgetKeys(at now: Date) async throws
}

/// Issues keys to stations.
package struct StationKeyService: Sendable {
    private let store: any StationKeyStore

    package init(store: any StationKeyStore) { self.store = store }

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
