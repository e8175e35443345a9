import Allergens
import Testing

@testable import Matching

@Suite struct HysteresisTests {
    struct Course: Sendable, CustomTestStringConvertible {
        let threshold: Level
        let levels: [Level?]
        let outcomes: [Hysteresis.Outcome]
        var testDescription: String { "from \(threshold): \(levels)" }
    }

    @Test(arguments: [
        Course(threshold: .high, levels: [Level.none, .low, .moderate], outcomes: [.stay, .stay, .stay]),
        Course(threshold: .high, levels: [.high, .high, .high], outcomes: [.raise(.high), .stay, .stay]),
        Course(threshold: .high, levels: [.veryHigh, .high], outcomes: [.raise(.veryHigh), .rearm]),
        Course(
            threshold: .moderate, levels: [.moderate, .high, .veryHigh],
            outcomes: [.raise(.moderate), .raise(.high), .raise(.veryHigh)]),
        Course(
            threshold: .moderate, levels: [.high, .moderate, .high, .veryHigh],
            outcomes: [.raise(.high), .rearm, .raise(.high), .raise(.veryHigh)]),
        Course(
            threshold: .low, levels: [.veryHigh, .low, .moderate, .moderate, .high],
            outcomes: [.raise(.veryHigh), .rearm, .raise(.moderate), .stay, .raise(.high)]),
        Course(
            threshold: .high, levels: [.high, .moderate, .high],
            outcomes: [.raise(.high), .rearm, .raise(.high)]),
        Course(
            threshold: .high, levels: [.veryHigh, .low, .low, .high],
            outcomes: [.raise(.veryHigh), .rearm, .stay, .raise(.high)]),
        Course(
            threshold: .high, levels: [.high, nil, .high, nil, .moderate, nil, .high],
            outcomes: [.raise(.high), .stay, .stay, .stay, .rearm, .stay, .raise(.high)]),
        Course(
            threshold: .low, levels: [.low, Level.none, .low],
            outcomes: [.raise(.low), .rearm, .raise(.low)]),
        Course(
            threshold: .none, levels: [Level.none, .low, Level.none],
            outcomes: [.raise(.none), .raise(.low), .rearm]),
    ])
    func `a sequence of levels has the expected outcomes`(course: Course) {
        var memory = Hysteresis(threshold: course.threshold)
        #expect(course.levels.map { memory.update(to: $0) } == course.outcomes)
    }

    @Test func `the hysteresis continues from the stored level`() {
        var memory = Hysteresis(threshold: .moderate, announced: .high)
        #expect(memory.update(to: .high) == .stay)
        #expect(memory.update(to: .veryHigh) == .raise(.veryHigh))
        #expect(memory.announced == .veryHigh)
    }
}
