import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct ResearchTests {
    let opened: OpenedArchive
    let anna: Account.ID
    let bert: Account.ID

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
        bert = try await opened.account("bert")
        try await opened.store.giveConsent(to: .research, of: anna, by: .owner, at: noon)
    }

    private func report(
        _ id: String, by account: Account.ID, at place: Coordinate = .basel,
        of allergens: [Allergen.ID] = ["birch"],
        sent: Date = noon
    ) async throws {
        let alert = Alert.sample(id, kind: .user, level: nil)
        let report = Report(
            account: account, position: place, allergens: allergens, symptoms: [.cough], comment: "a secret")
        try await opened.store.transact { transaction in
            try transaction.add(alert)
            try transaction.keep(report, in: alert.id, at: sent)
        }
    }

    private func found(
        _ days: ClosedRange<CivilDate> = today...today, in box: BoundingBox? = nil,
        of allergen: Allergen.ID? = nil,
        after last: Int64 = 0, limit: Int = 100
    ) async throws -> [ResearchReport] {
        try await opened.store.researchReports(
            ResearchQuery(days: days, box: box, allergen: allergen, after: last, limit: limit))
    }

    @Test func `reports are readable for research while their authors consent`() async throws {
        try await report("hers", by: anna, sent: noon.addingTimeInterval(1_234))
        try await report("his", by: bert)
        try await opened.execute(
            "INSERT INTO confirmation SELECT number, ?, 0 FROM alert WHERE id = 'hers'", [bert.rawValue])
        let report = try #require(try await found().first)
        let cell = Coordinate.basel.snapped(toGridOf: Report.publicGrid)
        #expect(try await found().count == 1)
        #expect(report.cell == cell && report.allergens == ["birch"] && report.symptoms == [.cough])
        #expect(report.hour == noon && report.confirmations == 1)
        _ = try await opened.store.withdrawConsent(to: .research, of: anna, at: noon)
        #expect(try await found().isEmpty)
        try await opened.store.giveConsent(to: .research, of: bert, by: .owner, at: noon)
        #expect(try await found().count == 1)
        try await opened.execute("UPDATE alert SET hidden = 1 WHERE id = 'his'")
        #expect(try await found().isEmpty, "a hidden report is not readable")
    }

    @Test func `reports are filtered by day, place and allergen, and paged without loss or repeat`()
        async throws
    {
        let day = 86_400.0
        for (number, days) in [0.0, 0, -1, -2].enumerated() {
            try await report("r\(number)", by: anna, sent: noon.addingTimeInterval(days * day))
        }
        let far = Coordinate(179.99, -17)
        try await report("far", by: anna, at: far, of: ["grass", "oak"])
        #expect(try await found().count == 3)
        #expect(try await found(today.adding(days: -1)...today).count == 4)
        #expect(try await found(today.adding(days: -9)...today.adding(days: -2)).count == 1)
        #expect(try await found(of: "oak").map { Set($0.allergens) } == [["grass", "oak"]])
        #expect(try await found(of: "hazel").isEmpty)
        let overTheLine = try #require(BoundingBox(west: 179, south: -18, east: -179, north: -16))
        #expect(try await found(in: overTheLine).count == 1)
        #expect(try await found(in: BoundingBox(7, 47, 8, 48)).count == 2)
        let all = try await found(today.adding(days: -9)...today).map(\.number)
        var (seen, last): ([Int64], Int64) = ([], 0)
        while true {
            let page = try await found(today.adding(days: -9)...today, after: last, limit: 2).map(\.number)
            seen += page
            guard let final = page.last else { break }
            last = final
        }
        #expect(seen == all && all.count == 5)
    }

    @Test func `a page goes on after the last one, whatever is withdrawn or rewritten in between`()
        async throws
    {
        for number in 0..<4 { try await report("r\(number)", by: anna) }
        let first = try await found().map(\.number)
        #expect(first.count == 4)
        _ = try await opened.store.transact { [anna] transaction in
            try ["r0", "r3"].map { try transaction.withdrawReport(of: Alert.ID(rawValue: $0), by: anna) }
        }
        try await opened.store.pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        try await report("r4", by: anna, of: ["oak"])
        // The newest report was withdrawn, and its number is not given to the next one.
        let newest = try await found(after: first[3])
        #expect(newest.map(\.allergens) == [["oak"]])
        let rest = try await found(after: first[0]).map(\.number)
        #expect(rest == [first[1], first[2]] + newest.map(\.number))
        let own = try await opened.store.ownReports(of: anna, after: first[3], limit: 10, at: noon)
        #expect(own.map(\.alert.rawValue) == ["r4"])
    }
}
