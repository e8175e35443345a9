package import Alerts
package import Allergens
package import Foundation
package import Geography
package import Observations
package import People

/// What the routes need of the rest; the server joins each with its owner.
package struct Ports: Sendable {
    package let stations: any StationDirectory
    package let intake: any ReadingIntake
    package let desk: any StationDesk
    package let tiles: any TileSource
    package let basemap: any BasemapTileSource
    package let air: any AirSource
    package let regions: any RegionDirectory
    package let fences: any FenceRegistry
    package let channels: any ChannelRegistry
    package let reports: any ReportIntake
    package let moderation: any ModerationDesk
    package let alerts: any AlertDirectory
    package let profiles: any ProfileStore
    package let inbox: any InboxStore
    package let accounts: any AccountRegistry
    package let records: any PersonalRecords
    package let messages: any MessageBox
    package let logins: any LoginOffice
    package let administration: any AccountAdministration
    package let providers: any ProviderDesk
    package let persons: any PersonRegistry
    package let live: any LiveStreams
    package let gatekeeper: any Authenticating
    package let answers: any AnswerStore
    package let health: any Health
    package let feeds: any FeedDirectory
    package let taxonomy: Taxonomy
    package let publisher: Publisher
    package let now: @Sendable () -> Date

    package init(
        stations: any StationDirectory, intake: any ReadingIntake, desk: any StationDesk,
        tiles: any TileSource,
        basemap: any BasemapTileSource, air: any AirSource, regions: any RegionDirectory,
        fences: any FenceRegistry, channels: any ChannelRegistry, reports: any ReportIntake,
        moderation: any ModerationDesk,
        alerts: any AlertDirectory,
        profiles: any ProfileStore, inbox: any InboxStore, accounts: any AccountRegistry,
        records: any PersonalRecords, messages: any MessageBox,
        logins: any LoginOffice, administration: any AccountAdministration,
        providers: any ProviderDesk,
        persons: any PersonRegistry,
        live: any LiveStreams, gatekeeper: any Authenticating, answers: any AnswerStore, health: any Health,
        feeds: any FeedDirectory, taxonomy: Taxonomy, publisher: Publisher,
        now: @escaping @Sendable () -> Date
    ) {
        self.stations = stations
        self.intake = intake
        self.desk = desk
        self.tiles = tiles
        self.basemap = basemap
        self.air = air
        self.regions = regions
        self.fences = fences
        self.channels = channels
        self.reports = reports
        self.moderation = moderation
        self.alerts = alerts
        self.profiles = profiles
        self.inbox = inbox
        self.accounts = accounts
        self.records = records
        self.messages = messages
        self.logins = logins
        self.administration = administration
        self.providers = providers
        self.persons = persons
        self.live = live
        self.gatekeeper = gatekeeper
        self.answers = answers
        self.health = health
        self.feeds = feeds
        self.taxonomy = taxonomy
        self.publisher = publisher
        self.now = now
    }

    /// The day that public answers take for today: the one in UTC.
    var today: CivilDate { CivilDate(at: now(), in: .gmt) }
}

/// Stations and what they found.
package protocol StationDirectory: Sendable {
    func stations() async throws -> [Station]
    func stations(in box: BoundingBox) async throws -> [Station]
    func station(_ id: Station.ID) async throws -> Station?
    func readings(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationReading]
    /// What each day of the year was like, over all years before one.
    func normals(
        of allergen: Allergen.ID, at station: Station.ID, before year: Int
    ) async throws -> [DayNormal]
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue]
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue]
    /// For each allergen that has any, the first and the last day with a reading or forecast.
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>]
}

/// The air at a place.
package protocol AirSource: Sendable {
    /// What is known at a position on a day, by allergen; what is unknown there is not in the list.
    func air(at position: Coordinate, on day: CivilDate) async throws -> [AirValue]
}

/// The places that subscribers care about.
package protocol FenceRegistry: Sendable {
    func fences(of account: Account.ID) async throws -> [Fence]
    /// Keeps a new fence, or one in place of that with the same identifier.
    ///
    /// - Returns: `false` when `replacing` and the owner has no such fence.
    func keep(_ fence: Fence, replacing: Bool) async throws(FenceProblem) -> Bool
    func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool
    /// What a fence would have been told of lately; nothing is kept of it.
    ///
    /// - Parameters:
    ///   - fence: The fence.
    ///   - profile: That of its account.
    ///   - guardian: Who reports in the account's place.
    /// - Returns: The alerts of the last ``AlertPreview/length`` days.
    /// - Throws: Why nobody can say.
    func preview(
        of fence: Fence, in profile: Profile, for guardian: Account.ID
    ) async throws(FenceProblem) -> AlertPreview
}

/// Why a fence cannot be kept, or nobody can say what it would have been told of.
package enum FenceProblem: Error, Sendable {
    case area(String)
    case tooMany(limit: Int)
    case tooMuch(String)
    case failed(any Error)
}

/// The ways by which subscribers are told beside the inbox; what cannot be done is a ``ChannelObjection``.
package protocol ChannelRegistry: Sendable {
    /// The key that browsers subscribe with: an uncompressed point on P-256 in base64url (RFC 8292, section 3.2).
    var pushKey: String { get }

    func channels(of account: Account.ID) async throws -> [Channel]
    /// Opens a channel; to an e-mail address nothing but the question is sent whether it is theirs.
    func open(_ draft: ChannelDraft, for account: Account.ID) async throws -> Channel
    /// Changes how often a channel is used, unless that is `nil`, and sets it going again.
    ///
    /// The owner of an address that was not confirmed is asked again.
    func change(
        _ channel: Channel.ID, of account: Account.ID, to rhythm: Channel.Rhythm?, resuming: Bool
    ) async throws -> Channel
    func remove(_ channel: Channel.ID, of account: Account.ID) async throws -> Bool
    /// Sends a message now, to see what comes of it.
    func tryOut(_ channel: Channel.ID, of account: Account.ID) async throws -> SendingOutcome
    /// Gives a webhook another secret; the one before stays in force for a day.
    func renewSecret(of channel: Channel.ID, of account: Account.ID) async throws -> Channel
    /// Looks whether a link is valid, without following it.
    func look(at link: ChannelLink) async throws -> ChannelLink.State
    /// Does what a link is for; doing it again changes nothing.
    func follow(_ link: ChannelLink) async throws -> ChannelLink.State
}

/// Alerts that were sent.
package protocol AlertDirectory: Sendable {
    /// A page of the alerts that a query asks for, the newest first.
    func alerts(_ query: AlertQuery) async throws -> AlertPage
    func alert(_ id: Alert.ID) async throws -> Alert?
}

/// Live streams of alerts.
package protocol LiveStreams: Sendable {
    /// Opens a stream of an account's alerts that begins after the event `last`, or now when that is `nil`.
    ///
    /// A stream that never begins is let go of.
    ///
    /// - Returns: `nil` when as many streams are open as may be.
    func open(for account: Account.ID, after last: Int64?) async throws -> (any EventStream)?
}

/// What writes `text/event-stream` to a connection; it is called on the connection's event loop.
package protocol EventStream: Sendable {
    /// The connection is there, and the head of the answer was sent.
    func begin(on connection: EventConnection)
    /// The connection is there, with others on it or encrypted, and the head of the answer was sent.
    func begin(on connection: PipelinedEvents)
    /// The connection takes bytes again.
    func roomReturned()
    /// The connection is gone.
    func connectionEnded()
}

/// Remembers the answers to requests that create something.
package protocol AnswerStore: Sendable {
    func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer?
    func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws
}

/// Whether the program can work, and how it does.
package protocol Health: Sendable {
    /// Returns when requests can be answered.
    func ready() async throws
    /// All figures, in Prometheus' text format.
    func metrics() async throws -> String
}
