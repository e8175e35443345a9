import Foundation
import SampleTesting
import Testing

@testable import Forms

/// The rules of forms in the pages, which have to be those of the server.
@Suite struct BrowserRulesTests {
    private struct Other: Encodable {
        let expression: String
        let answers = RandomExpressions.answers
        var `is`: VectorValue?
        var error: String?
        var at: Int?
    }

    /// Expressions by chance, with what the server makes of them.
    private func others(_ count: Int, at clock: FormMoment) -> [Other] {
        var expressions = RandomExpressions(seed: 7)
        return (0..<count).map { _ in
            var other = Other(expression: expressions.next())
            do throws(ExpressionMistake) {
                let evaluation = FormEvaluation(
                    clock: clock, answer: { RandomExpressions.answers[$0]?.value ?? .none })
                other.is = VectorValue(evaluation.value(of: try FormExpression(other.expression)))
            } catch {
                (other.error, other.at) = (error.kind.rawValue, error.position)
            }
            return other
        }
    }

    /// The vectors, with more expressions and with the definitions of the forms.
    private func file(in folder: TemporaryFolder) throws -> URL {
        let vectors = try Vectors.all.get()
        var object =
            try JSONSerialization.jsonObject(with: Data(contentsOf: Vectors.file)) as? [String: Any] ?? [:]
        let more = try JSONEncoder().encode(others(3_000, at: Vectors.clock(nil)))
        object["expressions"] =
            (object["expressions"] as? [Any] ?? [])
            + (try JSONSerialization.jsonObject(with: more) as? [Any] ?? [])
        var forms = object["forms"] as? [[String: Any]] ?? []
        for (index, sheets) in vectors.forms.enumerated() {
            let definition = try JSONEncoder().encode(sheets.form().definition)
            forms[index]["definition"] = try JSONSerialization.jsonObject(with: definition)
        }
        object["forms"] = forms
        let file = folder.url.appending(path: "vectors.json")
        try JSONSerialization.data(withJSONObject: object).write(to: file)
        return file
    }

    @Test func `the pages agree with the server on all vectors and on thousands of other expressions`()
        async throws
    {
        let folder = try TemporaryFolder()
        let output = try await NodeScript.play(
            "form_vectors.mjs",
            [
                NodeScript.modules(in: folder) { $0.hasPrefix("form-") }.path, file(in: folder).path,
            ])
        #expect(output.isEmpty, "\(output.prefix(4_000))")
    }
}
