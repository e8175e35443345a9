import Testing

@testable import Studies

/// Statuses of the researchers' own, and how many invitations have each.
@Suite struct StudyLabelTests {
    @Test func `labels are counted whether in capital letters or not, and told as they were written first`() {
        let counts = StudyLabelCount.count(["Moved", "called twice", "MOVED", "moved"])
        #expect(
            counts == [StudyLabelCount("called twice", people: 1), StudyLabelCount("Moved", people: 3)])
        #expect(StudyLabelCount.count([]) == [])
    }

    @Test func `of too many labels, those that most people have are told`() {
        let once = (0..<StudyLabelCount.most).map { "label \($0)" }
        let counts = StudyLabelCount.count(once + ["twice", "twice"])
        #expect(counts.count == StudyLabelCount.most)
        #expect(counts.contains(StudyLabelCount("twice", people: 2)))
    }
}
