package import Allergens
package import Observations

/// A definition for a file of unknown format, with questions where the file does not say enough.
package struct FeedDraft: Sendable {
    /// Why no definition can be drafted.
    package enum Failure: Error, Hashable, Sendable {
        case notText, noDays, noValues

        /// The reason in one sentence.
        package var sentence: String {
            switch self {
            case .notText: "The file is not text; export it as CSV."
            case .noDays: "No column holds days or times below a header."
            case .noValues: "No column is named like an allergen, and none holds other values."
            }
        }
    }

    /// The definition as JSON.
    package let definition: String
    /// What the file does not say, each a sentence that names the member to change.
    package let questions: [String]
    /// The identifiers proposed for the file's stations; empty if the file names none.
    package let stations: [Station.ID]
    /// The file in the encoding of the definition.
    package let sample: [UInt8]

    /// The bytes that are looked at: the first months or years of the largest files.
    private static let examinedBytes = 4 * 1_048_576

    /// Drafts a definition.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - fileName: The file's name, which may name its allergen and year.
    ///   - allergen: The allergen of a file with a single unnamed column of values.
    ///   - taxonomy: The allergens that names are looked up in.
    /// - Throws: ``Failure`` if the file is no table of readings.
    package init(
        of bytes: [UInt8], named fileName: String, allergen: Allergen.ID? = nil,
        taxonomy: Taxonomy = .standard
    ) throws(Failure) {
        guard let text = DraftText(Self.beginning(of: bytes)) else { throw .notText }
        guard let table = DraftTable(text.utf8) else { throw .noDays }
        let columns = DraftColumns(table, in: taxonomy)
        guard !columns.allergens.isEmpty || !columns.unnamed.isEmpty else { throw .noValues }
        let writing = DraftWriting(
            text: text, table: table, columns: columns, fileName: fileName, allergen: allergen,
            taxonomy: taxonomy)
        definition = writing.definition
        questions = writing.questions
        stations = writing.stations.map(\.id)
        sample = text.isConverted ? text.utf8 : bytes
    }

    /// Returns the whole lines at the beginning of a long file.
    private static func beginning(of bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > examinedBytes else { return bytes }
        let piece = bytes[..<examinedBytes]
        return Array(piece[..<(piece.lastIndex(of: UInt8(ascii: "\n")) ?? piece.endIndex)])
    }
}
