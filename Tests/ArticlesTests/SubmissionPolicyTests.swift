import Authoring
import Foundation
import People
import Testing

/// Which way articles of experts go, and who may take them along it.
@Suite struct SubmissionPolicyTests {
    private let eva = Account.ID(rawValue: 1)
    private let max = Account.ID(rawValue: 2)

    private func article(
        _ state: ExpertArticle.State, published: Bool = false, remarked: Bool = true
    ) -> ExpertArticle {
        let remark = SubmissionRemark(
            id: "r", reviewer: "max", revision: 3,
            content: SubmissionRemark.Content(language: .english, paragraph: 1, quote: "a", text: "b"),
            time: .distantPast)
        return ExpertArticle(
            number: 1, id: ExpertArticle.ID(rawValue: "a"), author: eva, state: state, revision: 3,
            manuscript: Manuscript(), picture: nil, correction: nil,
            publication: published ? ExpertArticle.Publication(name: "a-1", version: 1) : nil,
            created: .distantPast, changed: .distantPast, events: [], remarks: remarked ? [remark] : [])
    }

    private func state(_ act: SubmissionAct, _ article: ExpertArticle, by actor: SubmissionActor)
        -> ExpertArticle.State?
    {
        try? SubmissionPolicy.state(after: act, on: article, by: actor)
    }

    /// Every way that is open, stated independently of the policy.
    private static let ways: [(ExpertArticle.State, SubmissionAct, Bool, ExpertArticle.State)] = [
        (.draft, .submit, true, .submitted), (.returned, .submit, true, .submitted),
        (.submitted, .withdraw, true, .draft), (.accepted, .withdraw, true, .draft),
        (.submitted, .giveBack, false, .returned), (.accepted, .giveBack, false, .returned),
        (.submitted, .accept, false, .accepted), (.accepted, .publish, false, .published),
    ]

    @Test(arguments: ExpertArticle.State.allCases, SubmissionAct.allCases)
    func `an article that was never published goes these ways and no others`(
        from: ExpertArticle.State, act: SubmissionAct
    ) {
        for (actor, isAuthor) in [(SubmissionActor.author(eva), true), (.reviewer(max), false)] {
            let expected = Self.ways.first { $0.0 == from && $0.1 == act && $0.2 == isAuthor }?.3
            #expect(state(act, article(from), by: actor) == expected, "\(actor)")
        }
    }

    @Test func `what is published is corrected, or the correction is given up, or it is retired for good`() {
        let author = SubmissionActor.author(eva)
        #expect(state(.correct, article(.published, published: true), by: author) == .draft)
        #expect(state(.discard, article(.returned, published: true), by: author) == .published)
        for state in ExpertArticle.State.allCases where state != .retired {
            #expect(self.state(.retire, article(state, published: true), by: author) == .retired)
        }
        for act in SubmissionAct.allCases {
            for actor in [author, .reviewer(max)] {
                #expect(state(act, article(.retired, published: true), by: actor) == nil)
            }
        }
    }

    @Test(arguments: ExpertArticle.State.allCases, SubmissionAct.ofReviewers)
    func `nobody reviews their own, and nobody else acts as its author`(
        from: ExpertArticle.State, act: SubmissionAct
    ) {
        #expect(state(act, article(from, published: true), by: .reviewer(eva)) == nil)
        for act in SubmissionAct.ofAuthors {
            #expect(state(act, article(from, published: true), by: .author(max)) == nil)
        }
    }

    @Test func `drafts are their authors' own`() {
        for state in [ExpertArticle.State.draft, .returned] {
            #expect(throws: SubmissionRefusal.unknown) {
                try SubmissionPolicy.state(
                    after: .retire, on: article(state, published: true), by: .reviewer(max))
            }
        }
    }

    @Test func `an article is returned with a remark on its text only`() {
        #expect(throws: SubmissionRefusal.noRemarks) {
            try SubmissionPolicy.state(
                after: .giveBack, on: article(.submitted, remarked: false), by: .reviewer(max))
        }
    }

    @Test(arguments: [
        ("Birch & apples: why?", "birch-apples-why-7"),
        ("Äpfel, Größe und Müsli", "aepfel-groesse-und-muesli-7"),
        ("Ça va à l’été", "ca-va-a-l-ete-7"), ("花粉", "article-7"), ("", "article-7"),
        ("<script>alert(1)</script>", "script-alert-1-script-7"),
    ])
    func `the name of an article is made of the words of its title`(title: String, name: String) {
        #expect(PublishedArticle.name(of: title, numbered: 7) == name)
    }

    @Test func `no title is too long for a name`() {
        let long = PublishedArticle.name(of: String(repeating: "pollen ", count: 20), numbered: .max)
        #expect(long.count <= 60 && long.hasPrefix("pollen-pollen-"))
        let word = PublishedArticle.name(of: String(repeating: "a", count: 80), numbered: 7)
        #expect(word == "article-7")
    }
}
