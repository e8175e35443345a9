import API
import Articles
import Authoring
import Foundation
import People
import SampleTesting
import Sealing
import Storage
import Testing

@testable import Server

/// The articles of the program together with those of experts.
@Suite struct ArticleCollectionTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    private let eva: Account.ID
    private let max: Account.ID

    init() async throws {
        folder = try TemporaryFolder()
        let file = KeyFile(folder.url.appending(path: "store.keys"))
        try file.makeIfMissing()
        store = try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
        eva = try #require(try await store.addAccount(named: "eva", at: noon)).id
        max = try #require(try await store.addAccount(named: "max", at: noon)).id
    }

    private func act(_ act: SubmissionAct, _ id: ExpertArticle.ID, by actor: SubmissionActor) async throws
        -> ExpertArticle
    {
        try await store.act(act, on: id, by: actor, correction: nil, seen: nil, at: noon)
    }

    private func publish(_ manuscript: Manuscript) async throws -> ExpertArticle {
        let id = try await store.begin(manuscript, by: eva, at: noon).id
        _ = try await act(.submit, id, by: .author(eva))
        _ = try await act(.accept, id, by: .reviewer(max))
        return try await act(.publish, id, by: .reviewer(max))
    }

    @Test func `what is published is listed and found at once, and what is retired no more`() async throws {
        let collection = try ArticleCollection(in: store)
        let before = try await collection.shelf()
        #expect(before.library.articles.allSatisfy { $0.expertise == nil })
        #expect(try before.search.articles(for: "Zwetschgenmus", in: .english).isEmpty)
        let published = try await publish(.sample)
        let id = try #require(published.publication.flatMap { Article.ID($0.name) })
        let shelf = try await collection.shelf()
        #expect(shelf.library.articles.count == before.library.articles.count + 1)
        #expect(try shelf.search.articles(for: "Zwetschgenmus", in: .english) == [id])
        #expect(try shelf.search.articles(for: "zwetschgnmus", in: .italian) == [id])
        #expect(shelf.library[id]?.expertise?.byline == "Dr. Eva Weber")
        _ = try await act(.retire, published.id, by: .author(eva))
        let after = try await collection.shelf()
        #expect(after.library.articles.map(\.id) == before.library.articles.map(\.id))
        #expect(try after.search.articles(for: "Zwetschgenmus", in: .english).isEmpty)
    }

    @Test func `a former version is read by its number`() async throws {
        let collection = try ArticleCollection(in: store)
        let published = try await publish(.sample)
        let id = try #require(published.publication.flatMap { Article.ID($0.name) })
        #expect(try await collection.article(id, version: 1)?.title == "Birch & apples")
        #expect(try await collection.article(id, version: 2) == nil)
        #expect(try await collection.picture(of: id, version: 1) == nil)
    }

    @Test func `no article of the program can have the name of an expert's`() throws {
        for article in try ArticleLibrary.builtIn().articles {
            #expect(article.id.rawValue.wholeMatch(of: /.*-[0-9]+/) == nil, "\(article.id.rawValue)")
        }
    }
}

extension Article {
    fileprivate var title: String { text(in: .english).title }
}
