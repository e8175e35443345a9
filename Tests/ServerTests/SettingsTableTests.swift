import Foundation
import Testing

@testable import Server

/// Every setting is defined once, and the operators' article shows the definitions.
@Suite struct SettingsTableTests {
    private static let article = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/App/Server/Server.docc/Operating.md")

    @Test func `the article on operating shows the settings as they are defined`() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let start = try #require(text.range(of: SettingsTable.start))
        let end = try #require(text.range(of: SettingsTable.end))
        let shown = text[start.upperBound..<end.lowerBound].trimmingCharacters(in: .newlines)
        let defined = try SettingsTable().markdown
        #expect(shown == defined, "the table is not up to date: run scripts/docs --settings")
    }

    @Test func `each setting is defined once`() {
        #expect(
            Setting.all.map(\.key.rawValue).sorted()
                == ServerConfiguration.Key.allCases.map(\.rawValue).sorted())
    }

    @Test func `the terminal help lists every setting and its variable`() throws {
        let text = try SettingsTable().text
        for key in ServerConfiguration.Key.allCases {
            #expect(text.contains("\(key.rawValue) (\(key.variable))"))
        }
    }

    @Test(arguments: Setting.all)
    func `every default is a valid value, and setting it changes nothing`(setting: Setting) throws {
        guard case .value(let usual) = setting.usual else { return }
        let unset = try ServerConfiguration(flags: [:], environment: [:])
        let set = try ServerConfiguration(flags: [setting.key: usual(unset)], environment: [:])
        #expect(usual(set) == usual(unset))
    }

    @Test(arguments: Setting.all)
    func `a setting's description is a sentence that fits into a table`(setting: Setting) {
        #expect(setting.purpose.hasSuffix(".") && setting.purpose.first?.isUppercase == true)
        #expect(!setting.allowed.isEmpty && !"\(setting.allowed)\(setting.purpose)".contains("|"))
    }
}
