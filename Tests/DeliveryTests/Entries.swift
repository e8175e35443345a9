import Allergens
import Foundation
import SampleTesting

@testable import Delivery

let anna = Account.ID(rawValue: 1)
let bert = Account.ID(rawValue: 2)

func entry(_ id: Int64, of account: Account.ID = anna) -> LedgerEntry {
    LedgerEntry(
        id: id, account: account, alert: .sample("alert-\(id)"),
        concern: LedgerEntry.Concern(fences: ["Home"]))
}

/// The numbers of the events in what a stream sent.
func numbers(in chunks: [String]) -> [Int64] {
    chunks.compactMap { $0.firstMatch(of: /^id: (\d+)\n/).flatMap { Int64($0.1) } }
}

/// The numbers of a stream's events, once the hub is closed.
func numbers(in stream: AsyncStream<LiveEvent>) async -> [Int64] {
    var numbers: [Int64] = []
    for await event in stream { if let id = event.id { numbers.append(id) } }
    return numbers
}
