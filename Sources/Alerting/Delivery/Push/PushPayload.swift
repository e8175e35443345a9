import Alerts
import Foundation

/// What the service worker shows: the members of a notification (W3C Notifications API) and its link.
struct PushPayload: Encodable {
    let id: String
    private(set) var title: String
    private(set) var body: String
    let url: String
    /// Notifications with the same tag replace each other on the screen.
    let tag: String
    let lang: String
    /// How much it disturbs; usual if it is missing.
    var urgency: Urgency?
    /// Takes one of ``answers`` by POST, without signing in.
    var answer: String?
    /// What can be answered from the notification itself.
    var answers: [Answer]?

    /// One action of a notification (W3C Notifications API).
    struct Answer: Encodable {
        let action: String
        let title: String

        init(_ action: String, _ title: String) { (self.action, self.title) = (action, title) }
    }

    /// The payload as JSON that fits into one push message.
    ///
    /// When it does not fit, the body is cut between two characters and ends in an ellipsis. When that is not
    /// enough, the title is cut too.
    ///
    /// - Throws: ``TooLong`` when the other members alone are too long.
    func encoded(limit: Int = PushEncryption.plaintextLimit) throws -> Data {
        var note = self
        try note.cut(\.body, toFit: limit)
        try note.cut(\.title, toFit: limit)
        let data = try note.json
        guard data.count <= limit else { throw TooLong() }
        return data
    }

    /// The parts that cannot be cut are too long: the service's base URL has thousands of characters.
    struct TooLong: Error {}

    private var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// Cuts a text until the whole payload fits, or only the ellipsis is left of the text.
    private mutating func cut(_ text: WritableKeyPath<PushPayload, String>, toFit limit: Int) throws {
        let whole = self[keyPath: text]
        var characters = whole.count
        while characters > 0 {
            let excess = try json.count - limit
            guard excess > 0 else { return }
            // A character has at least one byte, so this ends soon.
            characters = max(0, characters - max(1, excess / 4))
            self[keyPath: text] = whole.prefix(characters) + "…"
        }
    }
}
