import ArgumentParser

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed", abstract: "Look after the feeds of other networks.",
        subcommands: [FeedPull.self, FeedStatus.self])
}
