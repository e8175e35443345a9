import Foundation
import HTTP
import SampleTesting
import Server
import Testing

/// Strangers who test whether accounts exist, guess passwords, and try to write into mails.
@Suite(.timeLimit(.minutes(20))) struct AttackSignInTests {
    private static let site = "https://breathe.example.org"
    private static let password = "birch and hazel"

    private struct Door: Sendable {
        let service: RunningService
        let mailbox: Mailbox

        /// Sends a request from an address behind the proxy on this machine.
        func post(_ path: String, _ json: String, from address: String) async throws -> Answer {
            try await service.send(
                "POST", path, body: Array(json.utf8), type: "application/json",
                headers: ["X-Forwarded-For": address])
        }

        func signIn(_ name: String, _ password: String, from address: String) async throws -> Answer {
            let member = name.contains("@") ? "email" : "username"
            return try await post(
                "/v1/sessions", #"{"\#(member)":"\#(name)","password":"\#(password)"}"#, from: address)
        }
    }

    /// Serves with the program's usual limits, and with an account of Anna's.
    private func opened(_ act: (Door) async throws -> Void) async throws {
        let mailbox = try await Mailbox()
        var environment = mailbox.environment(of: Self.site)
        environment["BREATHE_ADDRESS_RATE"] = "6000/60"
        try await Workspace.temporary { workspace in
            let network = try workspace.network()
            _ = try await network.createAccount(named: "anna", address: "anna@example.net", at: Date())
            let link = try await network.invite("anna", at: Date())
            try await RunningService.during(workspace, environment: environment) { service in
                let door = Door(service: service, mailbox: mailbox)
                let token = try #require(link.split(separator: "#").last)
                let chosen = try await door.post(
                    "/v1/password-resets/completion",
                    #"{"token":"\#(token)","password":"\#(Self.password)"}"#, from: "192.0.2.1")
                #expect(chosen.status == 204, "\(chosen.text)")
                try await act(door)
            }
        }
    }

    /// An answer without the numbers that change with time.
    private func form(_ answer: Answer) -> String {
        "\(answer.status)\n" + "\(answer.head)\n\n\(answer.text)".replacing(/\d+/, with: "0")
    }

    @Test func `no answer reveals whether an account exists, and guessing is slowed down`() async throws {
        try await opened { door in
            try await compareMails(door)
            try await compareGuesses(door)
            try await guessEverybodys(door)
            try await flood(door)
        }
    }

    /// Requests for mails get the same answer whether the address is known or not.
    private func compareMails(_ door: Door) async throws {
        for (path, known, unknown) in [
            (
                "/v1/password-resets", #"{"email":"anna@example.net"}"#, #"{"email":"nobody@example.net"}"#
            ),
            (
                "/v1/accounts",
                #"{"username":"fresh1","email":"anna@example.net","password":"\#(Self.password)"}"#,
                #"{"username":"fresh1","email":"fresh@example.net","password":"\#(Self.password)"}"#
            ),
        ] {
            let (one, other) = (
                try await door.post(path, known, from: "192.0.2.2"),
                try await door.post(path, unknown, from: "192.0.2.3")
            )
            #expect(one.status == 202 && form(one) == form(other), "\(form(one))\n\(form(other))")
        }
        // The mailboxes learn what the answers hide, and unknown addresses get nothing.
        let told = try await door.mailbox.mails(to: "anna@example.net", 3)
        #expect(told.contains { $0.text.contains("/reset-password#") })
        #expect(told.contains { !$0.text.contains("#") })
        _ = try await door.mailbox.mails(to: "fresh@example.net")
        #expect(try !door.mailbox.all.contains { $0.to.contains("nobody@example.net") })
    }

    /// Every guess gets the same answers for every name, and then a wait, while the
    /// owner elsewhere can sign in.
    private func compareGuesses(_ door: Door) async throws {
        let names = ["anna", "nobody", "anna@example.net", "nobody@example.net"]
        var courses: [[String]] = []
        for (number, name) in names.enumerated() {
            let address = "192.0.2.\(10 + number)"
            var course: [String] = []
            for _ in 1...3 { course.append(form(try await door.signIn(name, "a guess", from: address))) }
            // The wait grows with each guess, so that even a slow client is too early in the end.
            let refused = try await awaited("guessing was never slowed") {
                let answer = try await door.signIn(name, "a guess", from: address)
                return answer.status == 429 ? answer : nil
            }
            expect(refused, 429, "too-many-failures")
            #expect(refused.header("Retry-After").flatMap { Int($0) } ?? 0 >= 1)
            #expect(refused.json["suggestReset"] == .bool(true))
            courses.append(course + [form(refused)])
        }
        #expect(courses[0][0].hasPrefix("403"), "\(courses[0][0])")
        for course in courses.dropFirst() { #expect(course == courses[0]) }
        #expect(try await door.signIn("anna", Self.password, from: "192.0.2.20").status == 201)
    }

    /// One password tried with everybody's name slows down only that address.
    private func guessEverybodys(_ door: Door) async throws {
        var attempts = 0
        let refused = try await awaited("one address may try names without end", every: .milliseconds(1)) {
            attempts += 1
            let answer = try await door.signIn("name\(attempts)", "a guess", from: "192.0.2.30")
            return answer.problem == "too-many-requests" ? answer : nil
        }
        #expect(attempts > 60)
        #expect(refused.status == 429)
        #expect(refused.header("RateLimit-Policy")?.contains(#""sign-in";q=60;w=600"#) == true)
        #expect(refused.header("Retry-After").flatMap { Int($0) } ?? 0 >= 1)
        #expect(try await door.signIn("name1", "a guess", from: "192.0.2.31").status != 429)
    }

    /// A mailbox gets a limited number of mails, whether it is known or not.
    private func flood(_ door: Door) async throws {
        var courses: [[Int]] = []
        for address in ["ben@example.net", "carl@example.net"] {
            var course: [Int] = []
            for number in 1...5 {
                let asked = try await door.post(
                    "/v1/password-resets", #"{"email":"\#(address)"}"#, from: "198.51.100.\(number)")
                course.append(asked.status)
            }
            courses.append(course)
        }
        #expect(courses[0] == [202, 202, 202, 202, 429] && courses[1] == courses[0], "\(courses)")
    }

    @Test func `no field of a request gets into the head or the links of a mail`() async throws {
        try await opened { door in
            for address in [
                #"anna@example.net\r\nBcc: eve@example.net"#, #"anna@example.net\nBcc: eve@example.net"#,
                #"anna@example.net, eve@example.net"#, #"Anna <anna@example.net>"#,
                #"\r\nBcc: eve@example.net\r\n@example.net"#, #"anna@example.net\u0000"#,
                #"\"a\r\nBcc: eve\"@example.net"#,
            ] {
                let reset = try await door.post(
                    "/v1/password-resets", #"{"email":"\#(address)"}"#, from: "192.0.2.40")
                expect(reset, 400, "invalid-account")
                let account = try await door.post(
                    "/v1/accounts",
                    #"{"username":"eve1","email":"\#(address)","password":"\#(Self.password)"}"#,
                    from: "192.0.2.41")
                expect(account, 400, "invalid-account")
            }
            let name = try await door.post(
                "/v1/accounts",
                #"{"username":"e\r\nBcc","email":"eve@example.net","password":"\#(Self.password)"}"#,
                from: "192.0.2.42")
            expect(name, 400, "invalid-account")
            try await pretend(door)
            let mails = try await door.mailbox.mails(to: "anna@example.net", 2)
            #expect(mails.allSatisfy { $0.to == ["anna@example.net"] && $0.headers["bcc"] == nil })
            #expect(try door.mailbox.all.count == mails.count)
            for mail in mails where mail.text.contains("#") {
                let links = mail.text.matches(of: /https?:\S+/).map { String($0.0) }
                #expect(!links.isEmpty && links.allSatisfy { $0.hasPrefix(Self.site + "/") }, "\(links)")
                #expect(!mail.text.contains("evil") && !mail.html.contains("evil"))
            }
        }
    }

    /// Requests a mail as if the service had another address.
    private func pretend(_ door: Door) async throws {
        let body = #"{"email":"anna@example.net"}"#
        let connection = try RawConnection(door.service)
        try await connection.write(
            "POST /v1/password-resets HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\n"
                + "X-Forwarded-Server: evil.example\r\nX-Original-Host: evil.example\r\n"
                + "Forwarded: for=192.0.2.43;host=evil.example;proto=https\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try await connection.answer()?.status == 202)
    }
}
