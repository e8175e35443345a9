import Allergens
import Forms
import Foundation
import Geography
import People
import Site
import Studies
import StudyExport

/// The page of a study: why and by whom, what happens to answers, what people agree to, and how one joins.
struct StudyPageContent {
    /// The most questions of a form that are shown before a reader asks for them: about a screen.
    private static let mostUnfolded = 20
    let study: Study
    let published: StudyContent
    /// How many people take part.
    let participants: Int
    let dictionary: StudyDictionary?
    let releases: [StudyRelease]
    /// What researchers wrote to everybody.
    let messages: [StudyMessage]
    /// What the ground of maps asks to be said beside it; `nil` if there is no ground.
    let mapCredit: String?
    let phrases: ArticlePhrases
    let base: String

    private var language: Language { phrases.language }
    private var isOpen: Bool { study.state == .open }

    /// - Throws: An error of the encoder.
    func content() throws -> ComposedContent {
        guard let title = StudyWords(published.title, for: language)
        else { preconditionFailure("what is published has a title") }
        let metadata = StudyMetadata(
            study: study, title: title, purpose: StudyWords(published.purpose, for: language)?.text ?? "",
            ethics: published.ethics, base: base)
        return ComposedContent(
            title: title.text, about: metadata.about, head: try metadata.head(),
            content: [
                Markup(
                    "p", ["class": "article-way"],
                    [Markup("a", ["href": StudyAddress.list], phrases("studies.all"))]),
                head(title), news, joining, results, text("purpose", "study.purpose", published.purpose),
                contact,
                mode,
                consent, questions, meaning,
            ].compactMap(\.self))
    }

    private func head(_ title: StudyWords) -> Markup {
        let state = phrases(isOpen ? "study.state.open" : "study.state.closed")
        let facts = [
            title.element("h1"), Markup("p", ["class": "hint"], "\(state) \(phrases.span(of: study))"),
        ]
        let others = [Markup("p", ["class": "hint", "id": "people"], people), region].compactMap(\.self)
        return Markup("header", ["class": "part card"], facts + schedules + others + map + [acts])
    }

    /// When people answer: a line for each form.
    private var schedules: [Markup] {
        let main = phrases.words(of: study.settings.schedule)
        guard !published.furtherForms.isEmpty else { return [Markup("p", ["class": "hint"], main)] }
        let further = published.furtherForms.map { ($0.name, phrases.words(of: $0.schedule)) }
        return ([(StudyForm.Name.main, main)] + further).map { name, words in
            let title = published.formTitle(name.rawValue, "span", for: language)
            return Markup("p", ["class": "hint"], [title, .text(": \(words)")])
        }
    }

    private var acts: Markup {
        Markup(
            "p", ["class": "line study-acts"],
            [
                act("share", "place.share"), act("print", "shared.print"), ownConsent,
                Markup("span", ["class": "small", "id": "told", "role": "status"], ""),
            ])
    }

    /// A button that needs a script, which shows it.
    private func act(_ id: String, _ words: String) -> Markup {
        Markup("button", ["class": "quiet", "type": "button", "id": id, "hidden": ""], phrases(words))
    }

    /// The consent that the reader gave, which a script shows to those who did; the page is the same for everybody.
    private var ownConsent: Markup {
        let id = study.id.rawValue
        return Markup(
            "a",
            [
                "class": "quiet", "id": "own-consent", "data-study": id,
                "href": "/v1/me/studies/\(id.urlQueryEncoded)/consent/paper", "download": "", "hidden": "",
            ], phrases("consent.get"))
    }

    /// How many people take part, in steps of `k`: two states of the page do not tell that one has joined.
    private var people: String {
        let k = study.settings.k
        let now =
            participants < k
            ? phrases("study.people.few", ["k": "\(k)"])
            : phrases.counted("study.people", participants - participants % k)
        guard let target = study.settings.target else { return now }
        return "\(now) \(phrases.counted("study.target", target))"
    }

    /// Where people are looked for.
    private var region: Markup? {
        guard let region = study.settings.region else { return nil }
        func degrees(_ value: Double) -> String {
            value.formatted(.number.locale(phrases.locale).precision(.fractionLength(0...2)))
        }
        let words = phrases(
            "study.region",
            [
                "name": region.name, "west": degrees(region.box.west), "south": degrees(region.box.south),
                "east": degrees(region.box.east), "north": degrees(region.box.north),
            ])
        return Markup("p", ["class": "hint", "id": "region"], words)
    }

    /// The same on a map.
    private var map: [Markup] {
        guard let mapCredit, let region = study.settings.region else { return [] }
        let label = phrases("study.region.map", ["name": region.name])
        return [
            StudyRegionMap(of: region.box).picture(label), Markup("p", ["class": "small"], mapCredit),
        ]
    }

    private var news: Markup? {
        let items = messages.compactMap { message in
            StudyWords(message.words, for: language).map { words in
                let day = phrases.day(CivilDate(at: message.written, in: .gmt))
                return Markup("li", [Markup("p", ["class": "hint"], day)] + words.paragraphs)
            }
        }
        return items.isEmpty ? nil : card("news", "study.messages", [Markup("ul", ["class": "rows"], items)])
    }

    private var joining: Markup? {
        guard isOpen else { return nil }
        let address = "\(StudyAddress.list)/answer?study=\(study.id.rawValue.urlQueryEncoded)"
        return card("how", "study.how", phrases.waysIn(answeringAt: address))
    }

    private func text(_ id: String, _ heading: String, _ wording: FormWording) -> Markup? {
        StudyWords(wording, for: language).flatMap { card(id, heading, $0.paragraphs) }
    }

    private var contact: Markup? {
        let ethics = published.ethics.map { [Markup("p", phrases("study.ethics", ["number": $0]))] }
        return StudyWords(published.contact, for: language).flatMap {
            card("contact", "study.contact", $0.paragraphs + (ethics ?? []))
        }
    }

    private var mode: Markup? {
        let mode = study.settings.mode
        let kinds = ["answers", "place", "see", "leave"].map { "\(mode.rawValue).\($0)" }
        let published = study.settings.results == .never ? [] : ["results"]
        let points = (kinds + published).map {
            Markup("li", phrases("study.mode.\($0)", ["k": "\(study.settings.k)"]))
        }
        let reminders = study.settings.reminders.map { rule in
            Markup(
                "p",
                phrases(
                    "study.reminders.\(mode.rawValue)", ["days": "\(rule.after)", "count": "\(rule.most)"]))
        }
        return card(
            "mode", "study.mode",
            [Markup("ul", ["class": "points"], points)] + [reminders].compactMap(\.self))
    }

    private var consent: Markup? {
        guard let words = StudyWords(published.consent, for: language), let version = study.current
        else { return nil }
        let number = Markup(
            "p", ["class": "small"], phrases("study.version", ["version": "\(version.number)"]))
        return card(
            "consent", "study.consent",
            words.paragraphs + boxes("study.points", published.points)
                + boxes("study.options", published.options) + [number])
    }

    /// What people agree to one by one, under a heading; nothing where there is nothing.
    private func boxes(_ heading: String, _ points: [FormWording]) -> [Markup] {
        let items = points.compactMap { StudyWords($0, for: language)?.element("li") }
        guard !items.isEmpty else { return [] }
        return [Markup("p", phrases(heading)), Markup("ol", ["class": "study-steps"], items)]
    }

    /// What the forms ask.
    private var questions: Markup? {
        let isAlone = published.furtherForms.isEmpty
        let content = published.forms.flatMap { name, form in
            let title = published.formTitle(name.rawValue, "h3", for: language)
            return (isAlone ? [] : [title]) + questions(of: form)
        }
        return card("questions", "study.questions", content)
    }

    /// What a form asks, with what its owners want to be said.
    private func questions(of form: FormDefinition) -> [Markup] {
        let first = form.languages.first?.code
        let labels = Self.asked(form.items).compactMap { StudyWords($0.label, for: language, first: first) }
        let notice = [
            StudyWords(form.notice, for: language, first: first)?.element("span"),
            form.licence.map { Markup.text(" \($0)") },
        ].compactMap(\.self)
        let note = notice.isEmpty ? [] : [Markup("p", ["class": "small study-notice"], notice)]
        let list = Markup("ol", ["class": "study-steps"], labels.map { $0.element("li") })
        guard labels.count > Self.mostUnfolded else { return [list] + note }
        let count = Markup("summary", phrases.counted("study.questions.count", labels.count))
        return [Markup("details", [count, list])] + note
    }

    /// How often each answer was given, if the owner wants everybody to know.
    private var results: Markup? {
        guard study.settings.results != .never, let dictionary else { return nil }
        let section = StudyResultsSection(
            study: study, published: published, releases: releases, dictionary: dictionary, phrases: phrases)
        return card("results", "study.results", section.content)
    }

    /// What the data mean.
    private var meaning: Markup? {
        guard let dictionary, let latest = study.current?.number else { return nil }
        let section = StudyDictionarySection(
            study: study.id, published: published, dictionary: dictionary, latest: latest, phrases: phrases)
        return card("dictionary", "study.dictionary", section.content)
    }

    private static func asked(_ items: [FormItem]) -> [FormItem] {
        items.flatMap { $0.kind.isContainer ? asked($0.items ?? []) : $0.kind.isAsked ? [$0] : [] }
    }

    private func card(_ id: String, _ heading: String, _ content: [Markup]) -> Markup? {
        guard !content.isEmpty else { return nil }
        return Markup(
            "section", ["class": "part card study-text", "id": id, "aria-labelledby": "\(id)-heading"],
            [Markup("h2", ["id": "\(id)-heading"], phrases(heading))] + content)
    }
}
