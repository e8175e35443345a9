import API
import Alerting
import Alerts
import Allergens
import Feeds
import Foundation
import GRDB
import Geography
import HTTP
import Observations
import SampleTesting
import Synchronization

@testable import Server
@testable import Storage

/// A network with its own store, which receives a broken file.
struct BrokenTrial {
    /// The messages about a file, and the store's content afterwards.
    struct Report: Encodable, Equatable {
        var failure: String?
        var accepted = 0
        var missing = 0
        var rejected: [BrokenFile.Row] = []
        var kept: [String] = []

        init() {}

        /// The expected report on a file.
        init(_ expectation: BrokenFile.Expectation) {
            failure = expectation.failure
            accepted = expectation.accepted ?? 0
            missing = expectation.missing ?? 0
            rejected = expectation.rejected ?? []
            kept = expectation.kept ?? []
        }

        /// The report as text, in the form stored beside the file.
        var text: String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
            return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    let opened: OpenedNetwork
    private let importer: Importer
    private let port: UploadService

    /// Opens a network with the stations basel, which receives the uploads, and bern.
    init(uploadBatch: Int = Importer.usualUploadBatch) async throws {
        opened = try OpenedNetwork()
        importer = Importer(network: opened.network, now: { noon }, uploadBatch: uploadBatch)
        port = UploadService(
            importer: importer, plain: try .named("plain", in: opened.configuration.feeds),
            feeds: opened.configuration.feeds)
        try await opened.store.add([.sample(), .sample("bern")])
    }

    /// Reads a file and reports the outcome.
    func report(on file: BrokenFile, isAtomic: Bool = false) async throws -> Report {
        var report = Report()
        switch file.expectation.act ?? .upload {
        case .upload: try await upload(file, isAtomic: isAtomic, into: &report)
        case .import: try await read(file, into: &report)
        }
        report.kept = try await kept
        return report
    }

    private func upload(_ file: BrokenFile, isAtomic: Bool, into report: inout Report) async throws {
        let feed = file.expectation.feed
        let upload = Upload(
            station: "basel", credential: "a1", format: file.isJSON && feed == nil ? .json : .csv, feed: feed,
            isAtomic: isAtomic, body: UploadBody(bytes: file.bytes, isCompressed: file.isCompressed))
        do {
            report.note(try await port.receive(upload))
        } catch UploadRefusal.incomplete(let answer) {
            report.note(answer)
        } catch UploadRefusal.unknownFeed(let sentence) {
            report.failure = sentence
        } catch UploadRefusal.unreadable(let sentence) {
            report.failure = sentence
        } catch let problem as Problem {
            report.failure = problem.sentence
        }
    }

    private func read(_ file: BrokenFile, into report: inout Report) async throws {
        let expectation = file.expectation
        let feed = try FeedDefinition.named(expectation.feed ?? "plain", in: opened.configuration.feeds)
        let place = opened.folder.url.appending(path: file.name)
        try Data(file.bytes).write(to: place)
        var position: Coordinate?
        if let lon = expectation.lon, let lat = expectation.lat { position = Coordinate(lon, lat) }
        do {
            let tally = try await importer.importFile(
                place, feed: feed, asked: AskedPlace(position: position), progress: { _ in })
            report.accepted = tally.accepted
            report.missing = tally.missing
            report.rejected = tally.rejected.map(BrokenFile.Row.init)
        } catch let failure as FeedFailure {
            report.failure = failure.sentence
        }
    }

    /// Removes all values, so that the next file finds the store as the first one did.
    func forget() async throws {
        let tables = [
            "reading", "hourlyReading", "threeHourReading", "forecast", "stationNote", "classReading",
            "revision", "upload",
        ]
        try await opened.store.pool.write { database in
            for table in tables { try database.execute(sql: "DELETE FROM \(table)") }
        }
    }

    /// All stored daily values of all stations; means of hours include the number of hours.
    var kept: [String] {
        get async throws {
            let kept = Mutex<[String]>([])
            try await opened.store.forEachReading { station, reading in
                let value = reading.value
                let number = value.rounded() == value ? "\(Int(value))" : "\(value)"
                let hours = reading.hours.map { " (\($0) h)" } ?? ""
                let line =
                    "\(station.rawValue) \(reading.allergen.rawValue) \(reading.day) \(number)\(hours)"
                kept.withLock { $0.append(line) }
            }
            return kept.withLock { $0.sorted() }
        }
    }
}

extension BrokenTrial.Report {
    fileprivate mutating func note(_ answer: UploadAnswer) {
        accepted = answer.accepted
        missing = answer.missing
        rejected = answer.rejected.map(BrokenFile.Row.init)
    }
}

extension BrokenFile.Row {
    fileprivate init(_ row: RejectedRow) {
        self.init(line: row.line, column: row.column, value: row.value, reason: row.rejection.reason)
    }
}
