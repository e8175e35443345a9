import Allergens
import Forms
import Geography
import Studies
import Testing

@Suite struct StudyCellTests {
    private let cell = Coordinate(longitude: 7.55, latitude: 47.55)

    /// An answer on a day.
    private func answer(
        _ number: Int, by pseudonym: String?, on day: Int, to form: StudyForm.Name = .main
    ) -> StudyAnswer {
        StudyAnswer(
            id: "\(number)", pseudonym: pseudonym, version: 1, form: form,
            day: CivilDate(daysSinceEpoch: day), given: nil, cell: cell, answers: FormAnswers())
    }

    @Test func `answers of one day to several forms are not as many people`() throws {
        let weekly = try #require(StudyForm.Name(rawValue: "weekly"))
        let answers = (0..<4).flatMap { number in
            [answer(number, by: nil, on: 1), answer(number + 10, by: nil, on: 1, to: weekly)]
        }
        #expect(StudyCell.count(answers, k: 5, mode: .unlinked).isEmpty)
        let fifth = answer(20, by: nil, on: 1)
        #expect(StudyCell.count(answers + [fifth], k: 5, mode: .unlinked).map(\.people) == [5])
    }

    @Test func `a cell is shown for a day if enough people answered the same forms there`() throws {
        let weekly = try #require(StudyForm.Name(rawValue: "weekly"))
        func answers(_ numbers: Range<Int>, to form: StudyForm.Name = .main) -> [StudyAnswer] {
            numbers.map { answer($0 + (form == .main ? 0 : 100), by: "p\($0)", on: 1, to: form) }
        }
        func told(_ all: [StudyAnswer]) -> [String] {
            let shared = StudyCell.shared(by: all, k: 5, mode: .linked)
            return all.map { $0.seen(in: shared) }.filter { $0.cell != nil }.compactMap(\.id)
        }
        // Nine people answered the daily form, but a pseudonym tells which four of them the weekly one, too.
        let few = answers(0..<9) + answers(0..<4, to: weekly)
        #expect(told(few) == (4..<9).map(String.init))
        #expect(told(answers(0..<5) + answers(0..<4, to: weekly)).isEmpty)
        let enough = answers(0..<5) + answers(0..<5, to: weekly)
        #expect(told(enough).count == 10)
        // Another day says nothing of this one.
        #expect(told(enough + [answer(200, by: "p0", on: 2, to: weekly)]).count == 10)
    }

    @Test func `a cell of answers that belong to nobody is told by form`() throws {
        let weekly = try #require(StudyForm.Name(rawValue: "weekly"))
        let daily = (0..<5).map { answer($0, by: nil, on: 1) }
        let few = (0..<4).map { answer($0 + 10, by: nil, on: 1, to: weekly) }
        let shared = StudyCell.shared(by: daily + few, k: 5, mode: .unlinked)
        #expect(daily[0].seen(in: shared).cell == cell && few[0].seen(in: shared).cell == nil)
        #expect(few[0].seen(in: shared).form == weekly)
    }

    @Test func `answers of one person on five days are not five people`() {
        let days = (0..<5).map { answer($0, by: nil, on: $0) }
        #expect(StudyCell.count(days, k: 5, mode: .unlinked).isEmpty)
        let oneDay = (5..<10).map { answer($0, by: nil, on: 9) }
        #expect(StudyCell.count(days + oneDay, k: 5, mode: .unlinked).map(\.people) == [5])
    }

    @Test func `two pseudonyms of one person count once`() {
        let answers = (0..<5).map { answer($0, by: "p\($0)", on: 1) }
        #expect(StudyCell.count(answers, k: 5, mode: .linked).map(\.people) == [5])
        let names = ["p0": "p0", "p4": "p0"]
        #expect(StudyCell.count(answers, k: 5, mode: .linked, names: names).map(\.people) == [nil])
    }
}
