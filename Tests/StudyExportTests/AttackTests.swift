import Allergens
import Foundation
import Geography
import SeededTesting
import StudyExport
import Tables
import Testing

/// What somebody finds who has all released tables, knows the rules, and knows where people were on a day.
@Suite struct AttackTests {
    /// A row of the joined tables: what is told, and, for the judge only, who it was.
    struct Row {
        let pseudonym: String
        /// What the study calls the form that was answered, with the window of the day if there are any.
        var form = "main"
        let month: String
        let area: String
        let region: String
        let person: Int
        let day: CivilDate
    }

    func cells(_ table: Table) throws -> [[TableCell]] {
        let rows = try table.rows()
        var row = Array(repeating: TableCell.empty, count: table.columns.count)
        var all: [[TableCell]] = []
        while try rows(&row) { all.append(row) }
        return all
    }

    /// Joins the tables by the number of the response, as anybody can.
    func leak(_ study: MadeUpStudy, _ truth: MadeUpStudy, _ policy: AnonymityPolicy) throws -> [Row] {
        var generator = SeededGenerator(seed: 1)
        let export = try StudyExport(study.plan, study, policy, using: &generator)
        let tables = export.tables([])
        let (summary, symptoms) = (try cells(tables[0]), try cells(tables[3]))
        #expect(summary.count == export.count && export.count + export.leftOut == study.all.count)
        let names = tables[3].columns.map(\.name)
        let tokens = names.indices.filter { names[$0].hasSuffix("token") }
        #expect(tokens.count == study.plan.forms.count && !names.contains { $0.hasSuffix("words") })
        return try zip(summary, symptoms).map { row, answers in
            #expect(row[0...2] == answers[0...2])
            guard case .whole(let index) = tokens.map({ answers[$0] }).first(where: { $0 != .empty }),
                case .day(let day) = row[2], case .text(let form) = row[7], answers[3] == row[7]
            else { throw CancellationError() }
            #expect(study.plan.names[study.all[index].form] == form)
            let window = study.plan.windows.isEmpty ? TableCell.empty : row[9]
            #expect(window == TableCell(study.all[index].window))
            return Row(
                pseudonym: "\(row[1])", form: window == .empty ? form : "\(form) \(window)",
                month: String(day.description.prefix(7)),
                area: "\(row[3])\(row[4])\(row[5])\(row[6])", region: "\(row[6])",
                person: truth.all[index].participant ?? -1, day: day)
        }
    }

    /// The sizes in people of the groups of rows with the same key.
    func sizes(_ rows: [Row], by key: (Row) -> String) -> [Int] {
        Dictionary(grouping: rows, by: key).values.map { Set($0.map(\.person)).count }
    }

    static func dayAndArea(_ row: Row) -> String { "\(row.day.daysSinceEpoch) \(row.area)" }

    @Test(arguments: AnonymityPolicy.Linkage.allCases)
    func `nobody is singled out by place and date in 200 studies`(linkage: AnonymityPolicy.Linkage) throws {
        var (released, cells, regions) = (0, 0, 0)
        for seed in UInt64(0)..<200 {
            let study = try MadeUpStudy(seed: seed)
            let k = seed.isMultiple(of: 2) ? 5 : 5 + Int(seed % 16)
            let policy = try #require(AnonymityPolicy(k: k, linkage: linkage))
            let rows = try leak(study, study, policy)
            released += rows.count
            cells += rows.count { $0.area.contains("number") }
            regions += rows.count { $0.area.contains("Region") }
            #expect(sizes(rows, by: Self.dayAndArea).allSatisfy { $0 >= k }, "seed \(seed)")
            #expect(sizes(rows) { "\($0.day.daysSinceEpoch)" }.allSatisfy { $0 >= k }, "seed \(seed)")
            #expect(sizes(rows) { $0.month + $0.area }.allSatisfy { $0 >= k }, "seed \(seed)")
            // Subtracting all groups of places from the month leaves those without a place: many, or nobody.
            #expect(sizes(rows) { $0.month }.allSatisfy { $0 >= k }, "seed \(seed)")
            try followed(rows, linkage, k, seed)
        }
        // Safety by silence would be no use.
        #expect(
            released > 50_000 && cells > 5_000 && regions > 2_000,
            "\(released) rows, \(cells) with a cell, \(regions) with a region")
    }

    /// Follows pseudonyms through the rows: what they tell together must fit `k` people.
    private func followed(_ rows: [Row], _ linkage: AnonymityPolicy.Linkage, _ k: Int, _ seed: UInt64) throws
    {
        let people = Dictionary(grouping: rows, by: \.pseudonym)
        #expect(people.values.allSatisfy { Set($0.map(\.person)).count == 1 })
        #expect(people.values.allSatisfy { Set($0.map(\.area)).count == 1 }, "seed \(seed)")
        if linkage == .month { #expect(people.values.allSatisfy { Set($0.map(\.month)).count == 1 }) }
        #expect(sizes(rows) { linkage == .month ? $0.month + $0.area : $0.area }.allSatisfy { $0 >= k })
        // A person is in one group of a month only, so groups do not overlap and can be subtracted.
        let groups = Dictionary(grouping: rows) { "\($0.person) \($0.month)" }
        #expect(groups.values.allSatisfy { Set($0.map(\.area)).count == 1 }, "seed \(seed)")
    }

    @Test func `answers that are not linked hide among as many people`() throws {
        var released = 0
        for seed in UInt64(0)..<200 {
            let study = try MadeUpStudy(seed: seed, isLinked: false)
            let rows = try leak(study, MadeUpStudy(seed: seed), try #require(AnonymityPolicy(k: 5)))
            released += rows.count
            #expect(rows.allSatisfy { $0.pseudonym == "empty" })
            #expect(sizes(rows, by: Self.dayAndArea).allSatisfy { $0 >= 5 }, "seed \(seed)")
            #expect(sizes(rows) { $0.month + $0.area }.allSatisfy { $0 >= 5 }, "seed \(seed)")
        }
        #expect(released > 30_000, "\(released) rows")
    }

    @Test func `the same attack finds people in places that are only rounded`() throws {
        let study = try MadeUpStudy(seed: 3)
        let rows = study.all.map { response in
            let place = response.place?.snapped(toGridOf: 0.1)
            return Row(
                pseudonym: "", month: String(response.day.description.prefix(7)), area: "\(place as Any)",
                region: "", person: response.participant ?? -1, day: response.day)
        }
        #expect(sizes(rows) { $0.month + $0.area }.contains { $0 < 5 })
    }

    @Test func `the same attack finds people on single days in places that enough people share in a month`()
        throws
    {
        var found = 0
        for seed in UInt64(0)..<20 {
            let rows = try MadeUpStudy(seed: seed).all.map { response in
                Row(
                    pseudonym: "", month: String(response.day.description.prefix(7)),
                    area: "\(response.place?.snapped(toGridOf: 0.1) as Any)", region: "",
                    person: response.participant ?? -1, day: response.day)
            }
            let shared = Dictionary(grouping: rows) { $0.month + $0.area }.values.filter {
                Set($0.map(\.person)).count >= 5
            }
            found += shared.count { sizes($0, by: Self.dayAndArea).contains { $0 < 5 } }
        }
        #expect(found > 0)
    }

    @Test func `the air does not tell where somebody without a place was`() throws {
        var found = 0
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: 7)
            let study = try MadeUpStudy(seed: seed)
            let policy = try #require(AnonymityPolicy(k: 10))
            let tables = try StudyExport(study.plan, study, policy, using: &generator).tables([])
            let summary = try cells(tables[0])
            let hidden = summary.indices.filter { summary[$0][3] == .text("withheld") }
            found += hidden.count
            for table in tables[1...2] {
                let rows = try cells(table)
                #expect(
                    hidden.allSatisfy {
                        rows[$0][3...8].allSatisfy { $0 == .empty } && rows[$0][9] == .whole(1)
                    })
            }
        }
        #expect(found > 0)
    }

    @Test func `small counts cannot be told from totals`() throws {
        var generator = SeededGenerator(seed: 9)
        let study = try MadeUpStudy(seed: 1)
        for k in [5, 11, 20] {
            let policy = try #require(AnonymityPolicy(k: k))
            let participation = (0..<300).flatMap { week in
                ["Invited", "Participating", "Restricted", "Withdrawn"].map {
                    WeeklyStatus(
                        week: CivilDate(daysSinceEpoch: 20_500 + 7 * week), status: $0,
                        count: .random(in: 0...40, using: &generator))
                }
            }
            let export = try StudyExport(study.plan, study, policy, using: &generator)
            let table = export.tables(participation)[5]
            // The last two rows count answers and no people.
            let weeks = Dictionary(grouping: try cells(table).dropLast(2)) { $0[0] }
            #expect(weeks.count == 300)
            for rows in weeks.values {
                let shown = rows.map { row in if case .text(let text) = row[2] { text } else { "" } }
                #expect(shown.compactMap { Int($0) }.allSatisfy { $0 == 0 || $0 >= k })
                let hidden = shown.filter { Int($0) == nil }.count
                #expect(hidden != 1 || shown.compactMap { Int($0) }.allSatisfy { $0 == 0 })
            }
        }
        #expect(AnonymityPolicy(k: 4) == nil && AnonymityPolicy(k: 21) == nil)
    }
}
