import Foundation
import Testing

/// A temporary folder with a database, on which the program is run.
struct Workspace: Sendable {
    let folder: URL
    let database: URL

    /// Lends a new folder, which is removed afterwards.
    static func temporary<Value>(
        _ body: (Workspace) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "breathe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(
            Workspace(folder: folder, database: folder.appending(path: "breathe.sqlite")))
    }

    /// Runs the program on the database.
    func breathe(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(
            arguments + ["--database", database.path, "--resources", Program.root.path], in: folder)
    }

    /// Runs the program on the database, and expects success.
    @discardableResult
    func done(
        _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Program.Outcome {
        let outcome = try await Program.run(
            arguments + ["--database", database.path, "--resources", Program.root.path], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
        return outcome
    }

    /// Writes a file into the folder.
    func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Adds a station in the UTC time zone.
    func addStation(_ id: String, _ longitude: Double, _ latitude: Double) async throws {
        try await done(
            "station", "add", id, "--name", id.capitalized, "--lon=\(longitude)", "--lat=\(latitude)")
    }

    /// Makes a key for a station.
    func key(for station: String) async throws -> String {
        try #require(try await done("key", "create", "--station", station).lines.last)
    }

    /// Opens an account and returns its token.
    func account(_ name: String) async throws -> String {
        try #require(try await done("account", "create", name).lines.last)
    }

    /// Opens an account and returns the link at which its owner chooses a password.
    func invitation(_ name: String) async throws -> String {
        _ = try await account(name)
        return try #require(try await done("account", "invite", name).lines.last)
    }

    /// Imports rows of `station,allergen,day,value` as confirmed: tests run at every time of the year.
    @discardableResult
    func importPlain(_ rows: [String]) async throws -> Program.Outcome {
        let text = (["station,allergen,day,value"] + rows).joined(separator: "\n") + "\n"
        return try await done(
            "import", "--confirm", "--feed", "plain", file("\(UUID().uuidString).csv", text))
    }

    /// Imports a forecast of the same temperature, in °C, and wind, in m/s, for each hour of a day around now.
    func importWeather(
        longitude: Double, latitude: Double, temperature: Double, wind: Double
    ) async throws {
        let rows = (-12...12).map {
            let time = Date(timeIntervalSinceNow: Double($0) * 3_600).formatted(.iso8601)
            return "\(time.prefix(13)):00:00Z,\(longitude),\(latitude),\(temperature),\(wind)"
        }
        let text = (["time,longitude,latitude,temperature,windSpeed"] + rows).joined(separator: "\n") + "\n"
        try await done("import", "--feed", "plain-weather", file("weather.csv", text))
    }

    /// Every reading, as the program exports them.
    func export() async throws -> [String] { try await done("export").lines }
}
