import Allergens
import Delivery
import Feeds
import Foundation
import Logging
import Observations
import Pulling
import SampleTesting
import Server
import Storage
import Synchronization

/// A network that fetches from a provider of our own, with a clock that the tests set.
struct Provider: Sendable {
    let folder: TemporaryFolder
    let server: PythonServer
    let network: Network
    /// The file behind the network.
    let store: SQLiteStore
    let client: GuardedClient
    let time = SetClock()

    init(allowing allowed: String = "127.0.0.1") async throws {
        server = try await PythonServer("feed_server.py")
        folder = try TemporaryFolder()
        let configuration = try ServerConfiguration(
            flags: [.database: folder.path("breathe.sqlite"), .resources: repository.path], environment: [:])
        network = try Network(configuration)
        guard let file = network.store as? SQLiteStore else { preconditionFailure("the store is another") }
        store = file
        try await store.add([.sample()])
        guard let addressGuard = AddressGuard(allowing: allowed) else { preconditionFailure("no address") }
        client = GuardedClient(
            addressGuard, resolver: SystemResolver(), inflatingUpTo: PullDefinition.largestAnswer)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "feeds"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: repository.appending(path: "stations/networks"), to: folder.url.appending(path: "networks"))
    }

    /// Runs an action with a network whose provider exists until the action ends.
    static func during(
        allowing allowed: String = "127.0.0.1", _ act: (Provider) async throws -> Void
    ) async throws {
        let provider = try await Provider(allowing: allowed)
        do { try await act(provider) } catch {
            await provider.client.shutDown()
            throw error
        }
        await provider.client.shutDown()
    }

    /// A plain feed that is fetched from a path of the provider.
    func feed(
        _ path: String, at address: String? = nil, named name: String = "sample", query: String? = nil,
        _ members: String = "", title: String = "T", environment: [String: String] = [:]
    ) throws -> PulledFeed {
        let query = query.map { #""query": {"q": "\#($0)"},"# } ?? ""
        let text = #"""
            {"title": "\#(title)", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [","],
             "network": "swisspollen",
             "columns": {"station": ["station"], "allergen": ["allergen"], "day": ["day"], "value": ["value"]},
             "pull": {"url": "\#(address ?? server.greeting)/\#(path)", "contentTypes": ["text/csv"], \#(query) \#(members)
                      "megabytes": 1, "schedule": {"timeZone": "UTC", "published": ["18:00"]}}}
            """#
        return try feed(holding: text, named: name, environment: environment)
    }

    /// A feed of documents that name stations after a prefix.
    static func document(at address: String) -> String {
        #"""
        {"title": "T", "source": "S", "licence": "L", "format": "json",
         "readings": [{"value": "s[i].v", "place": {"station": "s[i].id", "prefix": "sample-"},
                       "allergen": {"fixed": "birch"}, "day": {"today": true}, "unit": {"fixed": "grains/m3"},
                       "basis": "measured"}],
         "pull": {"url": "\#(address)", "contentTypes": ["application/json"], "megabytes": 1,
                  "schedule": {"timeZone": "UTC", "published": ["18:00"]}}}
        """#
    }

    /// A feed of any format.
    func feed(
        holding text: String, named name: String, environment: [String: String] = [:]
    ) throws -> PulledFeed {
        _ = try folder.file("feeds/\(name).json", holding: text)
        let definition = try FeedDefinition.named(name, in: folder.url.appending(path: "feeds"))
        guard let feed = PulledFeed(definition, fingerprint: "\(text.hashValue)", environment: environment)
        else { preconditionFailure("the definition says how it is fetched") }
        return feed
    }

    var puller: FeedPuller {
        FeedPuller(
            client: client, ledger: store, intake: PulledIntake(network: network),
            clock: time.clock, folder: folder.url)
    }

    func lanes(_ feeds: PulledFeed...) -> [HostLane] { service(feeds).lanes }

    func service(_ feeds: PulledFeed...) -> FeedService { service(feeds) }

    private func service(_ feeds: [PulledFeed]) -> FeedService {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        return FeedService(
            feeds, puller: puller, ledger: store, clock: time.clock, logger: logger)
    }

    /// Fetches a feed's first target.
    func pull(_ feed: PulledFeed) async throws -> FeedPuller.Outcome {
        try await puller.pullOnce(feed.targets[0], of: feed)
    }

    func health(_ feed: PulledFeed) async throws -> FeedHealth {
        let now = time.now
        return try await FeedOverview([feed], ledger: store, now: { now }).health()[0]
    }

    /// The network's readings at the station, as `allergen value`.
    func readings() async throws -> [String] {
        try await store.readings(of: "basel", days: today.adding(days: -9)...today)
            .map { "\($0.allergen.rawValue) \(Int($0.value))" }
    }

    /// The requests that the provider has seen.
    func requests() throws -> [SeenRequest] {
        try server.lines.map { try JSONDecoder().decode(SeenRequest.self, from: $0) }
    }

    /// The files left over from downloads.
    var leftovers: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                .filter { $0.hasPrefix("breathe-feed-") }
        }
    }
}

/// A request as the provider saw it.
struct SeenRequest: Decodable {
    let path: String
    let headers: [String: String]
}

/// A clock that stands still unless it is moved, or somebody waits for it.
final class SetClock: Sendable {
    private let state = Mutex((now: noon, waits: [Duration](), share: 0.5))

    var now: Date {
        get { state.withLock(\.now) }
        set { state.withLock { $0.now = newValue } }
    }
    /// The waits so far.
    var waits: [Duration] { state.withLock(\.waits) }

    var clock: PullClock {
        PullClock(
            now: { self.now },
            sleep: { wait in
                self.state.withLock {
                    $0.waits.append(wait)
                    $0.now.addTimeInterval(Double(wait.components.seconds))
                }
            },
            share: { self.state.withLock(\.share) })
    }
}
