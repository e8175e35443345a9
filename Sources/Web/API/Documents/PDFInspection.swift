import Foundation
import HTTP
import Help

/// A look at a PDF before it is kept.
///
/// A PDF is kept byte by byte: it may be signed, and what its maker wrote into it is part of a letter. It is never
/// shown as a part of a page; browsers get it as a download in a sandbox. So this only refuses what a letter never
/// is: other files in the guise of a PDF, files with something behind their end, and PDFs that say openly that they
/// run scripts or start programs. What is inside of compressed parts is not looked at.
enum PDFInspection {
    private static let beginning = Data("%PDF-".utf8)
    private static let end = Data("%%EOF".utf8)
    private static let slash = Data("/".utf8)
    private static let spaces: [UInt8] = [0, 9, 10, 12, 13, 32]
    /// What ends a name: spaces and delimiters.
    private static let ends = spaces + Array("()<>[]{}/%".utf8)
    /// Where readers look for the end of a file (ISO 32000-1, annex H.3, note 18).
    private static let endLength = 1_024
    /// Names of actions (ISO 32000-1, table 198) that a letter does not need.
    private static let refused: [(name: Data, what: String)] = [
        (Data("JavaScript".utf8), "runs scripts"), (Data("Launch".utf8), "starts programs"),
    ]

    /// Whether a file begins as a PDF does.
    static func isPDF(_ file: Data) -> Bool { file.starts(with: beginning) }

    /// The file, if it may be kept.
    static func accepted(_ file: Data) throws -> CleanedFile {
        let tail = file.suffix(endLength)
        guard let last = tail.range(of: end, options: .backwards) else {
            throw Problem(.invalidDocument, "The PDF is not whole: its end is missing.")
        }
        let rest = tail[last.upperBound...]
        guard rest.allSatisfy(spaces.contains) else {
            throw Problem(.invalidDocument, "There is something behind the end of the PDF.")
        }
        for (name, what) in refused where names(name, in: file) {
            throw Problem(.invalidDocument, "The PDF \(what). Print it into a new PDF, or photograph it.")
        }
        return CleanedFile(.pdf, file)
    }

    /// Whether a name occurs, its characters written plainly or as `#` and two digits (ISO 32000-1, 7.3.5).
    private static func names(_ name: Data, in file: Data) -> Bool {
        var rest = file[...]
        while let found = rest.range(of: slash) {
            rest = rest[found.upperBound...]
            if hasName(name, at: rest) { return true }
        }
        return false
    }

    /// Whether a text begins with a name, and the name ends there.
    private static func hasName(_ name: Data, at start: Data) -> Bool {
        var rest = start
        for character in name {
            guard let first = rest.first else { return false }
            if first == UInt8(ascii: "#"), let code = code(of: rest.dropFirst().prefix(2)) {
                guard code == character else { return false }
                rest = rest.dropFirst(3)
            } else {
                guard first == character else { return false }
                rest = rest.dropFirst()
            }
        }
        return rest.first.map { !isRegular($0) } ?? true
    }

    private static func code(of digits: Data) -> UInt8? {
        digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }

    /// Whether a name goes on with a character (ISO 32000-1, 7.2.2).
    private static func isRegular(_ byte: UInt8) -> Bool { !ends.contains(byte) }
}
