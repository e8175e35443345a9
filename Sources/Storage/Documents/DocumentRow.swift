import Foundation
import GRDB
import Help
import Sealing

/// A row of `personalDocument`.
struct DocumentRow {
    /// What is sealed of it.
    struct Sealed: Codable {
        let format: PersonalDocument.Format
        let details: PersonalDocument.Details
    }

    static let seal = PaddedSeal<Sealed>("personalDocument", place: "id")
    static let part = SealedField("personalDocumentPart", "sealed")
    static let partPlace = "document || ' ' || position"
    /// The bytes of a piece, so that reading and resealing take little memory at a time.
    static let partSize = 64 << 10

    static func place(ofPart position: Int, of id: String) -> SealedRow { .text("\(id) \(position)") }

    let document: PersonalDocument

    init(_ row: Row, _ cipher: RowCipher) throws {
        let id: String = row["id"]
        let sealed = try Self.seal.opened(row["sealed"], at: .text(id), cipher)
        document = PersonalDocument(
            id: PersonalDocument.ID(rawValue: id), format: sealed.format, size: row["size"],
            created: Date(stored: row["created"]), changed: Date(stored: row["changed"]),
            details: sealed.details)
    }
}
