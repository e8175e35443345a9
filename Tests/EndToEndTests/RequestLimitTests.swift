import Foundation
import HTTP
import Testing

/// How many requests one address and one account may send.
@Suite(.timeLimit(.minutes(20))) struct RequestLimitTests {
    /// Rates with quotas that do not refill during a test.
    private func limited(
        _ environment: [String: String], _ act: @escaping (RunningService) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace, environment: environment) { try await act($0) }
        }
    }

    @Test func `an address that sends too many requests is told when to continue`() async throws {
        // One of these was used to check whether the service is ready.
        try await limited(["BREATHE_ADDRESS_RATE": "6/86400"]) { service in
            var answers: [Answer] = []
            for _ in 0..<8 { answers.append(try await service.get("/v1/scales")) }
            let served = answers.filter { $0.status == 200 }
            #expect((5...6).contains(served.count))
            #expect(served.first?.header("RateLimit-Policy") == #""address";q=6;w=86400"#)
            #expect(served.last?.header("RateLimit")?.hasPrefix(#""address";r=0;t="#) == true)
            let refused = try #require(answers.last)
            expect(refused, 429, "too-many-requests", naming: "6 requests in 86400 seconds")
            let wait = try #require(refused.header("Retry-After").flatMap { Int($0) })
            #expect((14_000...14_400).contains(wait))
            // No request is exempt: neither tiles nor unknown addresses.
            #expect(try await service.get("/tiles/birch/0/0/0.png").status == 429)
            #expect(try await service.get("/nowhere").status == 429)
            // An unread body ends the connection, and the answer says so.
            let posted = try await service.post("/v1/alerts", "{}", bearer: "none")
            #expect(posted.status == 429 && posted.header("Connection") == "close")
            let head = try await service.send("HEAD", "/v1/scales")
            #expect(head.status == 429 && head.bytes.isEmpty)
        }
    }

    @Test func `requests over HTTP/2 count one by one, although they share a connection`() async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let certificate = try await authority.certificate(for: "IP:127.0.0.1")
            let environment = [
                "BREATHE_TLS_CERTIFICATE": certificate.chain.path, "BREATHE_TLS_KEY": certificate.key.path,
                "BREATHE_ADDRESS_RATE": "6/86400",
            ]
            try await RunningService.during(workspace, environment: environment) { service in
                try await SecureClient.during(trusting: authority.file, isMultiplexing: true) {
                    var answers: [Answer] = []
                    for _ in 0..<8 { answers.append(try await service.get("/v1/scales")) }
                    #expect((5...6).contains(answers.filter { $0.status == 200 }.count))
                    expect(
                        try #require(answers.last), 429, "too-many-requests", naming: "6 requests in 86400")
                }
            }
        }
    }

    @Test func `forwarded addresses are trusted only from a trusted proxy`() async throws {
        func served(trusting proxies: String) async throws -> Int {
            nonisolated(unsafe) var count = 0
            try await limited(["BREATHE_ADDRESS_RATE": "6/86400", "BREATHE_TRUSTED_PROXIES": proxies]) {
                service in
                for number in 1...20 {
                    let address = "192.0.2.\(number)"
                    // Some proxies write the one field, others the other (RFC 7239).
                    let said = number > 10 ? ["Forwarded": "for=\(address)"] : ["X-Forwarded-For": address]
                    let answer = try await service.get("/v1/scales", headers: said)
                    if answer.status == 200 { count += 1 }
                }
            }
            return count
        }
        #expect(try await served(trusting: "10.0.0.0/8") <= 6)
        #expect(try await served(trusting: "127.0.0.0/8, ::1") == 20)
    }

    @Test func `each account has its own limit, wherever its requests come from`() async throws {
        let rates = ["BREATHE_PRINCIPAL_RATE": "3/86400", "BREATHE_ADDRESS_RATE": "600/86400"]
        try await limited(rates) { service in
            let network = try service.workspace.network()
            let (anna, ben) = (try await network.guest("anna"), try await network.guest("ben"))
            var answers: [Answer] = []
            for _ in 0..<4 { answers.append(try await service.get("/v1/me/fences", bearer: anna)) }
            #expect(answers.map(\.status) == [200, 200, 200, 429])
            // Both quotas are reported, each by its name.
            for field in [
                #"RateLimit: "principal";r=2;t="#, #"RateLimit-Policy: "principal";q=3;w=86400"#,
                #"RateLimit: "address";r=59"#, #"RateLimit-Policy: "address";q=600;w=86400"#,
            ] {
                #expect(answers[0].head.contains(field), "\(field) is not in \(answers[0].head)")
            }
            expect(answers[3], 429, "too-many-requests", naming: "3 requests in 86400 seconds")
            let wait = try #require(answers[3].header("Retry-After").flatMap { Int($0) })
            #expect((1...28_800).contains(wait), "a third of the window brings one request")
            #expect(try await service.get("/v1/me/fences", bearer: ben).status == 200)
            #expect(try await service.get("/v1/scales").status == 200)
        }
    }
}
