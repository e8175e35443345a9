import Foundation
import SampleTesting
import Testing

/// A browser that stores the site's cookie.
private struct Browser {
    static let site = "https://breathe.example.org"
    let service: RunningService
    var cookie: String?
    var csrf: String?

    func send(
        _ method: String, _ path: String, _ json: String? = nil, headers: [String: String]? = nil
    ) async throws -> Answer {
        var all = headers ?? ["Origin": Self.site, "X-CSRF-Token": csrf ?? ""]
        all["Cookie"] = cookie.map { "theme=dark; __Host-session=\($0)" }
        return try await service.send(
            method, path, body: json.map { Array($0.utf8) }, type: json == nil ? nil : "application/json",
            headers: all)
    }

    /// Signs in, and stores the resulting cookie.
    mutating func signIn(_ name: String, _ password: String) async throws -> Answer {
        let answer = try await send(
            "POST", "/v1/sessions", #"{"username":"\#(name)","password":"\#(password)"}"#)
        if let field = answer.header("Set-Cookie"), let match = field.firstMatch(of: /__Host-session=([^;]+)/)
        {
            cookie = String(match.1)
            csrf = answer.json["csrfToken"].text
        }
        return answer
    }
}

@Suite(.timeLimit(.minutes(20)))
struct SignInTests {
    private static let password = "birch and hazel"

    private func serving(_ act: (RunningService, PythonServer) async throws -> Void) async throws {
        let mail = try await PythonServer("mail_server.py", ["plain"])
        try await Workspace.temporary { workspace in
            let environment = [
                "BREATHE_PUBLIC_URL": Browser.site, "BREATHE_SMTP_URL": mail.greeting,
                "BREATHE_SMTP_FROM": "post@example.org", "BREATHE_SMTP_STARTTLS": "never",
                // Weaker than passwords need, but affordable on a machine that runs a thousand tests.
                "BREATHE_PASSWORD_COST": "10",
            ]
            try await RunningService.during(workspace, environment: environment) { try await act($0, mail) }
        }
    }

    /// The secret after the `#` of the link in the newest of this many mails.
    private func token(_ mail: PythonServer, _ count: Int, page: String) async throws -> String {
        let taken = try await TakenMail(mail.lines(count)[count - 1])
        let link = try #require(taken.text.firstMatch(of: /https:\/\/breathe\.example\.org(\S+)#(\S+)/))
        #expect(String(link.1) == page)
        #expect(taken.html.contains(link.2))
        return String(link.2)
    }

    private func signUp(_ service: RunningService, _ mail: PythonServer, _ name: String, mails: Int)
        async throws
    {
        let browser = Browser(service: service)
        let asked = try await browser.send(
            "POST", "/v1/accounts",
            #"""
            {"username":"\#(name)","email":"\#(name)@example.net","password":"\#(Self.password)",
            "consents":[{"purpose":"warnings","version":1}]}
            """#)
        #expect(asked.status == 202 && asked.bytes.isEmpty, "\(asked.text)")
        let token = try await token(mail, mails, page: "/verify")
        let look = try await browser.send("POST", "/v1/verifications", #"{"token":"\#(token)","look":true}"#)
        #expect(look.json["purpose"] == "look" && look.json["address"] == .text("\(name)@example.net"))
        let opened = try await browser.send("POST", "/v1/verifications", #"{"token":"\#(token)"}"#)
        #expect(opened.status == 200 && opened.json["name"] == .text(name), "\(opened.text)")
        expect(
            try await browser.send("POST", "/v1/verifications", #"{"token":"\#(token)"}"#), 404, "void-link")
    }

    @Test func `a person signs up, sets a new password by mail, and leaves`() async throws {
        try await serving { service, mail in
            try await signUp(service, mail, "anna", mails: 1)
            var browser = Browser(service: service)
            let opened = try await browser.signIn("Anna", Self.password)
            #expect(opened.status == 201, "\(opened.text)")
            let field = try #require(opened.header("Set-Cookie"))
            for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"] { #expect(field.contains(part)) }
            #expect(opened.json["token"] == .null, "a page does not need it")
            let me = try await browser.send("GET", "/v1/me")
            #expect(me.json["name"] == "anna" && me.json["email"] == "anna@example.net")
            #expect(
                me.json["emailVerified"] == .bool(true) && me.json["csrfToken"] == .text(browser.csrf ?? ""))
            try await forge(browser)
            #expect(try await browser.send("POST", "/v1/me/fences", circle(20, 50)).status == 201)
            let refused = try await browser.send("POST", "/v1/alerts", report(20, 50, of: "birch"))
            expect(refused, 403, "consent-required")
            try await assignTooMuch(browser)
            try await change(browser)
            try await reset(service, mail, browser)
        }
    }

    /// Pages of other sites, and tokens in addresses.
    private func forge(_ browser: Browser) async throws {
        let csrf = browser.csrf ?? ""
        let forged: [[String: String]] = [
            [:], ["Origin": Browser.site], ["X-CSRF-Token": csrf],
            ["Origin": "https://evil.example", "X-CSRF-Token": csrf],
            ["Origin": "null", "X-CSRF-Token": csrf],
            ["Origin": Browser.site + ".evil.example", "X-CSRF-Token": csrf],
            ["Origin": Browser.site, "X-CSRF-Token": String(csrf.reversed())],
            ["Sec-Fetch-Site": "cross-site", "X-CSRF-Token": csrf],
            ["Sec-Fetch-Site": "same-site", "X-CSRF-Token": csrf],
            // Somebody else's name that leads here, with all that a page under it could know.
            ["Host": "rebound.evil.example", "Origin": "https://rebound.evil.example", "X-CSRF-Token": csrf],
            ["Host": "rebound.evil.example", "Sec-Fetch-Site": "same-origin", "X-CSRF-Token": csrf],
        ]
        for headers in forged {
            let answer = try await browser.send(
                "PATCH", "/v1/me", #"{"username":"evil"}"#, headers: headers)
            expect(answer, 403, "forged-request")
        }
        let cross = try await browser.send(
            "POST", "/v1/sessions", #"{"username":"anna","password":"x"}"#,
            headers: ["Origin": "https://evil.example"])
        expect(cross, 403, "forged-request")
        let secret = browser.cookie ?? ""
        for query in ["token=\(secret)", "a=1&access_token=x", "x=\(secret)"] {
            expect(try await browser.service.get("/v1/stations?\(query)"), 400, "secret-in-address")
        }
        #expect(
            try await browser.service.get("/v1/me", bearer: secret).status == 401, "a cookie is not a token")
        let shared = try await browser.send(
            "PATCH", "/v1/me", "{}", headers: ["Sec-Fetch-Site": "same-origin", "X-CSRF-Token": csrf])
        #expect(shared.status == 200, "\(shared.text)")
    }

    private func assignTooMuch(_ browser: Browser) async throws {
        for (method, path, member) in [
            ("POST", "/v1/accounts", "roles"), ("PATCH", "/v1/me", "roles"), ("PATCH", "/v1/me", "email"),
            ("PATCH", "/v1/me", "suspended"), ("POST", "/v1/me/tokens", "account"),
        ] {
            let base =
                method == "POST" && member == "roles"
                ? #""username":"anna7","email":"a@b.example","password":"birch and oak","# : ""
            let body = #"{\#(base)"\#(member)":["administrator"]}"#
            let answer = try await browser.send(method, path, body)
            expect(answer, 400, "invalid-json")
            #expect(answer.details.contains("/\(member)"), "\(answer.text)")
        }
        let me = try await browser.send("GET", "/v1/me")
        #expect(me.json["roles"].elements.isEmpty && me.json["email"] == "anna@example.net")
    }

    private func change(_ browser: Browser) async throws {
        let changed = try await browser.send(
            "PATCH", "/v1/me", #"{"username":"Anna2","dateOfBirth":"1990-02-03","language":"fr"}"#)
        #expect(changed.json["name"] == "Anna2" && changed.json["dateOfBirth"] == "1990-02-03")
        #expect(changed.json["language"] == "fr")
        for wrong in [#"{"username":"an"}"#, #"{"username":"an na"}"#, #"{"dateOfBirth":"2190-02-03"}"#] {
            expect(try await browser.send("PATCH", "/v1/me", wrong), 400, "invalid-account")
        }
        try await choosePicture(browser)
        let made = try await browser.send(
            "POST", "/v1/me/tokens", #"{"label":"phone","scopes":["read"]}"#)
        #expect(made.status == 201, "\(made.text)")
        let token = try #require(made.json["token"].text)
        #expect(try await browser.service.get("/v1/me/fences", bearer: token).status == 200)
        let written = try await browser.service.send(
            "PATCH", "/v1/me", body: Array("{}".utf8), type: "application/json", bearer: token)
        expect(written, 403, "forbidden")
        expect(try await browser.service.get("/v1/me/tokens", bearer: token), 403, "forbidden")
        // The export holds sessions and tokens too.
        expect(try await browser.service.get("/v1/me/export", bearer: token), 403, "forbidden")
    }

    private func choosePicture(_ browser: Browser) async throws {
        #expect(try await browser.send("PUT", "/v1/me/picture", #"{"name":"birch"}"#).status == 204)
        #expect(try await browser.send("GET", "/v1/me").json["picture"] == "/v1/pictures/birch.svg")
        expect(try await browser.send("PUT", "/v1/me/picture", #"{"name":"me"}"#), 404, "unknown-picture")
        let legend = try await browser.service.get("/tiles/birch/legend.png").bytes
        for (file, status) in [(legend, 204), (Array("GIF89a".utf8), 400)] {
            let answer = try await browser.service.send(
                "PUT", "/v1/me/picture", body: file, type: "image/png",
                headers: [
                    "Cookie": "__Host-session=\(browser.cookie ?? "")", "Origin": Browser.site,
                    "X-CSRF-Token": browser.csrf ?? "",
                ])
            #expect(answer.status == status, "\(answer.text)")
        }
        let own = try await browser.send("GET", "/v1/me").json["picture"].text ?? ""
        let picture = try await browser.send("GET", own)
        #expect(picture.type == "image/png" && picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try await browser.send("DELETE", "/v1/me/picture").status == 204)
        #expect(try await browser.send("GET", own).status == 404)
    }

    private func reset(_ service: RunningService, _ mail: PythonServer, _ browser: Browser) async throws {
        for address in ["nobody@example.net", "anna@example.net"] {
            let asked = try await browser.send("POST", "/v1/password-resets", #"{"email":"\#(address)"}"#)
            #expect(asked.status == 202 && asked.bytes.isEmpty)
        }
        let token = try await token(mail, 2, page: "/reset-password")
        let common = try await browser.send(
            "POST", "/v1/password-resets/completion", #"{"token":"\#(token)","password":"password1"}"#)
        expect(common, 400, "invalid-password")
        let done = try await browser.send(
            "POST", "/v1/password-resets/completion", #"{"token":"\#(token)","password":"ragweed and ash"}"#)
        #expect(done.status == 204, "\(done.text)")
        #expect(try await browser.send("GET", "/v1/me").status == 401, "sessions have ended")
        var next = Browser(service: service)
        let wrong = try await next.signIn("anna2", Self.password)
        expect(wrong, 403, "wrong-password")
        #expect(wrong.json["suggestReset"] == .bool(false))
        #expect(try await next.signIn("anna2", "ragweed and ash").status == 201)
        let out = try await next.send("DELETE", "/v1/sessions")
        #expect(out.status == 204 && out.header("Clear-Site-Data") == Self.everything)
        #expect(out.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(try await next.send("GET", "/v1/me").status == 401)
        try await leave(service)
    }

    private static let everything = #""cache", "cookies", "storage""#

    /// A browser clears its stored data only when its own session ends.
    private func leave(_ service: RunningService) async throws {
        var (here, there) = (Browser(service: service), Browser(service: service))
        for _ in 0..<2 { _ = try await here.signIn("anna2", "ragweed and ash") }
        _ = try await there.signIn("anna2", "ragweed and ash")
        let sessions = try await here.send("GET", "/v1/me/sessions").json["sessions"].elements
        let other = try #require(sessions.first { $0["current"] != .bool(true) }?["id"].text)
        let elsewhere = try await here.send("DELETE", "/v1/me/sessions/\(other)")
        #expect(elsewhere.status == 204 && elsewhere.header("Clear-Site-Data") == nil)
        for path in ["/v1/me", "/v1/me/fences", "/v1/air?lon=7&lat=47", "/"] {
            #expect(try await here.send("GET", path).header("Clear-Site-Data") == nil, "\(path)")
        }
        let own = try #require(sessions.first { $0["current"] == .bool(true) }?["id"].text)
        let signedOut = try await here.send("DELETE", "/v1/me/sessions/\(own)")
        #expect(signedOut.status == 204 && signedOut.header("Clear-Site-Data") == Self.everything)
        _ = try await here.signIn("anna2", "ragweed and ash")
        let refused = try await here.send("DELETE", "/v1/me", #"{"confirm":"nobody"}"#)
        #expect(refused.status == 400 && refused.header("Clear-Site-Data") == nil)
        let gone = try await here.send("DELETE", "/v1/me", #"{"confirm":"Anna2"}"#)
        #expect(gone.status == 204, "\(gone.text)")
        #expect(gone.header("Clear-Site-Data") == Self.everything)
        #expect(gone.header("Set-Cookie")?.contains("Max-Age=0") == true)
    }

    @Test func `nobody sees or ends another's sessions and tokens`() async throws {
        try await serving { service, mail in
            try await signUp(service, mail, "anna", mails: 1)
            try await signUp(service, mail, "ben7", mails: 2)
            var (anna, ben) = (Browser(service: service), Browser(service: service))
            let opened = try await anna.signIn("anna", Self.password)
            _ = try await ben.signIn("ben7", Self.password)
            let session = try #require(opened.json["session"]["id"].text)
            let token = try await anna.send("POST", "/v1/me/tokens", "{}")
            let id = try #require(token.json["id"].text)
            expect(try await ben.send("DELETE", "/v1/me/sessions/\(session)"), 404, "unknown-session")
            expect(try await ben.send("DELETE", "/v1/me/tokens/\(id)"), 404, "unknown-token")
            for path in ["/v1/me/sessions", "/v1/me/tokens"] {
                let seen = try await ben.send("GET", path).text
                #expect(!seen.contains(session) && !seen.contains(id))
            }
            // The proof of one browser does not go with the cookie of another.
            let mixed = try await ben.send(
                "PATCH", "/v1/me", "{}", headers: ["Origin": Browser.site, "X-CSRF-Token": anna.csrf ?? ""])
            expect(mixed, 403, "forged-request")
            let list = try await anna.send("GET", "/v1/me/sessions").json["sessions"].elements
            #expect(list.count == 1 && list[0]["current"] == .bool(true))
            // A cookie planted in advance does not become the session that is opened.
            var planted = Browser(service: service, cookie: anna.cookie)
            let fresh = try await planted.signIn("ben7", Self.password)
            #expect(fresh.status == 201 && planted.cookie != anna.cookie)
            // Nobody stays signed in behind the next person: the session that the browser showed has ended.
            #expect(try await anna.send("GET", "/v1/me").status == 401)
            _ = try await anna.signIn("anna", Self.password)
            #expect(try await anna.send("GET", "/v1/me").json["name"] == "anna")
            #expect(try await anna.send("DELETE", "/v1/me/sessions").status == 204)
            #expect(try await anna.send("GET", "/v1/me").status == 401)
        }
    }
}
