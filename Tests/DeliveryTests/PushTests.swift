import Addressing
import Alerts
import Allergens
import Crypto
import Foundation
import SampleTesting
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(20))) struct PushTests {
    private func bytes(_ text: String) throws -> Data { try #require(Base64URL.bytes(of: text)) }

    /// RFC 8291, section 5 and appendix A.
    @Test func `the example of RFC 8291 comes out byte for byte`() throws {
        let target = PushTarget(
            endpoint: URL(filePath: "/"),
            publicKey: try bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            authentication: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let sealed = try PushEncryption(for: target).seal(
            Data("When I grow up, I want to be a watermelon".utf8), with: key,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(of: sealed)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
                + "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test func `the longest message fits the push services' limit`() throws {
        let browser = P256.KeyAgreement.PrivateKey()
        let target = PushTarget(
            endpoint: URL(filePath: "/"), publicKey: browser.publicKey.x963Representation,
            authentication: Data(repeating: 1, count: 16))
        let plain = Data(repeating: 65, count: PushEncryption.plaintextLimit)
        #expect(try PushEncryption(for: target).seal(plain).count == 4_096)
        #expect(try PushEncryption(for: target).seal(plain) != PushEncryption(for: target).seal(plain))
    }

    @Test(arguments: [0, 100, 3_000, 10_000])
    func `only a body that is too long is cut`(count: Int) throws {
        let body = String(repeating: "ä🌳", count: count)
        let note = PushPayload(id: "1", title: "Birch", body: body, url: "/", tag: "t", lang: "en")
        let data = try note.encoded()
        #expect(data.count <= PushEncryption.plaintextLimit)
        let read = try JSONDecoder().decode(TakenPush.Note.self, from: data)
        if count <= 100 {
            #expect(read.body == body)
        } else {
            #expect(read.body.hasSuffix("…") && body.hasPrefix(read.body.dropLast()))
            #expect(data.count > PushEncryption.plaintextLimit - 400)
        }
    }

    @Test(arguments: [3_000, 20_000])
    func `a title that is too long is also cut between two characters`(count: Int) throws {
        let title = String(repeating: "ä🌳\"", count: count)
        let note = PushPayload(id: "1", title: title, body: "Take care.", url: "/", tag: "t", lang: "en")
        let data = try note.encoded()
        #expect(data.count <= PushEncryption.plaintextLimit)
        #expect(data.count > PushEncryption.plaintextLimit - 400)
        let read = try JSONDecoder().decode(TakenPush.Note.self, from: data)
        #expect(read.title.hasSuffix("…") && title.hasPrefix(read.title.dropLast()))
    }

    @Test func `a message that cannot be shortened is an error`() throws {
        let url = "https://" + String(repeating: "a", count: 5_000)
        let note = PushPayload(id: "1", title: "Birch", body: "b", url: url, tag: "t", lang: "en")
        #expect(throws: PushPayload.TooLong.self) { try note.encoded() }
    }

    @Test func `a token is made once for each service, and renewed before it ends`() throws {
        let vapid = VAPID(key: P256.Signing.PrivateKey(), contact: "mailto:ops@example.org")
        let (one, other) = (try url("https://a.example.org/1"), try url("https://b.example.org/1"))
        let first = try vapid.authorization(for: one, at: noon)
        #expect(first != nil)
        #expect(try vapid.authorization(for: url("https://a.example.org/2"), at: noon + 39_000) == first)
        #expect(try vapid.authorization(for: other, at: noon) != first)
        #expect(try vapid.authorization(for: one, at: noon + 40_000) != first)
        // While the clock was ahead, it made a token that would live too long.
        #expect(try vapid.authorization(for: one, at: noon - 86_400) != first)
        #expect(VAPID.origin(of: try url("HTTPS://Push.Example.org:443/x?y")) == "https://push.example.org")
        #expect(VAPID.origin(of: try url("http://127.0.0.1:8080/x")) == "http://127.0.0.1:8080")
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// The audience is the origin alone (RFC 8292, section 2).
    ///
    /// The endpoints have the form of each engine's service.
    @Test(arguments: [
        ("https://updates.push.services.mozilla.com", "/wpush/v2/gAAAAABaZ9-_=="),
        ("https://fcm.googleapis.com", "/fcm/send/dX1-_:APA91b"), ("https://web.push.apple.com", "/QaZ9-_"),
    ])
    func `the token for a browser's push service names that service alone`(
        origin: String, path: String
    ) throws {
        let vapid = VAPID(key: P256.Signing.PrivateKey(), contact: "mailto:ops@example.org")
        let header = try #require(try vapid.authorization(for: url(origin + path), at: noon))
        #expect(header.hasPrefix("vapid t=") && header.hasSuffix(",k=\(vapid.publicKey)"))
        let parts = header.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let claims = try JSONSerialization.jsonObject(with: bytes(parts[1])) as? [String: Any]
        #expect(claims?["aud"] as? String == origin)
    }

    @Test func `a key is made once, and only its owner can read it`() throws {
        let folder = try TemporaryFolder()
        let file = VAPIDKeyFile(folder.url.appending(path: "breathe.vapid.pem"))
        let key = try file.readOrMake()
        #expect(try file.readOrMake().rawRepresentation == key.rawRepresentation)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect((attributes[.posixPermissions] as? Int) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
        #expect(throws: (any Error).self) {
            try VAPIDKeyFile(folder.file("other.pem", holding: "nothing")).readOrMake()
        }
    }

    private func alert(
        _ level: Level?, _ message: Alert.Message = .alert, expires: TimeInterval = 3_600
    ) -> Alert {
        Alert(
            kind: level == nil ? .user : .station, message: message,
            reference: message == .alert ? nil : Alert.Reference(id: .random(), sent: noon),
            allergens: ["birch"], level: level, publicPosition: Alert.sample("x").publicPosition, sent: noon,
            expires: noon + expires)
    }

    @Test func `the delivery options follow the alert`() {
        let first = Alert.ID(rawValue: "first")
        func terms(_ alert: Alert) -> PushTerms { PushTerms(alert, origin: first, at: noon) }
        #expect(terms(alert(.veryHigh)).urgency == .high && terms(alert(.high)).urgency == .high)
        #expect(terms(alert(.moderate)).urgency == .normal && terms(alert(nil)).urgency == .normal)
        #expect(terms(alert(.low)).urgency == .low && terms(alert(.high, .cancel)).urgency == .low)
        #expect(terms(alert(.high, expires: 90)).timeToLive == 90)
        #expect(terms(alert(.high, expires: -5)).timeToLive == 0)
        let topic = terms(alert(.high)).topic
        #expect(topic?.utf8.count == 32 && topic.flatMap(Base64URL.bytes(of:)) != nil)
        #expect(terms(alert(.high, .update)).topic == topic)
        #expect(PushTerms(alert(.high), origin: .random(), at: noon).topic != topic)
        let digest = PushTerms(digest: [alert(.high), alert(.high, expires: 7_200)], at: noon)
        #expect(digest.timeToLive == 7_200 && digest.topic == nil)
    }
}
