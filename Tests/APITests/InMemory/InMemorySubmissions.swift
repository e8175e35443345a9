import Authoring
import Foundation
import People

@testable import API

/// The articles of some experts; the store of the program has its own tests.
struct InMemorySubmissions: SubmissionStore {
    let held = Guarded<[ExpertArticle]>([])
    /// The versions that readers see.
    let published = Guarded<[PublishedArticle]>([])
    /// What they no longer see, by name.
    let retired = Guarded<[String: RetiredArticle]>([:])

    func submissions(of account: Account.ID) async throws -> [ExpertArticle] {
        held.value.filter { $0.author == account }
    }

    func submission(_ id: ExpertArticle.ID, of account: Account.ID) async throws -> ExpertArticle? {
        held.value.first { $0.id == id && $0.author == account }
    }

    func begin(_ manuscript: Manuscript, by account: Account.ID, at now: Date) async throws -> ExpertArticle {
        let begun = ExpertArticle(
            number: Int64(held.value.count + 1), id: ExpertArticle.ID(rawValue: UUID().uuidString),
            author: account, state: .draft, revision: 1, manuscript: manuscript, picture: nil,
            correction: nil, publication: nil, created: now, changed: now, events: [], remarks: [])
        held.change { $0.append(begun) }
        return begun
    }

    func keep(
        _ manuscript: Manuscript, as id: ExpertArticle.ID, of account: Account.ID, replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle {
        let former = try await open(id, of: account, revision)
        return replace(former.with(revision: revision + 1, manuscript: manuscript))
    }

    func keep(
        _ picture: ManuscriptPicture?, as id: ExpertArticle.ID, of account: Account.ID,
        replacing revision: Int,
        at now: Date
    ) async throws -> ExpertArticle {
        let former = try await open(id, of: account, revision)
        return replace(former.with(revision: revision + 1, picture: .some(picture?.format)))
    }

    private func open(
        _ id: ExpertArticle.ID, of account: Account.ID, _ revision: Int
    ) async throws -> ExpertArticle {
        guard let former = try await submission(id, of: account) else { throw SubmissionRefusal.unknown }
        guard former.state.isOpen else { throw SubmissionRefusal.state(former.state) }
        guard former.revision == revision else { throw SubmissionRefusal.changed(former.revision) }
        return former
    }

    private func replace(_ submission: ExpertArticle) -> ExpertArticle {
        held.change { all in all = all.map { $0.id == submission.id ? submission : $0 } }
        return submission
    }

    func remove(_ id: ExpertArticle.ID, of account: Account.ID) async throws {
        guard let found = try await submission(id, of: account) else { throw SubmissionRefusal.unknown }
        guard found.publication == nil else { throw SubmissionRefusal.published }
        held.change { $0.removeAll { $0.id == id } }
    }

    func picture(of id: ExpertArticle.ID, of account: Account.ID) async throws -> ManuscriptPicture? {
        try await submission(id, of: account)?.picture.map { ManuscriptPicture($0, [0xFF, 0xD8]) }
    }

    func ownArticles(of account: Account.ID) async throws -> OwnArticles {
        OwnArticles(articles: try await submissions(of: account), remarks: [], acts: [])
    }

    func reviewableArticles(after last: Int64, limit: Int) async throws -> [ExpertArticle] {
        Array(held.value.filter { $0.number > last && $0.state.isReviewable }.prefix(limit))
    }

    func reviewableArticle(_ id: ExpertArticle.ID) async throws -> ExpertArticle? {
        held.value.first { $0.id == id && $0.state.isReviewable }
    }

    func reviewablePicture(of id: ExpertArticle.ID) async throws -> ManuscriptPicture? {
        try await reviewableArticle(id)?.picture.map { ManuscriptPicture($0, [0xFF, 0xD8]) }
    }

    func remark(
        _ content: SubmissionRemark.Content, on id: ExpertArticle.ID, by reviewer: Account.ID, at now: Date
    ) async throws -> ExpertArticle {
        guard let found = try await reviewableArticle(id) else { throw SubmissionRefusal.unknown }
        guard found.author != reviewer else { throw SubmissionRefusal.own }
        let remark = SubmissionRemark(
            id: "r\(found.remarks.count)", reviewer: "moderator", revision: found.revision, content: content,
            time: now)
        return replace(found.with(remarks: found.remarks + [remark]))
    }

    func act(
        _ act: SubmissionAct, on id: ExpertArticle.ID, by actor: SubmissionActor, correction: String?,
        seen revision: Int?, at now: Date
    ) async throws -> ExpertArticle {
        guard let found = held.value.first(where: { $0.id == id }) else { throw SubmissionRefusal.unknown }
        let state = try SubmissionPolicy.state(after: act, on: found, by: actor)
        if let revision, revision != found.revision { throw SubmissionRefusal.changed(found.revision) }
        var changed = found.with(
            state: state,
            events: found.events
                + [SubmissionEvent(act: act, actor: "\(actor)", revision: found.revision, time: now)])
        if act == .correct { changed = changed.with(revision: found.revision + 1, correction: correction) }
        if act == .publish { changed = publish(changed, at: now) }
        if act == .retire, let name = found.publication?.name { retire(found, name, at: now) }
        return replace(changed)
    }

    private func retire(_ submission: ExpertArticle, _ name: String, at now: Date) {
        published.change { $0.removeAll { $0.name == name } }
        let keywords = submission.manuscript.keywords
        retired.change { $0[name] = RetiredArticle(retired: now, keywords: keywords) }
    }

    private func publish(_ submission: ExpertArticle, at now: Date) -> ExpertArticle {
        let former = submission.publication
        let name =
            former?.name
            ?? PublishedArticle.name(of: submission.manuscript.title, numbered: submission.number)
        let number = (former?.version ?? 0) + 1
        let versions =
            (published.value.last { $0.name == name }?.versions ?? [])
            + [
                PublishedArticle.Version(
                    number: number, correction: number == 1 ? nil : submission.correction, published: now)
            ]
        let byline = submission.manuscript.byline
        published.change {
            $0 =
                $0.map { $0.name == name ? $0.with(versions) : $0 }
                + [
                    PublishedArticle(
                        name: name, byline: byline.isEmpty ? nil : byline, versions: versions,
                        version: number, manuscript: submission.manuscript, picture: submission.picture)
                ]
        }
        return submission.with(publication: ExpertArticle.Publication(name: name, version: number))
    }
}

extension PublishedArticle {
    fileprivate func with(_ versions: [Version]) -> PublishedArticle {
        PublishedArticle(
            name: name, byline: byline, versions: versions, version: version, manuscript: manuscript,
            picture: picture)
    }
}

extension ExpertArticle {
    fileprivate func with(
        state: State? = nil, revision: Int? = nil, manuscript: Manuscript? = nil,
        picture: ManuscriptPicture.Format?? = nil, correction: String? = nil,
        publication: Publication? = nil, events: [SubmissionEvent]? = nil, remarks: [SubmissionRemark]? = nil
    ) -> ExpertArticle {
        ExpertArticle(
            number: number, id: id, author: author, state: state ?? self.state,
            revision: revision ?? self.revision, manuscript: manuscript ?? self.manuscript,
            picture: picture ?? self.picture, correction: correction ?? self.correction,
            publication: publication ?? self.publication, created: created, changed: changed,
            events: events ?? self.events, remarks: remarks ?? self.remarks)
    }
}
