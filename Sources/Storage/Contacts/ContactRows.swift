import Addressing
import Foundation
import Help
import Sealing

/// The sealed part of a row of `contactLetter`.
struct ContactLetterRow: Codable {
    static let seal = PaddedSeal<ContactLetterRow>("contactLetter", place: "id")
    /// The keyed hash of a normalised address.
    static let receiver = SealedField("contactLetter", "receiver")

    let name: String
    let address: String
    /// `nil` once it was delivered, or will not be.
    var message: SOSMessage?

    static func opened(_ row: QueryRow, _ keys: KeyRing) throws -> ContactLetterRow {
        try seal.opened(row["sealed"], at: .text(row["id"]), keys)
    }

    /// The text that is hashed for a row.
    static func receiverText(of row: QueryRow, _ keys: KeyRing) throws -> String {
        try opened(row, keys).address.lowercased()
    }
}

/// The sealed part of a row of `sosCall`.
struct SOSCallRow: Codable {
    static let seal = PaddedSeal<SOSCallRow>("sosCall", place: "id")

    struct Told: Codable {
        let contact: String
        let name: String
        let obstacle: SOSCall.Obstacle?
    }

    let hasPosition: Bool
    let hasValues: Bool
    let told: [Told]
}

/// The secret by which a contact answers without an account: whose contact it is, when the letter was written,
/// and a keyed hash of both and the address.
enum ContactToken {
    private static let field = SealedField("contactLetter", "token")

    struct Content: Hashable {
        let account: Int64
        let contact: HelpID
        let written: Date

        fileprivate var text: String { "\(account) \(contact.rawValue) \(written.stored)" }
    }

    static func text(of content: Content, to address: ContactAddress, _ keys: KeyRing) throws -> String {
        let hash = try keys.index(of: "\(content.text) \(address.normal)", field: field)
        return Base64URL.text(of: Data(content.text.utf8)) + "." + Base64URL.text(of: hash)
    }

    /// What a token says, which is not to be trusted before ``isOurs(_:_:to:_:)`` holds.
    static func content(of text: String) -> Content? {
        guard let part = text.split(separator: ".", omittingEmptySubsequences: false).first,
            let bytes = Base64URL.bytes(of: String(part))
        else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.count == 3, let account = Int64(words[0]), let written = Int64(words[2])
        else { return nil }
        return Content(
            account: account, contact: HelpID(rawValue: words[1]), written: Date(stored: written))
    }

    /// Whether we have made a token, for an address.
    static func isOurs(
        _ text: String, _ content: Content, to address: ContactAddress, _ keys: KeyRing
    ) throws -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let hash = Base64URL.bytes(of: String(parts[1])) else { return false }
        return try keys.indices(of: "\(content.text) \(address.normal)", field: field).contains { own in
            // The time that it takes tells nothing about where they differ.
            own.count == hash.count && zip(own, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        }
    }
}
