import HTTP
import People
import Site
import Studies

/// The page with the studies that are open, and how one joins.
struct StudyListContent {
    let page: StudyPage
    let phrases: ArticlePhrases
    let base: String

    var content: ComposedContent {
        ComposedContent(
            title: phrases("page.studies"), about: phrases("page.studies.about"),
            head: WordedAddress(path: StudyAddress.list, base: base).links(in: phrases.language),
            content: [
                Markup("h1", phrases("page.studies")),
                Markup("p", ["class": "hint lead"], phrases("page.studies.about")), list, ways,
            ])
    }

    /// The page where there is no such study.
    static func unknown(_ phrases: ArticlePhrases) -> ComposedContent {
        ComposedContent(
            title: phrases("problem.unknown-study"), about: nil, head: [],
            content: [
                Markup("h1", phrases("problem.unknown-study")),
                Markup("p", [Markup("a", ["href": StudyAddress.list], phrases("studies.all"))]),
            ])
    }

    private var list: Markup {
        guard !page.studies.isEmpty
        else { return Markup("p", ["class": "part card"], phrases("studies.none")) }
        return Markup(
            "section", ["class": "part card", "aria-labelledby": "open-heading"],
            [
                Markup("h2", ["id": "open-heading"], phrases("studies.open")),
                Markup("ul", ["class": "rows"], page.studies.compactMap(row)),
            ] + more)
    }

    private var more: [Markup] {
        guard let next = page.next else { return [] }
        let address = "\(StudyAddress.list)?after=\(next)"
        return [Markup("p", [Markup("a", ["href": address], phrases("studies.more"))])]
    }

    private func row(_ study: Study) -> Markup? {
        guard let content = study.current?.content,
            let title = StudyWords(content.title, for: phrases.language)
        else { return nil }
        let purpose = StudyWords(content.purpose, for: phrases.language)?.paragraphs.first
        return Markup(
            "li",
            [
                Markup(
                    "div", ["class": "what"],
                    [
                        Markup(
                            "a",
                            [
                                "class": "study-title", "lang": title.code,
                                "href": StudyAddress.path(of: study.id),
                            ],
                            title.text)
                    ] + [purpose].compactMap(\.self) + [
                        Markup("p", ["class": "small"], phrases.span(of: study))
                    ])
            ])
    }

    private var ways: Markup {
        Markup(
            "section", ["class": "part card", "aria-labelledby": "how-heading"],
            [
                Markup("h2", ["id": "how-heading"], phrases("study.how"))
            ] + phrases.waysIn(answeringAt: "\(StudyAddress.list)/answer"))
    }
}

extension ArticlePhrases {
    /// From when until when a study asks.
    func span(of study: Study) -> String {
        let days = study.settings.days
        return self("study.span", ["begin": day(days.lowerBound), "end": day(days.upperBound)])
    }

    /// How one gets into a study, step by step, with links to join one and to answer at an address.
    func waysIn(answeringAt address: String) -> [Markup] {
        let steps = ["code", "account", "consent", "answer"].map { Markup("li", self("study.how.\($0)")) }
        let join = Markup(
            "a", ["class": "main", "href": "\(StudyAddress.list)/join"], self("study.code.have"))
        let answer = Markup("a", ["class": "quiet", "href": address], self("study.answer"))
        return [
            Markup("p", self("study.how.invited")), Markup("ol", ["class": "study-steps"], steps),
            Markup("p", ["class": "line"], [join, answer]),
        ]
    }
}
