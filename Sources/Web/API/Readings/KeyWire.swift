import Foundation
import HTTP
import Observations

/// `GET /v1/stations/{id}/keys`.
struct KeyList: Encodable {
    let keys: [KeyWire]
}

/// What is known of a key, but never the key itself.
struct KeyWire: Encodable {
    let id: String
    let label: String?
    let created: Date
    let lastUsed: Date?
    let ends: Date?
    let inForce: Bool

    init(_ key: StationKey, at now: Date) {
        id = key.id
        label = key.label
        created = key.created
        lastUsed = key.lastUsed
        ends = key.ends
        inForce = key.ends.map { $0 > now } ?? true
    }
}

/// A key that was just created.
struct NewKeyWire: Encodable {
    let id: String
    let key: String
    let label: String?
}

/// `POST /v1/stations/{id}/keys`.
struct KeyRequest: Decodable {
    let label: String?
    /// The public part of the key that is replaced.
    let replaces: String?
    /// The hours for which the replaced key stays valid.
    let graceHours: Double?

    func checked() throws -> (label: String?, replaces: String?, grace: Duration) {
        var mistakes = Mistakes(.invalidKey)
        let sent = label
        let label = sent?.trimmingCharacters(in: .whitespaces)
        if let sent, let label,
            !StationKey.isLabel(label) || sent.unicodeScalars.count > StationKey.labelLength
        {
            mistakes.note("/label", "A label has 1 to \(StationKey.labelLength) characters in one line.")
        }
        let longest = Double(StationKey.longestGrace.components.seconds) / 3_600
        if let graceHours, !(0...longest).contains(graceHours) {
            mistakes.note("/graceHours", "A key ends within 0 to \(Int(longest)) hours.")
        }
        if graceHours != nil, replaces == nil {
            mistakes.note("/graceHours", "This is for a key that replaces another one.")
        }
        try mistakes.check()
        let grace = graceHours.map { Duration.seconds($0 * 3_600) } ?? StationKey.usualGrace
        return (label, replaces, grace)
    }
}
