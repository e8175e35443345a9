package import Allergens
package import Foundation
package import Observations

/// Accepts the uploads of station operators.
package protocol UploadIntake: Sendable {
    /// Stores the valid rows, and records the outcome of all.
    ///
    /// - Throws: ``UploadRefusal`` if the whole file is refused, and the errors of reading the body.
    func receive(_ upload: Upload) async throws -> UploadAnswer
    /// The response to a station's earlier upload with an idempotency key.
    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay?
    /// The definitions that uploads may name.
    func definitions() async throws -> [UploadDefinition]
}

/// A feed definition, as operators see it.
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
    /// The public part of its key.
    package let credential: String
    package let format: Format
    /// The name of its feed definition; `nil` for a plain file.
    package let feed: String?
    /// Whether it is a dry run, which stores nothing.
    package let isTrial: Bool
    /// Whether any rejected row prevents the whole upload.
    package let isAtomic: Bool
    /// Whether the sender confirms every value.
    package let isConfirmed: Bool
    /// The key by which a repeated upload is recognised.
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
    /// Rows of an atomic upload were rejected.
    case incomplete(UploadAnswer)
    /// An atomic upload has more rows than fit into memory.
    case tooLargeForAtomic(limit: Int)
    /// A document, which is held in memory as a whole, has more bytes than the operator allows.
    case tooLargeToHold(limit: Int)
    /// Too many documents are being read or waiting; nothing of the body was read.
    case busy
    /// The document arrived so slowly that others waited too long for its slot.
    case tooSlow
}

/// The values of a station and their history, as its operators see them.
package protocol StationReviewStore: Sendable {
    /// The station's notes about days.
    func notes(of station: Station.ID, days: ClosedRange<CivilDate>) async throws -> [StationNote]
    /// The forecasts for days at a station.
    func forecasts(
        of station: Station.ID, days: ClosedRange<CivilDate>, allergens: AllergenSet?
    ) async throws -> [StationForecast]
    /// Its suspect values, newest first, after one of them.
    func suspects(
        of station: Station.ID, before place: SuspectValue.Place?, limit: Int
    ) async throws -> SuspectPage
    /// Changes of its values with numbers below `before`, newest first.
    func revisions(of station: Station.ID, before: Int64?, limit: Int) async throws -> [Revision]
    /// Its uploads with numbers below `before`, newest first.
    func uploads(
        of station: Station.ID, before: Int64?, limit: Int
    ) async throws -> [(number: Int64, upload: UploadRecord)]
    func keys(of station: Station.ID) async throws -> [StationKey]
    /// Revokes a key.
    ///
    /// - Throws: `KeyRefusal`, also when it is the last key and must be spared.
    func revokeKey(_ id: String, of station: Station.ID, sparingLast: Bool, at now: Date) async throws
}

/// Applies the decisions of operators about stored values.
package protocol ReadingDeciding: Sendable {
    /// - Returns: For each decision whether something changed, or `nil` when there is no such value.
    func decide(
        _ decisions: [ReadingDecision], at station: Station.ID, by submitter: Submitter, now: Date
    ) async throws -> [Bool?]
}

/// Issues keys to stations.
package protocol StationKeyIssuing: Sendable {
    /// Makes a key; another one that it replaces stays valid for a grace period.
    ///
    /// - Returns: The key, which is never shown again.
    /// - Throws: `KeyRefusal`.
    func makeKey(
        for station: Station.ID, label: String?, replacing former: String?, grace: Duration, at now: Date
    ) async throws -> (id: String, secret: String)
}
