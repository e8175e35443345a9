package import Allergens
package import Foundation

/// A row whose value was kept as suspect: where it stands and why.
package struct SuspectRow: Hashable, Sendable, Encodable {
    /// The line in the file, counted as those of a ``RejectedRow``.
    package let line: Int
    package let allergen: Allergen.ID
    /// The day, or the end of the hours.
    package let period: String
    package let value: Double
    package let reasons: [String]
    /// The permanent names of the reasons.
    package let doubts: [String]

    package init(line: Int, _ reading: Reading, _ suspicions: Suspicions) {
        self.line = line
        allergen = reading.allergen
        period =
            switch reading.period {
            case .day(let day): day.description
            case .hour(let end), .threeHours(let end): end.formatted(.iso8601)
            }
        value = reading.value
        reasons = suspicions.reasons
        doubts = suspicions.keys
    }
}

/// What holds for uploads in every part of the program.
package enum UploadLimits {
    /// The bytes of readings as JSON, inflated, which are held in memory as a whole: 100 000 entries with all of their
    /// members have 30 MB.
    package static let jsonBytes = 32 << 20

    /// Rejected rows that are kept for the report: a file with more than these has one mistake many times.
    package static let reportedRows = 10_000
}

/// An upload that is over, for the operator to look at.
package struct UploadRecord: Sendable {
    /// What became of the rows.
    package struct Counts: Hashable, Sendable {
        package var rows = 0
        package var accepted = 0
        package var replaced = 0
        package var unchanged = 0
        package var suspect = 0
        package var missing = 0
        package var rejected = 0

        package init() {}
    }

    /// The rows that are kept of those that were turned away: a page of them tells what is wrong.
    package static let keptRows = 100

    package let station: Station.ID
    /// The public part of the key that it came with.
    package let credential: String
    /// The name of the feed definition, or `json`.
    package let feed: String
    package let begun: Date
    package let ended: Date
    /// The bytes of the body as it was sent.
    package let bytes: Int
    package let counts: Counts
    /// The first rows that were turned away, as JSON.
    package let rejectedRows: Data
    /// Why the file as a whole was refused.
    package let failure: String?

    package init(
        station: Station.ID, credential: String, feed: String, begun: Date, ended: Date, bytes: Int,
        counts: Counts, rejectedRows: Data, failure: String?
    ) {
        self.station = station
        self.credential = credential
        self.feed = feed
        self.begun = begun
        self.ended = ended
        self.bytes = bytes
        self.counts = counts
        self.rejectedRows = rejectedRows
        self.failure = failure
    }
}

/// The answer to an upload that named an idempotency key.
package struct UploadReplay: Sendable, Hashable {
    package let key: String
    /// A hash of the request, by which a key that is used for something else is found out.
    package let fingerprint: Data
    package let answer: Data

    package init(key: String, fingerprint: Data, answer: Data) {
        self.key = key
        self.fingerprint = fingerprint
        self.answer = answer
    }
}
