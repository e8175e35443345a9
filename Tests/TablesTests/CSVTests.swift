import Allergens
import Foundation
import SampleTesting
import Tables
import Testing

/// Tables as CSV, as Python's own reader finds them.
@Suite struct CSVTests {
    private static let columns = [
        TableColumn("text", .text), TableColumn("number", .number), TableColumn("day", .day),
    ]

    private func bytes(_ table: Table) throws -> [UInt8] {
        var pieces = try CSVPieces(table)
        var all: [UInt8] = []
        while let piece = try pieces.next() { all += piece }
        return all
    }

    @Test func `texts keep commas, quotes and lines, and none is a formula`() async throws {
        let texts = ["a,b", "\"q\"", "two\nlines", "=1+1", "+1", "-1", "@x", "\tx", "'x", "é😀", "a=b"]
        let day = try #require(CivilDate("2026-05-01"))
        let rows =
            texts.map { [TableCell.text($0), .number(-0.25), .day(day)] } + [[.empty, .number(.nan), .empty]]
        let output = try await Python.run(
            """
            import csv, json, sys, io
            text = sys.stdin.buffer.read().decode("utf-8-sig")
            assert text.endswith("\\r\\n")
            json.dump(list(csv.reader(io.StringIO(text, newline=""), strict=True)), sys.stdout)
            """, input: Data(try bytes(Table("t", Self.columns, rows))))
        let read = try JSONDecoder().decode([[String]].self, from: output)
        #expect(read[0] == ["text", "number", "day"] && read.last == ["", "", ""])
        #expect(read.dropFirst().dropLast().allSatisfy { $0[1...] == ["-0.25", "2026-05-01"] })
        let values = read.dropFirst().dropLast().map { $0[0] }
        #expect(values.allSatisfy { !"=+-@\t\r".contains($0.prefix(1)) || $0.isEmpty })
        #expect(values.map { $0.hasPrefix("'") ? String($0.dropFirst()) : $0 } == texts)
    }

    @Test func `numbers are as short as they can be and mean the same`() throws {
        let numbers = [0, 0.1, -0.1, 0.3, 12.5, 1e15, 123_456.7, -99, 1e-7, 0.1 + 0.2]
        let table = Table("n", [TableColumn("n", .number)], numbers.map { [.number($0)] })
        let lines = String(decoding: try bytes(table).dropFirst(3), as: UTF8.self)
            .split(separator: "\r\n").dropFirst()
        #expect(lines.map { Double($0) } == numbers)
        #expect(lines.contains("123456.7") && lines.contains("-99") && lines.contains("-0.1"))
    }

    @Test func `more rows or fewer than announced are refused`() throws {
        for (announced, given) in [(2, 1), (1, 2)] {
            let table = Table("b", [TableColumn("t", .text)], count: announced) {
                var left = given
                return { _ in
                    left -= 1
                    return left >= 0
                }
            }
            #expect(throws: TableFailure.otherCount(table: "b", announced: announced)) { try bytes(table) }
        }
    }
}
