import Foundation
import Testing

@testable import Forms

/// Forms with answers.
@Suite struct FormStateTests {
    @Test func `every form of the vectors shows, calculates, keeps and refuses what it should`() throws {
        let clock = try Vectors.clock(nil)
        for sheets in try Vectors.all.get().forms {
            let form = try sheets.form()
            #expect(form.startingAnswers(at: clock) == sheets.starting, "\(sheets)")
            for (name, answers) in sheets.startingOf ?? [:] {
                #expect(form.startingAnswers(at: clock, of: name) == answers, "\(sheets), \(name)")
            }
            for (index, vector) in sheets.cases.enumerated() {
                let state = form.state(of: vector.answers, at: clock)
                let title = "\(sheets), case \(index)"
                #expect(state.relevant.map(\.description) == vector.relevant, "\(title)")
                #expect(
                    state.failures.map { "\($0.path) \($0.kind.rawValue)" } == vector.failures, "\(title)")
                let values = state.values.map { ($0.description, $1.text) }
                #expect(Dictionary(uniqueKeysWithValues: values) == vector.values, "\(title)")
                #expect(state.kept == vector.kept, "\(title)")
            }
        }
    }

    @Test func `what is kept, sent back, is kept once more without change`() throws {
        let clock = try Vectors.clock(nil)
        for sheets in try Vectors.all.get().forms {
            let form = try sheets.form()
            for vector in sheets.cases {
                let kept = form.state(of: vector.answers, at: clock).kept
                let sent = try JSONDecoder().decode(FormAnswers.self, from: JSONEncoder().encode(kept))
                #expect(form.state(of: sent, at: clock).kept == kept, "\(sheets)")
            }
        }
    }

    @Test func `a definition in JSON is the same form again`() throws {
        for sheets in try Vectors.all.get().forms {
            let form = try sheets.form()
            let json = try JSONEncoder().encode(form.definition)
            let again = try Form(JSONDecoder().decode(FormDefinition.self, from: json))
            #expect(again.definition == form.definition)
            #expect(again.order == form.order)
        }
    }

    @Test func `answers stand in words where their questions are named`() {
        let answers = ["who": FormValue.text("Mia"), "age": .number(7)]
        let words = FormWords.filled("${who} is ${age}, ${nobody}!") { answers[$0] ?? .none }
        #expect(words == "Mia is 7, !")
        #expect(FormWords.filled("Costs $5 {or so}") { _ in .none } == "Costs $5 {or so}")
    }
}
