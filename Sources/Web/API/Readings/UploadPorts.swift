package import Allergens
import Foundation
package import Observations

/// Takes in what station operators upload.
package protocol ReadingIntake: Sendable {
    /// Keeps the rows that are good, and notes what became of all.
    ///
    /// - Throws: ``UploadRefusal`` when the file as a whole is refused, and what reading the body throws.
    func take(_ upload: Upload) async throws -> UploadAnswer
    /// The answer that a station's upload with an idempotency key was given.
    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay?
    /// The definitions by which an upload may be read.
    func definitions() async throws -> [UploadDefinition]
}

/// A feed definition, as those see it who upload.
package struct UploadDefinition: Hashable, Sendable {
    package let name: String
    package let title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}

/// A file of readings from a station's operator.
package struct Upload: Sendable {
    package enum Format: Sendable {
        case csv, json
    }

    package let station: Station.ID
    /// The public part of the key that it came with.
    package let credential: String
    package let format: Format
    /// The feed definition by which it is read; without one it is a plain file.
    package let feed: String?
    /// Whether it is only judged, and nothing of it kept.
    package let isTrial: Bool
    /// Whether nothing is kept when any row is turned away.
    package let isAtomic: Bool
    /// Whether its sender stands by every value.
    package let isConfirmed: Bool
    /// What a repetition is recognised by.
    package let idempotencyKey: String?
    package let body: UploadBody

    package init(
        station: Station.ID, credential: String, format: Format, feed: String? = nil, isTrial: Bool = false,
        isAtomic: Bool = false, isConfirmed: Bool = false, idempotencyKey: String? = nil, body: UploadBody
    ) {
        self.station = station
        self.credential = credential
        self.format = format
        self.feed = feed
        self.isTrial = isTrial
        self.isAtomic = isAtomic
        self.isConfirmed = isConfirmed
        self.idempotencyKey = idempotencyKey
        self.body = body
    }
}

/// Why a whole file was refused.
package enum UploadRefusal: Error, Sendable {
    case unreadable(String)
    case unknownFeed(String)
    /// Rows were turned away, and all or nothing was asked for.
    case incomplete(UploadAnswer)
    /// All or nothing was asked for of more rows than can be held.
    case tooLargeForAtomic(limit: Int)
    /// As many documents are read, and wait to be read, as can be held; nothing of the body was read.
    case busy
    /// A document came so slowly that others waited for it too long.
    case tooSlow
}

/// What operators see and decide of their own stations.
package protocol StationDesk: Sendable {
    /// What a station says about days.
    func notes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [StationNote]
    /// What a station expects for days.
    func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationForecast]
    /// Its suspect values, the newest first, after one of them.
    func suspects(
        of station: Station.ID, before place: SuspectValue.Place?, limit: Int
    ) async throws -> SuspectPage
    /// Changes of its values, the newest first, before a number.
    func revisions(of station: Station.ID, before: Int64?, limit: Int) async throws -> [Revision]
    /// Its uploads, the newest first, before a number.
    func uploads(
        of station: Station.ID, before: Int64?, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)]
    /// Decides about values: `true` stands by them, `false` dismisses them.
    ///
    /// - Returns: For each whether something changed, or `nil` when there is no such value.
    func decide(
        _ decisions: [(allergen: Allergen.ID, period: Reading.Period, isConfirmed: Bool)],
        at station: Station.ID, by credential: String
    ) async throws -> [Bool?]
    func keys(of station: Station.ID) async throws -> [StationKey]
    /// Makes a key, in place of another one that stays in force for a while.
    ///
    /// - Returns: The key, which is shown now and never again.
    /// - Throws: `KeyRefusal`.
    func makeKey(
        for station: Station.ID, label: String?, replacing former: String?, grace: Duration
    ) async throws -> (id: String, secret: String)
    /// Ends a key, unless it is the last one.
    ///
    /// - Throws: `KeyRefusal`.
    func revokeKey(_ id: String, of station: Station.ID) async throws
}
