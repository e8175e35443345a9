import Observations
import Testing

@Suite struct SuspicionsTests {
    @Test func `every doubt has a reason and a permanent name`() {
        for bit in 0..<Int.bitWidth - 1 {
            let doubt = Suspicions(rawValue: 1 << bit)
            #expect(doubt.keys.count == doubt.reasons.count, "\(doubt)")
        }
        #expect(Suspicions([.jump, .declared]).keys == ["jump", "declared"])
    }
}
