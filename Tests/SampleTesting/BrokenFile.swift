import Foundation

/// A file with mistakes from `Tests/BrokenFiles`, and the expected messages about it.
package struct BrokenFile: Sendable, CustomStringConvertible {
    /// What a file is, and its expected outcome.
    package struct Expectation: Decodable, Sendable {
        /// How the file arrives.
        package enum Act: String, Decodable, Sendable {
            /// With a station's key, which is valid for no other station.
            case upload
            /// By command, for every station.
            case `import`
        }

        /// What is wrong with the file, in words.
        package let about: String
        /// The definition that reads it; without one it has the plain format.
        package let feed: String?
        package let act: Act?
        /// The place for which the document was requested.
        package let lon: Double?
        package let lat: Double?
        /// Why the file as a whole is refused.
        package let failure: String?
        package let accepted: Int?
        package let missing: Int?
        package let rejected: [Row]?
        /// The store's content afterwards, for all stations.
        package let kept: [String]?
    }

    /// A rejected row, as the answer describes it.
    package struct Row: Codable, Hashable, Sendable {
        package let line: Int
        package let column: String
        package let value: String
        package let reason: String

        package init(line: Int, column: String, value: String, reason: String) {
            (self.line, self.column, self.value, self.reason) = (line, column, value, reason)
        }
    }

    package let name: String
    package let bytes: [UInt8]
    package let expectation: Expectation

    package var isCompressed: Bool { name.hasSuffix(".gz") }
    package var isJSON: Bool { name.contains(".json") }
    package var description: String { name }

    /// Every file of the folder, in alphabetical order.
    package static func all() throws -> [BrokenFile] {
        let folder = repository.appending(path: "Tests/BrokenFiles")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { !$0.lastPathComponent.hasSuffix(".expected.json") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map(BrokenFile.init(reading:))
    }

    /// A generated file in the plain format.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
        expectation = Expectation(
            about: name, feed: nil, act: nil, lon: nil, lat: nil, failure: nil, accepted: nil, missing: nil,
            rejected: nil, kept: nil)
    }

    private init(reading file: URL) throws {
        name = file.lastPathComponent
        bytes = Array(try Data(contentsOf: file))
        let stem = name.split(separator: ".")[0]
        let beside = file.deletingLastPathComponent().appending(path: "\(stem).expected.json")
        expectation = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: beside))
    }
}
