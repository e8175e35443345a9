import Foundation
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

    init(_ row: QueryRow, _ keys: KeyRing) throws {
        let id: String = try row["id"]
        let sealed = try Self.seal.opened(row["sealed"], at: .text(id), keys)
        document = PersonalDocument(
            id: PersonalDocument.ID(rawValue: id), format: sealed.format, size: try row["size"],
            created: Date(stored: try row["created"]), changed: Date(stored: try row["changed"]),
            details: sealed.details)
    }

    /// Seals what is said of a document.
    static func sealed(_ document: PersonalDocument, _ keys: KeyRing) throws -> Data {
        try seal.sealed(
            Sealed(format: document.format, details: document.details), at: .text(document.id.rawValue), keys)
    }
}
