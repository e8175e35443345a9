package import Allergens
package import Foundation

/// A row whose value was stored as suspect: its position and the reasons.
package struct SuspectRow: Hashable, Sendable, Encodable {
    /// The line in the file, counted as in ``RejectedRow``.
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

/// The limits for uploads in every part of the program.
package enum UploadLimits {
    /// The largest size of readings as JSON, inflated, in bytes.
    ///
    /// They are held in memory as a whole: 100 000 entries with all their members take 30 MB.
    package static let jsonBytes = 32 << 20

    /// The number of rejected rows in a report.
    ///
    /// A file with more has the same mistake many times.
    package static let reportedRows = 10_000
}

/// A finished upload, for the operator to look at.
package struct UploadRecord: Sendable {
    /// The number of rejected rows that are stored: a page of them shows what is wrong.
    package static let keptRows = 100

    package let station: Station.ID
    /// The public part of the key with which it was sent.
    package let credential: String
    /// The name of the feed definition, or `json`.
    package let feed: String
    package let begun: Date
    package let ended: Date
    /// The size of the body in bytes, as sent.
    package let bytes: Int
    package let tally: IntakeTally
    /// The first rejected rows, as JSON.
    package let rejectedRows: Data
    /// Why the whole file was rejected.
    package let failure: String?

    package init(
        station: Station.ID, credential: String, feed: String, begun: Date, ended: Date, bytes: Int,
        tally: IntakeTally, rejectedRows: Data, failure: String?
    ) {
        self.station = station
        self.credential = credential
        self.feed = feed
        self.begun = begun
        self.ended = ended
        self.bytes = bytes
        self.tally = tally
        self.rejectedRows = rejectedRows
        self.failure = failure
    }
}

/// The answer to an upload with an idempotency key.
package struct UploadReplay: Sendable, Hashable {
    package let key: String
    /// A hash of the request, which reveals the use of the key for a different one.
    package let fingerprint: Data
    package let answer: Data

    package init(key: String, fingerprint: Data, answer: Data) {
        self.key = key
        self.fingerprint = fingerprint
        self.answer = answer
    }
}
