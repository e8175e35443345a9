import Foundation
import SampleTesting
import Testing

/// `breathe alert trace` beside a running service.
@Suite(.timeLimit(.minutes(20))) struct AlertTraceTests {
    /// Anna has a working webhook and a failing one; Ben has another level; Cleo's fence has quiet hours.
    private func traced(
        _ act: (RunningService, _ first: String, _ second: String) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                try await RunningService.during(workspace, environment: WebhookTests.allowed) { service in
                    let reports = try await reported(service, receiver)
                    try await act(service, reports[0], reports[1])
                }
            }
        }
    }

    /// Two reports of the same allergen in one fence, too far apart to be one alert.
    private func reported(_ service: RunningService, _ receiver: WebhookReceiver) async throws -> [String] {
        let workspace = service.workspace
        let anna = try await workspace.account("anna")
        let quiet = #","quietHours":{"from":"00:00","until":"23:59"},"timeZone":"Etc/GMT\#(zoneAtNoon)""#
        for (token, fence) in [
            (anna, circle(10, 50, radius: 50_000)), (anna, circle(10, 50, radius: 40_000, named: "Office")),
            (try await workspace.account("ben"), circle(10, 50, watching: #"{"allergen":"oak"}"#)),
            (try await workspace.account("cleo"), circle(10, 50, alerts: quiet)),
        ] {
            let made = try await service.post("/v1/me/fences", fence, bearer: token)
            try #require(made.status == 201, "\(made.text)")
        }
        _ = try await workspace.account("dora")
        for path in ["ok", "fail"] {
            let url = "http://127.0.0.1:\(receiver.port)/\(path)"
            let made = try await service.post(
                "/v1/me/channels", #"{"kind":"webhook","url":"\#(url)"}"#, bearer: anna)
            try #require(made.status == 201, "\(made.text)")
        }
        var ids: [String] = []
        for (name, longitude) in [("reporter-1", 10.0), ("reporter-2", 10.3)] {
            let sent = try await service.post(
                "/v1/alerts", report(longitude, 50, of: "birch"), bearer: try await workspace.account(name))
            ids.append(try #require(sent.json["id"].text, "\(sent.text)"))
            // The second report counts as a repetition only once the first has arrived.
            _ = try await receiver.arrivals(atLeast: 2 - ids.count, under: "/ok")
            try await settled(ids.last ?? "", service)
        }
        return ids
    }

    /// The time zone, as POSIX writes it, in which it is closest to noon: the minute
    /// before midnight is not quiet.
    private var zoneAtNoon: String {
        let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 0
        return hour < 12 ? "-\(12 - hour)" : "+\(hour - 12)"
    }

    /// Waits until every message has been sent or tried.
    private func settled(_ alert: String, _ service: RunningService) async throws {
        try await awaited("the messages were not tried") {
            let lines = try await trace(alert, service).json["ledger"].elements
            let isTried = lines.allSatisfy { $0["state"] != "queued" || $0["attempts"] != 0 }
            return !lines.isEmpty && isTried ? true : nil
        }
    }

    private func trace(
        _ alert: String, _ service: RunningService
    ) async throws -> (json: JSONValue, errors: String) {
        let outcome = try await service.workspace.done("alert", "trace", alert, "--json")
        return (try outcome.json, outcome.errors)
    }

    /// The words of the rows under a title.
    private func rows(_ title: String, in output: String) -> [[String]] {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != "\(title):" }.dropFirst().prefix { $0.hasPrefix("  ") }.map { line in
            line.trimmingCharacters(in: .whitespaces).split(separator: #/ {2,}/#).map(String.init)
        }
    }

    @Test func `an operator reads who was alerted over which channel, and why others were not`() async throws
    {
        try await traced { service, first, second in
            let workspace = service.workspace
            let output = try await workspace.done("alert", "trace", first).output
            #expect(
                output.hasPrefix("Birch: one person reports symptoms – “by the river”\nuser alert, sent "),
                "\(output)")
            let all = rows("all messages", in: output)
            #expect(
                all.contains(["1", "inbox", "delivered"]) && all.contains(["1", "webhook", "delivered"]))
            #expect(all.contains(["1", "inbox", "suppressed (quiet hours)"]), "\(output)")
            let told = rows("alerted", in: output)
            #expect(
                told.contains { $0.prefix(3) == ["anna", "inbox", "delivered"] && $0[4] == "Home, Office" })
            #expect(told.contains { $0.prefix(3) == ["cleo", "inbox", "suppressed (quiet hours)"] })
            // The next attempt may be under way at this moment.
            let states = ["queued", "queued (under way)"]
            #expect(
                told.contains { row in
                    row.prefix(2) == ["anna", "webhook"] && states.contains(row[2])
                        && row[5].contains("due 20")
                }, "\(output)")
            #expect(
                rows("not alerted", in: output) == [
                    ["ben", "Home", "it watches none of the alert’s allergens"]
                ])
            let again = try await workspace.done("alert", "trace", second).output
            #expect(
                rows("all messages", in: again).contains(["1", "webhook", "suppressed (duplicate)"]),
                "\(again)")
            let cut = try await workspace.done("alert", "trace", first, "--limit", "2").output
            #expect(rows("alerted", in: cut).count == 2 && cut.contains("cut at --limit 2"))
        }
    }

    @Test func `an operator reads what happened to one account and to its channels`() async throws {
        try await traced { service, first, _ in
            let workspace = service.workspace
            let anna = try await workspace.done("alert", "trace", first, "--account", "anna").output
            #expect(Set(rows("alerted", in: anna).map(\.[0])) == ["anna"])
            #expect(
                rows("channels now", in: anna) == [
                    ["webhook", "active", "single"],
                    ["webhook", "active", "single", "the receiver answered 503"],
                ], "\(anna)")
            let dora = try await workspace.done("alert", "trace", first, "--account", "dora").output
            #expect(dora.contains("dora was not alerted: it has no fence"))
            #expect(dora.contains("dora has no channel but the inbox"))
            let json = try await workspace.done("alert", "trace", first, "--account", "ben", "--json").json
            #expect(json["alert"]["id"] == .text(first) && json["ledger"] == [])
            #expect(json["notAlerted"][0]["reason"] == "it watches none of the alert’s allergens")
            #expect(json["tally"].elements.count == 4 && json["channels"] == [])
        }
    }

    @Test func `an unknown alert or account is named`() async throws {
        try await Workspace.temporary { workspace in
            for (arguments, words) in [
                (["none"], "there is no alert none"),
                (["none", "--account", "eve"], "there is no account eve"),
                (["none", "--limit", "0"], "--limit must be in 1…10000"),
            ] {
                let outcome = try await Program.run(
                    ["alert", "trace"] + arguments + ["--database", workspace.database.path],
                    in: workspace.folder)
                #expect(outcome.status != 0 && outcome.output == "")
                #expect(outcome.errors.contains(words), "\(outcome.errors)")
            }
        }
    }
}
