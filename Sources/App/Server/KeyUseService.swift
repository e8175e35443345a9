import Authentication
import Foundation
import Logging
import ServiceLifecycle

/// Writes the last uses of keys to the store, once a minute and at the end, and removes keys that ended long
/// ago.
struct KeyUseService: Service {
    /// The longest delay before a use is written.
    static let interval = Duration.seconds(60)

    let store: any StationKeyStore
    let uses: CredentialUses
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                // A cancelled task writes nothing, and the uses that it has taken would be lost.
                guard !Task.isCancelled else { return }
                await write()
            }
        }
        await write()
    }

    private func write() async {
        do {
            try await store.noteUses(uses.take())
            try await store.forgetKeys(at: Date())
        } catch {
            // Nothing depends on it, and the next use is recorded again.
            logger.warning("uses of keys not noted", metadata: ["error": "\(error)"])
        }
    }
}
