import Alerts
import Authoring
import Foundation
import GRDB
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

/// The articles of experts in the database: from the first word to their readers.
@Suite struct SubmissionStorageTests {
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

    private let passage = SubmissionRemark.Content(
        language: .english, paragraph: 2, quote: "The proteins", text: "Quendelhonig is not one of them.")

    @discardableResult
    private func act(
        _ act: SubmissionAct, _ id: ExpertArticle.ID, correction: String? = nil, seen: Int? = nil,
        at now: Date = noon
    ) async throws -> ExpertArticle {
        let isAuthors = SubmissionAct.ofAuthors.contains(act)
        return try await store.act(
            act, on: id, by: isAuthors ? .author(eva) : .reviewer(max), correction: correction, seen: seen,
            at: now)
    }

    private func published(_ manuscript: Manuscript = .sample) async throws -> ExpertArticle {
        let begun = try await store.begin(manuscript, by: eva, at: noon)
        for step in [SubmissionAct.submit, .accept] { try await act(step, begun.id) }
        return try await act(.publish, begun.id)
    }

    private func number(_ query: String) async throws -> Int? {
        try await store.pool.read { try Int.fetchOne($0, sql: query) }
    }

    @Test func `a draft is kept word by word, and belongs to its author alone`() async throws {
        let begun = try await store.begin(Manuscript(), by: eva, at: noon)
        #expect(begun.state == .draft && begun.revision == 1)
        let kept = try await store.keep(.sample, as: begun.id, of: eva, replacing: 1, at: noon + 60)
        #expect(kept.manuscript == .sample && kept.revision == 2 && kept.changed == noon + 60)
        #expect(try await store.submission(begun.id, of: eva) == kept)
        #expect(try await store.submission(begun.id, of: max) == nil)
        #expect(try await store.reviewableArticle(begun.id) == nil)
        await #expect(throws: SubmissionRefusal.unknown) {
            try await store.keep(.sample, as: begun.id, of: max, replacing: 2, at: noon)
        }
        await #expect(throws: SubmissionRefusal.unknown) { try await store.remove(begun.id, of: max) }
    }

    @Test func `who writes on an old text overwrites nothing`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        let kept = try await store.keep(.sample, as: begun.id, of: eva, replacing: 1, at: noon)
        await #expect(throws: SubmissionRefusal.changed(2)) {
            try await store.keep(Manuscript(), as: begun.id, of: eva, replacing: 1, at: noon)
        }
        await #expect(throws: SubmissionRefusal.changed(2)) { try await act(.submit, begun.id, seen: 1) }
        #expect(try await store.submission(begun.id, of: eva) == kept)
    }

    @Test func `a remark sends an article back, and the whole way is recorded`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        try await act(.submit, begun.id)
        await #expect(throws: SubmissionRefusal.state(.submitted)) {
            try await store.keep(.sample, as: begun.id, of: eva, replacing: 1, at: noon)
        }
        #expect(try await store.reviewableArticles(after: 0, limit: 9).map(\.id) == [begun.id])
        await #expect(throws: SubmissionRefusal.noRemarks) { try await act(.giveBack, begun.id) }
        await #expect(throws: SubmissionRefusal.own) {
            try await store.remark(passage, on: begun.id, by: eva, at: noon)
        }
        _ = try await store.remark(passage, on: begun.id, by: max, at: noon)
        let returned = try await act(.giveBack, begun.id, at: noon + 1)
        #expect(returned.remarks.map(\.content) == [passage] && returned.remarks.first?.reviewer == "max")
        #expect(try await store.reviewableArticles(after: 0, limit: 9).isEmpty)
        _ = try await store.keep(.sample, as: begun.id, of: eva, replacing: 1, at: noon + 2)
        for step in [SubmissionAct.submit, .accept, .publish] { try await act(step, begun.id, at: noon + 3) }
        let done = try #require(try await store.submission(begun.id, of: eva))
        #expect(done.events.map(\.act) == [.submit, .giveBack, .submit, .accept, .publish])
        #expect(done.events.map(\.actor) == ["eva", "max", "eva", "max", "max"])
        #expect(done.events.map(\.revision) == [1, 1, 2, 2, 2])
    }

    @Test func `each step is told to who did not take it`() async throws {
        let moderator = try #require(try await store.addAccount(named: "mona", at: noon)).id
        let idle = try #require(try await store.addAccount(named: "idle", at: noon)).id
        let role = try #require(Role(.moderator))
        for account in [moderator, idle, eva] { try await store.grant(role, to: account, at: noon) }
        try await store.setDuty(false, of: idle)
        let first = try await published()
        try await act(.retire, first.id)
        let told = try await store.pool.read { [keys = store.keys] database in
            try Row.fetchAll(database, sql: "SELECT account, sealed FROM notice ORDER BY number").map { row in
                let account: Int64 = row["account"]
                let matter = try NoticeRow.opened(row["sealed"], of: account, keys)
                guard case .article(let step, title: let title) = matter else { return "\(matter)" }
                return "\(account) \(step.rawValue) \(title)"
            }
        }
        let title = Manuscript.sample.title
        #expect(
            told == ["\(moderator.rawValue) submitted \(title)"]
                + ["accepted", "published"].map { "\(eva.rawValue) \($0) \(title)" })
    }

    @Test func `a refused act leaves no trace`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        try await act(.submit, begun.id)
        await #expect(throws: SubmissionRefusal.own) {
            try await store.act(
                .accept, on: begun.id, by: .reviewer(eva), correction: nil, seen: nil, at: noon)
        }
        await #expect(throws: SubmissionRefusal.state(.submitted)) { try await act(.publish, begun.id) }
        let found = try #require(try await store.submission(begun.id, of: eva))
        #expect(found.state == .submitted && found.events.count == 1)
        #expect(try await store.publishedArticles().isEmpty)
    }

    @Test func `a correction is a version of its own, and readers know both`() async throws {
        let first = try await published()
        let edition = try await store.articleEdition()
        let begun = try await act(.correct, first.id, correction: "January, not March", at: noon + 1)
        #expect(begun.state == .draft && begun.correction == "January, not March")
        #expect(try await store.articleEdition() == edition, "a draft changes nothing for readers")
        let other = Manuscript.sample.saying("January [1].")
        _ = try await store.keep(other, as: first.id, of: eva, replacing: begun.revision, at: noon + 2)
        for step in [SubmissionAct.submit, .accept, .publish] { try await act(step, first.id, at: noon + 3) }
        #expect(try await store.articleEdition() > edition)
        let articles = try await store.publishedArticles()
        let article = try #require(articles.first)
        #expect(articles.count == 1 && article.version == 2 && article.byline == "Dr. Eva Weber")
        #expect(article.name.hasPrefix("birch-apples-"))
        #expect(article.versions.map(\.correction) == [nil, "January, not March"])
        #expect(article.manuscript.texts.last?.body == "January [1].")
        let former = try await store.publishedArticle(article.name, version: 1)
        #expect(former?.manuscript.texts == Manuscript.sample.texts)
        #expect(try await store.publishedArticle(article.name, version: 3) == nil)
    }

    @Test func `a correction that is given up leaves what was published, with its picture`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        let picture = ManuscriptPicture(.png, [1, 2, 3])
        _ = try await store.keep(picture, as: begun.id, of: eva, replacing: 1, at: noon)
        for step in [SubmissionAct.submit, .accept, .publish] { try await act(step, begun.id) }
        let opened = try await act(.correct, begun.id, correction: "A picture")
        let bare = try await store.keep(nil, as: begun.id, of: eva, replacing: opened.revision, at: noon)
        #expect(bare.picture == nil)
        let back = try await act(.discard, begun.id)
        #expect(back.state == .published && back.manuscript == .sample && back.picture == .png)
        #expect(try await store.picture(of: begun.id, of: eva) == picture)
        #expect(try await store.picture(of: begun.id, of: max) == nil)
        let name = try #require(back.publication?.name)
        #expect(try await store.publishedPicture(of: name, version: 1) == picture)
    }

    @Test func `what is retired is read by nobody, and its name is never given again`() async throws {
        let first = try await published()
        await #expect(throws: SubmissionRefusal.published) { try await store.remove(first.id, of: eva) }
        try await act(.retire, first.id)
        #expect(try await store.publishedArticles().isEmpty)
        let name = try #require(first.publication?.name)
        #expect(try await store.publishedArticle(name, version: 1) == nil)
        #expect(try await store.retiredArticle(name)?.keywords == Manuscript.sample.keywords)
        let shown = try #require(try await published().publication?.name)
        #expect(try await store.retiredArticle(shown) == nil)
        #expect(try await published().publication?.name != name)
    }

    @Test(arguments: [true, false])
    func `with the account go drafts and retired articles, and the name unless it may stay`(
        keepsName: Bool
    ) async throws {
        var manuscript = Manuscript.sample
        manuscript.keepsByline = keepsName
        _ = try await published(manuscript)
        try await act(.retire, try await published().id)
        _ = try await store.begin(.sample, by: eva, at: noon)
        let edition = try await store.articleEdition()
        try await store.pool.write {
            try $0.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [self.eva.rawValue])
        }
        let left = try await store.publishedArticles()
        #expect(left.map(\.byline) == [keepsName ? "Dr. Eva Weber" : nil])
        #expect(try await store.articleEdition() > edition)
        for table in ["submission", "submissionRemark", "submissionEvent", "submissionPicture"] {
            #expect(try await number("SELECT count(*) FROM \(table)") == 0, "\(table)")
        }
        #expect(try await number("SELECT count(*) FROM articleVersion") == 1)
        _ = try await store.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        #expect((bytes.range(of: Data("Eva Weber".utf8)) != nil) == keepsName)
    }

    @Test func `a reviewer who leaves takes the name along, and nothing else`() async throws {
        let first = try await published()
        try await store.pool.write {
            try $0.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [self.max.rawValue])
        }
        let found = try #require(try await store.submission(first.id, of: eva))
        #expect(found.state == .published && found.events.map(\.actor) == ["eva", nil, nil])
    }

    @Test func `neither drafts nor remarks are readable in the file`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        try await act(.submit, begun.id)
        _ = try await store.remark(passage, on: begun.id, by: max, at: noon)
        _ = try await store.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        for word in ["Zwetschgenmus", "Quendelhonig", "Eva Weber"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
    }

    @Test func `an author can take everything along, and a reviewer what they have said`() async throws {
        let begun = try await store.begin(.sample, by: eva, at: noon)
        try await act(.submit, begun.id)
        _ = try await store.remark(passage, on: begun.id, by: max, at: noon)
        try await act(.giveBack, begun.id)
        let hers = try await store.ownArticles(of: eva)
        #expect(hers.articles.map(\.id) == [begun.id] && hers.remarks.isEmpty && hers.acts.isEmpty)
        let his = try await store.ownArticles(of: max)
        #expect(his.articles.isEmpty && his.remarks.map(\.remark.content) == [passage])
        #expect(his.acts.map(\.event.act) == [.giveBack])
    }

    @Test func `an expert is known by name, and nobody else`() async throws {
        try await store.grant(try #require(Role(.expert)), to: eva, at: noon)
        try await store.grant(try #require(Role(.moderator)), to: max, at: noon)
        #expect(try await store.isExpert(named: "eva"))
        for name in ["max", "nobody", ""] { #expect(try await !store.isExpert(named: name)) }
    }

    @Test func `an account keeps fifty articles`() async throws {
        for _ in 0..<ExpertArticle.limit { _ = try await store.begin(Manuscript(), by: eva, at: noon) }
        await #expect(throws: SubmissionRefusal.tooMany) {
            try await store.begin(Manuscript(), by: eva, at: noon)
        }
    }
}
