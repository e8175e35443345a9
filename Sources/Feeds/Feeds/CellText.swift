import Foundation
import Observations

/// The character encoding of a feed.
enum TextEncoding: String, CaseIterable {
    case utf8 = "utf-8"
    case windows1252 = "windows-1252"

    /// Decodes bytes.
    ///
    /// Returns `nil` if they are not valid in this encoding.
    func text(of bytes: [UInt8]) -> String? {
        switch self {
        case .utf8: String(validating: bytes, as: UTF8.self)
        case .windows1252: String(bytes: bytes, encoding: .windowsCP1252)
        }
    }
}

extension Span<UInt8> {
    /// Returns the bytes of a cell.
    ///
    /// In a quoted cell, two quotes stand for one.
    func bytes(of cell: Cell) -> [UInt8] {
        var content: [UInt8] = []
        var index = cell.start
        while index < cell.end {
            content.append(self[index])
            let isPair = cell.isQuoted && self[index] == UInt8(ascii: "\"")
            index += isPair ? 2 : 1
        }
        return content
    }

    /// Returns the text of a cell.
    ///
    /// - Throws: `ReadingRejection.unreadable` if the bytes are not valid in the encoding or contain a NUL.
    func text(of cell: Cell, in encoding: TextEncoding) throws(ReadingRejection) -> String {
        let content = bytes(of: cell)
        guard !content.contains(0) else { throw .unreadable("holds a NUL byte, which no text does") }
        guard let text = encoding.text(of: content) else {
            throw .unreadable(
                "holds bytes that are not \(encoding.rawValue); save the file as \(encoding.rawValue)")
        }
        return text
    }

    /// Returns at most the first 400 bytes of a cell as text for display, even if they are not valid.
    func display(of cell: Cell, in encoding: TextEncoding) -> String {
        var start = cell
        start.end = Swift.min(cell.end, cell.start + 400)
        let content = bytes(of: start)
        return encoding.text(of: content) ?? String(decoding: content, as: UTF8.self)
    }

    /// Whether a cell has exactly these bytes.
    func cell(_ cell: Cell, equals expected: [UInt8]) -> Bool {
        guard cell.end - cell.start == expected.count else { return false }
        for index in expected.indices where self[cell.start + index] != expected[index] { return false }
        return true
    }
}
