import Foundation
import SampleTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ChannelTests {
    private static let site = "https://breathe.example.org"

    /// Serves with a mail server and a push service of our own.
    private func serving(
        _ mail: PythonServer?, _ act: (RunningService) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            var environment = ["BREATHE_OUTBOUND_ALLOW": "127.0.0.1", "BREATHE_PUBLIC_URL": Self.site]
            if let mail {
                environment["BREATHE_SMTP_URL"] = mail.greeting
                environment["BREATHE_SMTP_FROM"] = "alerts@example.org"
                environment["BREATHE_SMTP_STARTTLS"] = "never"
            }
            try await RunningService.during(workspace, environment: environment) { try await act($0) }
        }
    }

    private func channels(_ service: RunningService, _ token: String) async throws -> [JSONValue] {
        try await service.get("/v1/me/channels", bearer: token).json["channels"].elements
    }

    /// The path of the first link to us in a mail that contains a word.
    private func path(_ word: String, in text: String) throws -> String {
        let links = text.matches(of: /https:\/\/breathe\.example\.org(\S+)/).map { String($0.1) }
        return try #require(links.first { $0.contains(word) })
    }

    @Test func `a confirmed address gets alerts until a click stops them`() async throws {
        let mail = try await PythonServer("mail_server.py", ["plain"])
        try await serving(mail) { service in
            let anna = try await service.workspace.account("anna")
            let ben = try await service.workspace.account("ben")
            let trees = ["birch", "hazel", "oak"].map { #"{"allergen":"\#($0)"}"# }.joined(separator: ",")
            let fence = circle(10, 50, watching: trees)
            #expect(try await service.post("/v1/me/fences", fence, bearer: anna).status == 201)
            let made = try await service.post(
                "/v1/me/channels", #"{"kind":"email","address":"anna@example.net"}"#, bearer: anna)
            #expect(made.status == 201 && made.json["state"] == "unconfirmed", "\(made.text)")
            let asked = try await TakenMail(mail.lines(1)[0])
            let confirmation = try path("confirmation", in: asked.text)
            // A mail scanner opens the link, and a report comes before the click.
            #expect(try await service.get(confirmation).text.contains("<form"))
            #expect(try await channels(service, anna)[0]["state"] == "unconfirmed")
            let early = try await service.post(
                "/v1/alerts", report(10, 50, of: "birch", comment: "too early"), bearer: ben)
            #expect(early.status == 201)
            #expect(try await service.send("POST", confirmation + "x").status == 404)
            #expect(try await service.send("POST", confirmation).status == 200)
            #expect(try await channels(service, anna)[0]["state"] == "active")
            let sent = try await service.post(
                "/v1/alerts", report(10, 50, of: "hazel", comment: "by the river"), bearer: ben)
            #expect(sent.status == 201, "\(sent.text)")
            let alert = try await TakenMail(mail.lines(2)[1])
            #expect(alert.text.contains("by the river") && alert.text.contains("Home"))
            #expect(alert.headers["subject"]?.contains("Hazel") == true)
            // The mail program unsubscribes by itself, without signing in.
            let header = try #require(alert.headers["list-unsubscribe"])
            let unsubscription = try path("unsubscription", in: String(header.dropFirst().dropLast()))
            let clicked = try await service.send(
                "POST", unsubscription, body: Array("List-Unsubscribe=One-Click".utf8),
                type: "application/x-www-form-urlencoded")
            #expect(clicked.status == 200)
            #expect(try await channels(service, anna).isEmpty)
            #expect(try await service.send("POST", unsubscription).status == 200)
            _ = try await service.post(
                "/v1/alerts", report(10, 50, of: "oak", comment: "too late"), bearer: ben)
            let again = try await service.post(
                "/v1/me/channels", #"{"kind":"email","address":"anna@example.net"}"#, bearer: anna)
            #expect(again.status == 201)
            let all = try await mail.lines(3).map(TakenMail.init)
            #expect(!all.contains { $0.text.contains("too early") || $0.text.contains("too late") })
        }
    }

    @Test func `a browser gets messages through its push service until it is gone`() async throws {
        let push = try await PythonServer("push_service.py")
        let keys = try PushSubscriptionKeys(push)
        try await serving(nil) { service in
            let anna = try await service.workspace.account("anna")
            let ben = try await service.workspace.account("ben")
            #expect(try await service.post("/v1/me/fences", circle(10, 50), bearer: anna).status == 201)
            for path in ["phone", "gone"] {
                let made = try await service.post(
                    "/v1/me/channels", keys.channel(at: path), bearer: anna)
                #expect(made.status == 201 && made.json["state"] == "active", "\(made.text)")
            }
            let twice = try await service.post("/v1/me/channels", keys.channel(at: "phone"), bearer: anna)
            expect(twice, 409, "known-channel")
            let sent = try await service.post(
                "/v1/alerts", report(10, 50, of: "birch", comment: "by the river"), bearer: ben)
            #expect(sent.status == 201)
            let taken = try await push.lines(2).map(TakenPush.init)
            let phone = try #require(taken.first { $0.path == "/push/phone" })
            #expect(phone.error == nil && phone.payload?.id == sent.json["id"].text)
            #expect(phone.payload?.body.contains("by the river") == true)
            #expect(phone.key == (try await service.get("/v1/push/key").json["key"].text))
            try await awaited("the channel that is gone stays") {
                try await channels(service, anna).count == 1 ? true : nil
            }
            let id = try #require(try await channels(service, anna)[0]["id"].text)
            let trial = try await service.send("POST", "/v1/me/channels/\(id)/tests", bearer: anna)
            #expect(trial.status == 200 && trial.json["outcome"] == "sent", "\(trial.text)")
            #expect(try await push.lines(3).count == 3)
            #expect(try await service.send("POST", "/v1/me/channels/\(id)/tests", bearer: ben).status == 404)
        }
    }

    @Test func `the key of push messages outlives the program`() async throws {
        try await Workspace.temporary { workspace in
            var keys: Set<String> = []
            for _ in 1...2 {
                try await RunningService.during(workspace) { service in
                    _ = keys.insert(try await service.get("/v1/push/key").json["key"].text ?? "")
                }
            }
            #expect(keys.count == 1 && keys.first?.count == 87)
        }
    }

    /// The keys of the example in RFC 8291, section 5.
    private static let keys =
        #"{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#

    @Test func `a channel that cannot work is refused`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                let anna = try await workspace.account("anna")
                let email = try await service.post(
                    "/v1/me/channels", #"{"kind":"email","address":"anna@example.net"}"#, bearer: anna)
                expect(email, 409, "not-deliverable", naming: "gateway")
                for url in [
                    "http://example.org/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/",
                ] {
                    let webhook = try await service.post(
                        "/v1/me/channels", #"{"kind":"webhook","url":"\#(url)"}"#, bearer: anna)
                    expect(webhook, 400, "invalid-channel", naming: "/url")
                }
                for endpoint in [
                    "http://push.example.org/x", "https://127.0.0.1/x", "https://[::ffff:10.0.0.1]/x",
                    "https://169.254.169.254/latest", "https://0x7f000001/x",
                    "https://user@push.example.org/x",
                ] {
                    let push = try await service.post(
                        "/v1/me/channels",
                        #"{"kind":"push","subscription":{"endpoint":"\#(endpoint)","keys":\#(Self.keys)}}"#,
                        bearer: anna)
                    expect(push, 400, "invalid-channel", naming: "/subscription")
                }
                #expect(try await channels(service, anna).isEmpty)
            }
        }
    }

    @Test func `a stranger does not get repeated confirmation mails`() async throws {
        let mail = try await PythonServer("mail_server.py", ["plain"])
        try await serving(mail) { service in
            let anna = try await service.workspace.account("anna")
            var statuses: [Int] = []
            for _ in 1...4 {
                let made = try await service.post(
                    "/v1/me/channels", #"{"kind":"email","address":"Eve@example.net"}"#, bearer: anna)
                statuses.append(made.status)
                if let id = made.json["id"].text {
                    #expect(
                        try await service.send("DELETE", "/v1/me/channels/\(id)", bearer: anna).status == 204)
                }
            }
            #expect(statuses == [201, 201, 201, 429])
            let unknown = try await service.post(
                "/v1/me/channels", #"{"kind":"email","address":"unknown@example.net"}"#, bearer: anna)
            expect(unknown, 400, "invalid-channel", naming: "550")
            #expect(try await channels(service, anna).isEmpty)
        }
    }

    @Test(arguments: [
        (["BREATHE_SMTP_URL": "smtp://localhost"], "smtp-from"),
        (["BREATHE_SMTP_URL": "smtp://localhost", "BREATHE_SMTP_FROM": "a@b.ch"], "public-url"),
        (["BREATHE_SMTP_URL": "http://localhost"], "smtp://host:port"),
        (["BREATHE_SMTP_STARTTLS": "maybe"], "required, preferred, never"),
        (["BREATHE_SMTP_PASSWORD_FILE": "/nonexistent"], "a file that can be read"),
        (["BREATHE_VAPID_CONTACT": "ops"], "mailto:"),
        (["BREATHE_PUBLIC_URL": "example.org"], "http or https"),
    ])
    func `a mistake in the configuration of messages is reported`(
        environment: [String: String], naming: String
    ) async throws {
        try await Workspace.temporary { workspace in
            let outcome = try await Program.run(
                ["serve", "--database", workspace.database.path, "--resources", Program.root.path],
                environment: environment, in: workspace.folder)
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains(naming), "\(outcome.errors)")
        }
    }
}
