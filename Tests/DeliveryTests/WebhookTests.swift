import Alerts
import Allergens
import Foundation
import Observations
import People
import SampleTesting
import Testing

@testable import Delivery

@Suite struct WebhookTests {
    /// The example of the Standard Webhooks specification, and one of our own computed with Python's hmac.
    @Test(arguments: [
        ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "O4Gjv1HqPqsMrjmczoggs/sWA8gZD0VyHG+fLh4+ktI="),
    ])
    func `messages are signed as in the specification`(secret: String, signature: String) throws {
        let secret = WebhookTarget.Secret(bytes: try #require(Data(base64Encoded: secret)))
        let signed = WebhookSignature.signatures(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8), secrets: [secret], at: noon)
        #expect(signed == "v1,\(signature)")
    }

    @Test func `a new secret signs at once, and the former one for another day`() throws {
        let url = try #require(URL(string: "https://example.org"))
        let former = WebhookTarget.Secret.random()
        let target = WebhookTarget(url: url, secrets: [former]).rotated(at: noon)
        #expect(target.secrets.count == 2 && target.secrets[1].bytes == former.bytes)
        func signatures(after seconds: TimeInterval) -> [Substring] {
            WebhookSignature.signatures(
                id: "msg_1", timestamp: 1, body: [], secrets: target.secrets,
                at: noon.addingTimeInterval(seconds)
            ).split(separator: " ")
        }
        #expect(signatures(after: 0).count == 2)
        #expect(signatures(after: 86_399).count == 2)
        #expect(signatures(after: 86_400) == [signatures(after: 0)[0]])
        #expect(target.rotated(at: noon).secrets.map(\.bytes).contains(former.bytes) == false)
    }

    @Test func `secrets are random and shown with their prefix`() {
        let secrets = (0..<20).map { _ in WebhookTarget.Secret.random() }
        #expect(Set(secrets.map(\.bytes)).count == 20)
        #expect(secrets.allSatisfy { $0.bytes.count == 32 && $0.text.hasPrefix("whsec_") })
        #expect(Data(base64Encoded: String(secrets[0].text.dropFirst(6))) == secrets[0].bytes)
    }

    @Test(arguments: [
        (200, SendingOutcome.delivered), (204, .delivered), (299, .delivered),
        (410, .refused("the receiver answered 410 Gone")),
        (302, .failed("the receiver answered 302, and redirects are not followed")),
        (400, .failed("the receiver answered 400")), (404, .failed("the receiver answered 404")),
        (500, .failed("the receiver answered 500")),
    ])
    func `the receiver's status decides the outcome`(status: Int, outcome: SendingOutcome) {
        #expect(WebhookClient.outcome(of: .answered(status: status, retryAfter: nil)) == outcome)
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)), ("0", .seconds(0)), ("Wed, 08 Apr 2020 12:01:00 GMT", .seconds(60)),
        ("Wed, 08 Apr 2020 11:00:00 GMT", .seconds(0)), ("99999999999", .seconds(604_800)), ("-1", nil),
        ("soon", nil),
    ])
    func `the time to wait is read from the answer`(text: String, wait: Duration?) {
        #expect(GuardedClient.retryAfter(text, at: noon) == wait)
    }

    @Test(arguments: [
        (Alert.Message.alert, "alert.raised"), (.update, "alert.updated"), (.cancel, "alert.cancelled"),
    ])
    func `the body says what happened, and is the same at each attempt`(message: Alert.Message, type: String)
        throws
    {
        let outgoing = OutgoingMessage.sample(1, message: message)
        let body = WebhookClient.body(outgoing)
        #expect(body == WebhookClient.body(outgoing))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
        #expect(object["type"] as? String == type)
        #expect(object["timestamp"] as? String == "2020-04-08T12:00:00Z")
        let data = try #require(object["data"] as? [String: Any])
        #expect(data["id"] as? String == "alert-1")
        #expect(data["fences"] as? [String] == ["Home"])
    }
}

extension OutgoingMessage {
    static func sample(_ id: Int64, message: Alert.Message = .alert, attempts: Int = 0) -> OutgoingMessage {
        let reference = Alert.Reference(id: Alert.ID(rawValue: "former"), sent: noon)
        let alert = Alert(
            id: Alert.ID(rawValue: "alert-\(id)"), kind: .station, message: message,
            reference: message == .alert ? nil : reference, allergens: ["birch"], level: .high,
            publicPosition: .basel, sent: noon, expires: noon.addingTimeInterval(3_600),
            finding: .init(station: "basel", stationName: "Basel", value: 80, day: today, basis: .measured))
        return OutgoingMessage(
            id: id, channel: .sample(), alert: alert, concern: LedgerEntry.Concern(fences: ["Home"]),
            language: .english, tone: .adult, attempts: attempts, queued: noon)
    }
}

extension Channel {
    static func sample(
        _ id: String = "hook", of account: Account.ID = Account.ID(rawValue: 1),
        to url: String = "https://example.org/hook",
        rhythm: Rhythm = .single
    ) -> Channel {
        Channel(
            id: ID(rawValue: id), account: account,
            target: .webhook(
                WebhookTarget(
                    url: URL(string: url)!, secrets: [.init(bytes: Data(repeating: 7, count: 32))])),
            rhythm: rhythm, created: noon)
    }
}
