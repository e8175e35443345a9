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
    /// Studies with several forms, each on days of its own.
    @Suite struct StudyFormTests {
        @Test(arguments: StoreKind.tested)
        func `further forms are kept with their schedules, and lists have none of them`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let atEnds = try StudyForm.atEnds()
            let id = try await opened.study(with: [atEnds], by: otto)
            let study = try #require(try await store.study(id))
            #expect(study.current?.content.furtherForms == [atEnds])
            #expect(study.current?.content.forms.map(\.name.rawValue) == ["main", "at-ends"])
            let listed = try #require(try await store.openStudies(after: 0, limit: 9).studies.first)
            #expect(listed.current?.content.forms.isEmpty == true && listed.draft.forms.isEmpty)
            #expect(listed.current?.content.title == study.current?.content.title)
        }

        @Test(arguments: StoreKind.tested)
        func `each form takes its own answer of a day, by its own schedule`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let anna = try await opened.account()
            let id = try await opened.study(with: [.atEnds()], by: otto)
            try await opened.join(id, anna, invitedBy: otto)
            for daysAgo in [0, 1] {
                _ = try await store.answer(.made(daysAgo: daysAgo), to: id, as: anna, at: noon)
            }
            // The ends are ten days, and yesterday was one of them: one answer is taken of all of them.
            let kept = try await store.answer(.made(to: .atEnds()), to: id, as: anna, at: noon)
            #expect(kept.form.rawValue == "at-ends" && kept.day == SampleStudy.today)
            for daysAgo in [0, 1] {
                await #expect(throws: StudyRefusal.answered) {
                    try await store.answer(
                        .made(to: .atEnds(), daysAgo: daysAgo), to: id, as: anna, at: noon)
                }
            }
            let never = try StudyForm.made("rarely", .weekdays([]))
            await #expect(throws: StudyRefusal.unscheduled(next: nil)) {
                try await store.answer(.made(to: never), to: id, as: anna, at: noon)
            }
            let part = try #require(try await store.participations(of: anna, answers: 9, looks: 9).first)
            let told = part.latest.map { "\($0.key.rawValue) \($0.value.day)" }.sorted()
            #expect(told == ["at-ends \(SampleStudy.today)", "main \(SampleStudy.today)"])
            #expect(part.answers.filter { $0.form == .main }.count == 2 && part.answers.count == 3)
        }

        @Test(arguments: StoreKind.tested)
        func `days from joining count from the day where somebody was`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let (first, second) = (
                try StudyForm.made("first", .daysFromJoining([0])),
                try StudyForm.made("second", .daysFromJoining([1, 30]))
            )
            let id = try await opened.study(with: [first, second], by: otto)
            let (anna, ben) = (try await opened.account(), try await opened.account("ben"))
            // West of Greenwich it can be the day before; who does not tell it joined on that of UTC.
            let (today, yesterday) = (SampleStudy.today, SampleStudy.today.adding(days: -1))
            try await opened.join(id, anna, on: yesterday, invitedBy: otto)
            try await opened.join(id, ben, invitedBy: otto)
            for (account, joined, asked, other) in [
                (anna, yesterday, second, first), (ben, today, first, second),
            ] {
                let part = try #require(
                    try await store.participations(of: account, answers: 1, looks: 1).first)
                #expect(part.joined == joined)
                _ = try await store.answer(.made(to: asked), to: id, as: account, at: noon)
                let next = account == ben ? today.adding(days: 1) : nil
                await #expect(throws: StudyRefusal.unscheduled(next: next)) {
                    try await store.answer(.made(to: other), to: id, as: account, at: noon)
                }
            }
        }

        @Test(arguments: StoreKind.tested)
        func `who joins again is not asked for what is answered already`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let (anna, beat) = (try await opened.account(), try await opened.account("beat"))
            let id = try await opened.study(with: [.atEnds()], by: otto)
            for account in [anna, beat] { try await opened.join(id, account, invitedBy: otto) }
            _ = try await store.answer(.made(to: .atEnds(), daysAgo: 1), to: id, as: anna, at: noon)
            _ = try await store.answer(.made(), to: id, as: beat, at: noon)
            try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
            try await opened.join(id, anna, invitedBy: otto)
            await #expect(throws: StudyRefusal.answered) {
                try await store.answer(.made(to: .atEnds()), to: id, as: anna, at: noon)
            }
            let part = try #require(try await store.participations(of: anna, answers: 9, looks: 9).last)
            #expect(part.status == .participating && part.answers.isEmpty)
            #expect(part.latest.map(\.key.rawValue) == ["at-ends"])
            #expect(part.latest.map(\.value.day) == [SampleStudy.today.adding(days: -1)])
        }

        @Test(arguments: StoreKind.tested)
        func `answers of nobody are shown once enough people answered the same form`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let daily = try StudyForm.made("evening", .daily)
            let id = try await opened.study(.unlinked, with: [daily], by: otto)
            for index in 0..<5 {
                let account = try await opened.account("person \(index)")
                try await opened.join(id, account, invitedBy: otto)
                _ = try await store.answer(.made(), to: id, as: account, at: noon)
                await #expect(throws: StudyRefusal.answered) {
                    try await store.answer(.made(), to: id, as: account, at: noon)
                }
                guard index < 4 else { continue }
                // Eight answers of four people are not enough.
                _ = try await store.answer(.made(to: daily), to: id, as: account, at: noon)
                #expect(
                    try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers.isEmpty
                )
                #expect(try await store.progress(of: id, for: otto).map(\.answers) == [nil])
            }
            let page = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon)
            #expect(page.answers.map(\.form) == Array(repeating: .main, count: 5))
            #expect(page.answers.allSatisfy { $0.cell != nil })
            #expect(try await store.progress(of: id, for: otto).map(\.answers) == [nil])
        }

        @Test(arguments: StoreKind.tested)
        func `an export names the form of each answer, and hides who alone answered one`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let weekly = try StudyForm.made("weekly", .everyDays(9))
            let id = try await opened.study(with: [weekly], by: otto)
            for index in 0..<11 {
                let account = try await opened.account("person \(index)")
                try await opened.join(id, account, invitedBy: otto)
                _ = try await store.answer(.made(), to: id, as: account, at: noon)
                // Six people answer one form, five both.
                guard index < 5 else { continue }
                _ = try await store.answer(.made(to: weekly), to: id, as: account, at: noon)
            }
            #expect(try await opened.forms(inExportOf: id, by: otto) == ["main": 11, "weekly": 5])
            let alone = try await opened.account("alone")
            try await opened.join(id, alone, invitedBy: otto)
            _ = try await store.answer(.made(to: weekly), to: id, as: alone, at: noon)
            #expect(try await opened.forms(inExportOf: id, by: otto) == ["main": 11, "weekly": 5])
        }

        @Test(arguments: StoreKind.tested)
        func `a study has no more forms over all its versions than an export tells apart`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let forms = try (1..<StudyContent.mostForms).map { try StudyForm.made("form-\($0)", .daily) }
            let id = try await opened.study(with: forms, by: otto)
            func ask(_ forms: [StudyForm]) async throws {
                _ = try await store.change(id, by: otto, at: noon) { study in
                    var content = study.draft
                    content.furtherForms = forms
                    return (content, study.settings)
                }
            }
            // Answers to the form that is taken out stay, and so does its column.
            let others = Array(forms.dropLast())
            try await ask(others)
            _ = try await store.act(.publish, on: id, by: otto, at: noon)
            let further = try StudyForm.made("further", .daily)
            await #expect(throws: StudyRefusal.tooMany) { try await ask(others + [further]) }
            // A form of an earlier version can come back, and what is there can change.
            try await ask(forms.reversed())
            _ = try await store.act(.publish, on: id, by: otto, at: noon)
            #expect(try await store.study(id)?.current?.number == 3)
            #expect(try await opened.forms(inExportOf: id, by: otto).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `results count each form alone, and none that few people answered`(kind: StoreKind) async throws
        {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let (weekly, rare) = (try StudyForm.made("weekly", .daily), try StudyForm.made("rare", .daily))
            let id = try await opened.study(with: [weekly, rare], by: otto)
            for index in 0..<6 {
                let account = try await opened.account("person \(index)")
                try await opened.join(id, account, invitedBy: otto)
                var drafts = [try StudyAnswerDraft.made()]
                if index < 5 { drafts.append(try .made(to: weekly)) }
                if index < 4 { drafts.append(try .made(to: rare)) }
                for draft in drafts { _ = try await store.answer(draft, to: id, as: account, at: noon) }
            }
            try await store.release(.end, of: id, by: otto)
            #expect(try await store.releaseResults(at: noon + 14 * 86_400) == 1)
            let results = try #require(try await store.releases(of: id).first?.results)
            #expect(results.versions.map(\.form) == [nil, "weekly"])
            #expect(results.versions.map(\.answers) == [6, 5])
            #expect(results.versions.last?.questions.map(\.mean) == [3])
        }
    }
}

extension StudyForm {
    /// A form with a question in words, and one with a number.
    fileprivate static func made(_ name: String, _ rhythm: StudySchedule.Rhythm) throws -> StudyForm {
        var definition = FormDefinition(
            id: name, version: "1", title: ["en": name], languages: [.init(code: "en", name: "English")])
        definition.items = [FormItem(.text, "note"), FormItem(.integer, "nights")]
        return StudyForm(try #require(Name(rawValue: name)), StudySchedule(rhythm), definition)
    }

    /// A form for the first and the last ten days.
    fileprivate static func atEnds() throws -> StudyForm { try made("at-ends", .ends(10)) }
}

extension StudyAnswerDraft {
    fileprivate static func made(to form: StudyForm? = nil, daysAgo: Int = 0) throws -> StudyAnswerDraft {
        let moment = FormMoment(
            milliseconds: Int(noon.timeIntervalSince1970 - Double(daysAgo) * 86_400) * 1_000, offset: 0)
        return StudyAnswerDraft(
            version: 1, moment: try #require(moment), place: Coordinate(longitude: 7.588, latitude: 47.557),
            answers: FormAnswers(["note": .text("Wermut"), "nights": .number(3)]), form: form?.name ?? .main,
            schedule: form?.schedule)
    }
}

extension OpenedRows {
    /// An open study with further forms.
    fileprivate func study(
        _ mode: Study.Mode = .linked, with forms: [StudyForm], by owner: Account.ID
    ) async throws -> Study.ID {
        var content = SampleStudy.content
        content.furtherForms = forms
        let id = try await store.begin(content, SampleStudy.settings(mode), by: owner, at: noon).id
        for act in [StudyAct.publish, .open] { _ = try await store.act(act, on: id, by: owner, at: noon) }
        return id
    }

    fileprivate func join(
        _ id: Study.ID, _ account: Account.ID, on day: CivilDate? = nil, invitedBy owner: Account.ID
    ) async throws {
        let code = try #require(try await store.invite(1, length: 5, to: id, by: owner, at: noon).first)
        let agreement = StudyAgreement(version: 1, language: "en", name: nil, signature: nil)
        _ = try await store.join(by: code, agreement, as: account, on: day, at: noon)
    }

    /// How many answers to each form an export has.
    fileprivate func forms(inExportOf id: Study.ID, by owner: Account.ID) async throws -> [String: Int] {
        let counted = Mutex<[String: Int]>([:])
        try await store.export(id, by: owner, StudyExportWish(), at: noon) { export, _ in
            let table = export.tables([])[0]
            guard let column = table.columns.firstIndex(where: { $0.name == "form" }) else { return nil }
            let rows = try table.rows()
            var (row, counts) = (
                Array(repeating: TableCell.empty, count: table.columns.count), [String: Int]()
            )
            while try rows(&row) {
                if case .text(let form) = row[column] { counts[form, default: 0] += 1 }
            }
            counted.withLock { [counts] in $0 = counts }
            return nil
        }
        return counted.withLock { $0 }
    }
}
