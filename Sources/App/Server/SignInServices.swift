import Authentication
import Delivery
package import Foundation
import HTTP
import Logging
import ServiceLifecycle

/// Runs the tasks that sign-in defers until after the response.
struct SignInTaskService: Service {
    let service: SignInService

    func run() async throws {
        await withGracefulShutdownHandler {
            await service.work()
        } onGracefulShutdown: {
            service.close()
        }
    }
}

/// The sessions and tokens of accounts, as far as they are used and end.
package protocol SessionUseStore: Sendable {
    /// Records when sessions and account tokens were last used.
    func noteVisits(_ uses: [String: Date]) async throws
    /// Deletes sessions, links and tokens that have ended, and failures that no longer count.
    func forgetSignIns(at now: Date) async throws
}

/// Writes the last uses of sessions and tokens to the store, and removes expired ones.
struct SessionUseService: Service {
    /// The longest delay before a use is written.
    static let interval = Duration.seconds(60)

    let store: any SessionUseStore
    let visits: CredentialUses
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
            try await store.noteVisits(visits.take())
            try await store.forgetSignIns(at: Date())
        } catch {
            // Nothing depends on it, and the next use is recorded again.
            logger.warning("uses of sessions not noted", metadata: ["error": "\(error)"])
        }
    }
}

extension SessionCookies {
    /// Chooses the cookies of the site.
    ///
    /// They are protected by TLS, either a proxy's or this service's own. Without TLS, the choice depends on
    /// whether only this machine can reach the service.
    init(_ configuration: ServerConfiguration) {
        let isSecure =
            configuration.publicAddress?.isSecure == true || configuration.transport.certificate != nil
        self.init(
            isSecure ? .secure : configuration.isForThisMachine ? .machine : .open,
            address: configuration.publicAddress?.text)
    }
}
