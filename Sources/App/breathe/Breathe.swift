import ArgumentParser
import Server

/// The command-line program, for people and scripts.
///
/// Exit codes: 0 success, 1 failure, 2 success with rejected input, 64 usage error.
@main
struct Breathe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breathe",
        abstract: "Allergen alert network: stations and reports in, map tiles and alerts out.",
        discussion: """
            All commands work on one database file. Settings come from flags, else from the environment \
            (BREATHE_PORT and so on), else from a JSON file (--config or BREATHE_CONFIG), else from defaults.

            Exit status: 0 success; 1 failure; 2 success, but rows were rejected or problems found; \
            64 usage error.
            """,
        version: ProgramVersion.current,
        subcommands: [
            Serve.self, Import.self, FeedCommand.self, Export.self, StationCommand.self, KeyCommand.self,
            AccountCommand.self, RoleCommand.self,
            AlertCommand.self, MessageCommand.self,
            TileCommand.self, TilesCommand.self, BasemapCommand.self, Air.self, Evaluate.self, Demo.self,
            Backup.self, Restore.self, Migrate.self, SecretsCommand.self, SettingsCommand.self, Doctor.self,
        ])
}
