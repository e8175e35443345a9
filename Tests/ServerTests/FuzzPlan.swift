import Foundation
import SampleTesting

/// How many damaged inputs are tried, and from which seed.
struct FuzzPlan: Sendable {
    /// When to stop.
    private enum Extent {
        case inputs(Int)
        case until(ContinuousClock.Instant)
    }

    /// As many as a debug build reads in half a minute; a fixed number makes every run equal, on busy machines too.
    private static let usualCount = 700

    /// Runs for `FUZZ_SECONDS`, or else for the usual number of inputs.
    private let extent: Extent
    /// Random, unless `FUZZ_SEED` sets it; input number n has this seed plus n.
    let seed: UInt64
    /// The folder for inputs that fail.
    private let folder = repository.appending(path: "var/fuzz")

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        let seconds = environment["FUZZ_SECONDS"].flatMap(Int.init)
        extent = seconds.map { .until(.now + .seconds($0)) } ?? .inputs(Self.usualCount)
        seed = environment["FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64(Int64.max))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Whether to try another input after this many.
    func goesOn(after count: Int) -> Bool {
        switch extent {
        case .inputs(let all): count < all
        case .until(let end): ContinuousClock.now < end
        }
    }

    /// Writes an input to disk before it is tried, so that it remains if the process crashes or hangs.
    func begin(_ sample: FuzzSample, _ bytes: [UInt8], seed: UInt64) throws {
        try Data("FUZZ_SEED=\(seed) \(sample)\n".utf8).write(to: running("txt"))
        try Data(bytes).write(to: running("input"))
    }

    /// Removes the input that was tried last.
    func end() throws {
        for kind in ["txt", "input"] { try? FileManager.default.removeItem(at: running(kind)) }
    }

    /// Saves an input that failed, and returns its description.
    func save(_ bytes: [UInt8], of sample: FuzzSample, seed: UInt64) throws -> String {
        let file = folder.appending(path: "\(seed)-\(sample.name)")
        try Data(bytes).write(to: file)
        return "FUZZ_SEED=\(seed), \(file.path)"
    }

    private func running(_ kind: String) -> URL {
        folder.appending(path: "running-\(ProcessInfo.processInfo.processIdentifier).\(kind)")
    }
}

/// An input to damage, and its reader.
struct FuzzSample: Sendable, CustomStringConvertible {
    enum Kind: Sendable {
        /// A file that a definition reads.
        case feed(String)
        /// Readings as JSON.
        case json
        case gzip
        /// A definition itself.
        case definition
    }

    let name: String
    let kind: Kind
    let bytes: [UInt8]

    var description: String { "\(name) (\(kind))" }

    /// The corpus of broken files, valid files, and every definition.
    static func all() throws -> [FuzzSample] {
        let broken = try BrokenFile.all().filter { $0.bytes.count < 20_000 }.map { file in
            FuzzSample(
                name: file.name,
                kind: file.isCompressed
                    ? .gzip
                    : file.isJSON && file.expectation.feed == nil
                        ? .json : .feed(file.expectation.feed ?? "plain"), bytes: file.bytes)
        }
        let feeds = repository.appending(path: "stations/feeds")
        let definitions = try FileManager.default.contentsOfDirectory(
            at: feeds, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map {
                FuzzSample(
                    name: $0.lastPathComponent, kind: .definition, bytes: Array(try Data(contentsOf: $0)))
            }
        // Valid files come as often as broken ones, because readers give up early on broken ones.
        return broken + Array(repeating: whole, count: 10).flatMap(\.self) + definitions
    }

    /// Valid files.
    static let whole: [FuzzSample] = [
        FuzzSample(name: "plain.csv", kind: .feed("plain"), bytes: Array(plain.utf8)),
        FuzzSample(name: "hours.csv", kind: .feed("plain"), bytes: Array(hours.utf8)),
        FuzzSample(name: "extras.csv", kind: .feed("plain"), bytes: Array(extras.utf8)),
        FuzzSample(name: "wide.csv", kind: .feed("meteoswiss-daily"), bytes: Array(wide.utf8)),
        FuzzSample(name: "readings.json", kind: .json, bytes: Array(readings.utf8)),
        FuzzSample(
            name: "sensors.json", kind: .feed("sensor-community"), bytes: Array(sensors.utf8)),
        FuzzSample(name: "classes.json", kind: .feed("dwd"), bytes: Array(classes.utf8)),
    ]

    private static let plain =
        "station,allergen,day,value,unit,forecast\n"
        + (10...28).map {
            "basel,birch,2020-03-\($0),\($0 * 7),grains/m3,12\r\n\"bern\",ash,2020-03-\($0),,grains/m3,\n"
        }.joined()
    private static let hours =
        "allergen;time;value;hours\n"
        + (10...22).map { "birch;2020-03-12T\($0):00:00+01:00;\($0);1\n" }.joined()
    private static let extras =
        "allergen,day,value,forecast,issued,valid,quality,note\n"
        + (10...18).map {
            "birch,2020-03-\($0),<1,5,2020-03-\($0)T06:00:00Z,2020-03-\($0 + 2),confirmed,\"a \"\"note\"\"\"\n"
        }.joined()
    private static let wide =
        "station;termin;nat_abbr;kaalnud0;kaalnud1;kabetud0;khpoacd0\r\n"
        + (10...28).map { "931;202003\($0)000000;PBS;\($0);7;;\($0 * 3)\r\n" }.joined()
    private static let readings =
        #"{"readings":["#
        + (10...22).map { #"{"station":"basel","allergen":"birch","day":"2020-03-\#($0)","value":\#($0)}"# }
        .joined(separator: ",") + "]}"
    private static let sensors =
        "["
        + (1...5).map {
            """
            {"timestamp":"2020-04-08 10:00:00","sensor":{"id":\($0)},"location":{"latitude":"47.5","longitude":"7.6",\
            "altitude":"","indoor":0},"sensordatavalues":[{"value_type":"P2","value":"5.1"},\
            {"value_type":"humidity","value":"40"},{"value_type":"P1","value":"9"}]}
            """
        }.joined(separator: ",") + "]"
    private static let classes = #"""
        {"last_update":"2020-04-08 11:00 Uhr","content":[
         {"region_id":10,"partregion_id":11,"Pollen":{"Birke":{"today":"2-3","tomorrow":"1"}}},
         {"region_id":50,"partregion_id":-1,"Pollen":{"Birke":{"today":"0-1"},"Hasel":{"today":"-1"}}}]}
        """#
}
