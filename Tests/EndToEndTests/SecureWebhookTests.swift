import Addressing
import Delivery
import Foundation
import SampleTesting
import Testing

/// Resolves a host to a fixed address, whatever the domain name system says.
struct FixedResolver: HostResolver {
    let found: [NetworkAddress]

    init(_ addresses: String...) throws { found = try addresses.map { try #require(NetworkAddress($0)) } }

    func addresses(of host: String) async throws -> [NetworkAddress] { found }
}

@Suite(.timeLimit(.minutes(20))) struct SecureWebhookTests {
    /// Posts to `https://hooks.invalid`, which only our resolver knows, at a receiver
    /// with a certificate for a name.
    private func outcome(
        certifiedFor name: String, by signer: TestAuthority, trusting authorities: OutboundAuthorities,
        in workspace: Workspace
    ) async throws -> (GuardedClient.Outcome, arrivals: Int) {
        var found: (GuardedClient.Outcome, Int)?
        let certificate = try await signer.certificate(for: name)
        try await WebhookReceiver.during(workspace, certificate: certificate) { receiver in
            let client = GuardedClient(
                try #require(AddressGuard(allowing: "127.0.0.1")),
                resolver: try FixedResolver("127.0.0.1"),
                trusting: authorities, timeout: .seconds(600))
            let url = try #require(URL(string: "https://hooks.invalid:\(receiver.port)/ok"))
            let outcome = await client.post([1], to: url, headers: [], at: Date())
            await client.shutDown()
            found = (outcome, try receiver.arrivals.count)
        }
        return try #require(found)
    }

    @Test func `the certificate is checked against the name, though the connection uses the checked address`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let ours = try await TestAuthority(in: workspace.folder)
            let theirs = try await TestAuthority(in: workspace.folder)
            let trusted = try #require(OutboundAuthorities(file: ours.file))
            let cases: [(String, TestAuthority, OutboundAuthorities, GuardedClient.Outcome)] = [
                ("DNS:hooks.invalid", ours, trusted, .answered(status: 204, retryAfter: nil)),
                ("DNS:*.invalid", ours, trusted, .answered(status: 204, retryAfter: nil)),
                ("DNS:other.invalid", ours, trusted, .failed("the host’s certificate is for another name")),
                ("DNS:hooks.invalid", theirs, trusted, .failed("the host’s certificate is not trusted")),
                (
                    "DNS:hooks.invalid", ours, OutboundAuthorities(),
                    .failed("the host’s certificate is not trusted")
                ),
            ]
            for (name, signer, authorities, expected) in cases {
                let (outcome, arrivals) = try await outcome(
                    certifiedFor: name, by: signer, trusting: authorities, in: workspace)
                #expect(outcome == expected, "\(name)")
                // Nothing is sent before the host has proved its identity.
                #expect(arrivals == (outcome == .answered(status: 204, retryAfter: nil) ? 1 : 0), "\(name)")
            }
        }
    }

    @Test func `a webhook's owner sees that its certificate is refused`() async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let right = try await authority.certificate(for: "DNS:localhost")
            let wrong = try await authority.certificate(for: "DNS:elsewhere.example")
            let environment = [
                "BREATHE_OUTBOUND_ALLOW": "localhost", "BREATHE_OUTBOUND_CA": authority.file.path,
            ].merging(WebhookTests.unhurried) { $1 }
            try await WebhookReceiver.during(workspace, certificate: right) { good in
                try await WebhookReceiver.during(workspace, certificate: wrong) { bad in
                    try await RunningService.during(workspace, environment: environment) { service in
                        try await expectRefusal(of: bad, beside: good, service)
                    }
                }
            }
        }
    }

    private func expectRefusal(
        of bad: WebhookReceiver, beside good: WebhookReceiver, _ service: RunningService
    ) async throws {
        let anna = try await service.workspace.account("anna")
        let ben = try await service.workspace.account("ben")
        #expect(try await service.post("/v1/me/fences", circle(10, 50), bearer: anna).status == 201)
        for port in [good.port, bad.port] {
            let made = try await service.post(
                "/v1/me/channels", #"{"kind":"webhook","url":"https://localhost:\#(port)/ok"}"#, bearer: anna)
            #expect(made.status == 201, "\(made.text)")
        }
        let sent = try await service.post("/v1/alerts", report(10, 50, of: "birch"), bearer: ben)
        #expect(sent.status == 201)
        #expect(try await good.arrivals(atLeast: 1).first?.json["data"]["id"] == sent.json["id"])
        let failures = try await awaited("the failure was not told") {
            let channels = try await service.get("/v1/me/channels", bearer: anna).json["channels"].elements
            let found = channels.compactMap(\.["failure"].text)
            return found.isEmpty ? nil : found
        }
        #expect(failures == ["the host’s certificate is for another name"])
        #expect(try bad.arrivals.isEmpty)
    }

    @Test func `invalid authorities are refused by the name of the setting`() async throws {
        try await Workspace.temporary { workspace in
            for path in ["/nonexistent", try workspace.file("no.pem", "no certificate\n")] {
                let outcome = try await Program.run(
                    ["serve", "--database", workspace.database.path, "--resources", Program.root.path],
                    environment: ["BREATHE_OUTBOUND_CA": path], in: workspace.folder)
                #expect(outcome.status != 0 && outcome.errors.contains("BREATHE_OUTBOUND_CA"))
                #expect(outcome.errors.contains("a file of certificates in PEM"), "\(outcome.errors)")
            }
        }
    }
}
