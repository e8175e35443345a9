import Foundation
import SampleTesting
import Testing

@testable import Rendering

/// The schemas tell editors what the reader checks at the start.
@Suite struct DefinitionSchemaTests {
    private func object(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: repository.appending(path: "tiles/\(path)"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func properties(_ schema: String) throws -> [String: [String: Any]] {
        try #require(try object(schema)["properties"] as? [String: [String: Any]])
    }

    @Test func `the schemas have the keys that are read`() throws {
        #expect(
            Set(try properties("layer.schema.json").keys)
                == Set(Layer.keys + MarkerLayer.keys + ["reportColor"]))
        #expect(Set(try properties("ramp.schema.json").keys) == Set(Ramp.keys))
    }

    @Test func `the schemas allow the values that are read`() throws {
        let layer = try properties("layer.schema.json")
        #expect(layer["style"]?["enum"] as? [String] == Style.allCases.map(\.rawValue))
        #expect(layer["markers"]?["enum"] as? [String] == MarkerLayer.Subject.allCases.map(\.rawValue))
    }

    @Test(arguments: ["layers", "ramps"])
    func `every definition names its schema`(folder: String) throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: repository.appending(path: "tiles/\(folder)").path)
        #expect(files.count > 1)
        for file in files {
            #expect(
                try object("\(folder)/\(file)")["$schema"] as? String == "../\(folder.dropLast()).schema.json"
            )
        }
    }
}
