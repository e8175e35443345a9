import Addressing
import Alerts
import Allergens
import Crypto
import Foundation
import Mail
import People
import SampleTesting
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(20))) struct ChannelClientTests {
    private let start = Date()

    private struct Lineages: AlertRevisionStore {
        func origin(of alert: Alert.ID) async throws -> Alert.ID { Alert.ID(rawValue: "first") }
    }

    private func message(_ number: Int64, over channel: Channel, _ alert: Alert) -> OutgoingMessage {
        OutgoingMessage(
            id: number, channel: channel, alert: alert,
            concern: LedgerEntry.Concern(fences: ["Schule"], distance: 0), language: .german, tone: .adult,
            timeZone: TimeZone(identifier: "Europe/Zurich") ?? .gmt, attempts: 0, queued: Date())
    }

    private func alert(_ id: String, comment: String? = nil) -> Alert {
        Alert(
            id: Alert.ID(rawValue: id), kind: .user, allergens: ["birch"], level: nil,
            publicPosition: Alert.sample("x").publicPosition, sent: start, expires: start + 3_600,
            testimony: Alert.Testimony(
                reports: 1, confirmations: 0, reporter: "ben", symptoms: [], comment: comment))
    }

    private func withPush(
        _ act: (PushSubscriptionKeys, PythonServer, PushClient, VAPID) async throws -> Void
    ) async throws {
        let server = try await PythonServer("push_service.py")
        let client = GuardedClient(
            try #require(AddressGuard(allowing: "127.0.0.1")), resolver: SystemResolver(),
            timeout: .seconds(600))
        let vapid = VAPID(key: P256.Signing.PrivateKey(), contact: "mailto:ops@example.org")
        let pushClient = PushClient(
            client: client, vapid: vapid, revisions: Lineages(),
            address: try #require(PublicAddress("https://breathe.example.org")), now: { [start] in start })
        do {
            try await act(PushSubscriptionKeys(server), server, pushClient, vapid)
            await client.shutDown()
        } catch {
            await client.shutDown()
            throw error
        }
    }

    private func channel(
        _ keys: PushSubscriptionKeys, _ path: String, rhythm: Channel.Rhythm = .single
    ) throws -> Channel {
        let target = PushTarget(
            endpoint: try #require(URL(string: "\(keys.address)/push/\(path)")),
            publicKey: try #require(Base64URL.bytes(of: keys.p256dh)),
            authentication: try #require(Base64URL.bytes(of: keys.auth)))
        return Channel(
            account: Account.ID(rawValue: 1), target: .push(target), rhythm: rhythm, created: Date())
    }

    @Test func `another implementation decrypts a push message and checks who sent it`() async throws {
        try await withPush { keys, server, client, vapid in
            let channel = try channel(keys, "anna")
            #expect(await client.carry([message(1, over: channel, alert("one"))], over: channel) == .sent)
            #expect(await client.carryTrial(over: channel, for: Profile()) == .sent)
            let taken = try await server.lines(2).map(TakenPush.init)
            #expect(taken[0].error == nil)
            #expect(taken[0].claims?.aud == keys.address)
            #expect(taken[0].claims?.sub == "mailto:ops@example.org")
            #expect(taken[0].key == vapid.publicKey)
            let note = try #require(taken[0].payload)
            #expect(note.title.contains("Birke") && note.lang == "de")
            #expect(note.body.contains("Schule") && note.id == "one")
            #expect(note.url.hasPrefix("https://breathe.example.org/#9/"))
            #expect(taken[0].headers?["topic"] == note.tag && note.tag.count == 32)
            #expect(taken[0].headers?["urgency"] == "normal")
            #expect(taken[0].headers?["ttl"] == "3600")
            #expect(taken[1].headers?["topic"] == nil && taken[1].payload?.lang == "en")
            #expect(taken[1].payload?.url == "https://breathe.example.org/channels")
        }
    }

    @Test func `the push service's answer decides the outcome`() async throws {
        try await withPush { keys, server, client, _ in
            for (path, expected): (String, SendingOutcome) in [
                ("gone", .gone),
                ("busy", .failed("The push service answered 429.", retryAfter: .seconds(7))),
            ] {
                let channel = try channel(keys, path)
                #expect(await client.carryTrial(over: channel, for: Profile()) == expected)
            }
            let digest = try channel(keys, "anna", rhythm: .digest)
            let messages = ["one", "two"].enumerated().map { number, id in
                message(Int64(number), over: digest, alert(id))
            }
            #expect(await client.carry(messages, over: digest) == .sent)
            let note = try await TakenPush(server.lines(3)[2]).payload
            #expect(note?.title.contains("2") == true && note?.tag == "digest")
            #expect(note?.url == "https://breathe.example.org/inbox")
        }
    }

    private func email(_ address: String, rhythm: Channel.Rhythm = .single) -> Channel {
        Channel(
            id: Channel.ID(rawValue: "c1"), account: Account.ID(rawValue: 1),
            target: .email(
                EmailTarget(address: address, confirmation: Data(), unsubscription: "token")),
            rhythm: rhythm, created: Date())
    }

    private func client(_ server: PythonServer) throws -> EmailClient {
        EmailClient(
            client: try MailClient(gateway: #require(MailGateway(url: server.greeting, startTLS: .never))),
            sender: try #require(MailAddress("alerts@example.org")),
            address: try #require(PublicAddress("https://breathe.example.org/")), now: { Date() })
    }

    @Test func `a mail says everything in the reader's language, and how to unsubscribe`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let client = try client(server)
        let channel = email("anna@example.net")
        let nasty = alert("one", comment: "<b>&\r\nBcc: eve@example.org")
        #expect(await client.carry([message(7, over: channel, nasty)], over: channel) == .sent)
        #expect(await client.carry([message(7, over: channel, nasty)], over: channel) == .sent)
        let taken = try await server.lines(2).map(TakenMail.init)
        let mail = taken[0]
        #expect(mail.to == ["anna@example.net"] && mail.headers["bcc"] == nil && mail.defects == 0)
        #expect(mail.headers["subject"]?.contains("Birke") == true)
        #expect(mail.headers["message-id"] == "<alert-7@example.org>")
        #expect(taken[1].headers["message-id"] == mail.headers["message-id"])
        let link = "https://breathe.example.org/v1/channels/c1/unsubscription?token=token"
        #expect(mail.headers["list-unsubscribe"] == "<\(link)>")
        #expect(mail.headers["list-unsubscribe-post"] == "List-Unsubscribe=One-Click")
        #expect(mail.text.contains("Schule") && mail.text.contains(link))
        #expect(mail.text.contains("https://breathe.example.org/#9/"))
        #expect(mail.text.contains("Quelle dieses Ratschlags: https://breathe.example.org/purpose"))
        #expect(mail.html.contains(#"href="https://breathe.example.org/purpose""#))
        #expect(mail.html.contains(">Quelle dieses Ratschlags</a>"))
        #expect(mail.html.contains("Schule") && mail.html.contains(#"href="\#(link)""#))
        #expect(mail.html.contains(#"lang="de""#) && mail.html.contains("&lt;b&gt;&amp;"))
        #expect(
            !mail.html.contains("<b>") && !mail.html.contains("http-equiv") && !mail.html.contains("src="))
    }

    @Test func `a digest lists each of its alerts`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let channel = email("anna@example.net", rhythm: .digest)
        let messages = [("one", "am See"), ("two", "im Wald")].enumerated().map { number, item in
            message(Int64(number + 4), over: channel, alert(item.0, comment: item.1))
        }
        #expect(await (try client(server)).carry(messages, over: channel) == .sent)
        let mail = try await TakenMail(server.lines(1)[0])
        #expect(mail.headers["message-id"] == "<digest-4@example.org>")
        #expect(mail.text.contains("https://breathe.example.org/inbox"))
        for text in [mail.text, mail.html] { #expect(text.contains("am See") && text.contains("im Wald")) }
    }

    @Test func `alerts that come together are one mail, which names the strongest`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let channel = email("anna@example.net")
        let alerts: [Alert] = [
            .sample("one", allergens: ["grass"], level: .moderate), .sample("two", level: .veryHigh),
        ]
        let messages = alerts.enumerated().map { message(Int64($0 + 4), over: channel, $1) }
        #expect(await (try client(server)).carry(messages, over: channel) == .sent)
        let mail = try await TakenMail(server.lines(1)[0])
        #expect(mail.headers["message-id"] == "<digest-4@example.org>")
        let subject = try #require(mail.headers["subject"])
        #expect(subject.contains("Birke") && subject.hasSuffix(" (+1)"), "\(subject)")
        for text in [mail.text, mail.html] { #expect(text.contains("Birke") && text.contains("Gräser")) }
        #expect(mail.text.contains("https://breathe.example.org/inbox"))
        // It is no summary of a day.
        #expect(!mail.text.contains("Zusammenfassung"))
    }

    @Test func `a mail shows each level in words and colour, links to each alert, and loads nothing`()
        async throws
    {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let client = try client(server)
        let (single, digest) = (email("anna@example.net"), email("anna@example.net", rhythm: .digest))
        let alerts: [Alert] = [
            .sample("one", level: .veryHigh), .sample("two", allergens: ["grass"], level: .moderate),
            alert("three", comment: "am See"),
        ]
        #expect(await client.carry([message(1, over: single, alerts[0])], over: single) == .sent)
        let all = alerts.enumerated().map { message(Int64($0 + 2), over: digest, $1) }
        #expect(await client.carry(all, over: digest) == .sent)
        let taken = try await server.lines(2).map { try TakenMail($0).html }
        #expect(
            taken[0].contains(">Sehr hoch</span>") && taken[0].contains(EmailTemplate.colour(of: .veryHigh)))
        let words = taken[1].matches(of: /font-weight:600">([^<]+)<\/span>/).map { String($0.1) }
        #expect(words == ["Sehr hoch", "Mäßig"], "reports have no level")
        let links = taken[1].matches(of: /https:\/\/breathe\.example\.org\/#[^"]+/).map { String($0.0) }
        #expect(links.count == 3 && links[0].contains("birch") && links[1].contains("grass"), "\(links)")
        for html in taken {
            for loading in ["src=", "url(", "<link", "@import", "<script"] {
                #expect(!html.contains(loading), "\(loading)")
            }
        }
    }

    @Test func `a mail server's refusals of an address and of a message are told apart`() async throws {
        let server = try await PythonServer("mail_server.py", ["plain"])
        let client = try client(server)
        for (address, expected): (String, SendingOutcome) in [
            ("unknown@example.net", .refused("The mail server refused the address (550).")),
            ("later@example.net", .failed("The mail server refused the message (451).")),
            ("spam@example.net", .failed("The mail server refused the message (554).")),
        ] {
            #expect(await client.carryTrial(over: email(address), for: Profile()) == expected)
        }
    }
}
