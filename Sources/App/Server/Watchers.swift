import Alerting
import Delivery
import Foundation
import Logging
import Maps
import ServiceLifecycle
import Storage

/// Lets the maps and the open streams follow when another process, such as an import by command, writes to the database.
struct ForeignWriteWatcher: Service {
    /// How long a map or stream may lag behind another process.
    static let interval = Duration.seconds(1)

    let store: SQLiteStore
    let fields: FieldCache
    let ledger: LedgerObservers
    let hub: LiveHub
    let logger: Logger
    /// The state of the file in which everybody has seen it: what is written later is noticed.
    private let beginning: Int64

    /// Makes a watcher that notices what is written from now on.
    init(_ network: Network, logger: Logger) async throws {
        store = network.store
        fields = network.fields
        ledger = network.ledger
        hub = network.hub
        self.logger = logger
        beginning = try await network.store.foreignVersion()
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var last = beginning
            while !Task.isCancelled {
                do {
                    last = try await look(since: last)
                } catch is CancellationError {
                    return
                } catch {
                    // The database may be locked by an import; the next look will tell.
                    logger.warning("foreign writes not checked", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Tells maps, streams and channels when another process has written since a version.
    ///
    /// - Returns: The version of now.
    func look(since last: Int64) async throws -> Int64 {
        let version = try await store.foreignVersion()
        guard version != last else { return last }
        fields.noteEverything()
        ledger.ledgerGrew()
        for account in try await store.missing(among: hub.accounts) { hub.close(account) }
        return version
    }
}

/// Has the forecast looked at for those whose time of day has come.
struct ForecastClock: Service {
    /// How long after the chosen minute the last of few subscribers is told.
    static let interval = Duration.seconds(10)

    let desk: ForecastService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await desk.run(at: Date())
                } catch is CancellationError {
                    return
                } catch {
                    // The database may be locked by an import; the rounds stay due.
                    logger.warning("forecast rounds not held", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}

/// All who want to know of new lines in the ledger.
package struct LedgerObservers: LedgerObserver {
    /// Open streams.
    let follower: LedgerFollower
    /// What is sent over channels.
    let outbox: LedgerSignal

    package func ledgerGrew() {
        follower.ledgerGrew()
        outbox.ledgerGrew()
    }
}
