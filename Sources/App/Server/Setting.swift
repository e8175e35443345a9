/// A setting: what it is called, what it is for, what it may be, and how it is read.
///
/// ``all`` is the one list of them. The program reads by it, its mistakes quote it, and the table in the article
/// Operating is written from it.
package struct Setting: Sendable {
    /// What holds when nobody says anything.
    enum Default: Sendable {
        /// A value that could be set as well, taken from a configuration in which nothing is set.
        case value(@Sendable (ServerConfiguration) -> String)
        /// What happens then, where no text could be set for it.
        case words(String)
    }

    package let key: ServerConfiguration.Key
    /// What it is for, in one sentence.
    package let purpose: String
    /// What it may be: its form, its range and its unit.
    package let allowed: String
    let usual: Default
    private let take: @Sendable (inout ServerConfiguration, String) throws -> Bool

    /// Defines a setting.
    ///
    /// - Parameters:
    ///   - key: Its name.
    ///   - purpose: What it is for, in one sentence.
    ///   - allowed: What it may be, in the words of a mistake: “x” is not …
    ///   - usual: What holds without it.
    ///   - take: Takes a text over, or returns `false` when the text is not allowed.
    init(
        _ key: ServerConfiguration.Key, _ purpose: String, allowed: String, usual: Default,
        take: @escaping @Sendable (inout ServerConfiguration, String) throws -> Bool
    ) {
        self.key = key
        self.purpose = purpose
        self.allowed = allowed
        self.usual = usual
        self.take = take
    }

    /// All settings, in the order of the table.
    package static let all: [Setting] =
        service + map + alerts + limits + transport + outbound + mail + people + support + products

    /// Takes a text over into a configuration.
    ///
    /// - Parameters:
    ///   - text: What was set.
    ///   - configuration: Where it goes.
    ///   - origin: Where it was set, such as `flag --`, before the name.
    /// - Throws: ``ConfigurationMistake`` when the text is not allowed.
    func read(_ text: String, into configuration: inout ServerConfiguration, from origin: String) throws {
        let name = origin.hasPrefix("environment") ? key.variable : key.rawValue
        do {
            guard try !take(&configuration, text) else { return }
        } catch let mistake as ConfigurationMistake {
            throw mistake
        } catch {
            throw ConfigurationMistake("\(origin)\(name): \(error)")
        }
        throw ConfigurationMistake("\(origin)\(name): “\(text)” is not \(allowed)")
    }
}
