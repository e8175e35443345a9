import Alerts
import Allergens
import Foundation
import Localisation
import People

/// One event of a live stream, in the `text/event-stream` format.
///
/// The format is that of the HTML standard, 9.2.6: lines of `field: value`, ended by an empty line.
package struct LiveEvent: Sendable {
    /// The part that is the reader's own.
    let head: String
    /// The part that all readers of a language and tone share.
    let tail: [UInt8]

    package var bytes: [UInt8] { Array(head.utf8) + tail }

    /// The event for a line of the ledger.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - person: The person concerned, as JSON, when that is not the reader.
    ///   - text: The alert in the reader's language and tone.
    init(_ line: LedgerNews.Line, for person: String? = nil, text: AlertText) {
        let person = person.map { #""person":\#($0),"# } ?? ""
        let distance = line.distance.map { #""distance":\#(Int64($0.rounded())),"# } ?? ""
        // Keys of the taxonomy need no escapes.
        let reaction = line.crossReaction.map { #""crossReaction":"\#($0.rawValue)","# } ?? ""
        head =
            "id: \(line.id)\nevent: alert\ndata: {\(person)\"fences\":\(line.fences),\(distance)\(reaction)"
        tail = text.bytes
    }

    private init(text: String) {
        head = text
        tail = []
    }

    /// A comment that keeps the connection, and any proxy in between, alive.
    package static let heartbeat = LiveEvent(text: ": heartbeat\n\n")

    /// The start of every stream: the delay in milliseconds before the client reconnects.
    package static let greeting = LiveEvent(text: "retry: 3000\n\n")

    /// Says that events after `last` were missed and follow now; `missed` is their number, or `nil` when it
    /// is unknown.
    package static func gap(after last: Int64, missed: Int?) -> LiveEvent {
        LiveEvent(
            text: "event: gap\ndata: {\"after\":\(last),\"missed\":\(text(missed)),\"replayed\":true}\n\n")
    }

    /// Says that events after `last` were missed and do not follow; the inbox has them.
    ///
    /// The stream continues after `newest`.
    package static func gap(after last: Int64, missed: Int?, resumingAfter newest: Int64) -> LiveEvent {
        LiveEvent(
            text: "id: \(newest)\nevent: gap\ndata: {\"after\":\(last),\"missed\":\(text(missed)),"
                + "\"replayed\":false,\"inbox\":\"/v1/me/alerts?after=\(last)\"}\n\n")
    }

    private static func text(_ count: Int?) -> String { count.map(String.init) ?? "null" }
}

/// An alert in one language and tone, encoded once for all its readers.
///
/// It is the rest of an event after the reader's own part.
struct AlertText: Sendable {
    let bytes: [UInt8]

    /// Encodes an alert.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - language: The readers' language.
    ///   - tone: The readers' tone.
    ///   - isExperts: Whether its reporter is named in it and an expert.
    init(_ alert: Alert, _ language: Language, _ tone: Tone, isExperts: Bool = false) {
        let message = MessageCatalogue(language, tone).commonMessage(alert)
        guard let data = try? AlertMessage.encoder.encode(message)
        else { preconditionFailure("an alert holds nothing that JSON cannot say") }
        // The head has opened the object.
        let expert = isExperts ? #""expert":true,"# : ""
        bytes = Array(expert.utf8) + data.dropFirst() + Array("\n\n".utf8)
    }
}

/// The alerts of some new lines, in the languages and tones of their readers.
struct AlertTexts {
    private struct Key: Hashable {
        let alert: Int
        let language: Language
        let tone: Tone
    }

    private let news: LedgerNews
    private let encoded: EncodedAlerts
    private var texts: [Key: AlertText] = [:]

    init(_ news: LedgerNews, encoded: EncodedAlerts) { (self.news, self.encoded) = (news, encoded) }

    mutating func event(_ line: LedgerNews.Line, for reader: LedgerReader) -> LiveEvent {
        let key = Key(alert: line.alert, language: reader.language, tone: reader.tone)
        let person = reader.persons.first { $0.account == line.account }.map(Self.json)
        if let text = texts[key] { return LiveEvent(line, for: person, text: text) }
        let alert = news.alerts[line.alert]
        let isExperts = alert.testimony?.reporter.map(news.experts.contains) == true
        let text = encoded.text(of: alert, in: reader.language, reader.tone, isExperts: isExperts)
        texts[key] = text
        return LiveEvent(line, for: person, text: text)
    }

    private static func json(_ person: Person) -> String {
        guard let data = try? AlertMessage.encoder.encode(PersonMessage(person))
        else { preconditionFailure("a person holds nothing that JSON cannot say") }
        return String(decoding: data, as: UTF8.self)
    }
}
