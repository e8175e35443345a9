import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import API

/// What operators see of suspect values and of revisions.
@Suite struct SuspectRouteTests {
    private let api = TestAPI()

    private func get(_ target: String, status: Int = 200) async throws -> String {
        let answer = Mutex((code: 0, text: ""))
        try await api.test { client in
            let response = try await client.execute(
                uri: "/v1/stations/basel/\(target)", method: .get, headers: [.authorization: "Bearer basel"])
            answer.withLock { $0 = (response.status.code, String(buffer: response.body)) }
        }
        let (code, text) = answer.withLock { $0 }
        #expect(code == status, "\(text)")
        return text
    }

    @Test func `suspect days and hours are listed with their reasons, their number and their span`()
        async throws
    {
        let hour = SuspectValue.Place(allergen: "birch", period: .hour(ending: noon))
        let day = SuspectValue.Place(allergen: "grass", period: .day(today))
        api.review.suspects.value = SuspectPage(
            values: [
                SuspectValue(place: hour, value: 80, detectionLimit: nil, suspicions: .jump),
                SuspectValue(place: day, value: 1.5, detectionLimit: 3, suspicions: [.stuck, .outOfSeason]),
            ], total: 412, days: today.adding(days: -900)...today, next: hour)
        let text = try await get("suspects")
        for part in [
            #""allergen":"birch","doubts":["jump"],"hours":1,"#, #""time":"2020-04-08T12:00:00Z","#,
            #""day":"2020-04-08","detectionLimit":3,"doubts":["outOfSeason","stuck"],"hours":24,"#,
            #""from":"2017-10-21","#, #""to":"2020-04-08""#, #""total":412"#, #""unit":"grains/m3""#,
            #""next":"birch,2020-04-08T12:00:00Z,1""#, "far above the values of the days before",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
    }

    @Test(
        arguments: [
            ("birch,2020-04-08", .day(today)), ("birch,2020-04-08T12:00:00Z,1", .hour(ending: noon)),
            ("birch,2020-04-08T12:00:00Z,3", .threeHours(ending: noon)),
        ] as [(String, Reading.Period)])
    func `a page continues after the last value of the one before`(
        mark: String, period: Reading.Period
    ) async throws {
        _ = try await get("suspects?before=\(mark)")
        let place = SuspectValue.Place(allergen: "birch", period: period)
        #expect(api.review.suspectPlaces.value == [place])
        #expect(place.mark == mark)
    }

    @Test(arguments: [
        "birch", "moss,2020-04-08", "birch,2020-02-30", "birch,noon,1", "birch,2020-04-08T12:00:00Z,2",
    ])
    func `an invalid page mark is a problem`(mark: String) async throws {
        let text = try await get("suspects?before=\(mark)", status: 400)
        #expect(text.contains("invalid-parameter") && text.contains("before"), "\(text)")
    }

    @Test func `a revision names the label of its key`() async throws {
        func revision(_ number: Int64, by submitter: Submitter) -> Revision {
            Revision(
                number: number, allergen: "birch", period: .day(today),
                former: KeptValue(value: 80, detectionLimit: nil, quality: .suspect(.jump)),
                current: KeptValue(value: 90, detectionLimit: nil, quality: .confirmed), submitter: submitter,
                changed: noon)
        }
        api.review.keyLabel.value = "logger"
        api.review.revisions.value = [
            revision(3, by: .key("basel")), revision(2, by: .key("gone")), revision(1, by: .command),
        ]
        let text = try await get("revisions")
        #expect(text.contains(#""by":"key""#) && text.contains(#""label":"logger""#), "\(text)")
        #expect(text.components(separatedBy: "\"label\"").count == 2, "only one key is known: \(text)")
        #expect(text.contains(#""doubts":["jump"]"#), "\(text)")
    }
}
