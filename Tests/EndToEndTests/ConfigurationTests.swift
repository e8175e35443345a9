import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConfigurationTests {
    /// The file name of the database that a listing of stations used.
    private func database(
        of workspace: Workspace, _ arguments: [String] = [], _ environment: [String: String] = [:]
    ) async throws -> [String] {
        let outcome = try await Program.run(
            ["station", "list", "--resources", Program.root.path] + arguments, environment: environment,
            in: workspace.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
            .filter { $0.hasSuffix(".sqlite") }
    }

    @Test func `a flag takes precedence over the environment, then the file, then the default`()
        async throws
    {
        for (arguments, variable, hasFile, expected) in [
            (["--database", "flag.sqlite"], "environment.sqlite", true, "flag.sqlite"),
            ([], "environment.sqlite", true, "environment.sqlite"), ([], nil, true, "file.sqlite"),
            ([], nil, false, "breathe.sqlite"),
        ] {
            try await Workspace.temporary { workspace in
                var environment: [String: String] = [:]
                environment["BREATHE_DATABASE"] = variable
                if hasFile {
                    environment["BREATHE_CONFIG"] = try workspace.file(
                        "settings.json", #"{"database":"file.sqlite","port":8081}"#)
                }
                #expect(try await database(of: workspace, arguments, environment) == [expected])
            }
        }
    }

    @Test(
        arguments: [
            (["BREATHE_PORTT": "1"], "", "BREATHE_PORTT"), (["BREATHE_PORT": "many"], "", "BREATHE_PORT"),
            (["BREATHE_PORT": "65536"], "", "65535"),
            (["BREATHE_LOG_LEVEL": "loud"], "", "BREATHE_LOG_LEVEL"),
            (["BREATHE_PASSWORD_COST": "9"], "", "BREATHE_PASSWORD_COST"),
            ([:], #"{"portt":1}"#, "portt"), ([:], #"{"port":true}"#, "port"),
            ([:], #"{"port":"x"}"#, "port"),
            ([:], "[]", "JSON object"), ([:], "{", "settings.json"),
        ] as [([String: String], String, String)])
    func `an unknown or invalid setting is refused by its name`(
        environment: [String: String], file: String, name: String
    ) async throws {
        try await Workspace.temporary { workspace in
            var arguments = ["station", "list"]
            if !file.isEmpty { arguments += ["--config", try workspace.file("settings.json", file)] }
            let outcome = try await Program.run(arguments, environment: environment, in: workspace.folder)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(name), "\(outcome.errors)")
            #expect(outcome.output == "")
            let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
            #expect(names.filter { $0.hasSuffix(".sqlite") } == [], "no database was created")
        }
    }

    @Test func `every command explains itself, and wrong usage has status 64`() async throws {
        try await Workspace.temporary { workspace in
            for act in [
                [], ["serve"], ["import"], ["export"], ["station"], ["station", "add"], ["station", "list"],
                ["key", "create"], ["account", "create"], ["tile"], ["air"], ["demo"], ["backup"], ["doctor"],
            ] {
                let help = try await Program.run(act + ["--help"], in: workspace.folder)
                #expect(help.status == 0)
                #expect(help.output.contains("USAGE: breathe"))
            }
            for usage in [
                ["dance"], ["serve", "--colour", "red"], ["import"], ["import", "--feed", "plain"],
                ["station", "add", "UPPER", "--name", "x", "--lon", "7", "--lat", "47"],
                ["station", "add", "basel", "--name", "x", "--lon", "east", "--lat", "47"],
                ["account", "create", ""], ["air", "7"], ["air", "7", "91"],
                ["tile", "birch", "99", "1", "1", "--out", "x.png"],
                ["tile", "birch", "7", "66", "45", "--date", "2020-02-30", "--out", "x.png"],
            ] {
                let outcome = try await Program.run(
                    usage, environment: ["BREATHE_RESOURCES": Program.root.path], in: workspace.folder)
                #expect(outcome.status == 64, "\(usage): \(outcome.errors)")
                #expect(outcome.output == "")
                #expect(outcome.errors != "")
            }
            let layer = try await workspace.breathe("tile", "moonflower", "7", "66", "45", "--out", "x.png")
            #expect(layer.status == 1)
            #expect(layer.errors.contains("moonflower"))
        }
    }

    @Test func `an account name is unique, whatever its case`() async throws {
        try await Workspace.temporary { workspace in
            _ = try await workspace.account("anna")
            let again = try await workspace.breathe("account", "create", "ANNA")
            #expect(again.status == 1)
            #expect(again.errors.contains("already exists"))
            #expect(again.output == "")
        }
    }
}
