import Foundation
import SampleTesting
import Testing

@testable import Trips

@Suite struct InhaledAmountTests {
    /// Ways with their modes and exposures, and what is told of them, here and by the pages.
    private struct Sample: Decodable {
        let ways: [Way]
        let likely: Double
        let most: Double
        let timesSitting: Double?

        struct Way: Decodable {
            let mode: TravelMode
            let lowest: Double
            let highest: Double

            /// An exposure as the file has it.
            func exposure() throws -> TripExposure {
                let members: [String: Double] = [
                    "lowest": lowest, "highest": highest, "known": 0, "unknown": 0,
                ]
                return try JSONDecoder().decode(TripExposure.self, from: JSONEncoder().encode(members))
            }
        }
    }

    private static func samples() throws -> [Sample] {
        let file = repository.appending(path: "Tests/TripFiles/Golden/inhaled.json")
        return try JSONDecoder().decode([Sample].self, from: Data(contentsOf: file))
    }

    @Test func `what was breathed in is as the golden file says, to the last bit`() throws {
        let samples = try Self.samples()
        #expect(samples.count >= 5)
        for sample in samples {
            var amount = InhaledAmount()
            for way in sample.ways { amount.add(try way.exposure(), by: way.mode) }
            #expect((amount.likely, amount.most) == (sample.likely, sample.most))
            #expect(amount.timesSitting == sample.timesSitting)
        }
    }

    @Test func `a mode breathes like the mean of two activities of the handbook, and vehicles like sitting`()
    {
        // Cubic metres a minute: sitting, and light, moderate and heavy activity.
        let (sitting, light, moderate, heavy) = (0.0042, 0.012, 0.026, 0.050)
        #expect(abs(TravelMode.onFoot.breathing - 60 * (light + moderate) / 2) < 1e-9)
        #expect(abs(TravelMode.bicycle.breathing - 60 * (moderate + heavy) / 2) < 1e-9)
        #expect(abs(TravelMode.indoors.breathing - 60 * light) < 1e-9)
        for mode in [TravelMode.car, .bus, .train, .metro, .plane] {
            #expect(abs(mode.breathing - 60 * sitting) < 1e-9)
        }
    }
}
