import Allergens
import Crypto
import Foundation
import Studies
import StudyExport
import Tables
import Workbooks
import Zipping

/// A file that leaves of a study, by the last part of its path.
enum StudyFile: String, CaseIterable {
    case workbook = "export.xlsx"
    case tables = "export.zip"
    case answers = "export.ndjson"
    case bundle = "export.json"
    case syntax = "export.sps"
    case script = "export.R"
    case codebook = "codebook.csv"

    /// Whether it holds answers, so that it is a look at them.
    var hasAnswers: Bool {
        switch self {
        case .workbook, .tables, .answers, .bundle: true
        case .syntax, .script, .codebook: false
        }
    }

    var mediaType: String {
        switch self {
        case .workbook: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        case .tables: "application/zip"
        case .answers: "application/fhir+ndjson"
        case .bundle: FHIRBundle.mediaType
        case .syntax, .script: "text/plain; charset=utf-8"
        case .codebook: "text/csv; charset=utf-8"
        }
    }

    /// The name under which browsers keep it.
    func name(on day: CivilDate) -> String {
        switch self {
        case .syntax, .script, .codebook: rawValue
        case .workbook, .tables, .answers, .bundle: rawValue.replacing("export", with: "study-\(day)")
        }
    }

    /// Writes the file.
    ///
    /// - Parameters:
    ///   - export: What leaves.
    ///   - participation: How many people had which status in which week.
    ///   - url: Where; nothing is there yet.
    ///   - home: The address below which our own names of FHIR are.
    ///   - now: The present moment.
    /// - Throws: ``TableFailure``, ``ZipFailure``, and what the rows throw.
    func write(
        _ export: StudyExport, _ participation: [WeeklyStatus], to url: URL, home: String, at now: Date
    ) throws {
        switch self {
        case .workbook: try WorkbookWriter.write(export.tables(participation), to: url)
        case .tables: try TableArchive.write(export, participation, to: url)
        case .answers:
            let lines = try ResponseLines(export, home: home)
            try Self.write(to: url) { try lines.line() }
        case .bundle:
            var bundle = try ResponseBundle(export, home: home, at: now)
            try Self.write(to: url) { try bundle.piece() }
        case .syntax: try Data(export.spssSyntax.utf8).write(to: url)
        case .script: try Data(export.rScript.utf8).write(to: url)
        case .codebook:
            var pieces = try CSVPieces(export.codebook)
            try Self.write(to: url) { try pieces.next().map { Data($0) } }
        }
    }

    /// What is kept of a file that was written; `nil` if it has no answers.
    ///
    /// - Throws: When the file cannot be read.
    func taken(from export: StudyExport, at url: URL) throws -> TakenStudyFile? {
        guard hasAnswers else { return nil }
        return TakenStudyFile(
            name: rawValue, answers: export.count, k: export.k, hash: try Self.hash(of: url))
    }

    /// The SHA-256 of a file in hexadecimal digits, read in pieces because files may be large.
    private static func hash(of url: URL) throws -> String {
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        var hash = SHA256()
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty { hash.update(data: piece) }
        return hash.finalize().map { byte -> String in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0\(digits)" : digits
        }.joined()
    }

    private static func write(to url: URL, pieces: () throws -> Data?) throws {
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        while let piece = try pieces() { try handle.write(contentsOf: piece) }
        try handle.close()
    }
}

/// The tables of a study as CSV in a zip file, with the scripts that read them.
enum TableArchive {
    static func write(
        _ export: StudyExport, _ participation: [WeeklyStatus], to url: URL
    ) throws {
        let writer = try ZipWriter(to: url)
        var first: (any Error)?
        for table in export.tables(participation) {
            var pieces: CSVPieces?
            try writer.add(StudyExport.file(of: table.name)) {
                // libzip keeps only that something went wrong.
                do {
                    var begun = try pieces ?? CSVPieces(table)
                    defer { pieces = begun }
                    return try begun.next()
                } catch {
                    first = first ?? error
                    throw error
                }
            }
        }
        for (name, text) in [("read.sps", export.spssSyntax), ("read.R", export.rScript)] {
            var rest: [UInt8]? = Array(text.utf8)
            try writer.add(name) {
                defer { rest = nil }
                return rest
            }
        }
        do throws(ZipFailure) { try writer.close() } catch { throw first ?? error }
    }
}
