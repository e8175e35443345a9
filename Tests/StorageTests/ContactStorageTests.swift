import Allergens
import Foundation
import GRDB
import Geography
import HealthMetrics
import Help
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct ContactStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let ben: Account.ID
    private var store: SQLiteStore { opened.store }
    private let here = SOSPosition(Coordinate(longitude: 7.580_34, latitude: 47.560_12)!, accuracy: 12)

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        ben = try await opened.account("ben")
    }

    private func nora(_ email: String = "nora@example.org", name: String = "Nora") -> EmergencyContact {
        EmergencyContact(
            name: name, relation: "my sister", phone: "112", email: ContactAddress(email), role: .contact,
            order: 0)
    }

    private func due(at now: Date = noon) async throws -> [OutgoingLetter] {
        try await store.dueLetters(at: now, passing: [], limit: 100).letters
    }

    /// A contact who was asked, with the link in the letter.
    private func asked(
        _ email: String = "nora@example.org", of account: Account.ID? = nil
    ) async throws -> (id: HelpID, token: String) {
        let kept = try await store.add(nora(email), to: account ?? anna, at: noon)
        _ = try await store.ask(kept.id, of: account ?? anna, at: noon)
        let letter = try #require(try await due().first { $0.letter.contact == kept.id })
        try await store.record(.settled(.sent), of: letter.line)
        return (kept.id, letter.token)
    }

    private func agreed(_ email: String = "nora@example.org") async throws -> HelpID {
        let (id, token) = try await asked(email)
        _ = try await store.answer(.agree, opening: token, at: noon)
        return id
    }

    private func agreement(of id: HelpID) async throws -> EmergencyContact.Agreement? {
        try await store.records(EmergencyContact.self, of: anna).first { $0.id == id }?.record.agreement
    }

    @Test func `a contact agrees and ends it by the same link, and looking changes nothing`() async throws {
        let (id, token) = try await asked()
        let shown = try await store.invitation(opening: token, at: noon)
        #expect(shown?.sender == "anna" && shown?.answers == [.agree, .decline])
        #expect(try await agreement(of: id) == .asked)
        #expect(try await store.answer(.agree, opening: token, at: noon)?.agreement == .agreed)
        #expect(try await agreement(of: id) == .agreed)
        let late = noon.addingTimeInterval(400 * 86_400)
        #expect(try await store.answer(.decline, opening: token, at: late)?.agreement == .declined)
        #expect(try await store.answer(.agree, opening: token, at: late)?.agreement == .declined)
        await #expect(throws: ContactObjection.undeliverable(.declined)) {
            try await store.ask(id, of: anna, at: noon)
        }
    }

    @Test func `a link that is forged, too old, or for another address opens nothing`() async throws {
        let (id, token) = try await asked()
        let (_, other) = try await asked("ole@example.org", of: ben)
        let parts = token.split(separator: ".").map(String.init)
        let others = other.split(separator: ".").map(String.init)
        for forged in [parts[0], parts[0] + ".AAAA", parts[0] + "." + others[1], "", ".", "AAAA.AAAA"] {
            #expect(try await store.answer(.agree, opening: forged, at: noon) == nil, "\(forged)")
        }
        let late = noon.addingTimeInterval(ContactInvitation.life + 1)
        #expect(try await store.answer(.agree, opening: token, at: late)?.agreement == .asked)
        let moved = try await store.replace(id, of: anna, by: nora("nora@example.com"), at: noon)
        #expect(moved?.record.agreement == .notAsked)
        #expect(try await store.answer(.agree, opening: token, at: noon) == nil)
        _ = try await store.remove(id, of: anna, as: EmergencyContact.self)
        #expect(try await store.invitation(opening: token, at: noon) == nil)
    }

    @Test func `an address is asked three times a day, by all accounts together`() async throws {
        let limit = ContactLetter.dailyLimits.contact
        for _ in 0..<limit - 1 { _ = try await asked() }
        let mine = try await store.add(nora(), to: anna, at: noon)
        let others = try await store.add(nora("NORA@example.org"), to: ben, at: noon)
        _ = try await store.ask(others.id, of: ben, at: noon)
        await #expect(throws: ContactObjection.tooMany(limit: limit, wait: 86_400)) {
            try await store.ask(mine.id, of: anna, at: noon)
        }
        #expect(try await agreement(of: mine.id) == .notAsked)
        _ = try await store.ask(mine.id, of: anna, at: noon.addingTimeInterval(86_401))
    }

    @Test func `an SOS reaches those who agreed, and says of the others why not`() async throws {
        let id = try await agreed()
        _ = try await store.add(nora("ole@example.org", name: "Ole"), to: anna, at: noon)
        let call = try await store.call(from: here, of: anna, at: noon, isMailed: true)
        #expect(call.hasPosition && !call.hasValues)
        #expect(
            call.lines.map(\.outcome) == [.letter(.queued), .undeliverable(.notAsked)])
        let letter = try #require(try await due().first)
        #expect(letter.letter.contact == id && letter.message?.position == here)
        #expect(letter.sender == "anna" && letter.message?.values == [])
        try await store.record(.settled(.sent), of: letter.line)
        #expect(try await due().isEmpty)
        #expect(try await store.call(call.id, of: anna)?.lines.first?.outcome == .letter(.sent))
        #expect(try await store.call(call.id, of: ben) == nil)
        let without = try await store.call(from: nil, of: anna, at: noon, isMailed: false)
        #expect(without.lines.first?.outcome == .undeliverable(.noMail))
    }

    @Test func `the latest values of the day go with it only if the person wants it`() async throws {
        _ = try await agreed()
        let values = [
            Metric(.heartRate, 61, time: noon - 60), Metric(.heartRate, 88, time: noon - 30),
            Metric(.oxygenSaturation, 97, time: noon - 90_000),
        ]
        _ = try await store.keep(MetricBatch(values), of: anna, from: nil, at: noon)
        _ = try await store.call(from: nil, of: anna, at: noon, isMailed: true)
        #expect(try await due().first?.message?.values == [])
        _ = try await store.add(SOSSettings(name: "Anna K.", includesValues: true), to: anna, at: noon)
        let call = try await store.call(from: nil, of: anna, at: noon, isMailed: true)
        let letter = try #require(try await due().first { $0.letter.sos == call.id })
        #expect(
            letter.message?.values == [SOSValue(kind: .heartRate, value: 88, time: noon - 30)]
                && call.hasValues)
        #expect(letter.sender == "Anna K.")
    }

    @Test(arguments: [ContactLetter.State.sent, .failed, .dropped])
    func `the position is not in the file once the letter is settled`(state: ContactLetter.State)
        async throws
    {
        _ = try await agreed()
        let call = try await store.call(from: here, of: anna, at: noon, isMailed: true)
        let letter = try #require(try await due().first)
        let sealed = try await store.pool.read {
            try Data.fetchOne($0, sql: "SELECT sealed FROM contactLetter WHERE due IS NOT NULL")
        }
        let secret = try #require(sealed)
        try store.checkpoint()
        #expect(try file().range(of: secret) != nil, "it should be there before")
        try await store.record(.settled(state), of: letter.line)
        try store.checkpoint()
        let after = try file()
        #expect(after.range(of: secret) == nil && after.range(of: secret.suffix(64)) == nil)
        let rows = try await store.readRows { [store] runner in
            try runner.rows("SELECT * FROM contactLetter").map {
                try ContactLetterRow.opened($0, store.keys).message
            }
        }
        #expect(rows.allSatisfy { $0 == nil })
        #expect(try await store.call(call.id, of: anna)?.lines.first?.outcome == .letter(state))
    }

    /// The database with its log.
    private func file() throws -> Data {
        let path = opened.folder.path("store.sqlite")
        return try [path, path + "-wal"].filter { FileManager.default.fileExists(atPath: $0) }
            .reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: $1)) }
    }

    @Test func `a letter that nobody recorded is sent again under the same identifier`() async throws {
        _ = try await agreed()
        _ = try await store.call(from: here, of: anna, at: noon, isMailed: true)
        let first = try #require(try await due().first)
        let again = try #require(try await due().first)
        #expect(first.letter.id == again.letter.id)
        let post = try await store.dueLetters(at: noon, passing: [first.line], limit: 100)
        #expect(post.letters.isEmpty)
        try await store.record(.again(at: noon.addingTimeInterval(8)), of: first.line)
        #expect(try await due().isEmpty)
        #expect(try await store.dueLetters(at: noon, passing: [], limit: 1).nextDue == noon + 8)
        #expect(try await due(at: noon + 8).first?.attempts == 1)
    }

    @Test func `what waits is not sent to a contact who ended it, moved, or is gone`() async throws {
        let (id, token) = try await asked()
        _ = try await store.answer(.agree, opening: token, at: noon)
        _ = try await store.tryOut(id, of: anna, at: noon)
        #expect(try await due().count == 1)
        _ = try await store.answer(.decline, opening: token, at: noon)
        let post = try await store.dueLetters(at: noon, passing: [], limit: 100)
        #expect(post.letters.isEmpty && post.void.count == 1)
        _ = try await store.answer(.agree, opening: token, at: noon)
        _ = try await store.replace(id, of: anna, by: nora("nora@example.com"), at: noon)
        #expect(try await due().isEmpty)
        _ = try await store.remove(id, of: anna, as: EmergencyContact.self)
        #expect(try await due().isEmpty)
    }

    @Test func `an SOS can be pressed ten times an hour, and is forgotten after ninety days`() async throws {
        _ = try await agreed()
        for _ in 0..<SOSCall.limit {
            _ = try await store.call(from: nil, of: anna, at: noon, isMailed: true)
        }
        await #expect(throws: ContactObjection.tooMany(limit: SOSCall.limit, wait: SOSCall.span)) {
            try await store.call(from: nil, of: anna, at: noon, isMailed: true)
        }
        let log = try await store.contactLog(of: anna)
        #expect(log.calls.count == SOSCall.limit && log.letters.count == SOSCall.limit + 1)
        let counts = try await store.forgetExpired(at: noon.addingTimeInterval(91 * 86_400))
        #expect(counts[.sosCalls] == SOSCall.limit || counts[.contactLetters] == SOSCall.limit + 1)
        #expect(try await store.contactLog(of: anna) == ContactLog(calls: [], letters: []))
    }

    @Test func `with the consent goes everything`() async throws {
        _ = try await agreed()
        _ = try await store.call(from: here, of: anna, at: noon, isMailed: true)
        try await store.removeHelp(of: anna)
        #expect(try await store.contactLog(of: anna) == ContactLog(calls: [], letters: []))
        #expect(try await due().isEmpty)
    }
}
