import Guide

/// What the guide says to a question.
struct GuideAnswer: Encodable {
    struct Entry: Encodable {
        struct Link: Encodable {
            let page: String
            let label: String
        }

        let id: String
        let topic: String
        let question: String
        let answer: String
        let links: [Link]
        let isRedFlag: Bool
        let source: String?
        let edition: String?

        init(_ entry: GuideEntry, edition: String) {
            (id, topic, question, answer) = (entry.id, entry.topic, entry.question, entry.answer)
            links = entry.links.map { Link(page: $0.page, label: $0.label) }
            (isRedFlag, source) = (entry.isRedFlag, entry.source)
            self.edition = source == nil ? nil : edition
        }
    }

    /// What is said when a question names a sign of an emergency.
    struct Emergency: Encodable {
        let numbers: [String]
        let page = "/emergency"
    }

    /// What is said when nothing fits.
    struct Nothing: Encodable {
        let text: String
        let pages = ["/contact", "/emergency"]
    }

    let answers: [Entry]
    let emergency: Emergency?
    let nothing: Nothing?

    init(_ entries: [GuideEntry], edition: String, nothing: String, numbers: [String]) {
        answers = entries.map { Entry($0, edition: edition) }
        emergency = entries.first?.isRedFlag == true ? Emergency(numbers: numbers) : nil
        self.nothing = entries.isEmpty ? Nothing(text: nothing) : nil
    }
}
