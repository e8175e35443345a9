import Foundation
import SampleTesting
import Testing

@testable import Mail

@Suite struct MessageTests {
    private func message(
        subject: String = "Birch pollen", text: String = "Text", html: String = "<p>Text</p>",
        id: String = "alert-1", sender: String = "Breathe Easy", unsubscribe: String? = nil
    ) throws -> MailMessage? {
        MailMessage(
            from: try #require(MailAddress("alerts@example.org")), senderName: sender,
            to: try #require(MailAddress("anna@example.net")), subject: subject, text: text, html: html,
            id: id,
            date: Date(timeIntervalSince1970: 1_586_350_800),
            unsubscribe: unsubscribe.flatMap(URL.init(string:)))
    }

    @Test(arguments: [
        "Birch\r\nBcc: eve@example.org", "Birch\nBcc: eve@example.org", "Birch\rBcc:", "\0", "Birch\u{2028}",
        "Birch\u{85}", "\u{7F}",
    ])
    func `a header with a line break is not a message`(text: String) throws {
        #expect(try message(subject: text) == nil)
        #expect(try message(sender: text) == nil)
        #expect(try message(id: text) == nil)
    }

    @Test(arguments: ["", "a b", "a<b", "a@b", String(repeating: "a", count: 65)])
    func `an identifier is a plain word`(id: String) throws {
        #expect(try message(id: id) == nil)
    }

    /// What Python's own parser reads in a message.
    private func parsed(_ message: MailMessage) async throws -> [String: String] {
        let script = """
            import email, email.policy, json, sys
            m = email.message_from_binary_file(sys.stdin.buffer, policy=email.policy.default)
            out = {k.lower(): str(v) for k, v in m.items()}
            out["text"] = m.get_body(("plain",)).get_content()
            out["html"] = m.get_body(("html",)).get_content()
            out["parts"] = str(len(list(m.iter_parts())))
            out["defects"] = str(len(m.defects) + sum(len(p.defects) for p in m.walk()))
            json.dump(out, sys.stdout)
            """
        return try JSONDecoder().decode(
            [String: String].self, from: try await Python.run(script, input: Data(message.bytes)))
    }

    @Test func `another implementation reads what was written`() async throws {
        let subject = "Birke: sehr hoch in Zürich – 437 Pollen/m³, \(String(repeating: "日本語🌳", count: 20))"
        let text =
            "Größe\n.\n..dots\nFrom here = there \n\t\n" + String(repeating: "lang🌳 ", count: 200) + "\nend"
        let html = "<p style=\"color:#123456\">\(String(repeating: "ä", count: 500))</p>"
        let link = "https://example.org/v1/channels/x/unsubscription?token=abc"
        let message = try #require(
            try message(subject: subject, text: text, html: html, unsubscribe: link))
        let read = try await parsed(message)
        #expect(read["subject"] == subject)
        #expect(read["text"]?.trimmingCharacters(in: .newlines) == text)
        #expect(read["html"]?.trimmingCharacters(in: .newlines) == html)
        #expect(read["parts"] == "2")
        #expect(read["defects"] == "0")
        #expect(read["from"] == "Breathe Easy <alerts@example.org>")
        #expect(read["to"] == "anna@example.net")
        #expect(read["message-id"] == "<alert-1@example.org>")
        #expect(read["date"] == "Wed, 08 Apr 2020 13:00:00 +0000")
        #expect(read["list-unsubscribe"] == "<\(link)>")
        #expect(read["list-unsubscribe-post"] == "List-Unsubscribe=One-Click")
        #expect(read["auto-submitted"] == "auto-generated")
    }

    @Test func `lines are short, of seven bits, and end in CRLF`() throws {
        let message = try #require(
            try message(
                subject: String(repeating: "Ä", count: 300), text: String(repeating: "= ", count: 1_000),
                html: String(repeating: "🌳", count: 1_000)))
        let text = try #require(String(bytes: message.bytes, encoding: .ascii))
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
        #expect(!lines.contains { $0.contains("\n") || $0.contains("\r") })
        #expect(lines.last == "")
    }

    @Test func `without an unsubscribe address there is no such header`() async throws {
        let read = try await parsed(try #require(try message()))
        #expect(read["list-unsubscribe"] == nil && read["list-unsubscribe-post"] == nil)
    }
}
