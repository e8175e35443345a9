/// A question of the guide with its answer, in one language.
package struct GuideEntry: Hashable, Sendable {
    /// A page that the answer leads to.
    package struct Link: Hashable, Sendable {
        package let page: String
        package let label: String

        package init(page: String, label: String) { (self.page, self.label) = (page, label) }
    }

    package let id: String
    /// The part of the guide that it is in.
    package let topic: String
    package let question: String
    package let answer: String
    /// Other words under which people look for it.
    package let words: String
    /// Any one of them in a question brings this entry before all others.
    package let triggers: [GuideTrigger]
    package let links: [Link]
    /// From where a medical answer is; `nil` for what is about the product.
    package let source: String?
    /// Whether it is about signs of an emergency.
    package let isRedFlag: Bool

    package init(
        id: String, topic: String, question: String, answer: String, words: String,
        triggers: [GuideTrigger] = [], links: [Link] = [], source: String? = nil, isRedFlag: Bool = false
    ) {
        (self.id, self.topic, self.question, self.answer) = (id, topic, question, answer)
        (self.words, self.triggers, self.links) = (words, triggers, links)
        (self.source, self.isRedFlag) = (source, isRedFlag)
    }
}

/// All questions of the guide in one language.
package struct GuideBook: Hashable, Sendable {
    /// In the order of the guide, those with triggers by urgency.
    package let entries: [GuideEntry]
    /// Words that say nothing of what a question is about, such as articles, in the form of ``GuideQuestion``.
    package let ignored: Set<String>
    /// The edition of the medical answers.
    package let edition: String

    package init(entries: [GuideEntry], ignored: Set<String>, edition: String) {
        (self.entries, self.ignored, self.edition) = (entries, ignored, edition)
    }

    /// The entries that a question brings before all others, the most urgent first.
    package func first(for question: GuideQuestion) -> [GuideEntry] {
        entries.filter { $0.triggers.contains { $0.isMet(by: question) } }
    }

    /// The words of a question by which entries are found.
    package func telling(_ question: GuideQuestion) -> [String] {
        question.words.filter { !ignored.contains($0) }
    }
}
