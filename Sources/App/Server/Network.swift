package import Alerting
import Alerts
package import Allergens
package import Authentication
package import Delivery
import Foundation
package import Geography
package import Maps
import Observations
import People
package import Rendering

/// The network's stores and services, as every command uses them.
package struct Network: Sendable {
    package let store: any NetworkStore
    /// The store as a file; `nil` if it is none.
    let file: (any StoreFile)?
    /// The public address of the service, if configured.
    let publicAddress: PublicAddress?
    /// The store of logins.
    package let logins: any LoginStore
    package let taxonomy = Taxonomy.standard
    /// The altitudes beneath the map, if there is a table.
    package let terrain: Terrain?
    /// The interpolated fields of recent requests.
    package let fields: FieldCache
    /// Distributes new ledger entries to the streams of their accounts.
    package let hub = LiveHub()
    /// Opens live streams and sends them the ledger entries that they missed.
    package let feed: LiveFeed
    /// Passes new ledger entries to the hub, in order.
    package let follower: LedgerFollower
    /// What is notified of every change that is committed to the store.
    let followers: StoreFollowers
    package let layers: LayerCatalogue
    package let readings: ReadingService
    package let forecasts: ForecastService
    package let accounts: AccountService
    package let consents: ConsentService
    package let reports: ReportService
    package let fences: FenceService
    let previews: AlertPreviewService
    package let tiles: TileService
    /// The values behind the tiles.
    let values: ValueTileService
    package let markers: MarkerService
    package let air: AirService
    /// The slots for uploads and pulled feeds that must be held in memory as a whole.
    package let documents = DocumentSlots()

    /// Opens the database file and reads the definitions.
    ///
    /// - Parameters:
    ///   - configuration: Where to find them.
    ///   - cache: The page cache limit of each database connection, in kibibytes; `nil` for the usual one.
    /// - Throws: An error if one of them cannot be read.
    package init(_ configuration: ServerConfiguration, cache: Int? = nil) throws {
        try self.init(configuration, configuration.openStores(cache: cache))
    }

    /// Opens the database, in PostgreSQL if that is where it is kept, and reads the definitions.
    ///
    /// - Parameters:
    ///   - configuration: Where to find them.
    ///   - serves: Whether this program serves; another one that does learns of what it writes.
    ///   - cache: The page cache limit of each connection to a file, in kibibytes; `nil` for the usual one.
    /// - Returns: The network.
    /// - Throws: An error if one of them cannot be read.
    package static func open(
        _ configuration: ServerConfiguration, serves: Bool = false, cache: Int? = nil
    ) async throws -> Network {
        try Network(configuration, await configuration.openAnyStores(serves: serves, cache: cache))
    }

    private init(_ configuration: ServerConfiguration, _ stores: Stores) throws {
        (store, logins, file) = (stores.network, stores.logins, stores.file)
        publicAddress = configuration.publicAddress
        layers = try LayerCatalogue(directory: configuration.tiles)
        terrain = try TerrainFile(configuration.terrainFile).table()
        fields = FieldCache(source: store, grids: store, terrain: terrain, taxonomy: taxonomy)
        feed = LiveFeed(hub: hub, ledger: store)
        follower = LedgerFollower(ledger: store, hub: hub)
        readings = ReadingService(
            store: store,
            policy: AlertPolicy(taxonomy: taxonomy, sampler: MapFieldSampler()), taxonomy: taxonomy)
        forecasts = ForecastService(
            store: store, taxonomy: taxonomy, sampler: MapFieldSampler())
        reports = ReportService(store: store, rules: configuration.reportRules)
        accounts = AccountService(store: store)
        consents = ConsentService(store: store, reports: reports)
        fences = FenceService(store: store)
        previews = AlertPreviewService(store: store, sampler: MapFieldSampler(), taxonomy: taxonomy)
        tiles = TileService(fields: fields)
        values = ValueTileService(fields: fields)
        let alerts = AlertMarkerCache(source: store, fields: fields)
        markers = MarkerService(
            stations: StationMarkerCache(stations: store, fields: fields, taxonomy: taxonomy), alerts: alerts,
            tiles: tiles, taxonomy: taxonomy)
        air = AirService(fields: fields, taxonomy: taxonomy)
        followers = StoreFollowers(fields: fields, alerts: alerts, ledger: follower, hub: hub)
        store.observe(followers)
    }
}
