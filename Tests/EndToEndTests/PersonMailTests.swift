import Foundation
import SampleTesting
import Testing

/// Alerts about a child, in the guardian's mailbox.
@Suite(.timeLimit(.minutes(20))) struct PersonMailTests {
    private static let site = "https://breathe.example.org"
    private static let address = "anna@example.net"
    /// Names that people may choose, and that a mail must show unchanged.
    private static let child = "<b onload=x>Mia</b> & Co"
    private static let fence = "School <img src=x onerror=alert(1)>"
    private static let comment = "</p><script>alert(1)</script>"

    /// Opens a channel to the guardian's address, and confirms it by the link in the mail.
    private func openChannel(of token: String, _ mailbox: Mailbox, _ service: RunningService) async throws {
        let made = try await service.post(
            "/v1/me/channels", #"{"kind":"email","address":"\#(Self.address)"}"#, bearer: token)
        #expect(made.status == 201, "\(made.text)")
        let asked = try await mailbox.mails(to: Self.address)[0]
        let link = try #require(
            asked.text.firstMatch(of: /https:\/\/breathe\.example\.org(\S*confirmation\S*)/))
        #expect(try await service.send("POST", String(link.1)).status == 200)
    }

    @Test
    func `alerts about a child are mailed to the guardian, with the child's name as plain text`()
        async throws
    {
        let mailbox = try await Mailbox()
        try await Workspace.temporary { workspace in
            let network = try workspace.network()
            let (anna, carl) = (try await network.guest("anna"), try await network.guest("carl"))
            try await RunningService.during(
                workspace, environment: mailbox.environment(of: Self.site)
            ) { service in
                for name in [#"Mia\r\nBcc: eve@example.net"#, #"Mia\u0085Bcc: x"#, #"Mia\nBcc: x"#] {
                    let made = try await service.post(
                        "/v1/me/persons", #"{"name":"\#(name)"}"#, bearer: anna)
                    expect(made, 400, "invalid-person")
                }
                try await openChannel(of: anna, mailbox, service)
                let made = try await service.post(
                    "/v1/me/persons", #"{"name":"\#(Self.child)"}"#, bearer: anna)
                let id = try #require(made.json["id"].text, "\(made.text)")
                let fence = try await service.post(
                    "/v1/me/persons/\(id)/fences", circle(10, 50, named: Self.fence), bearer: anna)
                #expect(fence.status == 201, "\(fence.text)")
                let sent = try await service.post(
                    "/v1/alerts", report(10, 50, of: "birch", comment: Self.comment), bearer: carl)
                #expect(sent.status == 201, "\(sent.text)")
                let mail = try await mailbox.mails(to: Self.address, 2)[1]
                #expect(mail.to == [Self.address] && mail.defects == 0)
                #expect(mail.headers["bcc"] == nil)
                #expect(mail.headers["subject"]?.contains(Self.child) == true, "\(mail.headers)")
                for words in [Self.child, Self.fence, Self.comment] {
                    #expect(mail.text.contains(words), "\(mail.text)")
                }
                for markup in ["<b onload", "<img", "<script"] {
                    #expect(!mail.html.contains(markup), "\(mail.html)")
                }
                #expect(mail.html.contains("&lt;b onload=x&gt;Mia&lt;/b&gt; &amp; Co"), "\(mail.html)")
                #expect(try mailbox.all.allSatisfy { $0.to == [Self.address] })
            }
        }
    }
}
