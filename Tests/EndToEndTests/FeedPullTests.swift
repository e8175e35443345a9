import Foundation
import SampleTesting
import Testing

/// The program fetches from a provider that runs beside it.
@Suite(.timeLimit(.minutes(20))) struct FeedPullTests {
    /// A folder of resources like the repository's, with one more feed.
    private func resources(in workspace: Workspace, provider: String, path: String) throws -> URL {
        let resources = workspace.folder.appending(path: "resources")
        let manager = FileManager.default
        try manager.createDirectory(at: resources, withIntermediateDirectories: true)
        try manager.createSymbolicLink(
            at: resources.appending(path: "tiles"), withDestinationURL: Program.root.appending(path: "tiles"))
        try manager.copyItem(
            at: Program.root.appending(path: "stations"), to: resources.appending(path: "stations"))
        let text = #"""
            {"title": "Sample", "source": "A provider", "licence": "CC BY 4.0", "attribution": "Source: A provider",
             "encoding": "utf-8", "separators": [","], "network": "swisspollen",
             "columns": {"station": ["station"], "allergen": ["allergen"], "day": ["day"], "value": ["value"]},
             "pull": {"url": "\#(provider)/\#(path)", "headers": {"X-API-Key": {"environment": "SAMPLE_KEY"}},
                      "contentTypes": ["text/csv"], "schedule": {"timeZone": "UTC", "everyMinutes": 60}}}
            """#
        try Data(text.utf8).write(to: resources.appending(path: "stations/feeds/sample.json"))
        return resources
    }

    @Test func `the service fetches a configured feed, shows its data, and reports the feed's health`()
        async throws
    {
        let provider = try await PythonServer("feed_server.py")
        try await Workspace.temporary { workspace in
            let resources = try resources(in: workspace, provider: provider.greeting, path: "conditional")
            try await RunningService.during(
                workspace, arguments: ["--feed", "sample", "--resources", resources.path],
                environment: [
                    "BREATHE_OUTBOUND_ALLOW": "127.0.0.1", "SAMPLE_KEY": "s3cret",
                    "BREATHE_PUBLIC_URL": "https://air.example.org",
                ]
            ) { service in
                let line = try await provider.lines(1)[0]
                let request = try JSONDecoder().decode(JSONValue.self, from: line)
                #expect(request["headers"]["user-agent"] == "breathe-easy (https://air.example.org)")
                let feed: JSONValue = try await awaited("the feed is not read", every: .milliseconds(50)) {
                    let answer = try await service.get("/v1/feeds")
                    #expect(answer.status == 200 && !answer.text.contains("s3cret"))
                    #expect(!answer.text.contains(provider.greeting))
                    let feed = answer.json["feeds"].elements.first ?? .null
                    guard feed["lastSuccess"] != .null else { return .none }
                    return feed
                }
                #expect(feed["state"] == "ok" && feed["name"] == "sample" && feed["licence"] == "CC BY 4.0")
                let day = "2020-04-07"
                let air = try await service.get("/v1/air?lon=7.58&lat=47.56&date=\(day)")
                #expect(air.text.contains("312"), "\(air.text)")
                let tile = try await service.get("/tiles/birch/7/66/44.png?date=\(day)")
                let empty = try await service.get("/tiles/birch/7/66/44.png?date=2019-01-01")
                #expect(tile.status == 200 && tile.bytes != empty.bytes)
                let figures = try await service.get("/metrics").text
                #expect(figures.contains(#"feed_state{feed="sample",state="ok"} 1"#))
                #expect(figures.contains(#"feed_pulls_total{feed="sample",outcome="taken"} 1"#))
            }
            let status = try await Program.run(
                [
                    "feed", "status", "--json", "--feed", "sample", "--database", workspace.database.path,
                    "--resources", resources.path,
                ], environment: ["SAMPLE_KEY": "s3cret"], in: workspace.folder)
            #expect(status.status == 0, "\(status.errors)")
            #expect(try status.json[0]["callsToday"] == 1 && status.json[0]["state"] == "ok")
            let pulled = try await Program.run(
                [
                    "feed", "pull", "sample", "--json", "--database", workspace.database.path, "--resources",
                    resources.path,
                ], environment: ["SAMPLE_KEY": "s3cret", "BREATHE_OUTBOUND_ALLOW": "127.0.0.1"],
                in: workspace.folder)
            #expect(pulled.status == 0, "\(pulled.errors)")
            #expect(try pulled.json[0]["rows"] == .null, "nothing has changed")
            let seen = provider.lines.map { String(decoding: $0, as: UTF8.self) }
            #expect(seen.count == 2 && seen[1].contains("if-none-match"))
        }
    }
}
