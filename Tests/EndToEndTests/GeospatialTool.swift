import Foundation

/// A program of GDAL, which represents every GIS that speaks the same protocols.
enum GeospatialTool {
    /// Runs a program to its end; its web cache stays in the folder.
    static func run(_ name: String, _ arguments: [String], in folder: URL) async throws -> Program.Outcome {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let files = folders.map { URL(filePath: "\($0)/\(name)") }
        guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
        else { throw Missing(program: name) }
        return try await Program.run(
            arguments, environment: ["GDAL_DEFAULT_WMS_CACHE_PATH": folder.path, "GDAL_PAM_ENABLED": "NO"],
            in: folder, file: file)
    }

    private struct Missing: Error, CustomStringConvertible {
        let program: String
        var description: String { "\(program) is missing: `scripts/setup --test` installs it with gdal-bin" }
    }
}
