import ArgumentParser
import Server

struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "List the settings: names, defaults, and what each may be.")

    @Flag(help: "Write a table in Markdown, as it is in the article Operating.") var markdown = false

    func run() throws {
        let table = try SettingsTable()
        print(markdown ? table.markdown : table.text)
    }
}
