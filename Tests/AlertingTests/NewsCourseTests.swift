import Alerts
import Allergens
import Foundation
import SampleTesting
import Testing

@testable import Alerting

/// The alerts for one fence that watches high birch pollen, upload by upload.
///
/// Birch is moderate from 11 grains, high from 70 and very high from 300.
@Suite struct NewsCourseTests {
    struct Step: Sendable {
        /// Days from the first upload to this one.
        let upload: Int
        /// Days from the first upload to the day of the value.
        let day: Int
        let value: Double
        let expected: Level?
        let message: Alert.Message

        init(
            _ upload: Int, day: Int? = nil, _ value: Double, _ expected: Level? = nil,
            _ message: Alert.Message = .alert
        ) {
            self.upload = upload
            self.day = day ?? upload
            self.value = value
            self.expected = expected
            self.message = message
        }
    }

    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]

        init(_ description: String, _ steps: Step...) {
            testDescription = description
            self.steps = steps
        }
    }

    @Test(arguments: [
        Course("below the threshold is no news", Step(0, 0), Step(1, 69), Step(2, 11)),
        Course("a rise is news once", Step(0, 69), Step(1, 70, .high), Step(2, 70), Step(3, 200)),
        Course("a higher level is news again", Step(0, 70, .high), Step(1, 300, .veryHigh), Step(2, 900)),
        Course("a lower one is not", Step(0, 300, .veryHigh), Step(1, 70), Step(2, 71)),
        Course(
            "a rise after a fall by a full level is", Step(0, 300, .veryHigh), Step(1, 70),
            Step(2, 300, .veryHigh)),
        Course("after a fall the next rise is", Step(0, 70, .high), Step(1, 69), Step(2, 70, .high)),
        Course("a week's silence is waited out", Step(0, 70, .high), Step(7, 70)),
        Course("a longer one is not", Step(0, 70, .high), Step(8, 70, .high)),
        Course(
            "the silence is counted from the newest value",
            Step(0, 70, .high), Step(5, 70), Step(10, 70), Step(18, 70, .high)),
        Course(
            "a corrected value is judged anew",
            Step(0, 20), Step(0, 70, .high), Step(0, 300, .veryHigh), Step(0, 20, .moderate, .cancel),
            Step(0, 70, .high)),
        Course(
            "a correction that leaves it above the threshold is an update, and may be corrected again",
            Step(0, 300, .veryHigh), Step(0, 299, .high, .update), Step(0, 298),
            Step(0, 69, .moderate, .cancel),
            Step(0, 68)),
        Course(
            "a correction of yesterday is told though today is known",
            Step(0, day: -1, 70, .high), Step(0, 20), Step(0, day: -1, 69, .moderate, .cancel)),
        Course(
            "a correction after the alert has expired is none any more", Step(0, 70, .high), Step(2, 20),
            Step(2, day: 0, 20)),
        Course("the same value again is no news", Step(0, 70, .high), Step(0, 70)),
        Course("yesterday's value is news, today's then is not", Step(0, day: -1, 70, .high), Step(0, 70)),
        Course("yesterday's value is none when today's is there", Step(0, 20), Step(0, day: -1, 300)),
        Course("older values are history", Step(0, day: -2, 300), Step(0, day: -400, 300), Step(0, 20)),
        Course("older values do not rearm", Step(0, 70, .high), Step(0, day: -2, 0), Step(1, 70)),
    ])
    func `a sequence of values raises the expected alerts`(course: Course) async throws {
        let network = try await NewsNetwork()
        try await network.keep(.sample(of: network.account()))
        for (number, step) in course.steps.enumerated() {
            let entries = try await network.take(
                .sample(step.value, on: today.adding(days: step.day)),
                at: noon.addingTimeInterval(Double(step.upload) * 86_400))
            #expect(entries.map(\.alert.level) == (step.expected.map { [$0] } ?? []), "step \(number)")
            #expect(entries.allSatisfy { $0.alert.message == step.message }, "step \(number)")
        }
    }

    @Test func `today is the day in the station's time zone`() async throws {
        let network = try await NewsNetwork([.sample(zone: "Pacific/Fiji")])
        try await network.keep(.sample(of: network.account()))
        // At noon UTC the next day begins in Fiji.
        #expect(try await network.take(.sample(400, on: today.adding(days: -1))).isEmpty)
        #expect(try await network.take(.sample(400, on: today)).count == 1)
        #expect(try await network.take(.sample(900, on: today.adding(days: 1))).isEmpty)
    }

    @Test func `a fence that is added or changed later starts with the next change`() async throws {
        let network = try await NewsNetwork()
        let anna = try await network.account()
        #expect(try await network.take(.sample(400)).isEmpty)
        try await network.keep(.sample(of: anna))
        #expect(try await network.take(.sample(400)).isEmpty)
        #expect(try await network.take(.sample(401)).count == 1)
        #expect(try await network.take(.sample(402)).isEmpty)
        #expect(try await network.keep(.sample(of: anna, name: "Work"), replacing: true))
        #expect(try await network.take(.sample(403)).map(\.concern.fences) == [["Work"]])
    }

    @Test func `hours raise an alert once they are enough for a day`() async throws {
        let network = try await NewsNetwork([.sample(zone: "UTC")])
        try await network.keep(.sample(of: network.account()))
        var told: [Int] = []
        for hour in 1...24 {
            let end = today.startInUTC.addingTimeInterval(Double(hour) * 3_600)
            if try await !network.take(.hour(80 + Double(hour % 2), ending: end), at: end).isEmpty {
                told.append(hour)
            }
        }
        #expect(told == [18])
    }
}
