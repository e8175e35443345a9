import Foundation
import Help
import Sealing

/// The sealed part of a row of `helpRecord`.
struct HelpRow: Codable {
    static let seal = PaddedSeal<HelpRow>("helpRecord", place: "account || ' ' || id")

    let kind: HelpKind
    /// JSON.
    let content: String

    init<Record: HelpRecord>(_ record: Record) throws {
        kind = Record.kind
        content = String(decoding: try HelpJSON.encoder.encode(record), as: UTF8.self)
    }

    /// The record, if it is of a kind.
    func record<Record: HelpRecord>(as type: Record.Type) throws -> Record? {
        guard kind == Record.kind else { return nil }
        return try HelpJSON.decoder.decode(Record.self, from: Data(content.utf8))
    }

    /// The record, of whatever kind.
    var any: any HelpRecord {
        get throws { try HelpJSON.decoder.decode(kind.type, from: Data(content.utf8)) }
    }

    static func row(_ account: Int64, _ id: String) -> SealedRow { .text("\(account) \(id)") }

    /// Opens a row with the columns `id` and `sealed`.
    static func opened(_ row: QueryRow, of account: Int64, _ keys: KeyRing) throws -> HelpRow {
        try seal.opened(row["sealed"], at: Self.row(account, row["id"]), keys)
    }
}

/// The sealed part of a row of `helpDay`.
struct HelpDayRow: Codable {
    static let seal = PaddedSeal<HelpDayRow>("helpDay", place: "account || ' ' || day")

    /// JSON by the name of the part.
    private(set) var parts: [String: String] = [:]

    func part<Part: HelpDayPart>(_ type: Part.Type) throws -> Part? {
        try parts[Part.part.rawValue].map { try HelpJSON.decoder.decode(Part.self, from: Data($0.utf8)) }
    }

    mutating func set<Part: HelpDayPart>(_ part: Part?) throws {
        parts[Part.part.rawValue] = try part.flatMap { part in
            part.isEmpty ? nil : String(decoding: try HelpJSON.encoder.encode(part), as: UTF8.self)
        }
    }

    static func row(_ account: Int64, _ day: Int) -> SealedRow { .text("\(account) \(day)") }
}

private enum HelpJSON {
    /// The same record is always written alike.
    static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }()

    static let decoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}
