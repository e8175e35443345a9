import API
import Guide
import People
import Storage

/// The guide in every language with its index, built when the server starts.
struct GuideSearch: GuideSearching {
    private let indexes: [Language: GuideIndex]

    init(_ books: [Language: GuideBook]) throws { indexes = try books.mapValues { try GuideIndex($0) } }

    func entries(for question: GuideQuestion, in language: Language) throws -> [String] {
        try indexes[language]?.entries(for: question) ?? []
    }
}
