import Allergens
import Foundation
import HTTP
import Observations

/// `GET /v1/stations/{id}/revisions`.
struct RevisionPage: Encodable {
    let revisions: [RevisionWire]
    /// The value of `before` for the next page.
    let next: Int64?
}

/// A former or current value.
struct ValueWire: Encodable {
    let value: Double
    let detectionLimit: Double?
    let quality: String
    let reasons: [String]?
    /// The permanent names of the reasons.
    let doubts: [String]?

    init(_ kept: KeptValue) {
        value = kept.value
        detectionLimit = kept.detectionLimit
        quality = kept.quality.word
        let reasons = kept.quality.suspicions.reasons
        self.reasons = reasons.isEmpty ? nil : reasons
        doubts = reasons.isEmpty ? nil : kept.quality.suspicions.keys
    }
}

struct RevisionWire: Encodable {
    let number: Int64
    let allergen: Allergen.ID
    let day: String?
    let time: Date?
    let hours: Int
    let former: ValueWire
    let current: ValueWire
    /// `key`, `feed` or `command`, with the public part of the key or the feed's name.
    let by: String
    let name: String?
    /// The owner's label for the key, if it has one.
    let label: String?
    let changed: Date

    /// A change; `labels` maps the public parts of the station's keys to their labels.
    init(_ revision: Revision, labels: [String: String?]) {
        number = revision.number
        allergen = revision.allergen
        if case .day(let day) = revision.period { self.day = day.description } else { day = nil }
        time = revision.period.end
        hours = revision.period.hours
        former = ValueWire(revision.former)
        current = ValueWire(revision.current)
        by = revision.submitter.kind
        name = revision.submitter.name
        if case .key(let id) = revision.submitter { label = labels[id] ?? nil } else { label = nil }
        changed = revision.changed
    }
}

/// `GET /v1/stations/{id}/uploads`.
struct UploadPage: Encodable {
    let uploads: [UploadWire]
    /// The value of `before` for the next page.
    let next: Int64?
}

struct UploadWire: Encodable {
    /// A rejected row as it was recorded.
    struct Row: Codable {
        let line: Int
        let column: String
        let value: String
        let reason: String
    }

    let number: Int64
    let begun: Date
    let ended: Date
    /// The public part of the key.
    let key: String
    let feed: String
    let bytes: Int
    let rows: Int
    let accepted: Int
    let replaced: Int
    let unchanged: Int
    let suspect: Int
    let missing: Int
    let rejectedCount: Int
    /// The first 100.
    let rejected: [Row]
    let failure: String?

    init(_ number: Int64, _ upload: UploadRecord) throws {
        self.number = number
        begun = upload.begun
        ended = upload.ended
        key = upload.credential
        feed = upload.feed
        bytes = upload.bytes
        rows = upload.tally.rows
        accepted = upload.tally.accepted
        replaced = upload.tally.replaced
        unchanged = upload.tally.unchanged
        suspect = upload.tally.suspectCount
        missing = upload.tally.missing
        rejectedCount = upload.tally.rejectedCount
        rejected = try JSONDecoder().decode([Row].self, from: upload.rejectedRows)
        failure = upload.failure
    }
}

/// `POST /v1/stations/{id}/readings/confirmations`.
struct DecisionRequest: Decodable {
    struct Entry: Decodable {
        let allergen: String
        let day: String?
        let time: Date?
        let hours: Int?
        /// Whether the operator confirms the value, which is the default; `false` dismisses it.
        let confirmed: Bool?

        private enum CodingKeys: String, CodingKey {
            case allergen, day, time, hours, confirmed
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            allergen = try members.decode(String.self, forKey: .allergen)
            day = try members.decodeIfPresent(String.self, forKey: .day)
            hours = try members.decodeIfPresent(Int.self, forKey: .hours)
            confirmed = try members.decodeIfPresent(Bool.self, forKey: .confirmed)
            time = try members.decodeIfPresent(String.self, forKey: .time).map { text in
                guard let time = Date(rfc3339: text) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .time, in: members, debugDescription: "no time")
                }
                return time
            }
        }
    }

    let readings: [Entry]

    func checked(_ taxonomy: Taxonomy, limit: Int) throws -> [ReadingDecision] {
        var mistakes = Mistakes(.invalidDecision)
        if readings.isEmpty || readings.count > limit {
            mistakes.note("/readings", "There are 1 to \(limit) readings.")
        }
        var decisions: [ReadingDecision] = []
        for (index, entry) in readings.prefix(limit).enumerated() {
            let pointer = "/readings/\(index)"
            guard let allergen = taxonomy.allergen(spelled: entry.allergen) else {
                mistakes.noteUnknownAllergen(entry.allergen, at: "\(pointer)/allergen")
                continue
            }
            guard let period = Self.period(entry, at: pointer, &mistakes) else { continue }
            decisions.append(
                ReadingDecision(
                    allergen: allergen.id, period: period, isConfirmed: entry.confirmed ?? true))
        }
        try mistakes.check()
        return decisions
    }

    private static func period(
        _ entry: Entry, at pointer: String, _ mistakes: inout Mistakes
    ) -> Reading.Period? {
        switch (entry.day, entry.time, entry.hours ?? 1) {
        case (let day?, nil, _): return mistakes.day(day, at: "\(pointer)/day").map { .day($0) }
        case (nil, let time?, 1): return .hour(ending: time)
        case (nil, let time?, 3): return .threeHours(ending: time)
        case (nil, _?, _): mistakes.note("\(pointer)/hours", "A time ends a mean of 1 or 3 hours.")
        default: mistakes.note(pointer, "Give either day or time.")
        }
        return nil
    }
}

/// The outcomes of decisions, in the same order.
struct DecisionAnswer: Encodable {
    /// `changed`, `unchanged`, or `unknown` if there is no such value.
    let outcomes: [String]

    static func word(_ outcome: Bool?) -> String {
        outcome.map { $0 ? "changed" : "unchanged" } ?? "unknown"
    }
}
