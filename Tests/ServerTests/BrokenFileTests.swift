import Alerts
import Foundation
import HTTP
import SampleTesting
import Storage
import Testing

@testable import Server

/// Tries every file of `Tests/BrokenFiles`: each kind of mistake once, over a store of its own.
@Suite(.timeLimit(.minutes(20))) struct BrokenFileTests {
    @Test
    func `a broken upload reports every mistake and stores the valid rows, or nothing if all or nothing`()
        async throws
    {
        let trial = try await BrokenTrial()
        let files = try BrokenFile.all()
        #expect(files.count > 150)
        for file in files where file.expectation.act != .import {
            let expected = BrokenTrial.Report(file.expectation)
            if expected.failure != nil || !expected.rejected.isEmpty {
                let atomic = try await trial.report(on: file, isAtomic: true)
                #expect(atomic.failure == expected.failure && atomic.rejected == expected.rejected, "\(file)")
                #expect(atomic.accepted == 0 && atomic.kept == [], "\(file)")
            }
            let found = try await trial.report(on: file)
            #expect(found == expected, "\(file), \(file.expectation.about): \(found.text)")
            #expect(found.kept.allSatisfy { $0.hasPrefix("basel ") }, "\(file) speaks for another station")
            #expect(try await trial.opened.store.stations().count == 2, "\(file)")
            try await trial.forget()
        }
    }

    @Test func `an import of a broken file reports every mistake and stores the valid rows`()
        async throws
    {
        for file in try BrokenFile.all() where file.expectation.act == .import {
            // Stations and regions that one file describes must not be known to the next.
            let found = try await BrokenTrial().report(on: file)
            let expected = BrokenTrial.Report(file.expectation)
            #expect(found == expected, "\(file), \(file.expectation.about): \(found.text)")
        }
    }

    /// Kinds of files that are too large for the repository.
    struct Generated: Sendable, CustomStringConvertible {
        let description: String
        var name = "generated.csv"
        let failure: String
        let bytes: @Sendable () -> [UInt8]
    }

    private static let header = "allergen,day,value\n"

    static let generated: [Generated] = [
        Generated(
            description: "a cell of ten million characters",
            failure: "Line 2 is longer than 65536 bytes.",
            bytes: { Array((header + "birch,2020-04-07," + String(repeating: "1", count: 10_000_000)).utf8) }),
        Generated(
            description: "a cell of ten million characters in quotes",
            failure: "Line 2 is longer than 65536 bytes.",
            bytes: { Array((header + "\"" + String(repeating: "x", count: 10_000_000) + "\",,").utf8) }),
        Generated(
            description: "a line of three million cells",
            failure: "Line 2 has more than 1000 columns.",
            bytes: { Array((header + String(repeating: ",", count: 3_000_000)).utf8) }),
        Generated(
            description: "a header of a megabyte", failure: "Line 1 is longer than 65536 bytes.",
            bytes: { Array(String(repeating: "x", count: 1_000_000).utf8) }),
        Generated(
            description: "a megabyte of blank lines", failure: "The first 65536 bytes hold no header.",
            bytes: { Array(String(repeating: " \n", count: 500_000).utf8) }),
        Generated(
            description: "a hundred thousand lists in lists", name: "generated.json",
            failure:
                "The body is not JSON; it is empty, breaks off or holds what JSON does not know, such as NaN.",
            bytes: { Array((#"{"readings":"# + String(repeating: "[", count: 100_000)).utf8) }),
        Generated(
            description: "an entry more than a document may have", name: "generated.json",
            failure: "The list has more than 100000 entries; send CSV or several bodies.",
            bytes: { Array((#"{"readings":[0"# + String(repeating: ",0", count: 100_000) + "]}").utf8) }),
        Generated(
            description: "more commas than a document may have", name: "generated.json",
            failure:
                "The document has more than 2000000 members and entries; split it into several files.",
            bytes: { Array((#"{"readings":[0"# + String(repeating: ",0", count: 2_000_000) + "]}").utf8) }),
        Generated(
            description: "a document longer than may be held", name: "generated.json",
            failure: "The body is longer than 33554432 bytes; send CSV or several bodies.",
            bytes: { [UInt8](repeating: UInt8(ascii: " "), count: (32 << 20) + 1) }),
    ]

    @Test(arguments: generated)
    func `a file too large for memory is refused, and nothing of it is stored`(
        kind: Generated
    ) async throws {
        let trial = try await BrokenTrial()
        let file = BrokenFile(name: kind.name, bytes: kind.bytes())
        for isAtomic in [false, true] {
            let report = try await trial.report(on: file, isAtomic: isAtomic)
            #expect(report.failure == kind.failure)
            #expect(report.accepted == 0 && report.kept == [])
        }
    }
}
