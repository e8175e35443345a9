import Foundation
import SampleTesting
import Testing

/// Messages to the operators of the service.
@Suite(.timeLimit(.minutes(20))) struct MessageTests {
    private static func message(
        _ text: String, topic: String = "suggestion", _ more: String = ""
    ) -> String { #"{"topic":"\#(topic)","text":"\#(text)"\#(more)}"# }

    private func write(
        _ message: String, as token: String? = nil, to service: RunningService
    ) async throws -> Answer {
        try await service.send(
            "POST", "/v1/messages", body: Array(message.utf8), type: "application/json", bearer: token)
    }

    @Test func `messages are stored sealed, read by administrators, and removed`() async throws {
        try await Workspace.temporary { workspace in
            let anna = try await workspace.account("anna")
            let chief = try await workspace.network().guest("chief", "administrator")
            try await RunningService.during(workspace) { service in
                let more = #","replyTo":"somebody@quill.example","page":"/alerts""#
                let first = try await write(
                    Self.message("Quillwort grows here", topic: "problem", more), to: service)
                #expect(first.status == 202 && first.bytes.isEmpty, "\(first.text)")
                let second = try await write(
                    Self.message("  Two\\nlines "), as: anna, to: service)
                #expect(second.status == 202, "\(second.text)")
                expect(try await service.get("/v1/messages", bearer: anna), 403, "forbidden")
                expect(try await service.get("/v1/messages"), 401, "unauthorized")
                let page = try await service.get("/v1/messages", bearer: chief)
                #expect(page.header("Cache-Control") == "private, no-store")
                let messages = page.json["messages"].elements
                #expect(messages.map { $0["text"] } == ["Two\nlines", "Quillwort grows here"])
                #expect(messages.map { $0["topic"] } == ["suggestion", "problem"])
                #expect(messages.map { $0["account"] } == ["anna", .null])
                #expect(messages[1]["replyTo"] == "somebody@quill.example")
                #expect(messages[1]["page"] == "/alerts")
                let audit = try await service.get("/v1/me/audit", bearer: anna).json["entries"].elements
                #expect(audit.first?["act"] == "inspected" && audit.first?["actor"] == "administrator")
                #expect(audit.first?["object"] == "message")
                for word in ["Quillwort", "quill.example"] {
                    for suffix in ["", "-wal"] {
                        let bytes = try Data(contentsOf: URL(filePath: workspace.database.path + suffix))
                        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) is readable in the file")
                    }
                }
                let path = "/v1/messages/\(messages[1]["id"].text ?? "")"
                expect(try await service.send("DELETE", path, bearer: anna), 403, "forbidden")
                #expect(try await service.send("DELETE", path, bearer: chief).status == 204)
                expect(try await service.send("DELETE", path, bearer: chief), 404, "unknown-message")
            }
            let listed = try await workspace.done("message", "list", "--json")
            #expect(listed.lines.joined().contains("Two\\nlines"))
            #expect(!listed.lines.joined().contains("Quillwort"))
            #expect(try await workspace.done("message", "list").lines.contains("    lines"))
        }
    }

    @Test func `an invalid message is refused, and nothing of it is stored`() async throws {
        try await Workspace.temporary { workspace in
            let chief = try await workspace.network().guest("chief", "administrator")
            let long = String(repeating: "a", count: 2_001)
            try await RunningService.during(workspace) { service in
                for (body, problem, pointer) in [
                    (Self.message("x", topic: "rant"), "invalid-message", "/topic"),
                    (Self.message("  "), "invalid-message", "/text"),
                    (Self.message(long), "invalid-message", "/text"),
                    (Self.message("a\\u0007b"), "invalid-message", "/text"),
                    (Self.message("x", #","replyTo":"nobody""#), "invalid-message", "/replyTo"),
                    (
                        Self.message("x", #","replyTo":"a@b.ch\\r\\nBcc: c@d.ch""#), "invalid-message",
                        "/replyTo"
                    ),
                    (Self.message("x", #","page":"https://evil.example/""#), "invalid-message", "/page"),
                    (Self.message("x", #","page":"/\#(long)""#), "invalid-message", "/page"),
                    (Self.message("x", #","mail":"a@b.ch""#), "invalid-json", "/mail"),
                    (#"{"text":"x"}"#, "invalid-json", "/topic"),
                ] {
                    let answer = try await write(body, to: service)
                    expect(answer, 400, problem)
                    #expect(answer.json["errors"][0]["pointer"] == .text(pointer), "\(answer.text)")
                }
                let wrong = try await write(Self.message("x"), as: "wrong", to: service)
                expect(wrong, 401, "unauthorized")
                let forged = try await service.send(
                    "POST", "/v1/messages", body: Array(Self.message("x").utf8), type: "application/json",
                    headers: ["Origin": "https://evil.example"])
                expect(forged, 403, "forged-request")
                #expect(try await service.get("/v1/messages", bearer: chief).json["messages"] == [])
            }
        }
    }

    @Test func `an address and an account may each write five times an hour`() async throws {
        try await Workspace.temporary { workspace in
            let anna = try await workspace.account("anna")
            try await RunningService.during(
                workspace, environment: ["BREATHE_ADDRESS_RATE": "6000/60"]
            ) { service in
                for token in [nil, anna] {
                    for number in 1...5 {
                        let taken = try await write(
                            Self.message("No. \(number)"), as: token, to: service)
                        #expect(taken.status == 202, "\(taken.text)")
                        #expect(taken.header("RateLimit")?.contains(#""messages";r=\#(5 - number)"#) == true)
                    }
                    let refused = try await write(
                        Self.message("One more"), as: token, to: service)
                    expect(refused, 429, "too-many-requests")
                    #expect(refused.header("RateLimit")?.contains("messages") == true)
                    #expect(Int(refused.header("Retry-After") ?? "").map { $0 > 600 } == true)
                }
            }
        }
    }

    @Test func `a message is mailed to the operators, and answers go to its author`() async throws {
        try await Workspace.temporary { workspace in
            let mailbox = try await Mailbox()
            var environment = mailbox.environment(of: "https://air.example")
            environment["BREATHE_CONTACT"] = "chief@example.org"
            try await RunningService.during(workspace, environment: environment) { service in
                let sent = try await write(
                    Self.message("Quillwort", #","replyTo":"writer@example.net""#), to: service)
                #expect(sent.status == 202)
                let mail = try #require(try await mailbox.mails(to: "chief@example.org").first)
                #expect(mail.headers["subject"] == "Suggestion from a visitor")
                #expect(mail.headers["reply-to"]?.contains("writer@example.net") == true)
                #expect(mail.defects == 0)
                #expect(mail.text.contains("Quillwort"))
            }
        }
    }
}
