import Foundation

/// What is written about the operations of one feature, and what only they use: a JSON file beside their routes.
///
/// They are OpenAPI 3.1, less what the program knows itself (``APIDocument`` adds it) and with short forms:
///
/// - an operation is named by method and path, and its `x-problems` lists the names of its ``ProblemKind``s;
///   `about:blank 404` is a failure that says no more than its status;
/// - `x-freshness` says how long its answer may be used, where that does not follow from who may read it;
/// - a parameter that is a text is one of `parameters`, a header without members one of `headers`, and a media type whose
///   value is a text has the schema of that name;
/// - `"$ref": "Name"` is the schema of that name, and in place of an answer or body one of `responses` and
///   `requestBodies`.
package struct APIChapter: Decodable, Sendable {
    package struct Tag: Codable, Sendable {
        package let name: String
        /// Said once among the chapters of a tag.
        package let description: String?
    }

    package let tag: Tag
    /// By `METHOD /path`.
    package let operations: [String: JSONTree]
    package let parameters: [String: JSONTree]?
    package let responses: [String: JSONTree]?
    package let requestBodies: [String: JSONTree]?
    package let schemas: [String: JSONTree]

    /// Reads a chapter; a file that is built in and cannot be read is a mistake of the program.
    package init(_ file: [UInt8]) { self = Self.read(file) }

    /// What surrounds the operations: the general part, and what they all use.
    package static let frame: JSONTree = read(EmbeddedFiles["OpenAPI/document.json"])

    private static func read<Part: Decodable>(_ bytes: [UInt8]) -> Part {
        do {
            return try JSONDecoder().decode(Part.self, from: Data(bytes))
        } catch {
            preconditionFailure("the chapters of the API's definition are built into the program: \(error)")
        }
    }
}
