import Forms
import Foundation
import Workbooks

/// Measures how long a workbook takes to become a form, and a form with answers to be judged.
enum FormBenchmark {
    private struct Outcome: Encodable {
        let questions: Int
        let readingMilliseconds: Double
        let judgingMilliseconds: Double
    }

    private static let rounds = 21

    static func run(_ file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        let form = try read(bytes)
        let answers = FormAnswers(form.startingAnswers(at: try now()))
        let reading = try median { _ = try read(bytes) }
        let judging = try median { _ = form.state(of: answers, at: try now()) }
        let outcome = Outcome(
            questions: form.elements.count, readingMilliseconds: reading, judgingMilliseconds: judging)
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }

    private static func read(_ bytes: [UInt8]) throws -> Form {
        let sheets = try Workbook(bytes).sheets
        return try XLSForm.form(from: sheets.map { FormTable(name: $0.name, rows: $0.rows) })
    }

    private static func now() throws -> FormMoment {
        guard let moment = FormMoment(milliseconds: Int(Date.now.timeIntervalSince1970 * 1_000), offset: 0)
        else {
            throw BenchmarkError("the clock is beyond the calendar")
        }
        return moment
    }

    private static func median(of act: () throws -> Void) throws -> Double {
        let clock = ContinuousClock()
        let times = try (0..<rounds).map { _ in
            let elapsed = try clock.measure(act).components
            return Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15
        }
        return times.sorted()[rounds / 2]
    }
}
