import Allergens
import Authentication
import Diary
import Foundation
import People
import SeededTesting
import Storage
import Synchronization

/// Fills a database with people who have kept a diary for some days, each with a token.
struct KeptDiaries {
    /// Entries that are on their way to the store at once, which then share commits.
    private static let together = 2_048
    private static let questions: [DiaryQuestion] = [
        .feeling, .nose, .eyes, .lungs, .sneezing, .runnyNose, .itchyNose, .blockedNose, .itchyEyes,
        .wateryEyes,
    ]

    let database: String
    let people: Int
    let days: Int

    init(_ arguments: Arguments) throws {
        guard let database = arguments.value(of: "--database"),
            let count = try arguments.number(of: "--count")
        else { throw BenchmarkError("diaries needs --database FILE and --count N") }
        self.database = database
        people = count
        days = try arguments.number(of: "--days") ?? 100
    }

    /// Fills the database.
    ///
    /// - Returns: The tokens.
    func fill() async throws -> [String] {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let now = Date()
        let tokens = Mutex<[String]>([])
        let accounts = try await store.addAccounts(
            named: (0..<people).map { "diarist-\($0)" }, at: now
        ) { account in
            let secret = Secret(for: .account(account))
            tokens.withLock { $0.append(secret.text) }
            return secret.credential
        }
        let today = CivilDate(at: now, in: .gmt)
        var generator = SeededGenerator(seed: 12)
        var entries: [(account: Account.ID, day: CivilDate, change: DiaryChange)] = []
        // Day by day, as diaries grow.
        for day in (1...days).reversed().map({ today.adding(days: -$0) }) {
            for account in accounts {
                entries.append((account, day, change(of: day, at: now, using: &generator)))
                if entries.count == Self.together { try await keep(&entries, in: store, at: now) }
            }
        }
        try await keep(&entries, in: store, at: now)
        try store.checkpoint()
        return tokens.withLock { $0 }
    }

    /// All questions of the quiz on one day in four, and the faces alone on the others.
    private func change(
        of day: CivilDate, at now: Date, using generator: inout SeededGenerator
    ) -> DiaryChange {
        let isWhole = Int.random(in: 0..<4, using: &generator) == 0
        var values: [DiaryItem: DiaryEntry.Value?] = [:]
        for question in isWhole ? Self.questions : [.feeling] {
            values[.question(question)] = .number(question.range.randomElement(using: &generator) ?? 0)
        }
        if isWhole { values[.medicine(.antihistamineTablet)] = .number(1) }
        return DiaryChange(said: day.startInUTC.addingTimeInterval(20 * 3_600), values: values, arrived: now)
    }

    private func keep(
        _ entries: inout [(account: Account.ID, day: CivilDate, change: DiaryChange)], in store: SQLiteStore,
        at now: Date
    ) async throws {
        try await withThrowingTaskGroup { group in
            for (account, day, change) in entries {
                group.addTask { _ = try await store.merge(change, on: day, of: account, at: now) }
            }
            try await group.waitForAll()
        }
        entries.removeAll(keepingCapacity: true)
    }
}
