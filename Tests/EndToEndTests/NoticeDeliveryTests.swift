import Alerts
import Foundation
import People
import SampleTesting
import Storage
import Testing

/// Notices of a running service over real channels.
@Suite(.timeLimit(.minutes(20))) struct NoticeDeliveryTests {
    private static let recipient = "Dr. <b>Weber</b>"
    private static let call = "A report needs a look"

    /// Shares a link, and opens it once.
    private func shareAndOpen(_ token: String, of service: RunningService) async throws {
        let consent = try await service.send(
            "PUT", "/v1/me/consents/health", body: Array(#"{"version":1}"#.utf8),
            type: "application/json", bearer: token)
        #expect(consent.status == 200)
        let made = try await service.post("/v1/me/links", Household.link(named: "My spring"), bearer: token)
        let address = try #require(made.json["url"].text)
        let path = try #require(
            address.firstRange(of: "/v1/links/").map { String(address[$0.lowerBound...]) })
        let body = #"{"recipient":"\#(Self.recipient)","passcode":"1234"}"#
        let opened = try await service.send(
            "POST", path, body: Array(body.utf8), type: "application/json")
        #expect(opened.status == 200, "\(opened.text)")
    }

    @Test func `each opening of a link is told to a webhook`() async throws {
        try await Workspace.temporary { workspace in
            try await WebhookReceiver.during(workspace) { receiver in
                let token = try await workspace.account("anna")
                let store = try SQLiteStore(besideKeys: workspace.database)
                let anna = try #require(try await store.account(named: "anna")).id
                let url = try #require(URL(string: "http://127.0.0.1:\(receiver.port)/ok"))
                let target = WebhookTarget(url: url, secrets: [WebhookTests.secret])
                try await store.add(Channel(account: anna, target: .webhook(target), created: Date()))
                let allowed = ["BREATHE_OUTBOUND_ALLOW": "127.0.0.0/8"]
                try await RunningService.during(workspace, environment: allowed) { service in
                    try await shareAndOpen(token, of: service)
                    let first = try #require(try await receiver.arrivals(atLeast: 1).first)
                    #expect(first.json["type"] == "notice" && first.json["data"]["kind"] == "linkOpened")
                    let message = try #require(first.json["data"]["message"].text)
                    #expect(message.contains("“My spring”") && message.contains(Self.recipient))
                    try await awaited("the metrics do not tell it") {
                        try await service.get("/metrics").text.contains("notices_delivered_total 1")
                            ? true : nil
                    }
                }
            }
        }
    }

    @Test func `a mail calls a moderator to a report that somebody flags`() async throws {
        let (mailbox, site, address) = (try await Mailbox(), "https://breathe.example.org", "mia@example.net")
        try await Workspace.temporary { workspace in
            let (ben, clara) = (try await workspace.account("ben"), try await workspace.account("clara"))
            _ = try await workspace.account("mia")
            try await workspace.done("role", "grant", "mia", "moderator")
            let store = try SQLiteStore(besideKeys: workspace.database)
            let mia = try #require(try await store.account(named: "mia")).id
            let target = EmailTarget(address: address, confirmation: Data([1]), unsubscription: "enough")
            try await store.add(Channel(account: mia, target: .email(target), created: Date()))
            try await RunningService.during(workspace, environment: mailbox.environment(of: site)) {
                service in
                let sent = try await service.post("/v1/alerts", report(7, 47, of: "birch"), bearer: ben)
                let path = "/v1/alerts/\(try #require(sent.json["id"].text))/flags"
                #expect(try await service.post(path, #"{"reason":"spam"}"#, bearer: clara).status == 204)
                let mail = try await mailbox.mails(to: address)[0]
                #expect(mail.headers["subject"] == Self.call && mail.defects == 0)
                #expect(mail.text.contains("\(site)/moderation"))
            }
        }
    }

    /// Opens the account of a moderator with a mailbox, and returns its token.
    private func moderator(_ name: String, mailedAt address: String, in workspace: Workspace) async throws
        -> String
    {
        let token = try await workspace.account(name)
        try await workspace.done("role", "grant", name, "moderator")
        let store = try SQLiteStore(besideKeys: workspace.database)
        let account = try #require(try await store.account(named: name)).id
        let target = EmailTarget(address: address, confirmation: Data([1]), unsubscription: "enough")
        try await store.add(Channel(account: account, target: .email(target), created: Date()))
        return token
    }

    /// Reports, and flags the report for another account.
    private func flag(
        _ allergen: String, by accounts: (reporter: String, doubter: String), in service: RunningService
    ) async throws {
        let sent = try await service.post(
            "/v1/alerts", report(7, 47, of: allergen), bearer: accounts.reporter)
        let path = "/v1/alerts/\(try #require(sent.json["id"].text))/flags"
        let flagged = try await service.post(path, #"{"reason":"spam"}"#, bearer: accounts.doubter)
        #expect(flagged.status == 204, "\(flagged.text)")
    }

    /// Gives each moderator a browser, and takes the second one off duty.
    private func prepare(
        _ moderators: [(token: String, path: String)], with keys: PushSubscriptionKeys,
        in service: RunningService
    ) async throws {
        for (token, path) in moderators {
            let made = try await service.post("/v1/me/channels", keys.channel(at: path), bearer: token)
            #expect(made.status == 201, "\(made.text)")
        }
        let off = try await service.send(
            "PUT", "/v1/moderation/duty", body: Array(#"{"on":false}"#.utf8), type: "application/json",
            bearer: moderators[1].token)
        #expect(off.status == 200 && off.json["others"] == ["mia"], "\(off.text)")
    }

    @Test
    func `a flag calls the moderators on duty by push and by mail within its minute, and once a minute`()
        async throws
    {
        let (mailbox, site) = (try await Mailbox(), "https://breathe.example.org")
        let push = try await PythonServer("push_service.py")
        let keys = try PushSubscriptionKeys(push)
        try await Workspace.temporary { workspace in
            let (ben, clara) = (try await workspace.account("ben"), try await workspace.account("clara"))
            let mia = try await moderator("mia", mailedAt: "mia@example.net", in: workspace)
            let noa = try await moderator("noa", mailedAt: "noa@example.net", in: workspace)
            // Nothing above is younger than the clock, which stands still from now on.
            let start = Date().addingTimeInterval(1)
            let clock = try SetClock(at: start, in: workspace)
            let environment = mailbox.environment(of: site).merging(clock.environment) { $1 }
                .merging(["BREATHE_OUTBOUND_ALLOW": "127.0.0.1"]) { $1 }
            try await RunningService.during(workspace, environment: environment) { service in
                try await prepare([(mia, "mia"), (noa, "noa")], with: keys, in: service)
                try await flag("birch", by: (ben, clara), in: service)
                let mail = try await mailbox.mails(to: "mia@example.net")[0]
                #expect(mail.headers["subject"] == Self.call)
                let note = try await TakenPush(push.lines(1)[0])
                #expect(note.path == "/push/mia" && note.error == nil && note.payload?.title == Self.call)
                #expect(note.payload?.url.hasSuffix("/moderation") == true)
                try await flag("grass", by: (ben, clara), in: service)
                try clock.set(to: start.addingTimeInterval(60))
                try await flag("ash", by: (ben, clara), in: service)
                let mails = try await mailbox.mails(to: "mia@example.net", 2)
                let notes = try await push.lines(2).map(TakenPush.init)
                // Each call says when somebody flagged the report.
                #expect(mails.count == 2 && mails[0].text != mails[1].text)
                #expect(notes.count == 2 && notes[0].payload?.body != notes[1].payload?.body)
                #expect(notes.allSatisfy { $0.path == "/push/mia" })
                #expect(try mailbox.all.allSatisfy { !$0.to.contains("noa@example.net") })
            }
        }
    }

    @Test func `a mail tells it, with a link to close what is shared`() async throws {
        let (mailbox, site, address) = (
            try await Mailbox(), "https://breathe.example.org", "anna@example.net"
        )
        try await Workspace.temporary { workspace in
            let token = try await workspace.account("anna")
            let store = try SQLiteStore(besideKeys: workspace.database)
            let anna = try #require(try await store.account(named: "anna")).id
            let target = EmailTarget(address: address, confirmation: Data([1]), unsubscription: "enough")
            try await store.add(Channel(account: anna, target: .email(target), created: Date()))
            try await RunningService.during(workspace, environment: mailbox.environment(of: site)) {
                service in
                try await shareAndOpen(token, of: service)
                let mail = try await mailbox.mails(to: address)[0]
                #expect(mail.headers["subject"] == "A link you shared was opened" && mail.defects == 0)
                #expect(mail.text.contains(Self.recipient) && mail.text.contains("\(site)/sharing"))
                #expect(!mail.html.contains("<b>Weber"))
            }
        }
    }
}
