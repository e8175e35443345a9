import Foundation
import SampleTesting
import Testing

@Suite(
    .serialized, .timeLimit(.minutes(20)),
    .serving { workspace in
        try await workspace.done(
            "station", "add", "basel", "--name", #"Bâle <&> "Süd""#, "--lon=7.58", "--lat=47.56")
    })
struct PublicAlertTests {
    /// Reads the feed with a feed reader, and validates each of its CAP messages against the OASIS schema.
    private static let reader = """
        import sys, urllib.request, feedparser
        from xml.etree import ElementTree
        from capvalidator.validate import Validator
        feed = feedparser.parse(urllib.request.urlopen(sys.argv[1]).read())
        print('bozo', feed.bozo, len(feed.entries))
        for entry in feed.entries:
            cap, = [link.href for link in entry.links if link.type == 'application/cap+xml']
            text = urllib.request.urlopen(cap).read()
            root = ElementTree.fromstring(text)
            tag = lambda name: root.findtext('{urn:oasis:names:tc:emergency:cap:1.2}' + name)
            print(Validator(text).schema()[0], entry.tags[0].term, tag('msgType'), tag('references') is not None,
                'where' in entry, tag('identifier') in entry.id, entry.title, sep='|')
        """

    /// Sends a report from a new account.
    private func say(_ report: String) async throws {
        let token = try await service.workspace.account("reporter-\(UUID().uuidString)")
        let answer = try await service.post("/v1/alerts", report, bearer: token)
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test func `feed readers and the CAP schema accept every kind of message`() async throws {
        let workspace = service.workspace
        let key = try await workspace.key(for: "basel")
        let anna = try await workspace.account("anna-cap")
        _ = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: anna)
        for value in [400.0, 80, 2] {
            let answer = try await service.upload(value, of: "birch", on: "\(today)", to: "basel", key: key)
            #expect(answer.status == 200)
        }
        // The reports are far apart, so each has its own account: nobody travels so fast.
        for (number, comment) in [#"<river> & \"bank\""#, "größer ‘als’ 😀", "]]> &amp;"].enumerated() {
            try await say(report(20 + 5 * Double(number), 47.55, of: "birch", comment: comment))
        }
        try await say(report(9, 48, comment: "who knows"))
        try Python.check()
        let reading = try await Program.run(
            ["-c", Self.reader, "\(service.address)/v1/alerts.atom"], in: workspace.folder,
            file: Python.interpreter)
        try #require(reading.status == 0, "\(reading.errors)")
        let lines = reading.lines
        let entries = lines.dropFirst().map { $0.split(separator: "|").map(String.init) }
        #expect(lines.first == "bozo False \(entries.count)")
        for entry in entries {
            #expect(entry[0] == "True" && entry[4] == "True" && entry[5] == "True", "\(entry)")
            #expect((entry[2] == "Alert") == (entry[3] == "False"), "\(entry)")
        }
        let found = Set(entries.map { "\($0[1]) \($0[2])" })
        #expect(found.isSuperset(of: ["station Alert", "station Update", "station Cancel", "user Alert"]))
        #expect(entries.contains { $0[6].contains(#"Bâle <&> "Süd""#) })
        #expect(entries.contains { $0[6].contains("größer ‘als’ 😀") })
        #expect(entries.contains { $0[6].hasPrefix("Cause not known") })
    }

    @Test func `pages follow each other to the last alert`() async throws {
        for number in 0..<5 {
            try await say(report(100 + 2 * Double(number), 10, of: "oak", comment: "no. \(number)"))
        }
        var path: String? = "/v1/alerts?limit=2&allergen=tree&bbox=99,9,110,11&kind=user"
        var seen: [String] = []
        var pages = 0
        while let page = path, pages < 9 {
            let answer = try await service.get(page)
            seen += answer.json["features"].elements.compactMap { $0["properties"]["comment"].text }
            path = answer.json["links"][0]["href"].text.map { $0.replacing(service.address, with: "") }
            pages += 1
        }
        #expect(seen == (0..<5).reversed().map { "no. \($0)" } && pages == 3, "\(seen)")
    }

    @Test func `an ended alert can still be read and says that it has ended`() async throws {
        let workspace = service.workspace
        try await workspace.addStation("bern", 7.42, 46.95)
        let key = try await workspace.key(for: "bern")
        let anna = try await workspace.account("anna-ended")
        _ = try await service.post(
            "/v1/me/fences",
            circle(7.42, 46.95, watching: #"{"allergen":"grass","level":"moderate"}"#), bearer: anna)
        for value in [80.0, 1] {
            _ = try await service.upload(value, of: "grass", on: "\(today)", to: "bern", key: key)
        }
        #expect(try await service.get("/v1/alerts?allergen=grass").json["features"].elements.isEmpty)
        let inbox = try await service.get("/v1/me/alerts", bearer: anna).json["alerts"].elements
        let first = try #require(inbox.first { $0["alert"]["message"] == "alert" }?["alert"]["id"].text)
        let alert = try await service.get("/v1/alerts/\(first)")
        #expect(alert.status == 200 && alert.json["ended"].text != nil)
        #expect(try await service.get("/v1/alerts/\(first).cap").text.contains("<msgType>Alert</msgType>"))
    }
}
