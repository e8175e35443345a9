import Alerting
import Alerts
import Delivery
import Foundation
import Logging
package import People
import ServiceLifecycle

/// A store to which other processes write as well.
package protocol ForeignWriteSource: Sendable {
    /// A number that changes whenever another process has written.
    func foreignVersion() async throws -> Int64
    /// The accounts among some that do not exist or are suspended.
    func missing(among accounts: Set<Account.ID>) async throws -> Set<Account.ID>
}

/// Updates maps and open streams when another process, such as an import by command, writes to the database.
struct ForeignWriteWatcher: Service {
    /// The longest delay of a map or stream behind another process.
    static let interval = Duration.seconds(1)

    let store: any ForeignWriteSource
    let followers: StoreFollowers
    let hub: LiveHub
    let logger: Logger
    /// The file's version at the start.
    ///
    /// Later writes are noticed.
    private let beginning: Int64

    /// Creates a watcher that notices writes from now on.
    init(_ network: Network, logger: Logger) async throws {
        store = network.store
        followers = network.followers
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
                } catch let failure as StoreFailure where failure != .busy {
                    // The monitor logs it, once.
                } catch {
                    // An import may have locked the database. The next check sees the same writes.
                    logger.warning("foreign writes not checked", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Notifies maps, streams and channels if another process has written since a version.
    ///
    /// - Returns: The current version.
    func look(since last: Int64) async throws -> Int64 {
        let version = try await store.foreignVersion()
        guard version != last else { return last }
        followers.noteForeignWrite()
        for account in try await store.missing(among: hub.accounts) { hub.close(account) }
        return version
    }
}

/// Runs the forecast rounds of subscribers whose chosen time has come.
struct ForecastClock: Service {
    /// The interval between checks, and so the delay after the chosen minute while there are few subscribers.
    static let interval = Duration.seconds(10)

    let service: ForecastService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await service.run(at: Date())
                } catch is CancellationError {
                    return
                } catch let failure as StoreFailure where failure != .busy {
                    // The monitor logs it, once.
                } catch {
                    // An import may have locked the database. The rounds stay due.
                    logger.warning("forecast rounds not held", metadata: ["error": "\(error)"])
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
