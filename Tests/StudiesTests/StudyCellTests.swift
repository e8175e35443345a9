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

    @Test func `a cell is told of a day and a form if enough people answered that form`() throws {
        let weekly = try #require(StudyForm.Name(rawValue: "weekly"))
        let daily = (0..<5).map { answer($0, by: "p\($0)", on: 1) }
        let few = (0..<4).map { answer($0 + 10, by: "p\($0)", on: 1, to: weekly) }
        let shared = StudyCell.shared(by: daily + few, k: 5, mode: .linked)
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
