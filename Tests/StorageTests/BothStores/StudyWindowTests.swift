import Allergens
import Forms
import Foundation
import Geography
import People
import SampleTesting
import Studies
import StudyExport
import Synchronization
import Tables
import Testing

@testable import Storage

extension BothStoresTests {
    /// Forms with an answer in each window of a day.
    @Suite struct StudyWindowTests {
        @Test(arguments: StoreKind.tested)
        func `each window of a day takes one answer`(kind: StoreKind) async throws {
            let lab = try await WindowLab(kind)
            let anna = try await lab.joined("anna")
            #expect(try await lab.answer(at: 7, as: anna).window == 1)
            #expect(try await lab.answer(at: 21, as: anna).window == 2)
            for hour in [8.0, 22] {
                await #expect(throws: StudyRefusal.answered) { try await lab.answer(at: hour, as: anna) }
            }
            await #expect(throws: StudyRefusal.closedHours(WindowLab.windows)) {
                try await lab.answer(at: 12, as: anna)
            }
            #expect(try await lab.answer(at: 21 - 24, as: anna).window == 2)
            let parts = try await lab.store.participations(of: anna, answers: 9, looks: 9)
            let part = try #require(parts.first)
            let latest = StudyLatestAnswer(SampleStudy.today, windows: [1, 2])
            #expect(part.latest == [lab.form.name: latest])
            #expect(part.answers.map(\.window) == [2, 1, 2])
            let page = try await lab.store.answers(of: lab.id, for: lab.otto, after: nil, limit: 9, at: noon)
            #expect(page.answers.map { $0.window ?? 0 }.sorted() == [1, 2, 2])
        }

        @Test(arguments: StoreKind.tested)
        func `answers of nobody are taken once in each window, and shown once as many people gave them`(
            kind: StoreKind
        ) async throws {
            let lab = try await WindowLab(kind, .unlinked)
            for number in 1...5 {
                // Four people give eight answers of the day, which are more than k.
                let told: [Int?] = number > 1 ? [nil] : []
                #expect(try await lab.seen().isEmpty)
                #expect(try await lab.counted() == told)
                let account = try await lab.joined("person \(number)")
                _ = try await lab.answer(at: 7, as: account)
                _ = try await lab.answer(at: 21, as: account)
                for hour in [8.0, 22] {
                    await #expect(throws: StudyRefusal.answered) {
                        try await lab.answer(at: hour, as: account)
                    }
                }
            }
            #expect(try await lab.seen() == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
            #expect(try await lab.counted() == [10])
        }

        @Test(arguments: StoreKind.tested, [Study.Mode.linked, .unlinked])
        func `an answer of the whole day and one of a window exclude each other`(
            kind: StoreKind, mode: Study.Mode
        ) async throws {
            let lab = try await WindowLab(kind, mode)
            let (anna, ben) = (try await lab.joined("anna"), try await lab.joined("ben"))
            let daily = StudySchedule.daily
            #expect(try await lab.answer(at: 7, as: anna, by: daily).window == nil)
            _ = try await lab.answer(at: 7, as: ben)
            for hour in [7.0, 21] {
                await #expect(throws: StudyRefusal.answered) { try await lab.answer(at: hour, as: anna) }
                await #expect(throws: StudyRefusal.answered) {
                    try await lab.answer(at: hour, as: ben, by: daily)
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `a form in two windows counts as two forms`(kind: StoreKind) async throws {
            let lab = try await WindowLab(kind)
            let twice = try #require(StudySchedule(.daily, forEach: WindowLab.windows))
            func ask(_ count: Int, main: StudySchedule) async throws {
                _ = try await lab.store.change(lab.id, by: lab.otto, at: noon) { [form = lab.form] study in
                    var (content, settings) = (study.draft, study.settings)
                    let names = try (1...count).map { try #require(StudyForm.Name(rawValue: "f\($0)")) }
                    content.furtherForms = [form] + names.map { StudyForm($0, .daily, form.definition) }
                    settings.schedule = main
                    return (content, settings)
                }
            }
            await #expect(throws: StudyRefusal.tooMany) { try await ask(6, main: .daily) }
            await #expect(throws: StudyRefusal.tooMany) { try await ask(5, main: twice) }
            try await ask(5, main: .daily)
            try await ask(4, main: twice)
        }

        @Test(arguments: StoreKind.tested)
        func `an export names the window, and hides who alone answered in one`(kind: StoreKind) async throws {
            let lab = try await WindowLab(kind)
            for number in 1...11 {
                let account = try await lab.joined("person \(number)")
                _ = try await lab.answer(at: 7, as: account)
                // Six people answer in one window, five in both.
                if number <= 5 { _ = try await lab.answer(at: 21, as: account) }
            }
            #expect(try await lab.exported() == [1: 11, 2: 5])
            let alone = try await lab.joined("alone")
            _ = try await lab.answer(at: 21, as: alone)
            #expect(try await lab.exported() == [1: 11, 2: 5])
        }

        @Test(arguments: StoreKind.tested)
        func `results of nobody take no window for another person`(kind: StoreKind) async throws {
            let lab = try await WindowLab(kind, .unlinked)
            for number in 1...5 {
                let account = try await lab.joined("person \(number)")
                // Three people answer a question six times, and two leave it out.
                for hour in [7.0, 21] { _ = try await lab.answer(at: hour, as: account, nights: number <= 3) }
            }
            try await lab.store.release(.end, of: lab.id, by: lab.otto)
            #expect(try await lab.store.releaseResults(at: noon + 14 * 86_400) == 1)
            let results = try #require(try await lab.store.releases(of: lab.id).first?.results)
            #expect(results.versions.map(\.answers) == [10])
            #expect(results.versions.first?.questions.map(\.mean) == [nil])
        }
    }
}

/// An open study whose further form wants an answer in the morning and one in the evening.
private struct WindowLab {
    static let windows: [StudySchedule.Window] = [360..<540, 1_200..<1_440]
    let opened: OpenedRows
    let otto: Account.ID
    let form: StudyForm
    let id: Study.ID
    var store: any RowStore { opened.store }

    init(_ kind: StoreKind, _ mode: Study.Mode = .linked) async throws {
        opened = try await OpenedRows(kind)
        otto = try await opened.account("otto")
        var definition = FormDefinition(
            id: "twice", version: "1", title: ["en": "Twice"],
            languages: [.init(code: "en", name: "English")])
        definition.items = [FormItem(.integer, "nights")]
        form = StudyForm(
            try #require(StudyForm.Name(rawValue: "twice")),
            try #require(StudySchedule(.daily, forEach: Self.windows)), definition)
        var content = SampleStudy.content
        content.furtherForms = [form]
        id = try await opened.store.begin(content, SampleStudy.settings(mode), by: otto, at: noon).id
        for act in [StudyAct.publish, .open] {
            _ = try await opened.store.act(act, on: id, by: otto, at: noon)
        }
    }

    func joined(_ name: String) async throws -> Account.ID {
        let account = try await opened.account(name)
        let code = try #require(try await store.invite(1, length: 5, to: id, by: otto, at: noon).first)
        let agreement = StudyAgreement(version: 1, language: "en", name: nil, signature: nil)
        _ = try await store.join(by: code, agreement, as: account, at: noon)
        return account
    }

    /// Answers the form at an hour of today.
    func answer(
        at hour: Double, as account: Account.ID, by schedule: StudySchedule? = nil, nights: Bool = true
    ) async throws -> StudyAnswer {
        let time = noon + (hour - 12) * 3_600
        let moment = FormMoment(milliseconds: Int(time.timeIntervalSince1970) * 1_000, offset: 0)
        let draft = StudyAnswerDraft(
            version: 1, moment: try #require(moment), place: Coordinate(longitude: 7.588, latitude: 47.557),
            answers: FormAnswers(nights ? ["nights": .number(3)] : [:]), form: form.name,
            schedule: schedule ?? form.schedule)
        return try await store.answer(draft, to: id, as: account, at: max(noon, time))
    }

    /// The windows of the answers that researchers see.
    func seen() async throws -> [Int] {
        let page = try await store.answers(of: id, for: otto, after: nil, limit: 99, at: noon)
        return page.answers.map { $0.window ?? 0 }.sorted()
    }

    func counted() async throws -> [Int?] { try await store.progress(of: id, for: otto).map(\.answers) }

    /// How many answers of each window an export has.
    func exported() async throws -> [Int: Int] {
        let counted = Mutex<[Int: Int]>([:])
        try await store.export(id, by: otto, StudyExportWish(), at: noon) { export, _ in
            let table = export.tables([])[0]
            guard let column = table.columns.firstIndex(where: { $0.name == "window" }) else { return nil }
            let rows = try table.rows()
            var row = Array(repeating: TableCell.empty, count: table.columns.count)
            while try rows(&row) {
                if case .whole(let window) = row[column] {
                    counted.withLock { $0[window, default: 0] += 1 }
                }
            }
            return nil
        }
        return counted.withLock { $0 }
    }
}
