import API
import Alerting
import Allergens
import Feeds
import Foundation
import HTTP
import Observations
import SampleTesting
import SeededTesting
import Synchronization

@testable import Server
@testable import Storage

/// A store that receives damaged files, one after the other.
struct FuzzedUploads {
    /// The data that a key may change, and those that it may not.
    private struct Holdings: Equatable {
        var own: [String] = []
        var others: [String] = []
        var revisions = 0
    }

    private let opened: OpenedNetwork
    private let port: UploadService
    private var store: SQLiteStore { opened.store }

    init() async throws {
        opened = try OpenedNetwork()
        // Small batches, so that a file takes several transactions.
        port = UploadService(
            importer: Importer(network: opened.network, now: { noon }, uploadBatch: 7),
            plain: try .named("plain", in: opened.configuration.feeds), feeds: opened.configuration.feeds)
        try await store.add([.sample(), .sample("bern")])
        let days = (1...9).map { today.adding(days: -$0) }
        _ = try await opened.network.readings.keep(
            Submission(
                readings: days.map { .sample(3, on: $0) } + days.map { .sample(4, at: "bern", on: $0) }),
            at: noon)
    }

    /// Uploads a file in one of the possible ways.
    ///
    /// - Returns: The mistakes in the outcome.
    func complaints(
        about bytes: [UInt8], of sample: FuzzSample, by mutation: inout Mutation<SeededGenerator>
    ) async throws -> [String] {
        let isAtomic = mutation.choice(of: [true, false])
        let isTrial = mutation.choice(of: [true, false, false])
        let body = try body(bytes, of: sample, by: &mutation)
        let upload = Upload(
            station: "basel", credential: "a1", format: sample.isJSONUpload ? .json : .csv, feed: sample.feed,
            isTrial: isTrial, isAtomic: isAtomic, isConfirmed: mutation.choice(of: [true, false]), body: body)
        let before = try await holdings()
        var answer: UploadAnswer?
        do { answer = try await port.receive(upload) } catch is UploadRefusal {} catch is Problem {}
        let after = try await holdings()
        var complaints: [String] = []
        if before.others != after.others { complaints.append("another station has changed") }
        if isTrial || isAtomic && answer == nil, before != after {
            complaints.append("something was kept of what was refused or tried")
        }
        if let answer, isAtomic, answer.rejectedCount > 0 {
            complaints.append("rows were turned away, and the rest was kept")
        }
        if !isTrial, let answer, let complaint = try await miscount(answer, bytes, of: sample) {
            complaints.append(complaint)
        }
        return complaints
    }

    private func body(
        _ bytes: [UInt8], of sample: FuzzSample, by mutation: inout Mutation<SeededGenerator>
    ) throws -> UploadBody {
        if case .gzip = sample.kind { return UploadBody(bytes: bytes, isCompressed: true) }
        guard mutation.choice(of: [true, false, false, false]) else { return UploadBody(bytes: bytes) }
        return UploadBody(bytes: Gzip.stored(bytes), isCompressed: true)
    }

    private func miscount(
        _ answer: UploadAnswer, _ bytes: [UInt8], of sample: FuzzSample
    ) async throws -> String? {
        guard let entry = try await store.uploads(of: "basel", limit: 1).first?.upload
        else { return "no entry of the upload" }
        let tally = entry.tally
        let outcomes = tally.accepted + tally.replaced + tally.unchanged + tally.missing + tally.rejectedCount
        guard answer.rejectedCount == tally.rejectedCount, answer.accepted == tally.accepted
        else { return "the answer and the entry differ" }
        // Cells, ignored entries and rows with only a forecast are counted where files are read.
        guard sample.hasOneValueARow(bytes) else { return nil }
        return outcomes == tally.rows ? nil : "\(tally.rows) rows, and \(outcomes) outcomes"
    }

    private func holdings() async throws -> Holdings {
        let read = Mutex(Holdings())
        try await store.forEachReading { station, reading in
            let text = "\(station) \(reading.allergen) \(reading.day) \(reading.value) \(reading.quality)"
            read.withLock {
                if station == "basel" { $0.own.append(text) } else { $0.others.append(text) }
            }
        }
        var holdings = read.withLock(\.self)
        let all = CivilDate.accepted
        holdings.own += try await store.forecasts(of: "basel", days: all, allergens: nil).map { "\($0)" }
        holdings.own += try await store.notes(of: "basel", days: all).map { "\($0)" }
        holdings.others += try await store.forecasts(of: "bern", days: all, allergens: nil).map { "\($0)" }
        holdings.others += try await store.notes(of: "bern", days: all).map { "\($0)" }
        holdings.others += try await store.stations().map { "\($0)" }
        holdings.revisions = try await store.revisions(of: "basel", before: nil, limit: 1_000).count
        return holdings
    }
}

extension FuzzSample {
    /// The definition that reads an upload of this sample.
    fileprivate var feed: String? {
        if case .feed(let name) = kind, name != "plain" { return name }
        return nil
    }

    fileprivate var isJSONUpload: Bool {
        switch kind {
        case .json: true
        case .gzip: name.contains(".json")
        case .feed, .definition: false
        }
    }

    /// Whether each row has exactly one value.
    fileprivate func hasOneValueARow(_ bytes: [UInt8]) -> Bool {
        guard case .feed("plain") = kind else { return false }
        return !String(decoding: bytes.prefix(400), as: UTF8.self).lowercased().contains("valid")
    }
}
