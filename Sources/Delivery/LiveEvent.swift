package import Allergens
import Foundation
import Wording

/// One event of a live stream, encoded once as `text/event-stream` has it.
///
/// The form is that of the HTML standard, 9.2.6: lines of `field: value`, ended by an empty line.
package struct LiveEvent: Sendable {
    /// The ledger number, or `nil` for events that are not replayed.
    package let id: Int64?
    package let bytes: [UInt8]

    /// The event that tells of a ledger entry.
    package init(_ entry: LedgerEntry) {
        let message = Phrasebook(.english).message(entry.alert, concern: entry.concern)
        guard let data = try? AlertMessage.encoder.encode(message)
        else { preconditionFailure("an alert holds nothing that JSON cannot say") }
        id = entry.id
        bytes = Array("id: \(entry.id)\nevent: alert\ndata: ".utf8) + data + Array("\n\n".utf8)
    }

    private init(text: String) {
        id = nil
        bytes = Array(text.utf8)
    }

    /// A comment that keeps the connection, and whatever stands between, awake.
    package static let heartbeat = LiveEvent(text: ": heartbeat\n\n")

    /// The first thing on a stream: after how many milliseconds to come back when it breaks.
    package static let greeting = LiveEvent(text: "retry: 3000\n\n")
}
