import Alerts
import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Delivery

@Suite struct LiveEventTests {
    /// Reads a stream of events as in the HTML standard (9.2.6, “Interpreting an event stream”).
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

    private func object(_ event: [String: String]?) throws -> [String: Any] {
        let data = try #require(event?["data"])
        return try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    }

    private func event(_ line: LedgerNews.Line, _ alert: Alert = .sample()) -> LiveEvent {
        LiveEvent(line, text: AlertText(alert, .english, .adult))
    }

    @Test func `an event is an id, the name alert and one line of data`() throws {
        let line = LedgerNews.Line(
            id: 4_711, account: Account.ID(rawValue: 1), alert: 0, fences: #"["Home","Work"]"#,
            distance: 4_200.4,
            crossReaction: "alder")
        let bytes = event(line).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("id: 4711\nevent: alert\ndata: {\"fences\":[\"Home\",\"Work\"],"))
        #expect(text.hasSuffix("}\n\n"))
        let object = try object(events(in: bytes).first)
        #expect(object["fences"] as? [String] == ["Home", "Work"])
        #expect(object["distance"] as? Int == 4_200)
        #expect(object["crossReaction"] as? String == "alder")
        #expect(object["id"] as? String == "alert" && object["message"] as? String == "alert")
        #expect(object["kind"] as? String == "station" && object["level"] as? String == "high")
        #expect((object["headline"] as? String)?.isEmpty == false)
    }

    @Test func `unknown facts are left out of the data`() throws {
        let line = LedgerNews.Line(id: 1, account: Account.ID(rawValue: 1), alert: 0, fences: "[]")
        let object = try object(events(in: event(line).bytes).first)
        #expect(object["distance"] == nil && object["crossReaction"] == nil)
        #expect(object["fences"] as? [String] == [])
    }

    @Test(arguments: [
        "\n\nid: 9\ndata: forged\n\n", "\r\revent: forged\r\r", "\r\n\r\ndata: forged\r\n\r\n",
        "\u{2028}\u{2029}\u{85}\u{0B}\u{0C}\u{1}", "“quoted” \"\\\" 🌳",
    ])
    func `neither comments nor fence names can break out of their event`(words: String) async throws {
        let network = try await LiveNetwork()
        let anna = try await network.account(fence: words)
        let ben = try await network.account("ben")
        let report = Report(
            account: ben, position: .basel, allergens: ["birch"], symptoms: [], comment: words)
        for number in 1...2 {
            try await network.store.writeReports { transaction in
                let alert = Alert.sample("report-\(number)", kind: .user, level: nil)
                try transaction.add(alert)
                try transaction.keep(report, in: alert.id, at: noon)
                try transaction.notify(of: alert, at: .basel, except: ben, now: noon)
            }
        }
        let news = try await network.store.news(of: [anna], after: 0, limit: 10)
        var texts = AlertTexts(news, encoded: EncodedAlerts())
        let reader = try await network.store.reader(anna)
        let found = events(in: news.lines.flatMap { texts.event($0, for: reader).bytes })
        #expect(found.map { $0["id"] } == news.lines.map { "\($0.id)" } && found.count == 2)
        #expect(found.map { $0["event"] } == ["alert", "alert"])
        let object = try object(found.first)
        #expect(object["comment"] as? String == words)
        #expect(object["fences"] as? [String] == [words])
    }

    @Test func `an alert says that its reporter is an expert, and says nothing of others`() async throws {
        let network = try await LiveNetwork()
        let anna = try await network.account()
        let reporters = [try await network.account("ben"), try await network.account("eva")]
        try await network.store.grant(try #require(Role(.expert)), to: reporters[1], at: noon)
        for (number, reporter) in reporters.enumerated() {
            for isNamed in [true, false] {
                try await network.store.writeReports { transaction in
                    let alert = Alert.sample("report-\(number)-\(isNamed)", kind: .user, level: nil)
                    let report = Report(
                        account: reporter, position: .basel, allergens: ["birch"], symptoms: [],
                        comment: nil, isNamed: isNamed)
                    try transaction.add(alert)
                    try transaction.keep(report, in: alert.id, at: noon)
                    try transaction.notify(of: alert, at: .basel, except: reporter, now: noon)
                }
            }
        }
        let news = try await network.store.news(of: [anna], after: 0, limit: 10)
        #expect(news.experts == ["eva"])
        var texts = AlertTexts(news, encoded: EncodedAlerts())
        let reader = try await network.store.reader(anna)
        let objects = try events(in: news.lines.flatMap { texts.event($0, for: reader).bytes }).map { event in
            try object(event)
        }
        #expect(objects.map { $0["reporter"] as? String } == ["ben", nil, "eva", nil])
        #expect(objects.map { $0["expert"] as? Bool } == [nil, nil, true, nil])
    }

    @Test func `an alert's text is written once for each language and tone`() throws {
        let news = LedgerNews(lines: [], alerts: [.sample()], last: 9)
        var texts = AlertTexts(news, encoded: EncodedAlerts())
        let lines = (1...3).map {
            LedgerNews.Line(id: $0, account: Account.ID(rawValue: $0), alert: 0, fences: "[]")
        }
        let readers = [Language.english, .english, .german].map {
            LedgerReader(language: $0, tone: .adult, bounds: 0...0)
        }
        let tails = zip(lines, readers).map { line, reader in
            texts.event(line, for: reader).tail.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(tails[0] == tails[1] && tails[0] != tails[2])
    }

    @Test func `the heartbeat is a comment and the greeting a delay, and neither is an event`() {
        #expect(String(decoding: LiveEvent.heartbeat.bytes, as: UTF8.self) == ": heartbeat\n\n")
        #expect(String(decoding: LiveEvent.greeting.bytes, as: UTF8.self) == "retry: 3000\n\n")
        #expect(events(in: LiveEvent.heartbeat.bytes + LiveEvent.greeting.bytes).isEmpty)
    }

    @Test func `a gap says where it begins, how much was missed and where to find it`() throws {
        let replayed = try #require(events(in: LiveEvent.gap(after: 7, missed: 3).bytes).first)
        #expect(replayed["event"] == "gap" && replayed["id"] == nil)
        #expect(replayed["data"] == #"{"after":7,"missed":3,"replayed":true}"#)
        let lost = try #require(
            events(in: LiveEvent.gap(after: 7, missed: nil, resumingAfter: 99).bytes).first)
        #expect(lost["id"] == "99")
        #expect(
            lost["data"]
                == #"{"after":7,"missed":null,"replayed":false,"inbox":"/v1/me/alerts?after=7"}"#)
    }
}
