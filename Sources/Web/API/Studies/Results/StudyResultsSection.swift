import Allergens
import Forms
import Foundation
import Site
import Studies
import StudyExport

/// The part of a study's page that says how often each answer was given.
struct StudyResultsSection {
    let study: Study
    let published: StudyContent
    let releases: [StudyRelease]
    /// The words of the questions.
    let dictionary: StudyDictionary
    let phrases: ArticlePhrases

    var content: [Markup] {
        let about = Markup("p", phrases("study.results.about", ["k": "\(study.settings.k)"]))
        guard !releases.isEmpty else { return [about, Markup("p", phrases("study.results.none"))] }
        let address = "/v1/studies/\(study.id.rawValue.urlQueryEncoded)/results.json"
        let link = Markup("a", ["class": "quiet", "href": address], phrases("study.dictionary.json"))
        return [about] + releases.enumerated().map { release($1, isLatest: $0 == 0) }
            + [Markup("p", ["class": "line"], [link])]
    }

    private func release(_ release: StudyRelease, isLatest: Bool) -> Markup {
        let days = phrases(
            "study.span",
            [
                "begin": phrases.day(release.days.lowerBound), "end": phrases.day(release.days.upperBound),
            ])
        let content = [Markup("summary", days)] + release.results.versions.flatMap(version)
        return isLatest ? Markup("details", ["open": ""], content) : Markup("details", content)
    }

    private func version(_ version: StudyResults.Version) -> [Markup] {
        let number = version.versions.map(String.init).joined(separator: ", ")
        let answers = phrases.counted("study.results.answers", version.answers)
        let facts = "\(phrases("study.version", ["version": number])). \(answers)"
        let last = version.versions.last ?? 0
        let form = version.form ?? StudyForm.Name.main.rawValue
        let isAlone = published.furtherForms.isEmpty && version.form == nil
        let title = isAlone ? [] : [published.formTitle(form, "h3", for: phrases.language)]
        return title + [
            Markup("p", ["class": "hint"], facts),
            Markup(
                "ul", ["class": "study-dictionary"],
                version.questions.map { question($0, dictionary.variable($0.name, of: form, in: last)) }),
        ]
    }

    private func question(
        _ question: StudyResults.Question, _ variable: StudyDictionary.Variable?
    ) -> Markup {
        let words = StudyWords(variable?.label, for: phrases.language, first: dictionary.languages.first)
        let heading = words?.element("p") ?? Markup("p", [Markup("code", question.name)])
        guard let choices = question.choices else { return Markup("li", [heading] + figures(of: question)) }
        return Markup(
            "li",
            [
                heading,
                Markup("ul", ["class": "study-names"], choices.map { choice($0, of: variable) }),
            ])
    }

    private func figures(of question: StudyResults.Question) -> [Markup] {
        let mean = question.mean.map { $0.formatted(.number.locale(phrases.locale)) }
        let lines: [String?] = [
            phrases("study.results.mean", ["mean": mean ?? hidden]),
            question.answers.map { phrases.counted("study.results.answers", $0) },
        ]
        return lines.compactMap(\.self).map { Markup("p", ["class": "small"], $0) }
    }

    private func choice(_ choice: StudyResults.Choice, of variable: StudyDictionary.Variable?) -> Markup {
        let label = variable?.choices?.first { $0.name == choice.name }?.label
        let words = StudyWords(label, for: phrases.language, first: dictionary.languages.first)
        let name = words?.element("span") ?? Markup("span", named(choice))
        let count = choice.answers.map { $0.formatted(.number.locale(phrases.locale)) } ?? hidden
        return Markup("li", [name, .text(": \(count)")])
    }

    /// What is ticked has no words of its own.
    private func named(_ choice: StudyResults.Choice) -> String {
        choice.name == StudyResults.ticked ? phrases("study.acknowledge") : choice.name
    }

    private var hidden: String { phrases("study.results.hidden") }
}
