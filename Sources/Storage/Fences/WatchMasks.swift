import Allergens
import Foundation

/// The sets of allergens that fences watch, without their owners' wording, so that many fences share them.
struct WatchMasks {
    /// The sets watched from each level but the highest.
    private let low, moderate, high: AllergenSet
    /// All watched allergens.
    let all: AllergenSet
    /// The allergens that are watched for their own sake, and not for a cross-reaction alone.
    let own: AllergenSet
    private let crossReactions: [CrossReaction]

    /// Reads ``FenceBytes/plan``.
    init(_ plan: UnsafeRawBufferPointer) {
        func set(_ place: Int) -> AllergenSet {
            AllergenSet(low: plan.word(at: 16 * place), high: plan.word(at: 16 * place + 8))
        }
        (low, moderate, high, all, own) = (set(0), set(1), set(2), set(3), set(4))
        crossReactions = CrossReaction.all(in: plan)
    }

    /// The lowest level at which one of the allergens is watched; `nil` when none of them is.
    func level(of allergens: AllergenSet) -> Level? {
        if low.overlaps(allergens) { return .low }
        if moderate.overlaps(allergens) { return .moderate }
        if high.overlaps(allergens) { return .high }
        return all.overlaps(allergens) ? .veryHigh : nil
    }

    /// The allergen that causes the first of some allergens to be watched.
    func cause(of allergens: AllergenSet) -> Int? {
        crossReactions.filter { allergens.contains(code: Int($0.allergen)) }
            .min { $0.allergen < $1.allergen }.map { Int($0.cause) }
    }
}

/// The masks of fences, each held once for all fences that watch the same.
struct WatchTable {
    private var masks: [WatchMasks] = []
    private var numbers: [[UInt8]: Int] = [:]
    /// The latest one, since neighbours often watch the same.
    private var latest: (bytes: [UInt8], number: Int) = ([], 0)

    var count: Int { masks.count }

    subscript(number: Int) -> WatchMasks { masks[number] }

    /// The number of the masks in ``FenceBytes/plan``.
    mutating func number(of plan: UnsafeRawBufferPointer) -> Int {
        if plan.holds(latest.bytes) { return latest.number }
        let bytes = Array(plan)
        let number = numbers[bytes] ?? masks.count
        if number == masks.count {
            masks.append(WatchMasks(plan))
            numbers[bytes] = number
        }
        latest = (bytes, number)
        return number
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        guard let start = baseAddress, bytes.count == count else { return false }
        return memcmp(start, bytes, count) == 0
    }
}
