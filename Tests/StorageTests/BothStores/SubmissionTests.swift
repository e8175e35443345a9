import Authoring
import Foundation
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// The articles of experts: what they write, what reviewers say, and what readers see.
    @Suite struct SubmissionTests {
        private let passage = SubmissionRemark.Content(
            language: .english, paragraph: 2, quote: "The proteins", text: "Quendelhonig is not one of them.")

        private func move(to state: ExpertArticle.State, of id: ExpertArticle.ID, in store: any RowStore)
            async throws
        {
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run("UPDATE submission SET state = \(state.rawValue) WHERE id = \(id.rawValue)")
            }
        }

        private func publish(_ id: ExpertArticle.ID, by account: Account.ID, in store: any RowStore)
            async throws
        {
            try await move(to: .published, of: id, in: store)
            try await store.writeRows(locking: .nothing) { [keys = store.keys] runner in
                let rows = SubmissionRow(runner: runner, keys: keys)
                let article = try rows.required(id)
                try Publications(runner: runner).publish(
                    article, try rows.picture(of: article.number), by: account, at: noon)
            }
        }

        private func edition(in store: any RowStore) async throws -> Int {
            try #require(
                try await store.readRows { runner in
                    try runner.value("SELECT number FROM articleEdition", as: Int.self)
                })
        }

        @Test(arguments: StoreKind.tested)
        func `a draft is kept word by word, and belongs to its author alone`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, eva) = (opened.store, try await opened.account("eva"))
            let max = try await opened.account("max")
            let begun = try await store.begin(Manuscript(), by: eva, at: noon)
            #expect(begun.state == .draft && begun.revision == 1)
            let kept = try await store.keep(.sample, as: begun.id, of: eva, replacing: 1, at: noon + 60)
            #expect(kept.manuscript == .sample && kept.revision == 2 && kept.changed == noon + 60)
            #expect(try await store.submission(begun.id, of: eva) == kept)
            #expect(try await store.submissions(of: eva) == [kept])
            #expect(try await store.submission(begun.id, of: max) == nil)
            #expect(try await store.reviewableArticle(begun.id) == nil)
            await #expect(throws: SubmissionRefusal.changed(2)) {
                try await store.keep(Manuscript(), as: begun.id, of: eva, replacing: 1, at: noon)
            }
            await #expect(throws: SubmissionRefusal.unknown) { try await store.remove(begun.id, of: max) }
            try await store.remove(begun.id, of: eva)
            #expect(try await store.submissions(of: eva).isEmpty)
        }

        @Test(arguments: StoreKind.tested)
        func `a remark belongs to the text that its reviewer has read`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, eva) = (opened.store, try await opened.account("eva"))
            let max = try await opened.account("max")
            let id = try await store.begin(.sample, by: eva, at: noon).id
            await #expect(throws: SubmissionRefusal.unknown) {
                try await store.remark(passage, on: id, by: max, at: noon)
            }
            try await move(to: .submitted, of: id, in: store)
            #expect(try await store.reviewableArticles(after: 0, limit: 9).map(\.id) == [id])
            await #expect(throws: SubmissionRefusal.own) {
                try await store.remark(passage, on: id, by: eva, at: noon)
            }
            let remark = try #require(
                try await store.remark(passage, on: id, by: max, at: noon).remarks.first)
            #expect(remark.content == passage && remark.reviewer == "max" && remark.revision == 1)
            let own = try await store.ownArticles(of: max)
            #expect(own.articles.isEmpty && own.remarks.map(\.article) == [id])
        }

        @Test(arguments: StoreKind.tested)
        func `of reviewers who publish at once one does, and others learn of each step`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, eva) = (opened.store, try await opened.account("eva"))
            let reviewers = [try await opened.account("max"), try await opened.account("mona")]
            let moderator = try #require(Role(.moderator))
            for reviewer in reviewers { try await store.grant(moderator, to: reviewer, at: noon) }
            let id = try await store.begin(.sample, by: eva, at: noon).id
            for (act, actor) in [
                (SubmissionAct.submit, SubmissionActor.author(eva)), (.accept, .reviewer(reviewers[0])),
            ] {
                _ = try await store.act(act, on: id, by: actor, correction: nil, seen: 1, at: noon)
            }
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for reviewer in reviewers {
                    group.addTask {
                        let article = try? await store.act(
                            .publish, on: id, by: .reviewer(reviewer), correction: nil, seen: nil, at: noon)
                        return article?.state == .published
                    }
                }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(outcomes.filter(\.self).count == 1)
            let article = try #require(try await store.submission(id, of: eva))
            #expect(article.events.map(\.act) == [.submit, .accept, .publish])
            #expect(try await store.publishedArticles().map(\.version) == [1])
            #expect(try await opened.count("notice WHERE account = \(eva.rawValue)") == 2)
            #expect(try await opened.count("notice") == 4)
        }

        @Test(arguments: StoreKind.tested)
        func `readers see the newest version, and the one that they ask for`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, eva) = (opened.store, try await opened.account("eva"))
            let id = try await store.begin(.sample, by: eva, at: noon).id
            try await publish(id, by: eva, in: store)
            let picture = ManuscriptPicture(.png, [1, 2, 3])
            try await move(to: .draft, of: id, in: store)
            let drawn = try await store.keep(picture, as: id, of: eva, replacing: 1, at: noon)
            #expect(drawn.picture == .png)
            #expect(try await store.picture(of: id, of: eva) == picture)
            #expect(try await store.reviewablePicture(of: id) == nil)
            try await publish(id, by: eva, in: store)
            let article = try #require(try await store.publishedArticles().first)
            #expect(article.version == 2 && article.versions.map(\.number) == [1, 2])
            #expect(try await store.publishedPicture(of: article.name, version: 1) == nil)
            #expect(try await store.publishedPicture(of: article.name, version: 2) == picture)
            let first = try #require(try await store.publishedArticle(article.name, version: 1))
            #expect(first.version == 1 && first.manuscript.title == Manuscript.sample.title)
            #expect(try await store.publishedArticle(article.name, version: 3) == nil)
            #expect(try await store.retiredArticle(article.name) == nil)
            let number = try #require(try await store.submission(id, of: eva)).number
            try await store.writeRows(locking: .nothing) { runner in
                try Publications(runner: runner).retire(number, at: noon)
            }
            #expect(try await store.publishedArticles().isEmpty)
            #expect(try await store.retiredArticle(article.name)?.retired == noon)
        }

        @Test(arguments: StoreKind.tested)
        func `an article outlives the account of its author, whose name goes unless it stays by wish`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, eva) = (opened.store, try await opened.account("eva"))
            var manuscript = Manuscript.sample
            for keeps in [false, true] {
                (manuscript.byline, manuscript.keepsByline) = ("Dr. Eva Weber", keeps)
                let id = try await store.begin(manuscript, by: eva, at: noon).id
                try await publish(id, by: eva, in: store)
            }
            let before = try await edition(in: store)
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run("DELETE FROM account WHERE id = \(eva.rawValue)")
            }
            #expect(try await store.publishedArticles().map(\.byline) == [nil, "Dr. Eva Weber"])
            #expect(try await opened.count("submission") == 0)
            #expect(try await edition(in: store) > before)
        }
    }
}
