import Allergens
import Foundation
import Help
import Testing

@Suite struct InjectorTests {
    private let injector = Injector(
        name: "Adrenaline 0.3 mg", place: "Kitchen", expires: CivilDate(year: 2027, month: 5, day: 31)!)
    private let zurich = TimeZone(identifier: "Europe/Zurich")!

    private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test func `a person is reminded 60, 30 and 7 days before the end of the month, at nine`() throws {
        var now = try moment("2027-01-01T00:00:00Z")
        var warnings: [Int?] = []
        var moments: [String] = []
        while let due = injector.due(after: now, in: zurich) {
            warnings.append(injector.warning(at: due, in: zurich))
            moments.append(due.formatted(.iso8601))
            now = due
        }
        #expect(warnings == [60, 30, 7])
        // Summer time has begun on 28 March.
        #expect(moments == ["2027-04-01T07:00:00Z", "2027-05-01T07:00:00Z", "2027-05-24T07:00:00Z"])
    }

    @Test func `nothing is said of other moments, or after the last reminder`() throws {
        #expect(injector.due(after: try moment("2027-05-24T07:00:00Z"), in: zurich) == nil)
        #expect(injector.warning(at: try moment("2027-05-24T08:00:00Z"), in: zurich) == nil)
    }

    @Test(arguments: [
        ("", false), ("Küche, obere Schublade", true), ("a\u{7}b", false), ("a\nb", false),
        (String(repeating: "é", count: 120), true), (String(repeating: "a", count: 121), false),
        ("e" + String(repeating: "\u{301}", count: 2_000), false),
    ])
    func `a text is sound within its length and without control characters`(text: String, isSound: Bool) {
        #expect(HelpText.isSound(text, within: 1...120) == isSound)
        #expect(HelpText.isSound("a\nb", within: 1...120, lines: true))
    }
}
