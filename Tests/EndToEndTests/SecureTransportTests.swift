import Foundation
import SampleTesting
import Testing

/// TLS with a certificate from files, HTTP/2 and HTTP/1.1 over it, and the replacement of a certificate.
@Suite(.takingTurns) struct SecureTransportTests {
    private func served(
        environment: [String: String] = [:],
        _ act:
            @escaping @Sendable (RunningService, TestAuthority, TestAuthority.Certificate) async throws ->
            Void
    ) async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let certificate = try await authority.certificate(for: "IP:127.0.0.1")
            let settings = [
                "BREATHE_TLS_CERTIFICATE": certificate.chain.path, "BREATHE_TLS_KEY": certificate.key.path,
            ]
            try await RunningService.during(workspace, environment: settings.merging(environment) { $1 }) {
                try await act($0, authority, certificate)
            }
        }
    }

    private func curl(_ service: RunningService, _ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(
            ["--silent", "--show-error"] + arguments, in: service.workspace.folder,
            file: URL(filePath: "/usr/bin/curl"))
    }

    @Test func `both protocols can be negotiated, and no TLS below 1.2`() async throws {
        try await served { service, authority, _ in
            #expect(service.address.hasPrefix("https://"))
            let form = "%{http_version} %{ssl_verify_result} %{response_code}"
            for (options, version) in [(["--http2"], "2"), (["--http1.1"], "1.1"), (["--no-alpn"], "1.1")] {
                let outcome = try await Program.run(
                    [
                        "--silent", "--cacert", authority.file.path, "--output", "/dev/null", "--write-out",
                        form,
                    ]
                        + options + [service.address + "/healthz"],
                    in: service.workspace.folder, file: URL(filePath: "/usr/bin/curl"))
                #expect(outcome.output == "\(version) 0 200", "\(options): \(outcome.errors)")
            }
            for (version, status) in [("1.1", Int32(35)), ("1.2", 0)] {
                let outcome = try await curl(
                    service, "--cacert", authority.file.path, "--tlsv1.0", "--tls-max", version,
                    "--ciphers", "DEFAULT@SECLEVEL=0", service.address + "/healthz")
                #expect(outcome.status == status, "TLS \(version): \(outcome.errors)")
            }
        }
    }

    @Test func `a body that is refused early ends its stream, and not the connection`() async throws {
        try await served { service, authority, _ in
            let port = try #require(URLComponents(string: service.address)?.port)
            let outcome = try await Python.play(
                "http2_attack.py", ["\(port)", authority.file.path, "unread-body"])
            #expect(outcome.output == "unread-body 401 reset 200\n", "\(outcome.output)")
        }
    }

    @Test(arguments: [true, false])
    func `maps, links and many live streams work as they do without TLS`(isMultiplexing: Bool) async throws {
        try await served { service, authority, _ in
            try await SecureClient.during(trusting: authority.file, isMultiplexing: isMultiplexing) {
                try await expectMaps(service)
                try await expectStreams(service)
            }
        }
    }

    private func expectMaps(_ service: RunningService) async throws {
        for _ in 0..<2 {
            let tile = try await service.get("/tiles/birch/3/4/2.png")
            #expect(tile.status == 200 && tile.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(tile.header("Strict-Transport-Security")?.hasPrefix("max-age=") == true)
            let again = try await service.get(
                "/tiles/birch/3/4/2.png", headers: ["If-None-Match": try #require(tile.etag)])
            #expect(again.status == 304 && again.bytes.isEmpty)
        }
        #expect(try await service.get("/").header("Cross-Origin-Opener-Policy") == "same-origin")
        let document = try await service.get("/tiles/birch.json")
        #expect(document.json["tiles"][0].text?.hasPrefix(service.address + "/tiles/") == true)
        let warm = try await service.get("/metrics").text
        #expect(warm.contains("http_warm_tiles_total "))
    }

    /// Sixteen streams for each of two accounts, which is as many as an account may have.
    private func expectStreams(_ service: RunningService) async throws {
        let anna = try await service.workspace.account("anna")
        let ben = try await service.workspace.account("ben")
        let cleo = try await service.workspace.account("cleo")
        for token in [anna, ben] {
            #expect(try await service.post("/v1/me/fences", circle(10, 50), bearer: token).status == 201)
        }
        let readers = [anna, ben].flatMap { Array(repeating: $0, count: 16) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for token in readers {
                group.addTask {
                    try await LiveStream.open(service, as: token) { stream in
                        let comments = [
                            try await stream.next()?.data["comment"],
                            try await stream.next()?.data["comment"],
                        ]
                        #expect(comments == ["one", "two"])
                    }
                }
            }
            try await awaited("the streams did not open") {
                try await service.get("/metrics").text.contains("\nlive_streams_open 32\n") ? true : nil
            }
            let seventeenth = try await service.get("/v1/me/alerts/stream", bearer: anna)
            expect(seventeenth, 429, "too-many-streams")
            for (comment, allergen) in [("one", "birch"), ("two", "birch\",\"hazel")] {
                let sent = try await service.post(
                    "/v1/alerts", report(10, 50, of: allergen, comment: comment), bearer: cleo)
                #expect(sent.status == 201, "\(sent.text)")
            }
            try await group.waitForAll()
        }
        try await awaited("the streams did not close") {
            try await service.get("/metrics").text.contains("\nlive_streams_open 0\n") ? true : nil
        }
        #expect(try await service.get("/metrics").text.contains("\nlive_events_sent_total 64\n"))
    }

    @Test func `a replaced certificate applies to new connections, and open ones continue`()
        async throws
    {
        try await served { service, authority, certificate in
            let other = try await TestAuthority(in: service.workspace.folder)
            let anna = try await service.workspace.account("anna")
            let ben = try await service.workspace.account("ben")
            try await SecureClient.during(trusting: authority.file, isMultiplexing: false) {
                #expect(try await service.post("/v1/me/fences", circle(10, 50), bearer: anna).status == 201)
                try await LiveStream.open(service, as: anna) { stream in
                    // Half of an identity is invalid, so the old one stays.
                    let fresh = try await other.certificate(for: "IP:127.0.0.1")
                    try replace(certificate.chain, with: fresh.chain)
                    service.process.send(SIGHUP)
                    #expect(try await status(service, trusting: authority) == 0)
                    try replace(certificate.key, with: fresh.key)
                    service.process.send(SIGHUP)
                    try await awaited("the new certificate was not shown") {
                        try await status(service, trusting: other) == 0 ? true : nil
                    }
                    #expect(try await status(service, trusting: authority) != 0)
                    try await SecureClient.during(trusting: other.file, isMultiplexing: true) {
                        let sent = try await service.post(
                            "/v1/alerts", report(10, 50, of: "birch", comment: "after"), bearer: ben)
                        #expect(sent.status == 201)
                    }
                    #expect(try await stream.next()?.data["comment"] == "after")
                }
            }
        }
    }

    private func replace(_ file: URL, with other: URL) throws {
        try Data(contentsOf: other).write(to: file, options: .atomic)
    }

    private func status(_ service: RunningService, trusting authority: TestAuthority) async throws -> Int32 {
        try await curl(service, "--cacert", authority.file.path, service.address + "/healthz").status
    }

    @Test func `files that are not an identity are refused with the reason`() async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let one = try await authority.certificate(for: "IP:127.0.0.1")
            let two = try await authority.certificate(for: "IP:127.0.0.1")
            let empty = try workspace.file("empty.pem", "nothing\n")
            let cases: [(String, String, String)] = [
                ("/nonexistent", one.key.path, "/nonexistent does not exist or cannot be read"),
                (empty, one.key.path, "empty.pem holds no certificate in PEM"),
                (one.chain.path, empty, "empty.pem holds no private key in PEM"),
                (one.chain.path, two.key.path, "does not belong to the certificate"),
            ]
            for (certificate, key, words) in cases {
                let outcome = try await Program.run(
                    ["serve", "--database", workspace.database.path, "--resources", Program.root.path],
                    environment: ["BREATHE_TLS_CERTIFICATE": certificate, "BREATHE_TLS_KEY": key],
                    in: workspace.folder)
                #expect(outcome.status != 0 && outcome.errors.contains(words), "\(outcome.errors)")
            }
        }
    }
}
