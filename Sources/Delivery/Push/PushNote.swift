import Allergens
import Foundation

/// What the page's service worker shows: the members of a notification (W3C Notifications API) and where it leads.
struct PushNote: Encodable {
    let id: String
    let title: String
    private(set) var body: String
    let url: String
    /// Notifications with the same tag replace each other on the screen.
    let tag: String
    let lang: String

    /// The note as JSON that fits one push message.
    ///
    /// Only the body is written at length; it is cut, and ends in an ellipsis, when it does not fit.
    func encoded(limit: Int = PushEncryption.plaintextLimit) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var note = self
        var data = try encoder.encode(note)
        var characters = body.count
        while data.count > limit, characters > 0 {
            // A character has a byte at least, and so this ends soon.
            characters = max(0, characters - max(1, (data.count - limit) / 4))
            note.body = body.prefix(characters) + "…"
            data = try encoder.encode(note)
        }
        return data
    }
}
