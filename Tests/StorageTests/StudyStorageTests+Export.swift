import Alerts
import Allergens
import Forms
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Studies
import StudyExport
import Synchronization
import Tables
import Testing

@testable import Storage

/// What leaves of a study that the database holds.
extension StudyStorageTests {
    private typealias Rows = [[String: TableCell]]

    /// The tables of an export, each row by the names of its columns.
    private func export(
        _ id: Study.ID, by researcher: Account.ID? = nil, _ wish: StudyExportWish = StudyExportWish()
    ) async throws -> [Rows] {
        let written = Mutex<[Rows]>([])
        try await store.export(id, by: researcher ?? otto, wish, at: noon) { export, participation in
            let tables = try export.tables(participation).map { table in
                let rows = try table.rows()
                var row = Array(repeating: TableCell.empty, count: table.columns.count)
                var all: Rows = []
                while try rows(&row) {
                    all.append(Dictionary(uniqueKeysWithValues: zip(table.columns.map(\.name), row)))
                }
                return all
            }
            written.withLock { $0 = tables }
            return TakenStudyFile(name: "export.zip", answers: export.count, k: export.k, hash: "abc")
        }
        return written.withLock { $0 }
    }

    private func people(_ count: Int) async throws -> [Account.ID] {
        var people = [anna, ben]
        for index in 2..<count {
            people.append(try #require(try await store.addAccount(named: "person \(index)", at: noon)).id)
        }
        return people
    }

    /// Has people join and answer, each at a longitude.
    private func answer(
        _ id: Study.ID, _ people: [Account.ID], longitudes: [Double]? = nil, daysAgo: Int = 0
    ) async throws {
        for (index, account) in people.enumerated() {
            try await join(id, account)
            let place = Coordinate(longitude: longitudes?[index] ?? 7.588, latitude: 47.557)
            let draft = try draft(daysAgo: daysAgo)
            _ = try await store.answer(
                StudyAnswerDraft(
                    version: 1, moment: draft.moment, place: place,
                    answers: FormAnswers(["nose": .text("\(index % 4)")])),
                to: id, as: account, at: noon - Double(daysAgo) * 86_400)
        }
    }

    private func measure() async throws {
        try await store.add([
            .sample("near", at: Coordinate(7.60, 47.56)), .sample("next", at: Coordinate(7.70, 47.56)),
            .sample("far", at: Coordinate(9.9, 47.56)),
        ])
        try await store.transact { transaction in
            for reading in [
                Reading.sample(80, at: "near"), .sample(10, at: "near", on: today.adding(days: -1)),
                .sample(90, at: "next"), .hour(33, ending: noon + 3_600, at: "near"),
                .hour(44, ending: noon, at: "near"),
                .sample(40, of: "grass", at: "next", on: today.adding(days: -1)),
                .sample(25, of: "pm10", at: "next"), .sample(7, of: "alder", at: "far"),
            ] { _ = try transaction.keep(reading, received: noon) }
        }
    }

    @Test func `an export has the air of day and hour, and only those in it see that it was made`()
        async throws
    {
        try await measure()
        let (id, people) = (try await opened(), try await people(6))
        try await answer(id, Array(people.prefix(5)))
        // Alone in his month.
        try await answer(id, [people[5]], daysAgo: 8)
        let tables = try await export(id, StudyExportWish(lags: 1))
        #expect(tables.map(\.count).prefix(4) == [5, 5, 5, 5])
        let (summary, pollen) = (tables[0][0], tables[1][0])
        #expect(summary["latitude"] == .number(47.55) && summary["longitude"] == .number(7.55))
        #expect(summary["area"] == .text("cell") && summary["consent_version"] == .text("1"))
        #expect(pollen["birch"] == .number(80) && pollen["birch_hour"] == .number(33))
        #expect(pollen["birch_station"] == .text("near") && pollen["birch_hours"] == .number(0))
        #expect(pollen["birch_basis"] == .text("measured") && pollen["birch_lag1"] == .number(10))
        // What is not measured on the day stands in for it with its age at noon, 12 hours after the day before.
        #expect(pollen["grass"] == .number(40) && pollen["grass_hours"] == .number(12))
        #expect(pollen["grass_hour"] == .empty && pollen["grass_unknown"] == .whole(0))
        #expect(pollen["alder"] == .empty && pollen["alder_unknown"] == .whole(1))
        #expect(tables[2][0]["pm10"] == .number(25) && tables[2][0]["ozone"] == nil)
        #expect(Set(tables[3].compactMap { $0["nose"] }) == Set((0..<4).map { TableCell.whole($0) }))
        #expect(tables[5].suffix(2).map { $0["count"] } == [.text("5"), .text("< 5")])
        let kept = try await store.looks(at: id, for: otto, before: .max, limit: 9)
        #expect(kept.map(\.look) == [StudyLook(.exported, at: noon)] && kept.map(\.name) == ["otto"])
        #expect(kept.map(\.file) == [TakenStudyFile(name: "export.zip", answers: 5, k: 5, hash: "abc")])
        let own = try await store.looks(at: id, of: people[0], before: .max, limit: 9)
        #expect(own.map(\.look.kind) == [.exported] && own.allSatisfy { $0.file == nil })
        for (index, account) in people.enumerated() {
            let part = try #require(try await store.participations(of: account, answers: 1, looks: 9).first)
            #expect(part.looks == (index < 5 ? [StudyLook(.exported, at: noon)] : []), "\(index)")
        }
    }

    @Test func `only wanted allergens are joined, and what columns mean is no look at answers`() async throws
    {
        try await measure()
        let id = try await opened()
        try await answer(id, try await people(5))
        let birch = try #require(Taxonomy.standard["birch"])
        let allergens = AllergenSet([birch])
        let bare = try await export(id, StudyExportWish(allergens: allergens, hasAnswers: false))
        #expect(bare.prefix(4).allSatisfy { $0.isEmpty })
        #expect(try await number("SELECT count(*) FROM studyLook") == 0)
        let tables = try await export(id, StudyExportWish(allergens: allergens))
        #expect(tables[1][0]["birch"] == .number(80) && tables[1][0]["grass"] == nil)
        #expect(tables[2][0].count == 3 && tables[4] == bare[4])
    }

    @Test func `analysts export neither places nor air, and recruiters nothing`() async throws {
        try await measure()
        let id = try await opened()
        try await answer(id, try await people(5))
        for (name, role) in [("maria", StudyRole.analyst), ("rita", .recruiter)] {
            let account = try #require(try await store.addAccount(named: name, at: noon)).id
            try await grantResearch(to: account)
            try await store.appoint(role, name, in: id, by: otto, at: noon)
            guard role == .analyst else {
                await #expect(throws: StudyRefusal.role(.recruiter)) {
                    _ = try await export(id, by: account)
                }
                continue
            }
            let tables = try await export(id, by: account)
            #expect(tables[0].count == 5 && tables[0].allSatisfy { $0["area"] == .text("withheld") })
            #expect(tables[0].allSatisfy { $0["latitude"] == .empty && $0["region"] == .empty })
            #expect(tables[1][0].count == 3 && tables[3].count == 5)
        }
        await #expect(throws: StudyRefusal.unknown) { _ = try await export(id, by: ben) }
        let draft = try await store.begin(content, settings(), by: otto, at: noon).id
        await #expect(throws: StudyRefusal.unpublished) { _ = try await export(draft) }
    }

    @Test func `who joined twice is one person of a group`() async throws {
        let (id, people) = (try await opened(), try await people(4))
        try await answer(id, people)
        try await store.withdraw(from: id, as: anna, erasing: false, at: noon)
        try await answer(id, [anna], daysAgo: 1)
        let tables = try await export(id)
        #expect(tables[0].isEmpty)
    }

    @Test func `where few share a cell, their region is told`() async throws {
        let (id, people) = (try await opened(), try await people(5))
        try await answer(id, people, longitudes: [7.55, 7.55, 7.55, 7.15, 7.15])
        let squares = try await export(id)[0].map { $0["region"] }
        #expect(Set(squares) == [TableCell.text("47–48° N, 7–8° E")])
        try await store.keep([
            Region(
                id: try #require(Region.ID(rawValue: "nordwest")), name: "Nordwest",
                polygons: [.rectangle(BoundingBox(7, 47, 8.5, 48))])
        ])
        let rows = try await export(id)[0]
        #expect(Set(rows.map { $0["region"] }) == [TableCell.text("Nordwest")])
        #expect(rows[0]["latitude"] == .empty)
    }

    @Test func `answers that belong to nobody leave without a name, and all who joined see it`() async throws
    {
        try await measure()
        let (id, people) = (try await opened(.unlinked), try await people(5))
        try await answer(id, people)
        let tables = try await export(id)
        #expect(tables[0].count == 5 && tables[0].allSatisfy { $0["pseudonym"] == .empty })
        #expect(tables[1][0]["birch"] == .number(80) && tables[1][0]["birch_hour"] == .empty)
        let part = try #require(try await store.participations(of: anna, answers: 1, looks: 9).first)
        #expect(part.looks == [StudyLook(.exported, at: noon)])
    }
}
