import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

/// The reasons for rejected rows in the words of the site, which explains them by their codes.
struct RejectionWordsTests {
    private static let reasons: [ReadingRejection] = [
        .unknownStation, .otherStation("basel"), .unknownAllergen, .notMeasured("cat"), .missing,
        .notANumber, .notFinite, .negative, .aboveCeiling(1_234.5, .grainsPerCubicMetre), .unknownUnit,
        .wrongUnit(expected: .grainsPerCubicMetre), .impossibleDate, .impossibleTime,
        .fromTheFuture(today: CivilDate(daysSinceEpoch: 18_360)), .duplicate(ofLine: 7), .unknownQuality,
        .unfitNote, .unfitHours, .detectionLimitOfZero, .expectedBeforeIssue, .expectedTooFar, .notAGas,
    ]

    @Test(arguments: ["de", "en", "es", "fr", "it"])
    func `the site explains each reason, with what it names`(language: String) throws {
        let file = repository.appending(path: "Sources/Web/Site/Pages/messages/\(language).json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let messages = try #require(object as? [String: Any])
        for reason in Self.reasons {
            let words = try #require(messages["rejection.\(reason.code)"] as? String, "\(reason.code)")
            let named = words.matches(of: /\{(\w+)\}/).map { String($0.output.1) }
            #expect(Set(named) == Set(reason.details.keys), "\(reason.code)")
        }
        let known = Set(messages.keys.filter { $0.hasPrefix("rejection.") })
        #expect(known == Set(Self.reasons.map { "rejection.\($0.code)" }))
    }

    @Test func `a row in JSON says why in words and as a code`() throws {
        let row = RejectedRow(
            line: 3, column: "value", value: "1e9", rejection: .aboveCeiling(1_234.5, .grainsPerCubicMetre))
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(row))
        let fields = try #require(object as? [String: Any])
        #expect(fields["code"] as? String == "above-ceiling")
        #expect(fields["details"] as? [String: String] == ["limit": "1234.5", "unit": "grains/m3"])
        #expect((fields["reason"] as? String)?.hasPrefix("above 1234.5 grains/m3") == true)
    }
}
