package import Foundation
package import Logging

/// An entry of the log as one line of JSON.
package struct LogLine: Encodable, Sendable {
    /// The most bytes of a text; the rest is left out, since libraries may quote whole bodies in their errors.
    static let longest = 2_048

    let time: Date
    let level: String
    let logger: String
    let message: String
    let metadata: [String: String]

    package init(
        time: Date, level: Logger.Level, logger: String, message: String, metadata: Logger.Metadata
    ) {
        self.time = time
        self.level = level.rawValue
        self.logger = logger
        self.message = Self.shortened(message)
        self.metadata = metadata.mapValues { Self.shortened("\($0)") }
    }

    /// The line without its end; `nil` when a text cannot be written as JSON.
    package var json: String? {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func shortened(_ text: String) -> String {
        let bytes = text.utf8.count
        guard bytes > longest else { return text }
        return String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "… (\(bytes) bytes)"
    }
}
