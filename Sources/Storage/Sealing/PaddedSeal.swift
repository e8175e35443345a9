import Foundation
import Sealing

/// A column with sealed JSON, which is filled up to a multiple of 64 bytes, so that its length tells little.
struct PaddedSeal<Content: Codable> {
    let field: SealedField
    /// The expression for the place of a row.
    let place: String
    private let step = 64

    init(_ table: String, place: String) {
        (field, self.place) = (SealedField(table, "sealed"), place)
    }

    func sealed(_ content: Content, at row: SealedRow, _ keys: KeyRing) throws -> Data {
        var bytes = try JSONEncoder().encode(content)
        let excess = bytes.count % step
        if excess > 0 { bytes += Data(repeating: UInt8(ascii: " "), count: step - excess) }
        return try keys.seal(bytes, field: field, of: row)
    }

    func opened(_ sealed: Data, at row: SealedRow, _ keys: KeyRing) throws -> Content {
        try JSONDecoder().decode(Content.self, from: try keys.open(sealed, field: field, of: row))
    }

    func sealed(_ content: Content, at row: SealedRow, _ cipher: RowCipher) throws -> Data {
        try sealed(content, at: row, cipher.keys)
    }

    func opened(_ sealed: Data, at row: SealedRow, _ cipher: RowCipher) throws -> Content {
        try opened(sealed, at: row, cipher.keys)
    }
}
