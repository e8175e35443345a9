import Allergens
import Forms
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension StudyStorageTests {
    @Test func `looks are listed in pages, for researchers with names and for participants without`()
        async throws
    {
        let id = try await opened()
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        for second in 0..<3 {
            _ = try await store.answers(
                of: id, for: otto, after: nil, limit: 9, at: noon + Double(second))
        }
        let page = try await store.looks(at: id, for: otto, before: .max, limit: 2)
        #expect(page.map(\.look) == [StudyLook(.read, at: noon + 2), StudyLook(.read, at: noon + 1)])
        #expect(page.map(\.name) == ["otto", "otto"])
        let rest = try await store.looks(at: id, for: otto, before: page[1].number, limit: 2)
        #expect(rest.map(\.look.at) == [noon])
        let own = try await store.looks(at: id, of: anna, before: page[1].number, limit: 9)
        #expect(own.map(\.look.at) == [noon] && own[0].name == nil)
        #expect(try await store.participations(of: anna, answers: 1, looks: 1)[0].looks.count == 1)
        await #expect(throws: StudyRefusal.unknown) {
            try await store.looks(at: id, of: ben, before: .max, limit: 9)
        }
    }

    @Test func `answers are counted by day, and without links only once there are enough`() async throws {
        let id = try await opened()
        for account in [anna, ben] { try await join(id, account) }
        for (account, daysAgo) in [(anna, 0), (ben, 0), (anna, 1)] {
            _ = try await store.answer(draft(daysAgo: daysAgo), to: id, as: account, at: noon)
        }
        #expect(
            try await store.progress(of: id, for: otto) == [
                StudyDay(today.adding(days: -1), answers: 1), StudyDay(today, answers: 2),
            ])
        let unlinked = try await opened(.unlinked)
        for index in 0..<5 {
            let account = try #require(try await store.addAccount(named: "p\(index)", at: noon)).id
            try await join(unlinked, account)
            _ = try await store.answer(draft(), to: unlinked, as: account, at: noon)
            #expect(
                try await store.progress(of: unlinked, for: otto)
                    == [StudyDay(today, answers: index < 4 ? nil : 5)])
        }
    }

    @Test(arguments: [Study.Mode.linked, .unlinked])
    func `cells are told to owners, and without a number until enough people answered there`(
        mode: Study.Mode
    ) async throws {
        let id = try await opened(mode)
        for index in 0..<5 {
            let account = try #require(try await store.addAccount(named: "p\(index)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
            let cells = try await store.cells(of: id, for: otto, at: noon)
            let middle = try #require(Coordinate(longitude: 7.55, latitude: 47.55))
            // Without links, a day is left out until it has enough answers.
            let few = mode == .linked ? [StudyCell(middle, people: nil)] : []
            #expect(cells == (index < 4 ? few : [StudyCell(middle, people: 5)]))
        }
        try await grantResearch(to: anna)
        try await store.appoint(.analyst, "anna", in: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.role(.analyst)) {
            try await store.cells(of: id, for: anna, at: noon)
        }
    }

    @Test func `somebody who joined twice is one person of a cell, and sees that it was looked at`()
        async throws
    {
        let id = try await opened()
        #expect(try await store.cells(of: id, for: otto, at: noon).isEmpty)
        #expect(try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers.isEmpty)
        #expect(try await number("SELECT count(*) FROM studyLook") == 0)
        for index in 0..<3 {
            let account = try #require(try await store.addAccount(named: "p\(index)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
        }
        try await join(id, anna)
        _ = try await store.answer(draft(daysAgo: 1), to: id, as: anna, at: noon)
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        #expect(try await store.cells(of: id, for: otto, at: noon).map(\.people) == [nil])
        let parts = try await store.participations(of: anna, answers: 9, looks: 9)
        #expect(parts.map(\.looks) == [[StudyLook(.read, at: noon)], [StudyLook(.read, at: noon)]])
    }

    @Test(arguments: Study.Mode.allCases)
    func `researchers see a cell once enough people answered there on that day, and never the hour`(
        mode: Study.Mode
    ) async throws {
        let id = try await opened(mode)
        for index in 0..<5 {
            let account = try #require(try await store.addAccount(named: "p\(index)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
            // All five answer on the day before, too, but one of them is elsewhere then.
            let earlier = try draft(daysAgo: 1)
            let place = index == 0 ? Coordinate(longitude: 7.21, latitude: 47.21) : earlier.place
            _ = try await store.answer(
                StudyAnswerDraft(version: 1, moment: earlier.moment, place: place, answers: earlier.answers),
                to: id, as: account, at: noon)
            guard index < 4 else { break }
            let few = try await store.answers(of: id, for: otto, after: nil, limit: 20, at: noon).answers
            #expect(few.allSatisfy { $0.cell == nil }, "\(index)")
        }
        // Pages end within a day, and count all of it.
        var (seen, last): ([StudyAnswer], StudyAnswerPage.Place?) = ([], nil)
        repeat {
            let page = try await store.answers(of: id, for: otto, after: last, limit: 3, at: noon)
            (seen, last) = (seen + page.answers, page.next)
        } while last != nil
        let middle = Coordinate(longitude: 7.55, latitude: 47.55)
        #expect(seen.prefix(5).allSatisfy { $0.day == today.adding(days: -1) && $0.cell == nil })
        #expect(seen.count == 10 && seen.dropFirst(5).allSatisfy { $0.day == today && $0.cell == middle })
        #expect(seen.allSatisfy { $0.given == nil })
    }

    @Test func `two parts of one person do not open a cell to researchers`() async throws {
        let id = try await opened()
        for index in 0..<4 {
            let account = try #require(try await store.addAccount(named: "p\(index)", at: noon)).id
            try await join(id, account)
            _ = try await store.answer(draft(), to: id, as: account, at: noon)
            guard index == 0 else { continue }
            try await store.withdraw(from: id, as: account, erasing: false, at: noon)
            try await join(id, account)
        }
        let four = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers
        #expect(four.count == 4 && four.allSatisfy { $0.cell == nil })
        try await join(id, anna)
        _ = try await store.answer(draft(), to: id, as: anna, at: noon)
        let five = try await store.answers(of: id, for: otto, after: nil, limit: 9, at: noon).answers
        #expect(five.count == 5 && five.allSatisfy { $0.cell != nil })
    }

    @Test func `a researcher leaves, and the only owner stays`() async throws {
        let id = try await opened()
        await #expect(throws: StudyRefusal.lastOwner) { try await store.leave(id, as: otto) }
        for account in [anna, ben] { try await grantResearch(to: account) }
        try await store.appoint(.recruiter, "anna", in: id, by: otto, at: noon)
        try await store.leave(id, as: anna)
        await #expect(throws: StudyRefusal.unknown) { try await store.leave(id, as: anna) }
        try await store.appoint(.owner, "ben", in: id, by: otto, at: noon)
        try await store.leave(id, as: otto)
        #expect(try await store.study(id)?.state == .open)
        #expect(try await store.researchers(of: id, for: ben).map(\.name) == ["ben"])
    }

    @Test func `a draft is deleted with its codes, and what was opened never is`() async throws {
        let draft = try await store.begin(content, settings(), by: otto, at: noon)
        _ = try await store.act(.publish, on: draft.id, by: otto, at: noon)
        let codes = try await store.invite(1, length: 9, to: draft.id, by: otto, at: noon)
        try await store.delete(draft.id, by: otto)
        #expect(try await store.study(draft.id) == nil)
        #expect(try await store.studies(of: otto).isEmpty)
        await #expect(throws: StudyRefusal.unknownCode) { try await store.study(invitedBy: codes[0]) }
        let id = try await opened()
        await #expect(throws: StudyRefusal.state(.open)) { try await store.delete(id, by: otto) }
        _ = try await store.act(.close, on: id, by: otto, at: noon)
        await #expect(throws: StudyRefusal.state(.closed)) { try await store.delete(id, by: otto) }
    }

    @Test func `a label is sealed, seen by the person, and goes with the answers`() async throws {
        let id = try await opened()
        try await join(id, anna)
        let other = try await opened()
        try await store.label(1, of: id, as: "Zitronenmelisse", by: otto)
        await #expect(throws: StudyRefusal.unknownParticipant) {
            try await store.label(1, of: other, as: "x", by: otto)
        }
        #expect(
            try await store.invitations(of: id, for: otto, after: 0, limit: 9).map(\.label)
                == ["Zitronenmelisse"])
        try store.checkpoint()
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        #expect(bytes.range(of: Data("Zitronenmelisse".utf8)) == nil)
        let part = try #require(try await store.participations(of: anna, answers: 1, looks: 1).first)
        #expect(part.label == "Zitronenmelisse")
        try await store.withdraw(from: id, as: anna, erasing: true, at: noon)
        #expect(
            try await store.invitations(of: id, for: otto, after: 0, limit: 9).map(\.label) == [nil])
        try await store.label(1, of: id, as: "again", by: otto)
        try await store.pool.write { database in
            try database.execute(literal: "DELETE FROM studyParticipant")
        }
        #expect(try await number("SELECT count(*) FROM studyInvitation WHERE label IS NULL") == 1)
    }

    @Test func `open studies come in pages`() async throws {
        let ids = [try await opened(), try await opened(), try await opened()]
        let first = try await store.openStudies(after: 0, limit: 2)
        #expect(first.studies.map(\.id) == Array(ids.prefix(2)))
        let last = try await store.openStudies(after: try #require(first.next), limit: 2)
        #expect(last.studies.map(\.id) == [ids[2]] && last.next == nil)
    }
}
