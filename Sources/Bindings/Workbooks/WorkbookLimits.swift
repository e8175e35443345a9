/// What a workbook may have at most.
///
/// A form of 500 questions has a hundredth of it.
package enum WorkbookLimits {
    /// Bytes of the file.
    package static let file = 5 << 20
    /// Bytes of all parts together, unpacked.
    package static let unpacked = 32 << 20
    package static let parts = 1_000
    package static let sheets = 50
    package static let rows = 6_000
    package static let columns = 200
    /// Cells with content, of all sheets.
    package static let cells = 200_000
    /// Characters of all cells, counting a text that many cells share for each.
    package static let characters = 8_000_000
}

/// Why a file is not read as a workbook.
package enum WorkbookFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is a file of another program, or of an older one, or protected by a password.
    case otherFormat
    /// It cannot be unpacked; with the reason.
    case damaged(String)
    /// A part is missing.
    case missing(String)
    /// A part is no XML, or declares entities.
    case part(String)
    /// More than ``WorkbookLimits``; with what.
    case tooLarge(String)

    package var description: String {
        switch self {
        case .otherFormat:
            "the file is no workbook of the type .xlsx; files .xls and files with a password have to be saved anew"
        case .damaged(let reason): "the file is damaged: \(reason)"
        case .missing(let part): "the file is damaged: \(part) is missing"
        case .part(let part): "the file is damaged: \(part) cannot be read"
        case .tooLarge(let what): "the workbook is too large: at most \(what)"
        }
    }
}
