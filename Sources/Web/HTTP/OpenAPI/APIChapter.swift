import Foundation
import HTTPTypes

/// The written descriptions of one feature's operations and their components: a JSON file beside the routes.
///
/// The files are OpenAPI 3.1 with short forms. They leave out what the program itself knows; ``APIDocument``
/// adds that.
///
/// - An operation is named by method and path, and its `x-problems` lists the names of its ``ProblemKind``s;
///   `about:blank 404` is a failure that carries only its status.
/// - `x-freshness` says how long clients may reuse the answer, if that does not follow from its audience.
/// - `"x-parameters": "any"` keeps an operation from refusing query parameters that it does not list.
/// - A string in place of a parameter names one of `parameters`, a header without members names one of
///   `headers`, and a string in place of a media type names its schema.
/// - `"$ref": "Name"` is the schema of that name. In place of an answer or a body it names one of `responses`
///   or `requestBodies`.
package struct APIChapter: Decodable, Sendable {
    package struct Tag: Codable, Sendable {
        package let name: String
        /// Given by only one of the chapters that share a tag.
        package let description: String?
    }

    package let tag: Tag
    /// Whether its routes ignore query parameters that they do not have, as pages do.
    package let takesAnyParameter: Bool?
    /// The operations by `METHOD /path`.
    package private(set) var operations: [String: JSONTree]
    package let parameters: [String: JSONTree]?
    package let responses: [String: JSONTree]?
    package let requestBodies: [String: JSONTree]?
    package let schemas: [String: JSONTree]

    /// Reads a chapter; an unreadable built-in file is a programming error.
    package init(_ file: [UInt8]) { self = Self.read(file) }

    /// The chapter with a problem among those of some of its operations.
    func adding(_ problem: ProblemKind, to endpoints: [Endpoint]) -> APIChapter {
        var chapter = self
        for key in endpoints.map({ "\($0.method.rawValue) \($0.path)" }) {
            guard let operation = operations[key] else { continue }
            let name = JSONTree.text(problem.rawValue)
            let others = (operation["x-problems"]?.elements ?? []).filter { $0 != name }
            chapter.operations[key] = operation.merging(["x-problems": .list(others + [name])])
        }
        return chapter
    }

    /// The frame around the operations: the general part, and the components that all of them use.
    package static let frame: JSONTree = read(EmbeddedFiles["OpenAPI/document.json"])

    private static func read<Part: Decodable>(_ bytes: [UInt8]) -> Part {
        do {
            return try JSONDecoder().decode(Part.self, from: Data(bytes))
        } catch {
            preconditionFailure("the chapters of the API's definition are built into the program: \(error)")
        }
    }
}
