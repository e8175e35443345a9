import Foundation
import HTTP
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import API

/// The API's definition says how long a text may be in code points (`maxLength` of JSON Schema), and the service agrees.
@Suite struct TextLengthTests {
    /// A field of a request, whose text goes where the body has `%`.
    struct Field: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        /// The place of the field in the schemas of the definition.
        let schema: [String]
        let body: String

        init(
            _ path: String, _ schema: String..., method: HTTPRequest.Method = .post, body: String
        ) {
            (self.method, self.path, self.schema, self.body) = (method, path, schema, body)
        }

        var testDescription: String { "\(schema.joined(separator: ".")) of \(path)" }
    }

    private static let area = #""area":{"type":"Point","coordinates":[7,47]}"#
    static let fields = [
        Field("/v1/me/persons", "PersonRequest", "name", body: #"{"name":"%"}"#),
        Field("/v1/me/fences", "FenceRequest", "name", body: #"{"name":"%",\#(area),"radius":500}"#),
        Field("/v1/alerts", "Report", "comment", body: #"{\#(area),"symptoms":["sneezing"],"comment":"%"}"#),
        Field("/v1/messages", "MessageRequest", "text", body: #"{"topic":"comment","text":"%"}"#),
        Field(
            "/v1/me/diary/2020-04-08", "DiaryRequest", "note", method: .patch,
            body: #"{"said":"2020-04-08T11:00:00Z","note":"%"}"#),
        Field(
            "/v1/me/help/injectors", "InjectorRequest", "name",
            body: #"{"name":"%","place":"","expires":"2028-02"}"#),
        Field(
            "/v1/me/help/foods", "FoodRequest", "oneOf", "sign",
            body: #"{"name":"Kiwi","sign":"%","severity":"","note":""}"#),
    ]

    private static func limit(_ field: Field) throws -> Int {
        var tree = Definition.document.tree["components"]?["schemas"]
        for part in field.schema {
            tree = part == "oneOf" ? tree?["oneOf"]?.elements.last : tree?["properties"]?[part] ?? tree?[part]
        }
        guard case .whole(let limit)? = tree?["maxLength"] else {
            throw Failure(description: "the definition has no limit for \(field.testDescription)")
        }
        return limit
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A text of so many code points, which look like fewer characters.
    private func text(of pattern: String, _ count: Int) -> String {
        let scalars = Array(pattern.unicodeScalars)
        var text = String.UnicodeScalarView()
        for place in 0..<count { text.append(scalars[place % scalars.count]) }
        return String(text)
    }

    @Test(arguments: fields, ["👨\u{200D}👩\u{200D}👧\u{200D}👦", "e\u{301}\u{323}"])
    func `a text may have as many code points as the definition says, and not one more`(
        field: Field, pattern: String
    ) async throws {
        let limit = try Self.limit(field)
        // Two letters are a sign, whatever accents they have.
        let longest = field.schema.last == "sign" && pattern.first == "e\u{301}\u{323}" ? 6 : limit
        for (count, isAccepted) in [(longest, true), (limit + 1, false)] {
            try await TestAPI().test { client in
                let response = try await client.execute(
                    uri: field.path, method: field.method,
                    headers: [
                        .authorization: "Bearer anna",
                        .contentType: field.method == .patch
                            ? "application/merge-patch+json" : "application/json",
                    ],
                    body: ByteBuffer(string: field.body.replacing("%", with: text(of: pattern, count))))
                let answer = String(buffer: response.body)
                #expect((response.status.code < 300) == isAccepted, "\(count): \(response.status) \(answer)")
                #expect(isAccepted || response.status == .badRequest, "\(answer)")
            }
        }
    }
}
