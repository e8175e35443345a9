import Foundation
import Sealing

/// The sealed name that its owner gave to a token.
enum TokenLabel {
    static let field = SealedField("credential", "tokenLabel")

    static func sealed(_ label: String?, of token: String, _ keys: KeyRing) throws -> Data? {
        try label.map { try keys.seal(Data($0.utf8), field: field, of: .text(token)) }
    }

    static func opened(_ sealed: Data?, of token: String, _ keys: KeyRing) throws -> String? {
        try sealed.map { String(decoding: try keys.open($0, field: field, of: .text(token)), as: UTF8.self) }
    }
}
