import Foundation
import Inflation
import Observations
import SampleTesting
import SeededTesting
import Testing

@testable import Feeds

/// Damages some hundred files and definitions, or as many as `FUZZ_SECONDS` allows, and checks the outcomes.
///
/// Readers never crash or hang; every row is accounted for exactly once; an all-or-nothing upload
/// with a rejection stores nothing; a key is valid for its station only; and the result does not
/// depend on how the bytes are split.
@Suite struct ParserFuzzTests {
    /// How many times a file is repeated to make it be read block by block.
    private static let enlargements = 40
    /// How many times a file is uploaded into a store.
    private static let uploads = 5
    /// How many times a file is read for each definition that is drafted for one.
    private static let drafts = 20

    private struct Tally {
        var tried = 0
        var refused = 0
        var readings = 0
        var failures = 0
    }

    @Test func `every row of a damaged file is accounted for, and nothing else happens`() async throws {
        let plan = try FuzzPlan()
        let samples = try FuzzSample.all()
        let uploads = try await FuzzedUploads()
        let folder = try DefinitionFolder()
        var tally = Tally()
        // Five failures show what is wrong; the rest would repeat them.
        while plan.goesOn(after: tally.tried), tally.failures < 5 {
            let seed = plan.seed &+ UInt64(tally.tried)
            var mutation = Mutation(using: SeededGenerator(seed: seed), pieces: Self.pieces)
            let sample = mutation.choice(of: samples)
            let bytes = mutation.damage(sample.bytes)
            try plan.begin(sample, bytes, seed: seed)
            var complaints = try Self.complaints(about: bytes, of: sample, by: &mutation, in: folder, &tally)
            if mutation.number(in: 1...Self.uploads) == 1 {
                complaints += try await uploads.complaints(about: bytes, of: sample, by: &mutation)
            }
            if !complaints.isEmpty {
                tally.failures += 1
                let place = try plan.save(bytes, of: sample, seed: seed)
                Issue.record("\(complaints.joined(separator: "; ")): \(place)")
            }
            tally.tried += 1
            await Task.yield()
        }
        try plan.end()
        print("\(tally.tried) inputs tried, FUZZ_SEED=\(plan.seed)")
        // Damage that leaves nothing to read, or nothing to complain about, would test little.
        #expect(tally.readings > 0 && tally.refused > 0, "\(tally), FUZZ_SEED=\(plan.seed)")
    }

    private static let pieces = FuzzSample.whole.flatMap { sample in
        sample.bytes.split(separator: UInt8(ascii: "\n")).prefix(3).map { Array($0) }
    }

    private static func complaints(
        about bytes: [UInt8], of sample: FuzzSample, by mutation: inout Mutation<SeededGenerator>,
        in folder: DefinitionFolder, _ tally: inout Tally
    ) throws -> [String] {
        switch sample.kind {
        case .feed(let name):
            let feed = try folder.definition(named: name)
            let isLarge = mutation.number(in: 1...Self.enlargements) == 1
            return try read(isLarge ? enlarged(bytes) : bytes, as: feed, by: &mutation, &tally)
                + draftComplaints(about: bytes, by: &mutation, in: folder, &tally)
        case .json: return try readJSON(bytes, &tally)
        case .gzip: return try inflate(bytes, in: mutation.chunks(of: bytes), &tally)
        case .definition:
            guard let feed = try folder.definition(holding: bytes) else {
                tally.refused += 1
                return []
            }
            // An input that is still a definition must read a file without harm.
            let input = mutation.choice(of: FuzzSample.whole).bytes
            return try read(input, as: feed, by: &mutation, &tally)
        }
    }

    /// A draft for a damaged file is always JSON, and reads without harm if nothing is left to fill in.
    private static func draftComplaints(
        about bytes: [UInt8], by mutation: inout Mutation<SeededGenerator>, in folder: DefinitionFolder,
        _ tally: inout Tally
    ) throws -> [String] {
        guard mutation.number(in: 1...drafts) == 1,
            let draft = try? FeedDraft(of: bytes, named: "damaged.csv")
        else { return [] }
        let definition = Data(draft.definition.utf8)
        guard (try? JSONSerialization.jsonObject(with: definition)) != nil else {
            return ["the draft is not JSON: \(draft.definition.prefix(400))"]
        }
        guard let feed = try folder.definition(holding: Array(definition)) else { return [] }
        return try read(draft.sample, as: feed, by: &mutation, &tally)
    }

    private static func read(
        _ bytes: [UInt8], as feed: FeedDefinition, by mutation: inout Mutation<SeededGenerator>,
        _ tally: inout Tally
    ) throws -> [String] {
        let only = mutation.choice(of: [Station.ID?.none, "basel"])
        let batchSize = mutation.number(in: 1...20)
        let whole = try FuzzedReading([bytes], as: feed, only: only, batchSize: batchSize)
        let pieces = try FuzzedReading(
            mutation.chunks(of: bytes), as: feed, only: only, batchSize: batchSize)
        tally.readings += whole.readings.count
        if whole.failure != nil { tally.refused += 1 }
        let start = String(decoding: bytes.prefix(400), as: UTF8.self)
        let complaints = whole.complaints(of: feed, only: only, start: start)
        return whole == pieces ? complaints : complaints + ["it matters in which pieces it arrives"]
    }

    /// The same rows repeated until they are read block by block.
    private static func enlarged(_ bytes: [UInt8]) -> [UInt8] {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end + 1 < bytes.count else { return bytes }
        let rows = bytes[(end + 1)...]
        var all = bytes
        while all.count < 2 * FeedLimits.blockBytes + 1_000 { all += rows }
        return all
    }

    private static func readJSON(_ bytes: [UInt8], _ tally: inout Tally) throws -> [String] {
        do throws(FeedFailure) {
            let batch = try JSONReadings.read(
                Data(bytes), stations: ["basel": .sample(), "bern": .sample("bern")], now: noon, only: "basel"
            )
            tally.readings += batch.readings.count
            let told =
                batch.readings.count + batch.tally.missing + batch.tally.onlyExpected
                + batch.tally.rejectedCount
            let isTold = told == batch.tally.rows
            let isOwn = Set(batch.readings.map(\.station) + batch.forecasts.map(\.station)).isSubset(of: [
                "basel"
            ])
            return (isTold ? [] : ["\(batch.tally.rows) entries, and \(told) outcomes"])
                + (isOwn ? [] : ["another station than the key's"])
        } catch {
            tally.refused += 1
            return []
        }
    }

    private static func inflate(
        _ bytes: [UInt8], in chunks: [[UInt8]], _ tally: inout Tally
    ) throws -> [String] {
        func inflated(_ chunks: [[UInt8]]) -> Result<[UInt8], InflationError> {
            Result { () throws(InflationError) in
                var inflater = try GzipInflater()
                var all: [UInt8] = []
                for chunk in chunks {
                    inflater.feed(chunk)
                    while let piece = try inflater.next() { all += piece }
                }
                try inflater.finish()
                return all
            }
        }
        let whole = inflated([bytes])
        if case .failure = whole { tally.refused += 1 }
        return whole == inflated(chunks) ? [] : ["it matters in which pieces gzip arrives"]
    }
}

/// A folder of definitions with one that is damaged, beside the existing networks and regions.
private struct DefinitionFolder {
    private let folder: TemporaryFolder
    private let known: [String: FeedDefinition]

    init() throws {
        folder = try TemporaryFolder()
        let stations = repository.appending(path: "stations")
        for name in ["networks", "regions"] {
            try FileManager.default.createSymbolicLink(
                at: folder.url.appending(path: name), withDestinationURL: stations.appending(path: name))
        }
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "feeds"), withIntermediateDirectories: true)
        let feeds = stations.appending(path: "feeds")
        known = Dictionary(
            uniqueKeysWithValues: try FeedDefinition.names(in: feeds).map { ($0, try .named($0, in: feeds)) })
    }

    func definition(named name: String) throws -> FeedDefinition {
        try known[name] ?? .named(name, in: repository.appending(path: "stations/feeds"))
    }

    /// The definition in these bytes; `nil` when they have mistakes, which are reported.
    func definition(holding bytes: [UInt8]) throws -> FeedDefinition? {
        let file = try folder.file("feeds/damaged.json", holding: "")
        try Data(bytes).write(to: file)
        do {
            return try FeedDefinition.check(file, beside: folder.url.appending(path: "feeds"))
        } catch is DefinitionMistakes {
            return nil
        }
    }
}
