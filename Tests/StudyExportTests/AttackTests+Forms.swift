import Allergens
import StudyExport
import Testing

/// What somebody finds in studies with several forms who knows which of them people answered on a day.
extension AttackTests {
    /// The sizes in people of the groups that join the answers of each person of a day to all forms.
    private func joined(_ rows: [Row]) -> [Int] {
        let people = Dictionary(grouping: rows) { "\($0.person) \($0.day.daysSinceEpoch)" }.values
        let sets = people.map { rows in
            "\(Self.dayAndArea(rows[0])) \(rows.map(\.form).sorted().joined(separator: " "))"
        }
        return Dictionary(grouping: sets) { $0 }.values.map(\.count)
    }

    private func ofForm(_ row: Row) -> String { "\(row.form) \(Self.dayAndArea(row))" }

    @Test(arguments: AnonymityPolicy.Linkage.allCases)
    func `nobody is singled out by the forms of a day in 200 studies`(
        linkage: AnonymityPolicy.Linkage
    ) throws {
        var (released, cells): ([String: Int], Int) = ([:], 0)
        for seed in UInt64(0)..<200 {
            let study = try MadeUpStudy(seed: seed, hasForms: true)
            let k = seed.isMultiple(of: 2) ? 5 : 5 + Int(seed % 16)
            let rows = try leak(study, study, try #require(AnonymityPolicy(k: k, linkage: linkage)))
            for row in rows { released[row.form, default: 0] += 1 }
            cells += rows.count { $0.area.contains("number") }
            #expect(sizes(rows, by: Self.dayAndArea).allSatisfy { $0 >= k }, "seed \(seed)")
            #expect(sizes(rows, by: ofForm).allSatisfy { $0 >= k }, "seed \(seed)")
            #expect(joined(rows).allSatisfy { $0 >= k }, "seed \(seed)")
            #expect(
                sizes(rows) { "\($0.form) \($0.month) \($0.area)" }.allSatisfy { $0 >= k }, "seed \(seed)")
            let people = Dictionary(grouping: rows, by: \.pseudonym).values
            #expect(people.allSatisfy { Set($0.map(\.person)).count == 1 && Set($0.map(\.area)).count == 1 })
        }
        // Safety by silence would be no use.
        #expect(released["main", default: 0] > 50_000 && cells > 5_000, "\(released), \(cells) with a cell")
        #expect(released["weekly", default: 0] > 4_000 && released["evening", default: 0] > 10_000)
    }

    @Test(arguments: [true, false])
    func `nobody is singled out by the windows of a day in 60 studies`(isLinked: Bool) throws {
        var released = 0
        for seed in UInt64(0)..<60 {
            let truth = try MadeUpStudy(seed: seed, hasForms: true, hasWindows: true)
            let study = try MadeUpStudy(seed: seed, isLinked: isLinked, hasForms: true, hasWindows: true)
            let rows = try leak(study, truth, try #require(AnonymityPolicy(k: 5)))
            released += rows.count { $0.form.hasPrefix("main ") }
            #expect(sizes(rows, by: ofForm).allSatisfy { $0 >= 5 }, "seed \(seed)")
            guard isLinked else { continue }
            #expect(joined(rows).allSatisfy { $0 >= 5 }, "seed \(seed)")
        }
        #expect(released > 3_000, "\(released)")
    }

    @Test func `answers of nobody hide among those to the same form`() throws {
        var released: [String: Int] = [:]
        for seed in UInt64(0)..<200 {
            let study = try MadeUpStudy(seed: seed, isLinked: false, hasForms: true)
            let rows = try leak(
                study, MadeUpStudy(seed: seed, hasForms: true), try #require(AnonymityPolicy(k: 5)))
            for row in rows { released[row.form, default: 0] += 1 }
            #expect(rows.allSatisfy { $0.pseudonym == "empty" })
            #expect(sizes(rows, by: ofForm).allSatisfy { $0 >= 5 }, "seed \(seed)")
        }
        #expect(
            released["main", default: 0] > 30_000 && released["weekly", default: 0] > 2_000, "\(released)")
    }

    @Test func `the same attack finds people by their forms in areas that enough people share on a day`()
        throws
    {
        var found = 0
        for seed in UInt64(0)..<20 {
            let study = try MadeUpStudy(seed: seed, hasForms: true)
            let rows = study.all.map { response in
                Row(
                    pseudonym: "", form: study.plan.names[response.form],
                    month: String(response.day.description.prefix(7)), area: "", region: "",
                    person: response.participant ?? -1, day: response.day)
            }
            let shared = Dictionary(grouping: rows, by: Self.dayAndArea).values.filter {
                Set($0.map(\.person)).count >= 5
            }
            found += shared.count { joined($0).contains { $0 < 5 } }
        }
        #expect(found > 0)
    }
}
