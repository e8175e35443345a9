import Allergens
import Forms
import Geography
import Studies
import Testing

@Suite struct StudyCellTests {
    private let cell = Coordinate(longitude: 7.55, latitude: 47.55)

    /// An answer on a day.
    private func answer(_ number: Int, by pseudonym: String?, on day: Int) -> StudyAnswer {
        StudyAnswer(
            id: "\(number)", pseudonym: pseudonym, version: 1, day: CivilDate(daysSinceEpoch: day),
            given: nil,
            cell: cell, answers: FormAnswers())
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
