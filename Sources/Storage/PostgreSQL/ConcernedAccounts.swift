import Alerts
import Allergens
import Foundation

/// Why an alert concerns a fence.
struct ConcernedFence {
    let account: Int64
    let number: Int64
    /// In metres.
    let distance: Double?
    /// Whether it watches an allergen of the alert for its own sake.
    let isOwn: Bool
    /// What makes it watch, if that is a cross-reaction.
    let cause: Int?
    let isQuiet: Bool

    /// - Parameters:
    ///   - fence: The fence.
    ///   - set: The allergens of the alert.
    ///   - alert: The alert.
    ///   - now: When it is raised.
    ///   - distance: How far the fence is from it, in metres, where that is known.
    init(
        _ fence: CandidateFence, watching set: AllergenSet, of alert: Alert, at now: Date,
        distance: Double? = nil
    ) {
        (account, number, self.distance) = (fence.account, fence.number, distance)
        (isOwn, cause) = fence.ask { _, plan in
            set.isEmpty || plan.own.overlaps(set) ? (true, nil) : (false, plan.cause(of: set))
        }
        isQuiet = fence.isQuiet(for: alert, at: now)
    }
}

/// Why an alert concerns an account.
enum Concern {
    /// These fences, in the order of their numbers.
    case fences(ArraySlice<ConcernedFence>)
    /// It updates another alert; the columns of the line about that one, and whether all fences of the account are quiet.
    case former(fences: String, nearness: Data?, isQuiet: Bool)
}

/// The accounts that an alert concerns, in the order of their numbers.
struct ConcernedAccounts {
    private(set) var all: [(id: Int64, concern: Concern)] = []

    /// Gathers fences by their accounts.
    ///
    /// - Parameter fences: The fences, in any order; one that is there twice counts once.
    init(_ fences: [ConcernedFence]) {
        var sorted = fences.sorted { ($0.account, $0.number) < ($1.account, $1.number) }
        var count = 0
        for fence in sorted where count == 0 || sorted[count - 1].number != fence.number {
            sorted[count] = fence
            count += 1
        }
        sorted.removeLast(sorted.count - count)
        all.reserveCapacity(count)
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].account == sorted[start].account { end += 1 }
            all.append((sorted[start].account, .fences(sorted[start..<end])))
            start = end
        }
    }

    /// - Parameter concerns: Why the alert concerns each account.
    init(_ concerns: [Int64: Concern]) {
        all = concerns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var isEmpty: Bool { all.isEmpty }
    var ids: [Int64] { all.map(\.id) }

    mutating func remove(_ accounts: Set<Int64>) {
        if !accounts.isEmpty { all.removeAll { accounts.contains($0.id) } }
    }
}
