/// What there is to set, as a table for people.
package struct SettingsTable {
    /// What surrounds the table in an article.
    package static let start = "<!-- settings: written by `scripts/docs --settings` -->"
    package static let end = "<!-- end of settings -->"

    private let unset: ServerConfiguration

    /// Creates the table.
    ///
    /// - Throws: ``ConfigurationMistake`` when a configuration in which nothing is set is none.
    package init() throws { unset = try ServerConfiguration(flags: [:], environment: [:]) }

    /// The table in Markdown.
    package var markdown: String {
        let head = ["| setting | variable | default | may be | what it is for |", "|---|---|---|---|---|"]
        let rows = Setting.all.map { setting in
            "| `\(setting.key.rawValue)` | `\(setting.key.variable)` | \(usual(setting, quote: "`"))"
                + " | \(setting.allowed) | \(setting.purpose) |"
        }
        return (head + rows).joined(separator: "\n")
    }

    /// The table for a terminal, three lines a setting.
    package var text: String {
        Setting.all.map { setting in
            """
            \(setting.key.rawValue) (\(setting.key.variable))
                \(setting.purpose.filter { $0 != "`" })
                \(setting.allowed); default: \(usual(setting, quote: "").filter { $0 != "`" })
            """
        }.joined(separator: "\n")
    }

    private func usual(_ setting: Setting, quote: String) -> String {
        switch setting.usual {
        case .value(let text): quote + text(unset) + quote
        case .words(let words): words
        }
    }
}
