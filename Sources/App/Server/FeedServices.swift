import API
import Crypto
import Delivery
import Feeds
import Foundation
import Logging
import Observations
package import Pulling
import ServiceLifecycle
import Storage

extension SQLiteStore: PullLedger {}

/// What fetches the feeds that are configured.
package struct FeedServices: Sendable {
    package let overview: FeedOverview
    /// What runs; nothing when no feed is configured.
    let services: [any Service]

    init(_ configuration: ServerConfiguration, network: Network, logger: Logger) throws {
        let feeds = try configuration.pulledFeeds.map { try PulledFeed.named($0, configuration) }
        overview = FeedOverview(feeds, ledger: network.store, now: { Date() })
        guard !feeds.isEmpty else {
            services = []
            return
        }
        let client = GuardedClient(feeding: configuration)
        let puller = FeedPuller(
            client: client, ledger: network.store, intake: PulledIntake(network: network))
        let service = FeedService(feeds, puller: puller, ledger: network.store, logger: logger)
        services = [FeedPost(service: service, client: client)]
    }

    /// How the feeds that are configured are doing, for whoever does not serve.
    package static func overview(_ configuration: ServerConfiguration, network: Network) throws
        -> FeedOverview
    {
        let feeds = try configuration.pulledFeeds.map { try PulledFeed.named($0, configuration) }
        return FeedOverview(feeds, ledger: network.store, now: { Date() })
    }

    /// Asks for everything of a feed at once, whether or not it is due.
    ///
    /// The budget of the day and the pauses between requests hold all the same, and so do the pauses that the provider has
    /// asked for, unless it is forced. `report` is called with the name of each target and what became of it.
    ///
    /// - Throws: `ProviderPause` when the provider wants to be left alone, and what reading and writing the store throws.
    package static func pull(
        _ feed: PulledFeed, _ configuration: ServerConfiguration, network: Network, isForced: Bool = false,
        report: (_ target: String, FeedPuller.Outcome) -> Void
    ) async throws {
        // A mistake in another feed is told when that one is fetched.
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

/// Fetches until the program ends.
private struct FeedPost: Service {
    let service: FeedService
    let client: GuardedClient

    func run() async throws {
        try await service.run()
        await client.shutDown()
    }
}

extension GuardedClient {
    /// The client for feeds, which are allowed the addresses that messages are allowed.
    fileprivate convenience init(feeding configuration: ServerConfiguration) {
        self.init(
            configuration.outbound, resolver: SystemResolver(), trusting: configuration.outboundAuthorities,
            inflatingUpTo: PullDefinition.largestAnswer)
    }
}

extension PulledFeed {
    /// The feed of a name, with the secrets that the environment holds.
    ///
    /// - Throws: `DefinitionMistake` when there is no such feed, and ``ConfigurationMistake`` when it is not fetched.
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

/// Feeds, as the routes see them.
struct FeedPort: FeedDirectory {
    let overview: FeedOverview

    func feeds() async throws -> [FeedHealth] { try await overview.health() }
}
