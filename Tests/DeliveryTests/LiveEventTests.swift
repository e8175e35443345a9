import Allergens
import Foundation
import SampleTesting
import Testing

@testable import Delivery

@Suite struct LiveEventTests {
    /// Reads a stream of events as the HTML standard has it (9.2.6, “Interpreting an event stream”).
    private func events(in bytes: [UInt8]) -> [[String: String]] {
        var text = String(decoding: bytes, as: UTF8.self)
        text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        var events: [[String: String]] = []
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                if fields["data"] != nil { events.append(fields) }
                fields = [:]
            } else if !line.hasPrefix(":") {
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                var value = line[colon...].dropFirst()
                if value.hasPrefix(" ") { value = value.dropFirst() }
                let name = String(line[..<colon])
                fields[name] =
                    name == "data" && fields[name] != nil ? "\(fields[name]!)\n\(value)" : String(value)
            }
        }
        return events
    }

    @Test func `an event is an id, a name and one line of data`() {
        let event = LiveEvent(entry(4_711))
        let expected = """
            id: 4711
            event: alert
            data: {"allergens":["birch"],"area":{"coordinates":[7.58,47.56],"type":"Point"},\
            "expires":"2020-04-08T13:00:00Z","fences":["Home"],"headline":"Birch: high","id":"alert-4711",\
            "kind":"station","level":"high","sent":"2020-04-08T12:00:00Z"}


            """
        #expect(String(decoding: event.bytes, as: UTF8.self) == expected)
        #expect(event.id == 4_711)
    }

    @Test(arguments: [
        "\n\nid: 9\ndata: forged\n\n", "\r\revent: forged\r\r", "\r\n\r\ndata: forged\r\n\r\n",
        "\u{2028}\u{2029}\u{85}\u{0B}\u{0C}\u{0}", "“quoted” \"\\\" 🌳",
    ])
    func `no headline breaks out of its event`(headline: String) throws {
        let found = events(in: LiveEvent(entry(1, headline: headline)).bytes + LiveEvent(entry(2)).bytes)
        #expect(found.map { $0["id"] } == ["1", "2"])
        #expect(found.map { $0["event"] } == ["alert", "alert"])
        let data = try #require(found.first?["data"])
        let object = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
        #expect(object?["headline"] as? String == headline)
    }

    @Test func `the heartbeat is a comment and the greeting a delay, and neither is an event`() {
        #expect(String(decoding: LiveEvent.heartbeat.bytes, as: UTF8.self) == ": heartbeat\n\n")
        #expect(String(decoding: LiveEvent.greeting.bytes, as: UTF8.self) == "retry: 3000\n\n")
        #expect(events(in: LiveEvent.heartbeat.bytes + LiveEvent.greeting.bytes).isEmpty)
        #expect(LiveEvent.heartbeat.id == nil && LiveEvent.greeting.id == nil)
    }
}
