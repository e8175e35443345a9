import Allergens
import ArgumentParser
import Feeds
import Foundation
import Server

/// Writes a definition for a file of unknown format.
struct FeedDraftCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draft", abstract: "Write a definition for a file of unknown format.",
        discussion: """
            Looks at the encoding, the separator, the lines above the header, the days, the decimal mark, \
            the allergens, the stations and the marks for missing values. Where the file does not say \
            enough, the definition has a question. Answer each in the definition, and remove it: a \
            definition with questions is not imported. Then the definition reads the file as a trial, and \
            the command shows what it found; nothing is stored. Exit status 2: questions that the trial \
            needs are open, or rows were rejected.
            """)

    @Argument(help: "A file of readings.", completion: .file()) var file: String
    @Option(help: "The definition to write; it must not exist (default: standard output).")
    var to: String?
    @Option(help: "The allergen of a file that does not name it.") var allergen: String?
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let source = URL(filePath: file)
        guard let data = try? Data(contentsOf: source) else {
            throw Failure("\(file): the file does not exist or cannot be read")
        }
        let draft: FeedDraft
        do throws(FeedDraft.Failure) {
            draft = try FeedDraft(of: Array(data), named: source.lastPathComponent, allergen: key)
        } catch {
            throw Failure("\(file): \(error.sentence)")
        }
        try write(draft.definition)
        let trial = try FeedTrial(of: draft, feeds: common.configuration().feeds, now: Date())
        for line in trial.lines { Output.note(line) }
        if !trial.isClean { throw ExitCode.incomplete }
    }

    private func write(_ definition: String) throws {
        guard let to else { return print(definition, terminator: "") }
        do {
            try Data(definition.utf8).write(to: URL(filePath: to), options: .withoutOverwriting)
        } catch {
            throw Failure("\(to): the file exists already or cannot be written")
        }
    }
}

extension FeedDraftCommand {
    /// Returns the key of the allergen that was asked for.
    private var key: Allergen.ID? {
        allergen.flatMap { Taxonomy.standard.allergen(spelled: $0)?.id }
    }

    func validate() throws {
        guard let allergen else { return }
        guard Taxonomy.standard.allergen(spelled: allergen)?.unit != nil else {
            throw ValidationError("--allergen: stations measure no “\(allergen)”")
        }
    }
}
