import Foundation
import Logging
import Server

/// Writes each log entry as one line of JSON on standard error.
struct JSONLogHandler: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = LogLine(
            time: Date(), level: event.level, logger: label, message: "\(event.message)",
            metadata: metadata.merging(event.metadata ?? [:]) { $1 })
        if let json = line.json { Output.note(json) }
    }
}
