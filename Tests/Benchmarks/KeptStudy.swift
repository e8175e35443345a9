import Alerts
import Allergens
import Authentication
import Forms
import Foundation
import Geography
import Observations
import People
import SeededTesting
import Storage
import Studies
import Synchronization

/// Fills a database with a study of many answers, with stations around those who give them.
struct KeptStudy {
    /// What the caller needs of it.
    struct Outcome: Encodable {
        let study: String
        let researcher: Int64
        /// The seconds that 10,000 invitations took.
        let inviting: Double
        /// The people's tokens.
        let tokens: [String]
    }

    /// Answers that are on their way to the store at once, which then share commits.
    private static let together = 2_048
    /// Days up to today on which nobody has answered yet.
    private static let openDays = 2
    private static let cells = 1_000
    private static let measured = ["birch", "grass", "pm10", "ozone"].map { Allergen.ID(rawValue: $0) }

    let database: String
    let count: Int
    let people: Int

    init(_ arguments: Arguments) throws {
        guard let database = arguments.value(of: "--database"),
            let count = try arguments.number(of: "--count")
        else { throw BenchmarkError("kept-study needs --database FILE and --count N") }
        (self.database, self.count) = (database, count)
        people = try arguments.number(of: "--people") ?? 5_000
    }

    private var days: Int { max(1, count / people) }

    /// Fills the database.
    func fill() async throws -> Outcome {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        let today = CivilDate(at: now, in: .gmt)
        let tokens = Mutex<[String]>([])
        let names = ["researcher"] + (0..<people).map { "participant-\($0)" }
        let accounts = try await store.addAccounts(named: names, at: now) { account in
            let secret = Secret(for: .account(account))
            tokens.withLock { $0.append(secret.text) }
            return secret.credential
        }
        try await measure(until: today, in: store, at: now)
        let study = try await begin(by: accounts[0], until: today, in: store, at: now)
        let inviting = try await join(Array(accounts[1...]), study, by: accounts[0], in: store, at: now)
        try await answer(Array(accounts[1...]), study, until: today, in: store)
        try store.checkpoint()
        return Outcome(
            study: study.rawValue, researcher: accounts[0].rawValue, inviting: inviting,
            tokens: tokens.withLock { Array($0[1...]) })
    }

    /// Fifty stations half a degree apart, with the means of days, and of hours for ozone.
    private func measure(until today: CivilDate, in store: SQLiteStore, at now: Date) async throws {
        let stations = (0..<50).compactMap { number -> Station? in
            let place = Coordinate(
                longitude: 6.2 + Double(number % 10) * 0.56, latitude: 46.2 + Double(number / 10) * 0.45)
            guard let id = Station.ID(rawValue: "made-up-\(number)"), let place else { return nil }
            return Station(id: id, name: id.rawValue, position: place, timeZone: .gmt)
        }
        try await store.add(stations)
        var generator = SeededGenerator(seed: 13)
        for day in 0..<(days + Self.openDays + 8) {
            let day = today.adding(days: -day)
            var readings: [Reading] = []
            for station in stations {
                for allergen in Self.measured where allergen.rawValue != "ozone" {
                    readings.append(
                        Reading(
                            station: station.id, allergen: allergen, period: .day(day),
                            value: Double.random(in: 0...300, using: &generator).rounded()))
                }
                for hour in 1...24 {
                    let end = day.startInUTC.addingTimeInterval(Double(hour) * 3_600)
                    readings.append(
                        Reading(
                            station: station.id, allergen: Self.measured[3], period: .hour(ending: end),
                            value: Double.random(in: 0...120, using: &generator).rounded()))
                }
            }
            let submission = Submission(readings: readings, isConfirmed: true)
            _ = try await store.write { try $0.keep(readingsOf: submission, received: now) }
        }
    }

    private func begin(
        by researcher: Account.ID, until today: CivilDate, in store: SQLiteStore, at now: Date
    ) async throws -> Study.ID {
        let span = today.adding(days: -days - Self.openDays)...today
        guard let settings = StudySettings(mode: .linked, k: 5, target: nil, days: span)
        else { throw BenchmarkError("the study has no days") }
        let content = StudyContent(
            title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
            consent: ["en": "I agree"], form: ShippedForm.hayFeverDay.form.definition)
        let study = try await store.begin(content, settings, by: researcher, at: now).id
        for act in [StudyAct.publish, .open] {
            _ = try await store.act(act, on: study, by: researcher, at: now)
        }
        return study
    }

    private func join(
        _ accounts: [Account.ID], _ study: Study.ID, by researcher: Account.ID, in store: SQLiteStore,
        at now: Date
    ) async throws -> Double {
        let begin = ContinuousClock.now
        var codes = try await store.invite(10_000, length: 10, to: study, by: researcher, at: now)
        let elapsed = begin.duration(to: .now).components
        while codes.count < accounts.count {
            codes += try await store.invite(10_000, length: 10, to: study, by: researcher, at: now)
        }
        let agreement = StudyAgreement(version: 1, language: "en", name: nil, signature: nil)
        for (account, code) in zip(accounts, codes) {
            _ = try await store.join(by: code, agreement, as: account, at: now)
        }
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }

    private func answer(
        _ accounts: [Account.ID], _ study: Study.ID, until today: CivilDate, in store: SQLiteStore
    ) async throws {
        var generator = SeededGenerator(seed: 12)
        for day in (0..<days).reversed() {
            let morning = today.adding(days: -day - Self.openDays).startInUTC.addingTimeInterval(7 * 3_600)
            for first in stride(from: 0, to: accounts.count, by: Self.together) {
                try await withThrowingTaskGroup { group in
                    for person in first..<min(first + Self.together, accounts.count) {
                        let time = morning.addingTimeInterval(
                            Double.random(in: 0..<(12 * 3_600), using: &generator))
                        let draft = try draft(of: person, at: time, using: &generator)
                        let account = accounts[person]
                        group.addTask { _ = try await store.answer(draft, to: study, as: account, at: time) }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    /// Mostly at home, which is a cell of five people or more, and on one day in ten elsewhere.
    private func draft(
        of person: Int, at time: Date, using generator: inout SeededGenerator
    ) throws -> StudyAnswerDraft {
        let isAway = Int.random(in: 0..<10, using: &generator) == 0
        let cell = isAway ? Int.random(in: 0..<Self.cells, using: &generator) : person % Self.cells
        let milliseconds = Int(time.timeIntervalSince1970 * 1_000)
        guard let moment = FormMoment(milliseconds: milliseconds, offset: 0)
        else { throw BenchmarkError("the time is out of range") }
        return StudyAnswerDraft(
            version: 1, moment: moment,
            place: Coordinate(
                longitude: 6 + Double(cell % 50) / 9, latitude: 46 + Double(cell / 50) / 9),
            answers: FormAnswers([
                "nose": .text("\(person % 4)"), "eyes": .text("\(Int.random(in: 0..<4, using: &generator))"),
                "throat": .text("1"), "ears": .text("0"),
            ]))
    }
}
