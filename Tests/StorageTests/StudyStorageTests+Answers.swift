import Allergens
import Forms
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Sealing
import Studies
import Testing

@testable import Storage

extension StudyStorageTests {
    @Test(arguments: Study.Mode.allCases)
    func `consents are the person's own, also after leaving`(
        mode: Study.Mode
    ) async throws {
        let id = try await opened(mode)
        try await join(id, anna)
        #expect(try await store.consents(to: id, of: anna).map(\.agreement) == [agreement()])
        #expect(try await store.consents(to: id, of: ben) == [])
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        try await join(id, anna)
        #expect(try await store.consents(to: id, of: anna).map(\.agreement.version) == [1, 1])
        #expect(try await store.consents(to: Study.ID(rawValue: "none"), of: anna) == [])
    }

    @Test func `an answer a day is kept for its author, in a cell of the usual grid`() async throws {
        let id = try await opened()
        try await join(id, anna)
        let kept = try await store.answer(draft(), to: id, as: anna, at: noon)
        #expect(kept.day == today && kept.cell == Coordinate(longitude: 7.585, latitude: 47.555))
        #expect(kept.given == noon)
        await #expect(throws: StudyRefusal.answered) {
            try await store.answer(draft("again"), to: id, as: anna, at: noon)
        }
        _ = try await store.answer(draft("late", daysAgo: 1), to: id, as: anna, at: noon)
        await #expect(throws: StudyRefusal.unknown) {
            try await store.answer(draft(), to: id, as: ben, at: noon)
        }
        let part = try #require(try await store.participations(of: anna, answers: 9, looks: 9).first)
        #expect(part.answers.map(\.day) == [today.adding(days: -1), today])
        #expect(part.consents.map(\.agreement) == [agreement()])
        #expect(part.status == .participating && part.looks.isEmpty)
        #expect(
            try await store.participations(of: anna, answers: 1, looks: 9).first?.answers.map(\.day) == [
                today
            ])
    }

    @Test func `a new version asks for consent again`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.change(id, by: otto, at: noon) { study in
            var content = study.draft
            content.consent["en"] = "I agree to more"
            return (content, study.settings)
        }
        _ = try await store.act(.publish, on: id, by: otto, at: noon)
        for version in [1, 2] {
            await #expect(throws: StudyRefusal.outdated(current: 2)) {
                try await store.answer(draft(version: version), to: id, as: anna, at: noon)
            }
        }
        try await store.agree(to: agreement(2), of: id, as: anna, at: noon)
        #expect(try await store.answer(draft(version: 2), to: id, as: anna, at: noon).version == 2)
    }

    @Test func `an answer that had to wait keeps the version under which it was given`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.change(id, by: otto, at: noon) { study in
            var content = study.draft
            content.consent["en"] = "I agree to more"
            return (content, study.settings)
        }
        _ = try await store.act(.publish, on: id, by: otto, at: noon - 60)
        let late = try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        #expect(late.version == 1 && late.day == today.adding(days: -1))
        // Given after the new text came: taken once its author agrees.
        await #expect(throws: StudyRefusal.outdated(current: 2)) {
            try await store.answer(draft(), to: id, as: anna, at: noon)
        }
        try await store.agree(to: agreement(2), of: id, as: anna, at: noon + 60)
        #expect(try await store.answer(draft(), to: id, as: anna, at: noon + 120).version == 1)
        // Who never agreed to the old text does not answer under it.
        try await join(id, ben, version: 2)
        await #expect(throws: StudyRefusal.outdated(current: 2)) {
            try await store.answer(draft(daysAgo: 1), to: id, as: ben, at: noon + 120)
        }
    }

    @Test func `researchers' looks are kept, and analysts see no places`() async throws {
        let id = try await opened()
        for account in [anna, ben] {
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
        }
        let page = try await store.answers(of: id, for: otto, after: nil, limit: 1, at: noon)
        let next = try await store.answers(of: id, for: otto, after: page.next, limit: 1, at: noon + 1)
        let (owners, rest) = (page.answers, next.answers)
        #expect(page.next?.id == owners[0].id && next.next == nil)
        #expect(owners.count == 1 && rest.count == 1 && owners[0].pseudonym != rest[0].pseudonym)
        #expect((owners + rest).allSatisfy { $0.cell == nil && $0.given == nil && $0.day == today })
        #expect(owners[0].answers == FormAnswers(["note": .text("Wermut")]))
        let parts = [
            try await store.participations(of: anna, answers: 1, looks: 9)[0],
            try await store.participations(of: ben, answers: 1, looks: 9)[0],
        ]
        #expect(Set(parts.map(\.looks)) == [[StudyLook(.read, at: noon)], [StudyLook(.read, at: noon + 1)]])
        let maria = try #require(try await store.addAccount(named: "maria", at: noon)).id
        try await grantResearch(to: maria)
        try await store.appoint(.analyst, "maria", in: id, by: otto, at: noon)
        let seen = try await store.answers(of: id, for: maria, after: nil, limit: 9, at: noon).answers
        #expect(seen.count == 2 && seen.allSatisfy { $0.cell == nil })
        // Without the right to invite, no code that works is shown.
        _ = try await store.invite(1, length: 5, to: id, by: otto, at: noon)
        let shown = try await store.invitations(of: id, for: maria, after: 0, limit: 9)
        #expect(shown.count == 3 && shown.allSatisfy { $0.code == nil })
        #expect(shown.compactMap(\.answers) == [1, 1, 0])
    }

    @Test(arguments: [true, false])
    func `who withdraws decides about past answers, and can be invited again`(erases: Bool) async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        #expect(try await store.participants(in: id) == 1)
        try await store.withdraw(from: id, as: anna, erasing: erases, at: noon)
        #expect(try await store.participants(in: id) == 0)
        #expect(try await number("SELECT count(*) FROM studyAnswer") == (erases ? 0 : 1))
        await #expect(throws: StudyRefusal.status(.withdrawn)) {
            try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        }
        try await join(id, anna)
        await #expect(throws: StudyRefusal.alreadyIn) { try await join(id, anna) }
        let weeks = try await store.retention(of: id, for: otto, at: noon).weeks
        #expect(weeks.map(\.counts) == [[.withdrawn: 1, .participating: 1, .invited: 1]])
        #expect(weeks.map(\.answering) == [erases ? 0 : 1])
        try await store.withdraw(from: id, as: anna, erasing: true, at: noon)
        #expect(try await number("SELECT count(*) FROM studyAnswer") == 0)
        await #expect(throws: StudyRefusal.unknown) {
            try await store.withdraw(from: id, as: ben, erasing: true, at: noon)
        }
    }

    @Test func `a study that asks once takes one answer, also under a new pseudonym`() async throws {
        let id = try await opened()
        var settings = try settings()
        settings.schedule = StudySchedule(.once, windows: [0..<1_440])
        let once = settings
        let changed = try await store.change(id, by: otto, at: noon) { ($0.draft, once) }
        #expect(changed.settings == once)
        for account in [anna, ben] { try await join(id, account) }
        _ = try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        for _ in 0..<2 {
            await #expect(throws: StudyRefusal.answered) {
                try await store.answer(draft("again"), to: id, as: anna, at: noon)
            }
            try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
            try await join(id, anna)
        }
        _ = try await store.answer(draft("ben's"), to: id, as: ben, at: noon)
    }

    @Test func `a study takes no answer on a day on which it does not ask`() async throws {
        let id = try await opened()
        var settings = try settings()
        settings.schedule = StudySchedule(.everyDays(10))
        let sparse = settings
        _ = try await store.change(id, by: otto, at: noon) { ($0.draft, sparse) }
        try await join(id, anna)
        await #expect(throws: StudyRefusal.unscheduled(next: today.adding(days: 1))) {
            try await store.answer(draft(), to: id, as: anna, at: noon)
        }
        await #expect(throws: StudyRefusal.unscheduled(next: today.adding(days: 1))) {
            try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        }
        _ = try await store.answer(draft(daysAgo: -1), to: id, as: anna, at: noon + 86_400)
    }

    @Test func `who erases an old part goes on with the new one`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        try await join(id, anna)
        _ = try await store.answer(draft("new"), to: id, as: anna, at: noon)
        let old = try #require(
            try await store.participations(of: anna, answers: 1, looks: 0).first { $0.status == .withdrawn })
        try await store.withdraw(from: id, as: anna, part: old.pseudonym, erasing: true, at: noon)
        let parts = try await store.participations(of: anna, answers: 9, looks: 0)
        #expect(parts.map(\.status) == [.withdrawn, .participating])
        #expect(parts.map(\.answers.count) == [0, 1])
        await #expect(throws: StudyRefusal.unknown) {
            try await store.withdraw(from: id, as: ben, part: parts[1].pseudonym, erasing: true, at: noon)
        }
    }

    @Test func `who withdraws and joins again still answers once a day`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        try await join(id, anna)
        await #expect(throws: StudyRefusal.answered) {
            try await store.answer(draft("again"), to: id, as: anna, at: noon)
        }
        _ = try await store.answer(draft("before", daysAgo: 1), to: id, as: anna, at: noon)
    }

    @Test func `who is restricted answers no more, and joins no more`() async throws {
        let id = try await opened()
        try await join(id, anna)
        try await join(id, ben)
        try await store.restrict(1, of: id, by: otto, at: noon)
        #expect(try await store.participants(in: id) == 1)
        await #expect(throws: StudyRefusal.status(.restricted)) {
            try await store.answer(draft(), to: id, as: anna, at: noon)
        }
        #expect(try await store.participations(of: anna, answers: 1, looks: 9).map(\.status) == [.restricted])
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        await #expect(throws: StudyRefusal.restrictedCode) { try await join(id, anna) }
    }

    @Test func `nobody agrees to a study that is closed`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.state(.closed)) {
            try await store.agree(to: agreement(), of: id, as: anna, at: noon)
        }
    }

    @Test func `a page goes on where the one before ended, although that answer was erased`() async throws {
        let id = try await opened()
        for account in [anna, ben] {
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
        }
        _ = try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        let first = try await store.answers(of: id, for: otto, after: nil, limit: 1, at: noon)
        try await store.withdraw(from: id, as: anna, erasing: true, at: noon)
        let place = try #require(first.next.flatMap { StudyAnswerPage.Place($0.text) })
        #expect(place.day == today.adding(days: -1))
        let rest = try await store.answers(of: id, for: otto, after: place, limit: 1, at: noon)
        #expect(rest.answers.count == 1 && rest.next == nil)
        #expect(StudyAnswerPage.Place("none") == nil && StudyAnswerPage.Place("1000000-a") == nil)
    }

    @Test func `a deleted account leaves no answer, and is still counted`() async throws {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        _ = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon)
        try await store.pool.write { [anna] database in
            try database.execute(literal: "DELETE FROM account WHERE id = \(anna.rawValue)")
        }
        for table in ["studyAnswer", "studyParticipant", "studyConsent", "studyLookAt"] {
            #expect(try await number("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        let left = try await store.invitations(of: id, for: otto, after: 0, limit: 9)
        #expect(left.map(\.status) == [.withdrawn] && left[0].pseudonym == nil && left[0].code == nil)
    }

    @Test func `a study without an owner takes no more answers, and a draft without one goes`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        _ = try await store.begin(content, settings(), by: otto, at: noon)
        try await store.pool.write { [otto] database in
            try database.execute(literal: "DELETE FROM account WHERE id = \(otto.rawValue)")
        }
        #expect(try await store.study(id)?.state == .closed)
        #expect(try await number("SELECT count(*) FROM study") == 1)
        #expect(try await number("SELECT count(*) FROM studyAnswer WHERE token IS NULL") == 1)
    }

    @Test func `everything is sealed, and sealed anew`() async throws {
        let id = try await opened()
        _ = try await opened(.unlinked)
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        let codes = try await store.invite(1, length: 12, to: id, by: otto, at: noon)
        try store.checkpoint()
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        for word in ["Wermut", "Mutterkraut", "47.555", codes[0].text] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
        let (old, part) = (
            store.keys.ids[0], try await store.participations(of: anna, answers: 9, looks: 9)[0]
        )
        _ = try file.addKey()
        #expect(try await store.study(invitedBy: codes[0]).id == id)
        _ = try await store.sealAnew()
        #expect(try await store.dropUnusedKeys() == [old])
        let again = try await store.participations(of: anna, answers: 9, looks: 9)[0]
        #expect(again.answers == part.answers && again.consents == part.consents)
        #expect(try await store.study(invitedBy: codes[0]).id == id)
        #expect(try await store.brokenValues() == [:])
    }

    // MARK: Answers that belong to nobody

    @Test func `without links there is an answer a day, and no row that names its author`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        let kept = try await store.answer(draft(), to: id, as: anna, at: noon)
        #expect(
            kept.id == nil && kept.given == nil && kept.cell == Coordinate(longitude: 7.55, latitude: 47.55))
        await #expect(throws: StudyRefusal.answered) {
            try await store.answer(draft("again"), to: id, as: anna, at: noon)
        }
        #expect(try await store.participations(of: anna, answers: 9, looks: 9)[0].answers.isEmpty)
        let shown = try await store.invitations(of: id, for: otto, after: 0, limit: 9)
        #expect(shown.allSatisfy { $0.pseudonym == nil && $0.answers == nil && $0.latest == nil })
        #expect(try await store.retention(of: id, for: otto, at: noon).weeks.map(\.answering) == [nil])
        #expect(try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers.isEmpty)
        #expect(try await number("SELECT count(*) FROM studyLookAt") == 0)
        await #expect(throws: StudyRefusal.unlinked) {
            try await store.withdraw(from: id, as: anna, erasing: true, at: noon)
        }
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        #expect(try await number("SELECT count(*) FROM studyAnswer") == 1)
    }

    @Test func `without links a day is shown once enough people have answered`() async throws {
        let id = try await opened(.unlinked)
        for number in 1...5 {
            let account = try #require(try await store.addAccount(named: "p\(number)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
            if number < 5 {
                _ = try await store.answer(draft(daysAgo: 1), to: id, as: account, at: noon)
            }
            let seen = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers
            #expect(seen.map(\.day) == (number < 5 ? [] : Array(repeating: today, count: 5)))
            #expect(seen.allSatisfy { $0.pseudonym == nil && $0.id != nil })
        }
    }

    @Test func `a token goes when no second answer of its day can come`() async throws {
        let id = try await opened(.unlinked)
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        for (days, count) in [(4, 1), (5, 0)] {
            _ = try await store.forgetExpired(at: noon + Double(days) * 86_400)
            #expect(try await number("SELECT count(*) FROM studyAnswer WHERE token IS NOT NULL") == count)
        }
        #expect(try await number("SELECT count(*) FROM studyAnswer") == 1)
    }

    /// Somebody with the file and all keys of the service tries to find who answered.
    @Test func `after the end, nothing leads from an answer to a person`() async throws {
        let id = try await opened(.unlinked)
        for account in [anna, ben] {
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
        }
        let before = try await secrets(of: id)
        // While the study is open, its key tells: that is what the end takes away.
        #expect(Set(before.tokens) == Set(before.guesses))
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        #expect(try await number("SELECT count(*) FROM study WHERE key IS NOT NULL") == 0)
        #expect(try await number("SELECT count(*) FROM studyAnswer WHERE token IS NOT NULL") == 0)
        #expect(try await number("SELECT count(*) FROM studyAnswer WHERE participant IS NOT NULL") == 0)
        #expect(try await number("SELECT count(*) FROM studyAnswer") == 2)
        try store.checkpoint()
        let file = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        for secret in before.tokens + [before.sealedKey] { #expect(file.range(of: secret) == nil) }
    }

    private func secrets(
        of id: Study.ID
    ) async throws -> (sealedKey: Data, tokens: [Data], guesses: [Data]) {
        let given = try draft()
        return try await store.pool.read { [store, anna, ben] database in
            let row = try #require(try StudyRow.one(id, in: SQLiteRunner(database)))
            let sealed = try Data.fetchOne(database, sql: "SELECT key FROM study WHERE key IS NOT NULL")
            return (
                try #require(sealed), try Data.fetchAll(database, sql: "SELECT token FROM studyAnswer"),
                try [anna, ben].map { try row.token(of: $0, for: given, nil, store.keys) }
            )
        }
    }
}
