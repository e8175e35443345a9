package import Allergens
import Foundation
import HTTPTypes
import NIOCore

/// The OpenAPI 3.1.1 definition of the API, assembled from the routes and their written descriptions.
///
/// The routes give the operations, who may call them, and the failures that follow from that. ``ProblemKind``
/// gives the failures' types, titles and statuses, and the taxonomy gives the keys of allergens. An operation
/// without a route, or a route without a description, is left out; `OpenAPITests` name both.
package struct APIDocument: Sendable {
    /// The document, whose only server is at `address`.
    package let tree: JSONTree

    /// The placeholder for the server's address, replaced when a client asks for the document.
    package static let anyAddress = "https://breathe.invalid"

    private let chapters: [APIChapter]

    /// Assembles the descriptions of all features.
    ///
    /// - Parameters:
    ///   - endpoints: Every route.
    ///   - chapters: The written descriptions.
    ///   - taxonomy: The source of allergen keys.
    ///   - publisher: The contact for readers.
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

    /// The operations with a written description, as `METHOD /path`.
    package var writtenOperations: [String] { chapters.flatMap(\.operations.keys) }

    /// The written description of a route, with its chapter.
    static func words(
        about endpoint: Endpoint, in chapters: [APIChapter]
    ) -> (APIChapter, JSONTree)? {
        if let written = words(about: "\(endpoint.method.rawValue) \(endpoint.path)", in: chapters) {
            return written
        }
        // Operations that also exist for persons are described once.
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
        // Grass is a group and an allergen.
        schemas.limit("Allergen", to: keys + taxonomy.groups.map(\.key).filter { !keys.contains($0) })
        schemas.limit("ProblemType", to: ["about:blank"] + ProblemKind.allCases.map(\.type))
        return shared.merging(["schemas": .object(schemas), "parameters": .object(parameters)])
    }

    /// Expands the short form of a schema reference.
    private static func withWholeReferences(_ members: [String: JSONTree]) -> [String: JSONTree] {
        guard let name = members["$ref"]?.string, !name.hasPrefix("#") else { return members }
        return members.merging(["$ref": .text("#/components/schemas/\(name)")]) { $1 }
    }
}

extension [String: JSONTree] {
    /// Limits the values that a string schema allows.
    fileprivate mutating func limit(_ name: String, to values: [String]) {
        self[name] = self[name]?.merging(["enum": .list(values.map { .text($0) })])
    }
}

extension JSONTree {
    /// The description of an operation, adapted for a person in the caller's care.
    fileprivate var forPersons: JSONTree {
        // The path names the person.
        let others = (self["parameters"]?.elements ?? []).filter { $0["name"] != "person" }
        let parameters = ["person"] + others
        let problems = ["unknown-person"] + (self["x-problems"]?.elements ?? [])
        return merging([
            "operationId": .text((self["operationId"]?.string ?? "") + "ForPerson"),
            "summary": .text((self["summary"]?.string ?? "") + ", for a person in your care"),
            "parameters": .list(parameters), "x-problems": .list(problems),
        ])
    }

    /// The general part of the document, with the contact.
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
