import ArgumentParser
import Server

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List the settings with their defaults and allowed values.")

    @Flag(help: "Print the Markdown table that is in the article Operating.") var markdown = false

    func run() throws {
        let table = try SettingsTable()
        print(markdown ? table.markdown : table.text)
    }
}
