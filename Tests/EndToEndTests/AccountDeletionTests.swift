import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)), .serving())
struct AccountDeletionTests {
    private func delete(_ name: String, as token: String) async throws -> Answer {
        try await service.send(
            "DELETE", "/v1/me", body: Array(#"{"confirm":"\#(name)"}"#.utf8), type: "application/json",
            bearer: token)
    }

    @Test func `a deleted account can no longer be used, and its streams end`() async throws {
        let token = try await service.workspace.account("leaver")
        _ = try await service.post("/v1/me/fences", circle(80, 50), bearer: token)
        expect(try await delete("someone", as: token), 400, "unconfirmed", naming: "/confirm")
        try await LiveStream.open(service, as: token) { stream in
            let answer = try await delete("leaver", as: token)
            #expect(answer.status == 204)
            let event = try await stream.next()
            #expect(event?.id == nil)
        }
        expect(try await service.get("/v1/me/fences", bearer: token), 401, "unauthorized")
        expect(try await delete("leaver", as: token), 401, "unauthorized")
        let again = try await service.workspace.account("leaver")
        #expect(try await service.get("/v1/me/fences", bearer: again).json["fences"] == [])
    }

    @Test func `a report without other witnesses is cancelled for everybody who was notified`() async throws {
        let anna = try await service.workspace.account("stayer")
        let ben = try await service.workspace.account("reporter")
        _ = try await service.post("/v1/me/fences", circle(85, 50), bearer: anna)
        try await LiveStream.open(service, as: anna) { stream in
            let sent = try await service.post("/v1/alerts", report(85, 50, of: "birch"), bearer: ben)
            #expect(try await stream.next()?.data["id"] == sent.json["id"])
            #expect(try await delete("reporter", as: ben).status == 204)
            let event = try #require(try await stream.next())
            #expect(event.data["message"] == "cancel")
            #expect(event.data["references"] == [sent.json["id"]])
            let alert = try await service.get("/v1/alerts/\(sent.json["id"].text ?? "")")
            #expect(alert.json["ended"] != nil && !alert.text.contains("by the river"))
            #expect(!alert.text.contains("reporter\":\"reporter"))
        }
    }

    @Test func `the command deletes an account of a running service, and ends its streams`() async throws {
        let token = try await service.workspace.account("commanded")
        let missing = try await service.workspace.breathe("account", "delete", "nobody")
        #expect(missing.status == 1 && missing.errors.contains("no account named nobody"))
        let workspace = service.workspace
        try await LiveStream.open(service, as: token) { stream in
            try await workspace.done("account", "delete", "COMMANDED")
            let event = try await stream.next()
            #expect(event?.id == nil)
        }
        expect(try await service.get("/v1/me", bearer: token), 401, "unauthorized")
    }

    @Test func `an administrator opens an account, and its link leads to a password and then to nothing`()
        async throws
    {
        let boss = try await service.workspace.account("keeper")
        try await service.workspace.done("role", "grant", "keeper", "administrator")
        let made = try await service.send(
            "POST", "/v1/administration/accounts", body: Array(#"{"username":"opened1"}"#.utf8),
            type: "application/json", bearer: boss)
        #expect(made.status == 201)
        let secret = try #require(made.json["link"].text?.split(separator: "#").last)
        let password = Array(#"{"token":"\#(secret)","password":"eight pollen grains"}"#.utf8)
        func choose() async throws -> Answer {
            try await service.send(
                "POST", "/v1/password-resets/completion", body: password, type: "application/json")
        }
        #expect(try await choose().status == 204)
        #expect(try await choose().problem == "void-link")
        let gone = try await service.send(
            "DELETE", "/v1/accounts/opened1", body: Array(#"{"confirm":"opened1"}"#.utf8),
            type: "application/json", bearer: boss)
        #expect(gone.status == 204)
        let signIn = Array(#"{"username":"opened1","password":"eight pollen grains","kind":"token"}"#.utf8)
        let refused = try await service.send(
            "POST", "/v1/sessions", body: signIn, type: "application/json")
        #expect(refused.problem == "wrong-password")
        let acts = try await service.get("/v1/me/audit", bearer: boss).json["entries"].elements
        #expect(acts.first?["act"] == "accountDeleted")
    }

    @Test func `a stream ends with the token that opened it, when its time is over`() async throws {
        let owner = try await service.workspace.account("watcher")
        let ben = try await service.workspace.account("witness")
        #expect(try await service.post("/v1/me/fences", circle(75, 50), bearer: owner).status == 201)
        try await LiveStream.open(service, as: owner) { lasting in
            // Long enough to open a stream on a busy computer.
            let end = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.up) + 10)
            let made = try await service.post(
                "/v1/me/tokens", #"{"scopes":["read"],"ends":"\#(end.formatted(.iso8601))"}"#, bearer: owner)
            let token = try #require(made.json["token"].text, "\(made.text)")
            try await LiveStream.open(service, as: token) { stream in
                let event = try await stream.next()
                #expect(event == nil)
                #expect(Date() >= end)
            }
            expect(try await service.get("/v1/me/alerts/stream", bearer: token), 401, "unauthorized")
            let sent = try await service.post("/v1/alerts", report(75, 50, of: "birch"), bearer: ben)
            #expect(try await lasting.next()?.data["id"] == sent.json["id"], "the other stream goes on")
        }
    }

    @Test func `a suspended account gets nothing, and later sees who suspended it`() async throws {
        let workspace = service.workspace
        let token = try await workspace.account("shutout")
        let boss = try await workspace.account("overseer")
        try await workspace.done("role", "grant", "overseer", "administrator")
        let path = "/v1/accounts/shutout/suspension"
        try await LiveStream.open(service, as: token) { stream in
            #expect(try await service.send("PUT", path, bearer: boss).status == 204)
            let event = try await stream.next()
            #expect(event?.id == nil)
        }
        expect(try await service.get("/v1/me/alerts/stream", bearer: token), 401, "unauthorized")
        #expect(try await service.get("/v1/accounts?name=shut", bearer: boss).status == 200)
        #expect(try await service.send("DELETE", path, bearer: boss).status == 204)
        let audit = try await service.get("/v1/me/audit", bearer: token).json["entries"].elements
        #expect(audit.map { $0["act"] } == ["restored", "inspected", "suspended"])
        #expect(audit.allSatisfy { $0["actor"] == "administrator" })
        let told = try await workspace.done("account", "audit", "shutout", "--json").output
        #expect(told.contains(#""act" : "suspended""#) && told.contains(#""object" : "audit""#), "\(told)")
        #expect(try await service.get("/v1/me/audit", bearer: token).json["entries"][0]["actor"] == "command")
    }
}
