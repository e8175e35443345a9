import Foundation
import HTTP
import People

/// A message to the operators of the service, as clients send it.
struct MessageRequest: StrictDocument {
    static let members: Set = ["topic", "text", "replyTo", "page"]

    let topic: String
    let text: String
    let replyTo: String?
    let page: String?

    /// The message, if all of its parts are valid.
    ///
    /// - Parameter isAddress: Whether a text is an address that mail can be sent to.
    /// - Returns: The message, with surrounding white space trimmed.
    /// - Throws: One problem that names every mistake.
    func checked(isAddress: (String) -> Bool) throws -> ContactMessage.Draft {
        var mistakes = Mistakes(.invalidMessage)
        let topic: ContactMessage.Topic? = mistakes.word(topic, at: "/topic")
        let sent = text
        let text = sent.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty || !Self.isText(sent, of: ContactMessage.textLength, allowing: "\n\r\t") {
            mistakes.note(
                "/text",
                "A text has 1 to 2000 characters, and no control characters but tabs and ends of lines.")
        }
        if let replyTo, !isAddress(replyTo) { mistakes.note("/replyTo", AccountText.address) }
        // What follows may join the slash into one character.
        if let page,
            page.unicodeScalars.first != "/"
                || !Self.isText(page, of: ContactMessage.pageLength, allowing: "")
        {
            mistakes.note("/page", "A page is named by its path: / and at most 199 characters more.")
        }
        try mistakes.check()
        guard let topic else { preconditionFailure("a topic that does not exist is a mistake") }
        return ContactMessage.Draft(topic: topic, text: text, replyTo: replyTo, page: page)
    }

    /// Whether a text is within the length limit and free of control characters.
    private static func isText(
        _ text: String, of length: ClosedRange<Int>, allowing controls: String
    ) -> Bool {
        length.contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control || controls.unicodeScalars.contains($0)
            }
    }
}

/// A message as administrators see it, and as its author's export contains it.
struct MessageAnswer: Encodable {
    let id: String
    let topic: ContactMessage.Topic
    let text: String
    let replyTo: String?
    let page: String?
    /// The author's username.
    let account: String?
    let sent: Date

    init(_ message: ContactMessage) {
        id = message.id.rawValue
        topic = message.draft.topic
        text = message.draft.text
        replyTo = message.draft.replyTo
        page = message.draft.page
        account = message.account?.name
        sent = message.sent
    }
}
