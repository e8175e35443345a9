package import Foundation

/// An e-mail as text and as HTML.
///
/// The reader's mail program shows one of them.
package struct MailMessage: Sendable {
    package let from: MailAddress
    package let recipient: MailAddress
    /// The display name of the sender.
    package let senderName: String
    package let subject: String
    package let text: String
    package let html: String
    /// The message's identifier: 1 to 64 letters, digits, `.` and `-`.
    ///
    /// It stays the same for every attempt, so that mail programs recognise duplicates.
    package let id: String
    package let date: Date
    /// The address whose POST unsubscribes the recipient (RFC 8058); `nil` if there is no subscription.
    package let unsubscribe: URL?
    /// The address for replies; `nil` for the sender's address.
    package let replyTo: MailAddress?

    /// How a mailbox should rank it.
    package let importance: Importance

    /// The importance of a message (RFC 2156, section 5.3.4).
    package enum Importance: String, Sendable { case low, normal, high }

    /// Creates a message.
    ///
    /// Returns `nil` if a header value contains a control character, such as a line break, with which an
    /// attacker could add fields.
    package init?(
        from: MailAddress, senderName: String, to recipient: MailAddress, subject: String, text: String,
        html: String, id: String, date: Date, unsubscribe: URL?, replyTo: MailAddress? = nil,
        importance: Importance = .normal
    ) {
        let head = [senderName, subject, unsubscribe?.absoluteString ?? ""]
        guard head.allSatisfy(Self.isOneLine),
            id.utf8.allSatisfy(Self.isIdentifierByte), (1...64).contains(id.utf8.count),
            unsubscribe?.absoluteString.utf8.allSatisfy({ (33...126).contains($0) }) ?? true
        else { return nil }
        self.from = from
        self.recipient = recipient
        self.senderName = senderName
        self.subject = subject
        self.text = text
        self.html = html
        self.id = id
        self.date = date
        self.unsubscribe = unsubscribe
        self.replyTo = replyTo
        self.importance = importance
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension MailMessage {
    /// The message as sent (RFC 5322, RFC 2045), in 7-bit lines that end in CRLF.
    package var bytes: [UInt8] {
        // Quoted-printable escapes every "=", so the boundary occurs in no part.
        let boundary = "=_\(id)"
        var bytes = Array(head(boundary).utf8)
        for (type, body) in [("plain", text), ("html", html)] {
            let head = """
                --\(boundary)\r
                Content-Type: text/\(type); charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                \r\n
                """
            bytes += Array(head.utf8) + QuotedPrintable.encoded(body) + [13, 10]
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    private func head(_ boundary: String) -> String {
        var fields = [
            "Date: \(Self.text(of: date))",
            "From: \(EncodedWord.encoded(senderName)) <\(from.text)>",
            "To: <\(recipient.text)>",
            "Subject: \(EncodedWord.encoded(subject))",
            "Message-ID: <\(id)@\(from.domain)>",
            // RFC 3834, section 5: prevents automatic replies, such as vacation notices.
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"",
        ]
        // The usual importance is said by saying nothing.
        if importance != .normal { fields.append("Importance: \(importance.rawValue)") }
        if let replyTo { fields.append("Reply-To: <\(replyTo.text)>") }
        if let unsubscribe {
            fields += [
                "List-Unsubscribe: <\(unsubscribe.absoluteString)>",
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            ]
        }
        return fields.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Formats a date as in RFC 5322, section 3.3, in UTC.
    private static func text(of date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }
}
