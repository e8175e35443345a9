import Testing

@testable import Feeds

@Suite struct RowSplitterTests {
    /// The obvious way: character by character, with a state.
    private func slowRows(_ text: String) -> [[String]]? {
        enum State { case start, plain, quoted, closed, padded }
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var state = State.start
        func trimmed(_ text: String) -> String {
            String(text.reversed().drop { $0 == " " }.reversed())
        }
        func endCell() {
            row.append(state == .closed || state == .padded ? cell : trimmed(cell))
            cell = ""
            state = .start
        }
        // Scalars, not characters: CR and LF together are one character.
        let scalars = Array(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").unicodeScalars)
        for scalar in scalars {
            switch (state, scalar) {
            case (.start, " "): break
            case (.start, "\""): state = .quoted
            case (.quoted, "\""): state = .closed
            case (.quoted, _): cell.unicodeScalars.append(scalar)
            case (.closed, "\""):
                cell += "\""
                state = .quoted
            case (.closed, " "), (.padded, " "): state = .padded
            case (_, ","): endCell()
            case (_, "\n"):
                endCell()
                rows.append(row)
                row = []
            case (.closed, _), (.padded, _): return nil
            case (.start, _), (.plain, _):
                state = .plain
                cell.unicodeScalars.append(scalar)
            }
        }
        if state == .quoted { return nil }
        if let last = scalars.last, last != "\n" {
            endCell()
            rows.append(row)
        }
        return rows
    }

    private func fastRows(_ text: String) -> [[String]]? {
        let bytes = Array(text.utf8)
        var splitter = RowSplitter(separator: UInt8(ascii: ","))
        var rows: [[String]] = []
        var offset = 0
        do {
            while let next = try splitter.splitRow(in: bytes.span, at: offset, isLast: true) {
                guard splitter.brokenCell == nil else { return nil }
                rows.append(splitter.cells.map { String(decoding: bytes.span.bytes(of: $0), as: UTF8.self) })
                offset = next
            }
            return rows
        } catch {
            return nil
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the result agrees with splitting character by character`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0..<30, using: &generator)
            let letters = (0..<count).map { _ in
                ["a", "b", ",", ",", "\"", "\"", "\n", "\r\n", " "].randomElement(using: &generator) ?? ""
            }
            let text = letters.joined()
            // The slow way has one kind of line break, in quotes too.
            let fast = fastRows(text)?.map { row in row.map { $0.replacing("\r\n", with: "\n") } }
            #expect(fast == slowRows(text))
        }
    }

    @Test func `LF, CRLF and CR end a line, and stay as they are inside quotes`() {
        let rows = fastRows("a,b\r\nc,d\re,\"f\r\n\n\rg\"\"\"\nh,\"\"\n")
        #expect(rows == [["a", "b"], ["c", "d"], ["e", "f\r\n\n\rg\""], ["h", ""]])
    }
}
