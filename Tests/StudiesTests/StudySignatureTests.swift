import Studies
import Testing

/// Signatures as pages draw them.
@Suite struct StudySignatureTests {
    private typealias Point = StudySignature.Point

    @Test func `a path has a stroke for each time that the pen was put down`() {
        let drawn = StudySignature(path: "M10 20L30 40L50 60M 0 0 L 10 12")
        #expect(
            drawn?.strokes == [
                [Point(10, 20), Point(30, 40), Point(50, 60)], [Point(0, 0), Point(10, 12)],
            ])
    }

    @Test(arguments: ["", "M", "L", "1 2", "M1", "M1.2.3 4", "Minus"])
    func `what draws nothing is no signature`(path: String) {
        #expect(StudySignature(path: path) == nil)
    }

    @Test func `points that cannot be read are left out`() {
        let far = StudySignature(path: "M1 2L99999999999 4L3 4")
        #expect(far?.strokes == [[Point(1, 2), Point(3, 4)]])
    }

    @Test func `the frame holds the sheet and what was drawn beyond it`() {
        let drawn = StudySignature(path: "M-20 10L500 30")
        #expect(drawn?.frame.from == Point(-20, 0) && drawn?.frame.to == Point(500, 160))
    }
}
