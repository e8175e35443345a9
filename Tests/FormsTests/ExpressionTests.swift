import SeededTesting
import Testing

@testable import Forms

/// Expressions of forms, read and evaluated.
@Suite struct ExpressionTests {
    private func value(of vector: Vectors.Expression) throws -> FormValue {
        let expression = try FormExpression(vector.expression)
        let evaluation = FormEvaluation(
            clock: try Vectors.clock(vector.now), answer: { vector.answers?[$0]?.value ?? .none },
            own: vector.own?.value ?? .none)
        return evaluation.value(of: expression)
    }

    @Test func `every vector yields its value, or is refused at its place`() throws {
        for vector in try Vectors.all.get().expressions {
            if let kind = vector.error {
                let mistake = #expect(throws: ExpressionMistake.self, "\(vector)") { try value(of: vector) }
                #expect(mistake?.kind.rawValue == kind, "\(vector): \(mistake?.description ?? "")")
                #expect(mistake?.position == vector.at, "\(vector): \(mistake?.description ?? "")")
            } else {
                let found = try value(of: vector)
                #expect(VectorValue(found).words == vector.is?.words, "\(vector)")
            }
        }
    }

    @Test func `every kind of mistake in an expression has a vector`() throws {
        let seen = Set(try Vectors.all.get().expressions.compactMap(\.error))
        // These need a form around the expression.
        let ofForms: Set = ["ownAnswer", "unknownQuestion", "repeatedQuestion", "noAnswer"]
        #expect(seen.union(ofForms) == Set(ExpressionMistake.Kind.allCases.map(\.rawValue)))
    }

    @Test func `the questions that an expression names are listed with their places`() throws {
        let expression = try FormExpression("if(${a} > 1, ${b-c}, . + ${a})")
        #expect(expression.references.map(\.name) == ["a", "b-c", "a"])
        #expect(expression.references.map(\.position) == [3, 13, 25])
        #expect(expression.ownPosition == 21)
    }

    @Test(arguments: UInt64(0)..<20)
    func `random text is read or refused within its length, and what is read has a value`(seed: UInt64) throws
    {
        let clock = try Vectors.clock(nil)
        var expressions = RandomExpressions(seed: seed)
        for _ in 0..<200 {
            let text = expressions.next()
            do throws(ExpressionMistake) {
                let expression = try FormExpression(text)
                let evaluation = FormEvaluation(
                    clock: clock, answer: { RandomExpressions.answers[$0]?.value ?? .none })
                #expect(evaluation.value(of: expression).text.utf8.count < 100_000)
            } catch {
                #expect((0...text.unicodeScalars.count).contains(error.position), "\(text)")
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func `a pattern that makes other engines slow is matched at once`() throws {
        let expression = try FormExpression("regex(., '(a*)*(a|aa)+(.*)*b')")
        let evaluation = FormEvaluation(
            clock: try Vectors.clock(nil), answer: { _ in .none },
            own: .text(String(repeating: "a", count: 4_000)))
        let passed = ContinuousClock().measure {
            #expect(evaluation.value(of: expression) == .boolean(false))
        }
        #expect(passed < .seconds(2), "\(passed)")
    }
}
