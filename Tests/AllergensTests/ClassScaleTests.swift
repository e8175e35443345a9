import Allergens
import Testing

@Suite struct ClassScaleTests {
    @Test(arguments: ClassScale.standard)
    func `the steps of a scale rise, and each index lies within its level`(scale: ClassScale) {
        #expect(!scale.title.isEmpty && !scale.source.isEmpty)
        for (lower, upper) in zip(scale.classes, scale.classes.dropFirst()) {
            #expect(lower.index < upper.index)
            #expect(lower.level <= upper.level)
        }
        for step in scale.classes {
            let band: ClosedRange<Double> =
                switch step.level {
                case .none: 0...0
                case .low: 0.1...2.4
                case .moderate: 2.5...4.9
                case .high: 5...7.4
                case .veryHigh: 7.5...10
                }
            #expect(band.contains(step.index), "\(scale.id) \(step.code)")
            #expect(scale.step(spelled: step.code) == step)
        }
    }

    @Test func `all spellings of a step are equivalent`() {
        #expect(ClassScale.standard.map(\.id) == ["dwd", "upi", "ean", "ambee", "words"])
        #expect(ClassScale.standard("words")?.step(spelled: " Very High ")?.level == .veryHigh)
        #expect(ClassScale.standard("ambee")?.step(spelled: "medium")?.code == "Moderate")
        #expect(ClassScale.standard("dwd")?.step(spelled: "2-3")?.level == .high)
    }

    @Test(arguments: ["", "-1", "4", "unknown", "low"])
    func `a value that is not a step of the scale is unknown and never low`(text: String) {
        #expect(ClassScale.standard("dwd")?.step(spelled: text) == nil)
    }
}
