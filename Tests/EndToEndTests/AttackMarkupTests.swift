import Allergens
import Foundation
import People
import SampleTesting
import Server
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Names and comments with markup, wherever they appear.
@Suite(.takingTurns) struct AttackMarkupTests {
    private static let day = "2020-04-08"

    @Test(arguments: ["<img src=x onerror=window.hacked=1>", #""><svg onload=window.hacked=1>'&amp;"#])
    func `a name stays plain text on pages of stations, accounts, persons, places, tokens and medicines`(
        name: String
    ) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.done("station", "add", "harbour", "--name", name, "--lon=13.4", "--lat=52.5")
            try await workspace.importPlain(["harbour,birch,\(Self.day),5"])
            let key = try await workspace.key(for: "harbour")
            let network = try workspace.network()
            let token = try await network.guest(name)
            let cookie = try await network.session(of: name, .cookie).secret
            let person = String(decoding: try JSONEncoder().encode(["name": name]), as: UTF8.self)
            try await RunningService.during(workspace) { service in
                #expect(try await service.post("/v1/me/persons", person, bearer: token).status == 201)
                try await keep(name, as: token, in: service)
                let outcome = try await Python.play(
                    "hostile_names.py", [service.address, key, name, Self.day, cookie])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }

    /// Gives the name to a place, a token and a medicine.
    private func keep(_ name: String, as token: String, in service: RunningService) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/help", body: Array(#"{"version":1}"#.utf8), bearer: token)
        #expect(consent.status == 200, "\(consent.text)")
        let quoted = name.replacing("\"", with: #"\""#)
        for (path, body) in [
            ("/v1/me/fences", circle(13.4, 52.5, named: quoted)),
            ("/v1/me/tokens", #"{"label":"\#(quoted)"}"#),
            ("/v1/me/help/medicines", #"{"name":"\#(quoted)","form":"tablet"}"#),
        ] {
            let made = try await service.post(path, body, bearer: token)
            #expect(made.status == 201, "\(path): \(made.text)")
        }
    }

    @Test(arguments: ["<img src=x onerror=window.hacked=1>", #""><svg onload=window.hacked=1>'&amp;"#])
    func `a comment stays plain text in the inbox and before moderators, in a browser`(comment: String)
        async throws
    {
        try await Workspace.temporary { workspace in
            let network = try workspace.network()
            let (anna, ben) = (try await network.guest("anna", "moderator"), try await network.guest("ben"))
            let cookie = try await network.session(of: "anna", .cookie).secret
            try await RunningService.during(workspace) { service in
                let fence = try await service.post("/v1/me/fences", circle(13.4, 52.5), bearer: anna)
                try #require(fence.status == 201, "\(fence.text)")
                let quoted = comment.replacing("\"", with: #"\""#)
                let sent = try await service.post(
                    "/v1/alerts", report(13.4, 52.5, of: "birch", comment: quoted), bearer: ben)
                let alert = try #require(sent.json["id"].text, "\(sent.text)")
                let flag = try await service.post(
                    "/v1/alerts/\(alert)/flags", #"{"reason":"spam"}"#, bearer: anna)
                try #require((200..<300).contains(flag.status), "\(flag.text)")
                let outcome = try await Python.play(
                    "hostile_comments.py", [service.address, comment, cookie])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }

    /// Collects the text of a document and the names of its elements.
    private final class Reader: NSObject, XMLParserDelegate {
        var text = ""
        var elements: Set<String> = []

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
        func parser(_ parser: XMLParser, foundCDATA data: Data) {
            text += String(decoding: data, as: UTF8.self)
        }
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) { elements.insert(name.lowercased()) }
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "]]><b onload=x>&lt;", #"" onload="x" '&amp;&#60;"#,
        "<!ENTITY x SYSTEM 'file:///etc/passwd'>&x;",
    ])
    func `a comment stays plain text in every document that contains it`(comment: String) async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                let ben = try await workspace.account("ben")
                let quoted = comment.replacing("\"", with: #"\""#)
                let sent = try await service.post(
                    "/v1/alerts", report(10, 50, of: "birch", comment: quoted), bearer: ben)
                try #require(sent.status == 201, "\(sent.text)")
                #expect(sent.json["comment"] == .text(comment))
                let id = try #require(sent.json["id"].text)
                for path in ["/v1/alerts/\(id).cap", "/v1/alerts.atom"] {
                    let answer = try await service.get(path)
                    #expect(answer.type?.contains("xml") == true, "\(path)")
                    let reader = Reader()
                    let parser = XMLParser(data: Data(answer.bytes))
                    parser.delegate = reader
                    parser.shouldResolveExternalEntities = false
                    #expect(parser.parse(), "\(path): \(answer.text)")
                    #expect(reader.elements.isDisjoint(with: ["script", "b", "svg", "img"]), "\(path)")
                    // A sent message never changes, so it has no comment, which its author may withdraw.
                    #expect(reader.text.contains(comment) == path.hasSuffix(".atom"), "\(answer.text)")
                }
            }
        }
    }

    @Test func `an upload that swells without end is given up, and its station can continue`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let bombs = [
                "head -c 300000000 /dev/zero | gzip -9",
                // A bomb in a bomb: only the outer one is decompressed, and the result is a file of its own.
                "head -c 300000000 /dev/zero | gzip -9 | gzip -9 | gzip -9",
            ]
            try await RunningService.during(workspace) { service in
                for (number, command) in bombs.enumerated() {
                    let file = workspace.folder.appending(path: "bomb-\(number).gz")
                    let made = try await Program.run(
                        ["-c", "\(command) > \(file.path)"], environment: ["PATH": "/usr/bin:/bin"],
                        in: workspace.folder, file: URL(filePath: "/bin/sh"))
                    try #require(made.status == 0, "\(made.errors)")
                    let answer = try await service.send(
                        "POST", "/v1/stations/basel/readings", body: Array(try Data(contentsOf: file)),
                        type: "text/csv", bearer: key, headers: ["Content-Encoding": "gzip"])
                    #expect(
                        [400, 413, 422].contains(answer.status), "\(answer.status) \(answer.text.prefix(300))"
                    )
                    #expect(answer.problem != nil)
                }
                let good = try await service.upload(5, of: "birch", on: Self.day, to: "basel", key: key)
                #expect(good.status == 200 && good.json["accepted"] == 1)
            }
        }
    }
}
