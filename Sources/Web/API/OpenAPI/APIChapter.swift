import Foundation

/// One of the files beside this one: the operations of one area, and what only they use.
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
struct APIChapter: Decodable, Sendable {
    struct Tag: Codable, Sendable {
        let name: String
        let description: String
    }

    let tag: Tag
    /// By `METHOD /path`.
    let operations: [String: JSONTree]
    let parameters: [String: JSONTree]?
    let responses: [String: JSONTree]?
    let requestBodies: [String: JSONTree]?
    let schemas: [String: JSONTree]

    /// Every chapter, in the order in which readers meet them.
    static let all: [APIChapter] = [
        EmbeddedFiles["OpenAPI/maps.json"], EmbeddedFiles["OpenAPI/air.json"],
        EmbeddedFiles["OpenAPI/stations.json"],
        EmbeddedFiles["OpenAPI/regions.json"], EmbeddedFiles["OpenAPI/alerts.json"],
        EmbeddedFiles["OpenAPI/accounts.json"],
        EmbeddedFiles["OpenAPI/providers.json"], EmbeddedFiles["OpenAPI/privacy.json"],
        EmbeddedFiles["OpenAPI/subscribers.json"],
        EmbeddedFiles["OpenAPI/persons.json"], EmbeddedFiles["OpenAPI/channels.json"],
        EmbeddedFiles["OpenAPI/operators.json"],
        EmbeddedFiles["OpenAPI/research.json"], EmbeddedFiles["OpenAPI/ogc.json"],
        EmbeddedFiles["OpenAPI/operations.json"], EmbeddedFiles["OpenAPI/pages.json"],
    ].map { read($0) }

    /// What surrounds the operations: the general part, and what they all use.
    static let frame: JSONTree = read(EmbeddedFiles["OpenAPI/document.json"])

    private static func read<Part: Decodable>(_ bytes: [UInt8]) -> Part {
        do {
            return try JSONDecoder().decode(Part.self, from: Data(bytes))
        } catch {
            preconditionFailure("the files of the API's definition are built into the program: \(error)")
        }
    }
}
