import Alerting
package import Alerts
import Delivery
import Foundation
import Logging
package import People
import ServiceLifecycle

/// A store to which other programs write as well: commands, and services that share a PostgreSQL database.
package protocol ForeignWriteSource: Sendable {
    /// Where what has been committed so far ends.
    func foreignMark() async throws -> ForeignMark
    /// What other programs committed after a mark.
    func foreignChanges(after mark: ForeignMark) async throws -> ForeignChanges
    /// Tells other programs of commits and hears of theirs, as far as the store can, until the task is cancelled.
    ///
    /// - Parameter act: Is called when others may have committed. A call can get lost.
    func attendBell(_ act: @escaping @Sendable () -> Void) async
    /// The accounts among some whose streams no longer hold: those that do not exist, are suspended, or care for
    /// a person who is not among them.
    func missing(among accounts: Set<Account.ID>) async throws -> Set<Account.ID>
}

/// Hands on what other programs commit to the database, such as another service or an import by command, as if it had
/// been committed here.
struct ForeignWriteWatcher: Service {
    /// The longest delay of a map or stream behind another program whose bell was not heard.
    static let interval = Duration.seconds(1)

    let store: any ForeignWriteSource
    let followers: StoreFollowers
    let hub: LiveHub
    let reports: ReportService
    let logger: Logger
    /// Where the commits ended at the start.
    ///
    /// Later ones are handed on.
    private let beginning: ForeignMark

    /// Creates a watcher that notices commits from now on.
    init(_ network: Network, logger: Logger) async throws {
        store = network.store
        followers = network.followers
        hub = network.hub
        reports = network.reports
        self.logger = logger
        beginning = try await network.store.foreignMark()
    }

    func run() async throws {
        // Calls that come during a look are one.
        let (calls, call) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask { await store.attendBell { call.yield() } }
                group.addTask { await tick { call.yield() } }
                group.addTask { await follow(calls) }
            }
        }
    }

    /// Calls from time to time, since a bell can get lost.
    private func tick(_ call: () -> Void) async {
        while !Task.isCancelled {
            call()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func follow(_ calls: AsyncStream<Void>) async {
        var mark = beginning
        for await _ in calls {
            do {
                try await look(from: &mark)
            } catch let failure as StoreFailure where failure != .busy {
                // The monitor logs it, once.
            } catch {
                guard !Task.isCancelled else { return }
                // An import may have locked the database. The next look sees the same commits.
                logger.warning("foreign writes not checked", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Hands on everything that other programs committed after a mark, and moves the mark behind it.
    ///
    /// - Throws: Why the rest could not be read; the mark is then behind what was handed on.
    func look(from mark: inout ForeignMark) async throws {
        while true {
            let news = try await store.foreignChanges(after: mark)
            if news.changes.contains(where: \.mayBeMore) {
                for account in try await store.missing(among: hub.accounts) { hub.close(account) }
            }
            for changes in news.changes { followers.committed(changes) }
            // Who received a report there signals only to itself that subscribers wait to be told.
            if news.changes.contains(where: { $0.reportsChanged || $0.mayBeMore }) { reports.lookAgain() }
            mark = news.mark
            guard news.hasMore else { return }
        }
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
