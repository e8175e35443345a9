import Foundation
import SampleTesting
import Storage
import Testing

/// SOS of a running service, with a real mail server.
@Suite(.timeLimit(.minutes(20))) struct SOSTests {
    private static let site = "https://breathe.example.org"

    /// A person with contacts, as the person's programs see them.
    private struct Caller {
        let token: String
        let service: RunningService

        func put(_ path: String, _ body: String) async throws {
            let answer = try await service.send(
                "PUT", path, body: Array(body.utf8), type: "application/json", bearer: token)
            #expect(answer.status == 200, "\(answer.text)")
        }

        func post(_ path: String, _ body: String = "{}", _ status: Int = 201) async throws -> JSONValue {
            let answer = try await service.post(path, body, bearer: token)
            #expect(answer.status == status, "\(path): \(answer.text)")
            return answer.json
        }

        func agree() async throws { try await put("/v1/me/consents/help", #"{"version":1}"#) }

        /// Adds a contact.
        func add(_ name: String, _ email: String, to home: String = "/v1/me") async throws -> String {
            let body =
                #"{"name":"\#(name)","relation":"","phone":"112","email":"\#(email)","kind":"contact","order":0}"#
            return try #require(try await post("\(home)/help/contacts", body)["id"].text)
        }

        /// Adds a contact who agrees by the link in the mail.
        func addAgreed(
            _ name: String, _ email: String, to home: String = "/v1/me", _ mailbox: Mailbox
        ) async throws -> String {
            let id = try await add(name, email, to: home)
            _ = try await post("\(home)/help/contacts/\(id)/requests", "{}", 200)
            let mail = try await mailbox.mails(to: email)[0]
            let path = try #require(mail.link)
            let agreed = try await service.send(
                "POST", path, body: Array("answer=agree".utf8), type: "application/x-www-form-urlencoded",
                headers: ["Accept": "text/html"])
            #expect(agreed.status == 200, "\(agreed.text)")
            return id
        }

        /// What became of an SOS, once nothing waits any more.
        func settled(_ sos: String, of home: String = "/v1/me") async throws -> [String] {
            try await awaited("the SOS is not settled") {
                let call = try await service.get("\(home)/help/sos/\(sos)", bearer: token).json
                let states = call["contacts"].elements.compactMap { $0["state"].text }
                return states.contains("queued") ? nil : states
            }
        }
    }

    private func during(
        _ mailbox: Mailbox?, _ body: (Caller, Workspace) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("anna")
            let environment = mailbox?.environment(of: Self.site) ?? [:]
            try await RunningService.during(workspace, environment: environment) { service in
                let caller = Caller(token: token, service: service)
                try await caller.agree()
                try await body(caller, workspace)
            }
        }
    }

    @Test func `a contact agrees by mail and is told where somebody is`() async throws {
        let mailbox = try await Mailbox()
        try await during(mailbox) { anna, _ in
            try await anna.put("/v1/me/help/sos-settings", #"{"name":"<b>Anna</b>","values":true}"#)
            let nora = try await anna.addAgreed("Nora", "nora@example.net", mailbox)
            _ = try await anna.add("Ole", "ole@example.net")
            _ = try await anna.post("/v1/me/help/contacts/\(nora)/tests", "{}", 200)
            #expect(
                try await mailbox.mails(to: "nora@example.net", 2)[1].text.contains("not an emergency"))
            let consent = #"{"version":1}"#
            try await anna.put("/v1/me/consents/health", consent)
            let values =
                #"{"values":[{"kind":"heartRate","value":61.5,"time":"\#(Date().formatted(.iso8601))"}]}"#
            _ = try await anna.post("/v1/me/metrics", values, 200)
            let call = try await anna.post(
                "/v1/me/help/sos",
                #"{"position":{"longitude":7.58034,"latitude":47.56012,"accuracy":12.2}}"#)
            let mail = try await mailbox.mails(to: "nora@example.net", 3)[2]
            #expect(call["contacts"][0]["state"] == "queued" && call["values"] == true)
            #expect(call["contacts"][1]["reason"] == "notAsked")
            #expect(mail.headers["subject"] == "SOS from <b>Anna</b>" && mail.defects == 0)
            for part in ["47.56012, 7.58034", "13 m", "\(Self.site)/#14/47.56012/7.58034", "61.5"] {
                #expect(mail.text.contains(part), "\(part): \(mail.text)")
            }
            #expect(!mail.html.contains("<b>Anna") && mail.text.contains("/v1/contacts/"))
            let id = try #require(call["id"].text)
            #expect(try await anna.settled(id) == ["sent", "undeliverable"])
            #expect(try mailbox.all.allSatisfy { !$0.to.contains("ole@example.net") })
        }
    }

    @Suite(.alone) struct PromptnessTests {
        @Test func `a contact is told within two seconds`() async throws {
            let mailbox = try await Mailbox()
            try await SOSTests().during(mailbox) { anna, _ in
                try await anna.put("/v1/me/help/sos-settings", #"{"name":"Anna","values":false}"#)
                _ = try await anna.addAgreed("Nora", "nora@example.net", mailbox)
                let pressed = ContinuousClock.now
                _ = try await anna.post(
                    "/v1/me/help/sos",
                    #"{"position":{"longitude":7.58034,"latitude":47.56012,"accuracy":12.2}}"#)
                _ = try await mailbox.mails(to: "nora@example.net", 2)[1]
                #expect(ContinuousClock.now - pressed < .seconds(2))
            }
        }
    }

    @Test func `a person in care has contacts of their own, who are told the person's name`() async throws {
        let mailbox = try await Mailbox()
        try await during(mailbox) { anna, _ in
            let made = try await anna.post("/v1/me/persons", #"{"name":"Mia"}"#)
            let home = "/v1/me/persons/\(try #require(made["id"].text))"
            _ = try await anna.addAgreed("Grandma", "grandma@example.net", to: home, mailbox)
            let call = try await anna.post("\(home)/help/sos")
            let mail = try await mailbox.mails(to: "grandma@example.net", 2)[1]
            #expect(mail.headers["subject"] == "SOS from Mia")
            #expect(mail.text.contains("No position was sent."))
            #expect(try await anna.settled(try #require(call["id"].text), of: home) == ["sent"])
            let own = try await anna.post("/v1/me/help/sos")
            #expect(own["contacts"].elements.isEmpty)
        }
    }

    @Test func `an address that the mail server refuses is told as failed`() async throws {
        let mailbox = try await Mailbox()
        try await during(mailbox) { anna, _ in
            let id = try await anna.add("Nobody", "unknown@example.net")
            _ = try await anna.post("/v1/me/help/contacts/\(id)/requests", "{}", 200)
            try await awaited("the letter is not settled") {
                let log = try await anna.service.get("/v1/me/help/letters", bearer: anna.token).json
                return log["letters"][0]["state"] == "failed" ? true : nil
            }
        }
    }

    @Test func `without a mail server nothing is said to be sent`() async throws {
        try await during(nil) { anna, _ in
            let id = try await anna.add("Nora", "nora@example.net")
            let refused = try await anna.post("/v1/me/help/contacts/\(id)/requests", "{}", 409)
            #expect(refused["detail"].text?.contains("cannot be delivered") == true)
            let call = try await anna.post("/v1/me/help/sos")
            #expect(call["contacts"][0]["state"] == "undeliverable")
        }
    }

    @Test func `an SOS survives a kill, and comes under one identifier`() async throws {
        let mailbox = try await Mailbox()
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("anna")
            let environment = mailbox.environment(of: Self.site)
            let contacts = 8
            try await RunningService.during(workspace, environment: environment) { service in
                let anna = Caller(token: token, service: service)
                try await anna.agree()
                for place in 0..<contacts {
                    _ = try await anna.addAgreed("C\(place)", "c\(place)@example.net", mailbox)
                }
                _ = try await anna.post("/v1/me/help/sos")
                await service.kill()
            }
            try await RunningService.during(workspace, environment: environment) { service in
                let anna = Caller(token: token, service: service)
                let log = try await service.get("/v1/me/help/letters", bearer: token).json
                let sos = try #require(log["sos"][0]["id"].text)
                #expect(try await anna.settled(sos) == Array(repeating: "sent", count: contacts))
                let mails = try mailbox.all.filter { $0.headers["subject"]?.hasPrefix("SOS") == true }
                #expect(Set(mails.compactMap { $0.headers["message-id"] }).count == contacts)
                #expect(Set(mails.flatMap(\.to)).count == contacts)
            }
        }
    }
}

extension TakenMail {
    /// The path of the link by which a contact answers.
    fileprivate var link: String? {
        text.firstMatch(of: /\/v1\/contacts\/[^\s"]+/).map { String($0.output) }
    }
}
