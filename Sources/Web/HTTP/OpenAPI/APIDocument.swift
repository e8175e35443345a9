package import Allergens
import Foundation
import HTTPTypes
import NIOCore

/// The definition of the API in OpenAPI 3.1.1, joined from the routes and from what is written about them.
///
/// From the routes come the operations there are, who may call them, and the failures that go with that; from
/// ``ProblemKind`` the failures' types, titles and statuses; from the taxonomy the keys of allergens. An operation without
/// a route, or a route without words about it, is left out; `OpenAPITests` name both.
package struct APIDocument: Sendable {
    /// The document, whose only server is at `address`.
    package let tree: JSONTree

    /// Stands for the address of the server until somebody asks.
    package static let anyAddress = "https://breathe.invalid"

    private let chapters: [APIChapter]

    /// Joins what features say of themselves.
    ///
    /// - Parameters:
    ///   - endpoints: Every route.
    ///   - chapters: What is written about them.
    ///   - taxonomy: Where the keys of allergens come from.
    ///   - publisher: Whom readers may ask.
    ///   - address: The address of the only server.
    package init(
        of endpoints: [Endpoint], in chapters: [APIChapter], taxonomy: Taxonomy, publisher: Publisher,
        address: String = anyAddress
    ) {
        self.chapters = chapters
        var paths: [String: [String: JSONTree]] = [:]
        for endpoint in endpoints {
            guard let (chapter, written) = Self.words(about: endpoint, in: chapters) else { continue }
            let operation = APIOperation(endpoint, written, in: chapter)
            paths[endpoint.path, default: [:]][endpoint.method.rawValue.lowercased()] = operation.tree
        }
        let frame = APIChapter.frame
        tree = frame.merging([
            "info": frame.info(contact: publisher),
            "servers": [["url": .text(address)]],
            "tags": .list(
                chapters.compactMap { chapter in
                    chapter.tag.description.map {
                        ["name": .text(chapter.tag.name), "description": .text($0)]
                    }
                }),
            "paths": .object(paths.mapValues { .object($0) }),
            "components": Self.components(taxonomy, of: chapters),
        ]).mapObjects(Self.withWholeReferences)
    }

    /// The operations that are written about, as `METHOD /path`.
    package var writtenOperations: [String] { chapters.flatMap(\.operations.keys) }

    private static func words(
        about endpoint: Endpoint, in chapters: [APIChapter]
    ) -> (APIChapter, JSONTree)? {
        if let written = words(about: "\(endpoint.method.rawValue) \(endpoint.path)", in: chapters) {
            return written
        }
        // What is there for persons as well is written about once.
        guard let own = endpoint.pathOfGuardian,
            let (chapter, written) = words(about: "\(endpoint.method.rawValue) \(own)", in: chapters)
        else { return nil }
        return (chapter, written.forPersons)
    }

    private static func words(about name: String, in chapters: [APIChapter]) -> (APIChapter, JSONTree)? {
        chapters.lazy.compactMap { chapter in chapter.operations[name].map { (chapter, $0) } }.first
    }

    private static func components(_ taxonomy: Taxonomy, of chapters: [APIChapter]) -> JSONTree {
        let shared = APIChapter.frame["components"] ?? [:]
        var schemas = shared["schemas"]?.members ?? [:]
        var parameters = shared["parameters"]?.members ?? [:]
        for chapter in chapters {
            schemas.merge(chapter.schemas) { $1 }
            parameters.merge(chapter.parameters ?? [:]) { $1 }
        }
        let keys = taxonomy.allergens.map(\.id.rawValue)
        schemas.limit("AllergenKey", to: keys)
        schemas.limit("Allergen", to: keys + taxonomy.groups.map(\.key))
        schemas.limit("ProblemType", to: ["about:blank"] + ProblemKind.allCases.map(\.type))
        return shared.merging(["schemas": .object(schemas), "parameters": .object(parameters)])
    }

    /// Writes the short form of a reference to a schema in full.
    private static func withWholeReferences(_ members: [String: JSONTree]) -> [String: JSONTree] {
        guard let name = members["$ref"]?.string, !name.hasPrefix("#") else { return members }
        return members.merging(["$ref": .text("#/components/schemas/\(name)")]) { $1 }
    }
}

extension [String: JSONTree] {
    /// Closes the list of what a text may be.
    fileprivate mutating func limit(_ name: String, to values: [String]) {
        self[name] = self[name]?.merging(["enum": .list(values.map { .text($0) })])
    }
}

extension JSONTree {
    /// What is written about an operation, as it is for a person whom the caller cares for.
    fileprivate var forPersons: JSONTree {
        let parameters = ["person"] + (self["parameters"]?.elements ?? [])
        let problems = ["unknown-person"] + (self["x-problems"]?.elements ?? [])
        return merging([
            "operationId": .text((self["operationId"]?.string ?? "") + "ForPerson"),
            "summary": .text((self["summary"]?.string ?? "") + ", of a person whom you care for"),
            "parameters": .list(parameters), "x-problems": .list(problems),
        ])
    }

    /// The general part with whom to ask.
    fileprivate func info(contact publisher: Publisher) -> JSONTree {
        var contact: [String: JSONTree] = [:]
        contact["name"] = publisher.contact.map { .text($0) }
        contact["url"] = publisher.address.map { .text($0) }
        if publisher.sender.contains("@") { contact["email"] = .text(publisher.sender) }
        return (self["info"] ?? [:])
            .merging(contact.isEmpty ? [:] : ["contact": .object(contact)])
    }
}

extension ProblemKind {
    /// The permanent type of its problem documents.
    package var type: String { "/problems/\(rawValue)" }
}
