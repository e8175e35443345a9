import Foundation
import Logging

/// Writes each log entry as one line of JSON on standard error.
struct JSONLogHandler: LogHandler {
    private struct Line: Encodable {
        let time: Date
        let level: String
        let logger: String
        let message: String
        let metadata: [String: String]
    }

    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Line(
            time: Date(), level: event.level.rawValue, logger: label, message: "\(event.message)",
            metadata: all.mapValues { "\($0)" })
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(line) else { return }
        Output.note(String(decoding: bytes, as: UTF8.self))
    }
}
