import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct BodyPaceTests {
    private func at(_ seconds: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(seconds) }

    @Test func `only the time that the service spends waiting counts`() {
        var pace = BodyPace(rate: 500, grace: .seconds(30))
        pace.wait(from: at(0))
        #expect(!pace.isTooSlow(at: at(30)))
        #expect(pace.isTooSlow(at: at(31)))
        pace.note(1, at: at(20))
        // The service reads nothing for an hour; the sender is not to blame.
        #expect(!pace.isTooSlow(at: at(3_620)))
        pace.wait(from: at(3_620))
        #expect(!pace.isTooSlow(at: at(3_630)))
        #expect(pace.isTooSlow(at: at(3_631)))
    }

    @Test func `a body at the required rate may go on for ever, a slower one may not`() {
        for (bytes, isTooSlow) in [(500, false), (499, true)] {
            var pace = BodyPace(rate: 500, grace: .zero)
            for second in 0..<1_000 {
                pace.wait(from: at(Int64(second)))
                pace.note(bytes, at: at(Int64(second) + 1))
            }
            #expect(pace.isTooSlow(at: at(1_000)) == isTooSlow)
        }
    }
}
