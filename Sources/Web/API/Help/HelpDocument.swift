import Foundation
import HTTP
import Help

/// How a kind of record is sent and read: with the same members, and a list of them under one name.
protocol HelpDocument: StrictDocument, Encodable, SendableMetatype {
    associatedtype Record: HelpRecord

    /// The last part of the path, such as `injectors`, which also names the list.
    static var name: String { get }
    /// The name of the path's parameter for one of them, such as `injector`.
    static var parameter: String { get }

    init(_ record: Record)

    /// The record, if all of it is valid.
    ///
    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> Record
}

/// A record as it is read.
struct HelpAnswer<Document: HelpDocument>: Encodable {
    private enum Key: String, CodingKey { case id, changed }

    let kept: Kept<Document.Record>

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kept.id.rawValue, forKey: .id)
        try container.encode(kept.changed, forKey: .changed)
        try Document(kept.record).encode(to: encoder)
    }
}

/// All records of a kind.
struct HelpListAnswer<Document: HelpDocument>: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let kept: [Kept<Document.Record>]

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(
            kept.map { HelpAnswer<Document>(kept: $0) }, forKey: Key(stringValue: Document.name))
    }
}

extension Mistakes {
    /// Checks a text in a person's own words.
    mutating func text(
        _ text: String, within length: ClosedRange<Int>, at pointer: String, lines: Bool = false
    ) {
        if HelpText.isSound(text, within: length, lines: lines) { return }
        let least = length.lowerBound > 0 ? "\(length.lowerBound) to" : "at most"
        let control = lines ? "no control characters but line breaks" : "no control characters"
        note(pointer, "This has \(least) \(length.upperBound) characters, and \(control).")
    }
}
