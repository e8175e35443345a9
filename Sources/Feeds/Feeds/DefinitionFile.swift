import Allergens
import Foundation

/// All mistakes in a definition.
package struct DefinitionMistakes: Error, Hashable, Sendable, CustomStringConvertible {
    /// The mistakes in the order in which they were found; at least one.
    package let mistakes: [DefinitionMistake]

    package var description: String { mistakes.map(\.description).joined(separator: "\n") }

    init(_ mistakes: [DefinitionMistake]) {
        precondition(!mistakes.isEmpty, "no mistakes are no error")
        self.mistakes = mistakes
    }

    var first: DefinitionMistake { mistakes[0] }
}

/// The files that define feeds, networks and regions.
enum DefinitionFile {
    /// The names of the JSON files in a directory, without extension and in alphabetical order.
    static func names(in directory: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .map { $0.deletingPathExtension().lastPathComponent }
            .sorted()
    }

    /// Returns the file that a feed names in one of its members.
    static func named(
        _ name: String, in directory: URL, for member: String, of feed: String
    ) throws -> URL {
        let known = (try? names(in: directory)) ?? []
        guard known.contains(name) else {
            throw DefinitionMistakes([
                DefinitionMistake(
                    file: "\(feed).json", keyPath: member,
                    reason: "“\(name)” is unknown; allowed are \(known.joined(separator: ", "))")
            ])
        }
        return directory.appending(path: "\(name).json")
    }

    /// Reads a file.
    ///
    /// - Throws: ``DefinitionMistakes`` with every mistake found.
    static func read<Document: Decodable>(_ file: URL, taxonomy: Taxonomy) throws -> Document {
        let data = try Data(contentsOf: file)
        let decoder = JSONDecoder()
        decoder.userInfo[.taxonomy] = taxonomy
        let name = file.lastPathComponent
        do {
            return try decoder.decode(Document.self, from: data)
        } catch let error as DecodingError {
            throw DefinitionMistakes([DefinitionMistake(file: name, error)])
        } catch let gathered as GatheredMistakes {
            throw DefinitionMistakes(gathered.errors.map { DefinitionMistake(file: name, $0) })
        }
    }
}
