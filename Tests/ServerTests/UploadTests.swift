import API
import Alerting
import Allergens
import Authentication
import Feeds
import Foundation
import GRDB
import HTTP
import Observations
import People
import SampleTesting
import Storage
import Synchronization
import Testing

@testable import Server

@Suite struct UploadTests {
    private let opened: OpenedNetwork
    private let port: UploadService

    init() async throws {
        opened = try OpenedNetwork()
        let importer = Importer(network: opened.network, now: { noon }, uploadBatch: 100)
        port = UploadService(
            importer: importer, plain: try .named("plain", in: opened.configuration.feeds),
            feeds: opened.configuration.feeds)
        try await opened.store.add([.sample(), .sample("bern")])
    }

    private var store: SQLiteStore { opened.store }

    private func upload(
        _ text: String, feed: String? = nil, isTrial: Bool = false, isAtomic: Bool = false,
        isConfirmed: Bool = false, key: String? = nil
    ) -> Upload {
        Upload(
            station: "basel", credential: "a1", format: text.hasPrefix("{") && feed == nil ? .json : .csv,
            feed: feed, isTrial: isTrial, isAtomic: isAtomic, isConfirmed: isConfirmed, idempotencyKey: key,
            body: UploadBody(bytes: Array(text.utf8)))
    }

    private var values: [Double] {
        get async throws {
            try await store.readings(of: "basel", days: today.adding(days: -90)...today).map(\.value)
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func `a document may have as many bytes as the operator allows, and no more`(
        excess: Int, isTaken: Bool
    ) async throws {
        var port = port
        port.documentLimit = 1 << 20
        let reading = #"{"readings":[{"allergen":"birch","day":"2020-04-08","value":80}]}"#
        let rest = port.documentLimit - reading.utf8.count + excess
        let document = upload(reading + String(repeating: " ", count: rest))
        if isTaken {
            #expect(try await port.receive(document).accepted == 1)
        } else {
            let refusal = await #expect(throws: UploadRefusal.self) {
                _ = try await port.receive(document)
            }
            guard case .tooLargeToHold(limit: 1 << 20) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            let entry = try #require(try await store.uploads(of: "basel", limit: 9).first).upload
            #expect(entry.failure == "A document has at most 1 MiB here.")
        }
        #expect(try await values.isEmpty == !isTaken)
    }

    /// If the program ends between the two, a repetition finds either both or neither.
    @Test(arguments: [1, 250], [nil, "7"])
    func `readings are kept only together with the answer to their upload`(
        rows: Int, key: String?
    ) async throws {
        try await DatabaseQueue(path: opened.folder.path("breathe.sqlite")).write { database in
            try database.execute(
                sql: """
                    CREATE TRIGGER broken BEFORE INSERT ON upload WHEN NEW.failure IS NULL
                    BEGIN SELECT RAISE(ABORT, 'broken'); END
                    """)
        }
        let text = (0..<rows).map { "birch,\(today.adding(days: -$0)),\(20 + $0)\n" }.joined()
        await #expect(throws: (any Error).self) {
            _ = try await port.receive(upload("allergen,day,value\n\(text)", key: key))
        }
        // Earlier batches of a long file remain.
        let kept = try await store.readings(of: "basel", days: today.adding(days: -rows)...today)
        #expect(kept.count == (rows - 1) / 100 * 100)
        #expect(try await store.replay(of: "7", by: "basel", at: noon) == nil)
        let entry = try #require(try await store.uploads(of: "basel", limit: 9).first).upload
        #expect(entry.tally.accepted == kept.count)
        #expect(entry.failure == "The service could not keep the readings; send them again.")
    }

    private let mixed = "allergen,day,value\nbirch,2020-04-08,80\nash,2020-04-08,-4\noak,2020-04-08,\n"

    @Test func `an upload leaves an entry that its operator can read`() async throws {
        let answer = try await port.receive(upload(mixed))
        #expect(answer.accepted == 1 && answer.rejectedCount == 1 && answer.missing == 1)
        let entry = try #require(try await store.uploads(of: "basel", limit: 9).first).upload
        #expect(entry.credential == "a1" && entry.feed == "plain" && entry.failure == nil)
        #expect(entry.bytes == mixed.utf8.count)
        #expect(entry.tally.rows == 3 && entry.tally.accepted == 1 && entry.tally.rejectedCount == 1)
        let rejected = String(decoding: entry.rejectedRows, as: UTF8.self)
        #expect(rejected.contains(#""line":3"#) && rejected.contains("negative"))
        #expect(try await store.uploads(of: "bern", limit: 9).isEmpty)
    }

    @Test func `a dry run of many batches answers like the upload`() async throws {
        // The jump is in another batch than the days it is compared with, and so is the correction.
        let first = today.adding(days: -300)
        let rows = (0..<250).map { day in
            "birch,\(first.adding(days: day)),\(day == 203 ? 9_000 : 0.5 + Double(day % 3))"
        }
        let text = (["allergen,day,value"] + rows + ["ash,\(today),1", "birch,\(first),7"]).joined(
            separator: "\n")
        let trial = try await port.receive(upload(text, isTrial: true))
        #expect(try await values.isEmpty)
        let answer = try await port.receive(upload(text))
        #expect(trial.suspects == answer.suspects && trial.suspects.map(\.value) == [9_000])
        #expect(trial.accepted == answer.accepted && trial.replaced == answer.replaced)
        #expect(trial.unchanged == answer.unchanged && trial.rejectedCount == answer.rejectedCount)
    }

    @Test func `a dry run checks every row and stores nothing, not even an entry`() async throws {
        let answer = try await port.receive(upload(mixed, isTrial: true))
        #expect(answer.dryRun && answer.accepted == 1 && answer.rejectedCount == 1)
        #expect(try await values.isEmpty)
        #expect(try await store.uploads(of: "basel", limit: 9).isEmpty)
        #expect(try await port.receive(upload(mixed)).accepted == 1)
    }

    @Test func `all or nothing stores nothing when a row is rejected, and says which`() async throws {
        do {
            _ = try await port.receive(upload(mixed, isAtomic: true))
            Issue.record("the upload was taken")
        } catch UploadRefusal.incomplete(let answer) {
            #expect(answer.rejected.map(\.line) == [3] && answer.accepted == 0)
        }
        #expect(try await values.isEmpty)
        let entry = try #require(try await store.uploads(of: "basel", limit: 9).first).upload
        #expect(entry.failure?.contains("nothing was kept") == true && entry.tally.accepted == 0)
        let good = "allergen,day,value\nbirch,2020-04-08,80\nash,2020-04-08,4\n"
        #expect(try await port.receive(upload(good, isAtomic: true)).accepted == 2)
    }

    @Test func `all or nothing stores nothing of a file that breaks off after many rows`() async throws {
        // As many bytes as the reader collects before it splits rows.
        let blank = String(repeating: " ", count: 600)
        let rows = ["birch", "ash"].flatMap { allergen in
            (0..<120).map { "\(allergen),\(CivilDate(daysSinceEpoch: $0)),1\(blank)\n" }
        }
        let text = "allergen,day,value\n" + rows.joined() + "\"birch,2020-04-08,1\n"
        do {
            _ = try await port.receive(upload(text, isAtomic: true))
            Issue.record("the upload was taken")
        } catch UploadRefusal.unreadable(let sentence) {
            #expect(sentence.contains("never closed") && !sentence.contains("kept"))
        }
        #expect(try await store.spans().isEmpty)
        // Otherwise the earlier batches are stored, and the refusal says so.
        do {
            _ = try await port.receive(upload(text))
            Issue.record("the upload was taken")
        } catch UploadRefusal.unreadable(let sentence) {
            #expect(sentence.contains("The 200 values before are kept."))
        }
        #expect(try await store.spans().count == 2)
    }

    @Test func `a chunk is read once all batches but the last of those before are durable`() async throws {
        let wishes = Importer.Wishes(for: "basel", by: .key("a1"))
        var newest: [Int?] = []
        let tally = try await port.importer.importUpload(feed: port.plain, wishes) { take in
            try await take(Array("allergen,day,value\n".utf8))
            // As many bytes as the reader collects before it splits rows.
            let blank = String(repeating: " ", count: 600)
            for piece in 0..<3 {
                let rows = (0..<120).map {
                    "birch,\(CivilDate(daysSinceEpoch: piece * 120 + $0)),1\(blank)\n"
                }
                try await take(Array(rows.joined().utf8))
                newest.append(try await store.spans()["birch"]?.upperBound.daysSinceEpoch)
            }
        }
        #expect(tally.accepted == 360)
        #expect(newest == [nil, 99, 199])
    }

    @Test func `a file is read by the definition that it names`() async throws {
        let network = try FeedDefinition.named("swiss-14stations", in: opened.configuration.feeds)
        #expect(network.stations.contains { $0.id == "basel" })
        let answer = try await port.receive(
            upload(
                """
                taxon,station,type,value,datetime
                Betula,Basel,measurement,120,2020-04-08
                Betula,Bern,measurement,437.5,2020-04-08

                """, feed: "swiss-14stations"))
        #expect(answer.accepted == 1)
        #expect(answer.rejected.map(\.rejection) == [.otherStation("basel")])
        #expect(try await store.uploads(of: "basel", limit: 9).first?.upload.feed == "swiss-14stations")
        await #expect(throws: UploadRefusal.self) { _ = try await port.receive(upload(mixed, feed: "moon")) }
    }

    @Test func `suspect rows are reported with their line and reason`() async throws {
        let quiet = (1...4).map { "birch,\(today.adding(days: -$0)),1\n" }.joined()
        let csv = "allergen,day,value\n\(quiet)birch,\(today),9000\n"
        let answer = try await port.receive(upload(csv, isTrial: true))
        #expect(answer.suspect == 1 && answer.accepted == 5)
        #expect(answer.suspects.map(\.line) == [6])
        #expect(answer.suspects.first?.reasons == ["far above the values of the days before"])
        #expect(answer.suspects.first?.period == "2020-04-08")
        #expect(try await port.receive(upload(csv, isConfirmed: true)).suspect == 0)
    }

    @Test func `an answer with a key is repeated for a day`() async throws {
        let first = upload(mixed, key: "k1")
        _ = try await port.receive(first)
        let replay = try #require(try await store.replay(of: "k1", by: "basel", at: noon))
        #expect(replay.fingerprint == first.body.fingerprint)
        #expect(String(decoding: replay.answer, as: UTF8.self).contains(#""accepted":1"#))
        #expect(try await store.replay(of: "k1", by: "bern", at: noon) == nil)
        let later = noon.addingTimeInterval(86_401)
        #expect(try await store.replay(of: "k1", by: "basel", at: later) == nil)
        let again = UploadRecord(
            station: "basel", credential: "a1", feed: "plain", begun: later, ended: later, bytes: 1,
            tally: .init(), rejectedRows: Data("[]".utf8), failure: nil)
        try await store.log(
            again, replay: UploadReplay(key: "k1", fingerprint: Data([1]), answer: Data("{}".utf8)))
        #expect(try await store.replay(of: "k1", by: "basel", at: later)?.fingerprint == Data([1]))
    }

    @Test func `a long document is stored in parts, or in one piece if all or nothing`()
        async throws
    {
        let entries = (0..<250).map {
            #"{"allergen":"birch","day":"\#(CivilDate(daysSinceEpoch: $0))","value":1,"forecast":2}"#
        }
        let text = #"{"readings":["# + entries.joined(separator: ",") + "]}"
        var submission = try JSONReadings.read(
            Data(text.utf8), stations: ["basel": .sample()], now: noon, only: "basel")
        submission.isConfirmed = true
        let parts = submission.parts(of: 100)
        #expect(parts.map(\.readings.count) == [100, 100, 50, 0, 0, 0])
        #expect(parts.map(\.forecasts.count) == [0, 0, 0, 100, 100, 50])
        #expect(parts.flatMap(\.lines) == Array(1...250) && parts.allSatisfy(\.isConfirmed))
        #expect(submission.parts(of: 250).count == 1)
        for isAtomic in [false, true] {
            let answer = try await port.receive(upload(text, isAtomic: isAtomic))
            #expect(answer.accepted == (isAtomic ? 0 : 250) && answer.unchanged == (isAtomic ? 250 : 0))
        }
    }

    @Test func `a limited number of documents is read at a time, and a limited number waits`() async throws {
        let slots = DocumentSlots(limit: 2, queue: 1, patience: .seconds(6_000))
        let turns = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...2 {
                group.addTask {
                    try await slots.withSlot(for: number == 1 ? "bern" : nil) {
                        turns.note(number)
                        try await awaited("the gate stays shut") { turns.isOpen ? true : nil }
                    }
                }
            }
            try await awaited("both slots are not taken") { turns.order.count == 2 ? true : nil }
            group.addTask { try await slots.withSlot(for: "basel") { turns.note(3) } }
            try await awaited("nobody waits") { slots.waiting == 1 ? true : nil }
            await #expect(throws: DocumentSlots.Busy.self) { try await slots.withSlot(for: "chur") {} }
            // An automatic hourly fetch waits all the same.
            let patient = Task {
                try await slots.withSlot { turns.note(4) }
            }
            try await awaited("the patient one does not wait") { slots.waiting == 2 ? true : nil }
            patient.cancel()
            await #expect(throws: CancellationError.self) { try await patient.value }
            #expect(slots.waiting == 1 && turns.order.count == 2)
            turns.open()
            try await group.waitForAll()
        }
        #expect(turns.order.last == 3)
        try await slots.withSlot { turns.note(5) }
        #expect(turns.order.last == 5)
    }

    @Test func `a station has one slot, and waits no longer than a connection lives`() async throws {
        let slots = DocumentSlots(limit: 2, queue: 5, patience: .milliseconds(1))
        let turns = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await slots.withSlot(for: "basel") {
                    turns.note(1)
                    try await awaited("the gate stays shut") { turns.isOpen ? true : nil }
                }
            }
            try await awaited("the slot is not taken") { turns.order.count == 1 ? true : nil }
            // There is another slot and room to wait, but not for this station, and waiting has an end.
            await #expect(throws: DocumentSlots.Busy.self) { try await slots.withSlot(for: "basel") {} }
            #expect(slots.waiting == 0)
            try await slots.withSlot(for: "bern") { turns.note(2) }
            turns.open()
            try await group.waitForAll()
        }
        try await slots.withSlot(for: "basel") { turns.note(3) }
        #expect(turns.order == [1, 2, 3])
    }

    @Test func `a slot goes to the longest waiter among the stations without one`() async throws {
        let slots = DocumentSlots(limit: 2, queue: 20, patience: .seconds(6_000))
        let (turns, other) = (Turns(), Turns())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (station, gate) in [("basel", turns), ("bern", other)] as [(Station.ID, Turns)] {
                group.addTask {
                    try await slots.withSlot(for: station) {
                        gate.note(0)
                        try await awaited("the gate stays shut") { gate.isOpen ? true : nil }
                    }
                }
                try await awaited("the slot is not taken") { gate.order.count == 1 ? true : nil }
            }
            for number in 1...DocumentSlots.ownQueue {
                group.addTask { try await slots.withSlot(for: "basel") { turns.note(number) } }
                try await awaited("it does not wait") { slots.waiting == number ? true : nil }
            }
            await #expect(throws: DocumentSlots.Busy.self) { try await slots.withSlot(for: "basel") {} }
            group.addTask { try await slots.withSlot(for: "chur") { other.note(9) } }
            try await awaited("the other does not wait") {
                slots.waiting == DocumentSlots.ownQueue + 1 ? true : nil
            }
            other.open()
            // Requests of the station that has a slot come first in the queue, and are passed over.
            try await awaited("the slot is not handed on") { other.order == [0, 9] ? true : nil }
            #expect(turns.order == [0])
            turns.open()
            try await group.waitForAll()
        }
        #expect(turns.order == Array(0...DocumentSlots.ownQueue))
    }

    @Test func `a document without a slot is asked to come back, and rows need no slot`() async throws {
        let documents = opened.network.documents
        let turns = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let all = DocumentSlots.usualLimit + DocumentSlots.usualQueue
            for _ in 0..<all {
                group.addTask {
                    try await documents.withSlot {
                        _ = try await awaited("the gate stays shut") { turns.isOpen ? true : nil }
                    }
                }
            }
            try await awaited("not all wait") { documents.waiting == DocumentSlots.usualQueue ? true : nil }
            let json = #"{"readings":[{"allergen":"ash","day":"2020-04-08","value":1}]}"#
            let documentsOfTwoForms: [(String, String?)] = [
                (json, nil), (#"{"results":[]}"#, "openaq-measurements"),
            ]
            for (text, feed) in documentsOfTwoForms {
                do {
                    _ = try await port.receive(upload(text, feed: feed))
                    Issue.record("the document was taken")
                } catch UploadRefusal.busy {}
            }
            #expect(try await port.receive(upload(mixed)).accepted == 1)
            turns.open()
            try await group.waitForAll()
            #expect(try await port.receive(upload(json)).accepted == 1)
        }
    }

    @Test func `the operator's log gives the cause that ended an upload`() async throws {
        let rows = Array(mixed.utf8)
        let json = Array(#"{"readings":[]}"#.utf8)
        for (bytes, format, sentence) in [
            (rows, Upload.Format.csv, "not gzip"), (json, .json, "not gzip"),
            (Array(rows.prefix(0)), .csv, "ends too early"),
        ] {
            let upload = Upload(
                station: "basel", credential: "a1", format: format,
                body: UploadBody(bytes: bytes, isCompressed: true))
            await #expect(throws: Problem.self) { _ = try await port.receive(upload) }
            let entry = try #require(try await store.uploads(of: "basel", limit: 1).first).upload
            #expect(entry.failure?.contains(sentence) == true, "\(entry.failure ?? "")")
            #expect(entry.feed == (format == .json ? "json" : "plain"))
        }
        let long = Upload(
            station: "basel", credential: "a1", format: .json, body: UploadBody(bytes: json, limit: 3 << 20))
        #expect(try await port.receive(long).accepted == 0)
        let cut = Upload(
            station: "basel", credential: "a1", format: .json, body: UploadBody(bytes: json, limit: 9))
        await #expect(throws: Problem.self) { _ = try await port.receive(cut) }
        #expect(
            try await store.uploads(of: "basel", limit: 1).first?.upload.failure
                == "The limit here is 0 MiB.")
    }

    @Test func `a document that arrives too slowly is given up so that others can proceed`() async throws {
        let clock = HurriedClock()
        let importer = Importer(
            network: opened.network,
            now: { clock.next() })
        let slow = UploadService(
            importer: importer, plain: port.plain, feeds: opened.configuration.feeds)
        do {
            _ = try await slow.receive(upload(#"{"readings":[]}"#))
            Issue.record("the document was taken")
        } catch UploadRefusal.tooSlow {}
        let entry = try #require(try await store.uploads(of: "basel", limit: 1).first).upload
        #expect(entry.failure?.contains("too slowly") == true)
    }

    @Test func `uses of keys are collected and written once`() async throws {
        let key = try await StationKeyService(store: store).makeKey(for: "basel", label: "trap", at: noon)
        let uses = CredentialUses()
        let authenticator = Authenticator(store: store, uses: uses, now: { noon })
        #expect(try await authenticator.principal(bearing: key.secret) == .station("basel"))
        #expect(try await store.keys(of: "basel").map(\.lastUsed) == [nil])
        try await store.noteUses(uses.take())
        #expect(try await store.keys(of: "basel").map(\.lastUsed) == [noon])
        #expect(uses.take().isEmpty)
    }

    @Test func `a replaced key is invalid once its grace period has passed`() async throws {
        let first = try await StationKeyService(store: store).makeKey(for: "basel", at: noon)
        let second = try await StationKeyService(store: store).makeKey(
            for: "basel", replacing: first.id, grace: .seconds(60), at: noon)
        func principal(_ secret: String, after seconds: Double) async throws -> Principal? {
            let authenticator = Authenticator(store: store, now: { noon.addingTimeInterval(seconds) })
            return try await authenticator.principal(bearing: secret)
        }
        #expect(try await principal(first.secret, after: 59) == .station("basel"))
        #expect(try await principal(first.secret, after: 60) == nil)
        #expect(try await principal(second.secret, after: 60) == .station("basel"))
    }
}

/// The order of the turns, and whether slots may be released.
private final class Turns: Sendable {
    private let state = Mutex((isOpen: false, order: [Int]()))

    var isOpen: Bool { state.withLock(\.isOpen) }
    var order: [Int] { state.withLock(\.order) }

    func open() { state.withLock { $0.isOpen = true } }
    func note(_ number: Int) { state.withLock { $0.order.append(number) } }
}

/// A clock that advances by minutes at each reading.
private final class HurriedClock: Sendable {
    private let now = Mutex(noon)

    func next() -> Date {
        now.withLock { now in
            now += 400
            return now
        }
    }
}
