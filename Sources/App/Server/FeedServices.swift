import API
import Crypto
import Delivery
import Feeds
import Foundation
import Logging
import Observations
package import Pulling
import ServiceLifecycle

/// The services that fetch the configured feeds.
package struct FeedServices: Sendable {
    package let overview: FeedOverview
    /// The services to run; empty if no feed is configured.
    let services: [any Service]
    /// What they fetch with, to be closed after them.
    let client: GuardedClient?

    init(_ configuration: ServerConfiguration, network: Network, logger: Logger) throws {
        let feeds = try configuration.pulledFeeds.map { try PulledFeed.named($0, configuration) }
        overview = FeedOverview(feeds, ledger: network.store, now: { Date() })
        guard !feeds.isEmpty else {
            (services, client) = ([], nil)
            return
        }
        let client = GuardedClient(feeding: configuration)
        let puller = FeedPuller(
            client: client, ledger: network.store, intake: PulledIntake(network: network))
        services = [FeedService(feeds, puller: puller, ledger: network.store, logger: logger)]
        self.client = client
    }

    /// Creates an overview of the configured feeds, for commands that do not serve.
    package static func overview(_ configuration: ServerConfiguration, network: Network) throws
        -> FeedOverview
    {
        let feeds = try configuration.pulledFeeds.map { try PulledFeed.named($0, configuration) }
        return FeedOverview(feeds, ledger: network.store, now: { Date() })
    }

    /// Requests all targets of a feed at once, whether or not they are due.
    ///
    /// The daily limit and the pauses between requests apply nevertheless. So do pauses that the provider
    /// asked for, unless forced. `report` is called with the name and the outcome of each target.
    ///
    /// - Throws: `ProviderPause` if the provider asked for a pause, and errors of the store.
    package static func pull(
        _ feed: PulledFeed, _ configuration: ServerConfiguration, network: Network, isForced: Bool = false,
        report: (_ target: String, FeedPuller.Outcome) -> Void
    ) async throws {
        // Mistakes in other feeds are reported when those are fetched.
        let others = configuration.pulledFeeds.compactMap { try? PulledFeed.named($0, configuration) }
        let client = GuardedClient(feeding: configuration)
        let puller = FeedPuller(
            client: client, ledger: network.store, intake: PulledIntake(network: network))
        do {
            try await puller.pullAll(of: feed, beside: others, isForced: isForced, report: report)
        } catch {
            await client.shutDown()
            throw error
        }
        await client.shutDown()
    }
}

extension GuardedClient {
    /// Creates the client for feeds.
    ///
    /// It may call the same addresses as the client for messages.
    fileprivate convenience init(feeding configuration: ServerConfiguration) {
        self.init(
            configuration.outbound, resolver: SystemResolver(), trusting: configuration.outboundAuthorities,
            inflatingUpTo: PullDefinition.largestAnswer, of: configuration.publicAddress)
    }
}

extension PulledFeed {
    /// Reads a feed by name, with its secrets from the environment.
    ///
    /// - Throws: `DefinitionMistake` if there is no such feed, and ``ConfigurationMistake`` if it cannot be
    ///   fetched.
    package static func named(
        _ name: String, _ configuration: ServerConfiguration,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> PulledFeed {
        let definition = try FeedDefinition.named(name, in: configuration.feeds)
        var hash = SHA256()
        for file in definition.files { hash.update(data: try Data(contentsOf: file)) }
        let fingerprint = hash.finalize().prefix(16).map { String($0, radix: 16) }.joined(separator: "-")
        guard let feed = PulledFeed(definition, fingerprint: fingerprint, environment: environment)
        else {
            throw ConfigurationMistake(
                "the feed \(name) cannot be pulled: its definition lacks the member pull")
        }
        guard !feed.targets.isEmpty else {
            throw ConfigurationMistake(
                "the feed \(name) cannot be pulled: pull.places or pull.stations of its definition names none"
            )
        }
        return feed
    }
}
