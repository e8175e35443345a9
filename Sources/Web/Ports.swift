package import Allergens
package import Foundation
package import Geography

/// What the routes need of the rest; the server joins each with its owner.
package struct Ports: Sendable {
    package let stations: any StationDirectory
    package let intake: any ReadingIntake
    package let tiles: any TileSource
    package let basemap: any BasemapSource
    package let air: any AirSource
    package let fences: any FenceRegistry
    package let reports: any ReportDesk
    package let moderation: any ModerationDesk
    package let alerts: any AlertDirectory
    package let profiles: any ProfileStore
    package let inbox: any InboxStore
    package let accounts: any AccountRegistry
    package let live: any LiveStreams
    package let gatekeeper: any Gatekeeper
    package let answers: any AnswerStore
    package let health: any Health
    package let taxonomy: Taxonomy
    package let now: @Sendable () -> Date

    package init(
        stations: any StationDirectory, intake: any ReadingIntake, tiles: any TileSource,
        basemap: any BasemapSource, air: any AirSource,
        fences: any FenceRegistry, reports: any ReportDesk, moderation: any ModerationDesk,
        alerts: any AlertDirectory,
        profiles: any ProfileStore, inbox: any InboxStore, accounts: any AccountRegistry,
        live: any LiveStreams, gatekeeper: any Gatekeeper, answers: any AnswerStore, health: any Health,
        taxonomy: Taxonomy, now: @escaping @Sendable () -> Date
    ) {
        self.stations = stations
        self.intake = intake
        self.tiles = tiles
        self.basemap = basemap
        self.air = air
        self.fences = fences
        self.reports = reports
        self.moderation = moderation
        self.alerts = alerts
        self.profiles = profiles
        self.inbox = inbox
        self.accounts = accounts
        self.live = live
        self.gatekeeper = gatekeeper
        self.answers = answers
        self.health = health
        self.taxonomy = taxonomy
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
    func newestValues(
        of allergen: Allergen.ID, in days: ClosedRange<CivilDate>
    ) async throws -> [DayValue]
    func forecasts(of allergen: Allergen.ID, for day: CivilDate) async throws -> [DayValue]
    /// For each allergen that has any, the first and the last day with a reading or forecast.
    func spans() async throws -> [Allergen.ID: ClosedRange<CivilDate>]
}

/// Takes in what station operators upload.
package protocol ReadingIntake: Sendable {
    /// Keeps the rows that are good.
    ///
    /// - Throws: ``UploadRefusal`` when no row of the file can be read.
    func take(_ upload: Upload) async throws -> UploadAnswer
}

/// A file of readings from a station's operator.
package struct Upload: Sendable {
    package enum Format: Sendable {
        case csv, json
    }

    package let station: Station.ID
    package let format: Format
    package let bytes: [UInt8]
}

/// What became of an upload's rows.
package struct UploadAnswer: Encodable, Sendable {
    package let accepted: Int
    package let replaced: Int
    package let unchanged: Int
    /// Rows without a value, which say nothing.
    package let missing: Int
    package let rejected: [RejectedRow]

    package init(accepted: Int, replaced: Int, unchanged: Int, missing: Int, rejected: [RejectedRow]) {
        self.accepted = accepted
        self.replaced = replaced
        self.unchanged = unchanged
        self.missing = missing
        self.rejected = rejected
    }
}

/// Why a whole file was refused.
package struct UploadRefusal: Error, Sendable {
    package let detail: String
    package init(detail: String) { self.detail = detail }
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
}

/// Why a fence cannot be kept.
package enum FenceProblem: Error, Sendable {
    case area(String)
    case tooMany(limit: Int)
    case failed(any Error)
}

/// Alerts that were sent.
package protocol AlertDirectory: Sendable {
    func alerts(
        in box: BoundingBox, at instant: Date, concerning allergens: AllergenSet, limit: Int
    ) async throws -> [Alert]
    func alert(_ id: Alert.ID) async throws -> Alert?
}

/// Live streams of alerts.
package protocol LiveStreams: Sendable {
    /// Sends bytes to a reader; it returns when there is room for more.
    typealias Send = (ArraySlice<UInt8>) async throws -> Void

    /// Opens a stream of an account's alerts that begins after the event `last`, or now when that is `nil`.
    ///
    /// - Returns: What writes `text/event-stream` bytes until the stream ends, or `nil` when the account has too
    ///   many streams open.
    func open(
        for account: Account.ID, after last: Int64?
    ) async throws -> (@Sendable (Send) async throws -> Void)?
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
