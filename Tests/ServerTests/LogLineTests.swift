import Foundation
import Logging
import SampleTesting
import Testing

@testable import Server

struct LogLineTests {
    @Test(arguments: ["short", "ü", "two\nlines \u{0} \"quoted\""])
    func `an entry is one line that reads back`(text: String) throws {
        let line = LogLine(
            time: noon, level: .warning, logger: "breathe", message: text, metadata: ["error": "\(text)"])
        let json = try #require(line.json)
        #expect(!json.contains("\n"))
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let fields = try #require(object as? [String: Any])
        #expect(fields["message"] as? String == text && fields["level"] as? String == "warning")
        #expect(fields["metadata"] as? [String: String] == ["error": text])
        #expect(fields["time"] as? String == "2020-04-08T12:00:00Z")
    }

    @Test func `no text is longer than a page, whatever a library quotes`() throws {
        let body = String(repeating: "ü", count: 5_000_000)
        let line = LogLine(
            time: noon, level: .debug, logger: "http", message: body, metadata: ["body": "\(body)"])
        #expect(try #require(line.json).utf8.count < 3 * LogLine.longest)
        #expect(line.message.hasSuffix("… (10000000 bytes)"))
        #expect(line.message.hasPrefix("üü"))
    }
}
