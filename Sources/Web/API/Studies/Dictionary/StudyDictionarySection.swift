import Forms
import Site
import Studies
import StudyExport

/// The part of a study's page that says what its data mean.
struct StudyDictionarySection {
    let study: Study.ID
    let published: StudyContent
    let dictionary: StudyDictionary
    /// The latest version of the study.
    let latest: Int
    let phrases: ArticlePhrases

    var content: [Markup] {
        let list = dictionary.variables.map(entry)
        return [Markup("p", phrases("study.dictionary.about"))] + [
            folded("study.dictionary.questions", [Markup("ul", ["class": "study-dictionary"], list)]),
            folded("study.dictionary.air", air), files,
        ]
    }

    private func folded(_ heading: String, _ content: [Markup]) -> Markup {
        Markup("details", [Markup("summary", phrases(heading))] + content)
    }

    private var files: Markup {
        let address = "/v1/studies/\(study.rawValue.urlQueryEncoded)/dictionary"
        let links = ["csv", "json"].map {
            Markup("a", ["class": "quiet", "href": "\(address).\($0)"], phrases("study.dictionary.\($0)"))
        }
        return Markup("p", ["class": "line"], links + published.forms.map { questionnaire($0.name) })
    }

    /// A link to a form as FHIR, which names it if there are several.
    private func questionnaire(_ form: StudyForm.Name) -> Markup {
        let address = "/v1/studies/\(study.rawValue.urlQueryEncoded)/questionnaire"
        let words = phrases("study.dictionary.fhir")
        guard !published.furtherForms.isEmpty
        else { return Markup("a", ["class": "quiet", "href": address], words) }
        let title = published.formTitle(form.rawValue, "span", for: phrases.language)
        return Markup(
            "a", ["class": "quiet", "href": "\(address)?form=\(form.rawValue)"], [.text("\(words): "), title])
    }

    private var hasSeveral: Bool { Set(dictionary.variables.map(\.form)).count > 1 }

    // MARK: Questions

    private func entry(_ variable: StudyDictionary.Variable) -> Markup {
        let facts = [phrases("study.type.\(variable.type.rawValue)")] + facts(of: variable)
        let lines = facts.map { Markup("p", ["class": "small"], $0) }
        let choices = (variable.choices ?? []).map { named("li", $0.name, $0.label) }
        let list = choices.isEmpty ? [] : [Markup("ul", ["class": "small study-names"], choices)]
        return Markup("li", [named("p", variable.name, variable.label)] + lines + list)
    }

    /// A name in the data, with its words.
    private func named(_ element: StaticString, _ name: String, _ wording: FormWording) -> Markup {
        let code = Markup("code", name)
        guard let words = StudyWords(wording, for: phrases.language, first: dictionary.languages.first)
        else { return Markup(element, [code]) }
        return Markup(element, [code, .text(" "), words.element("span")])
    }

    private func facts(of variable: StudyDictionary.Variable) -> [String] {
        func fact(_ name: String, _ rule: String?) -> String? {
            rule.map { phrases("study.dictionary.\(name)", ["rule": $0]) }
        }
        let range = variable.range.map { "\(plain($0.start))–\(plain($0.end)) (\(plain($0.step)))" }
        let versions = variable.versions.map(String.init).joined(separator: ", ")
        return [
            fact("form", hasSeveral ? variable.form : nil), fact("range", range),
            fact("required", variable.required), fact("relevant", variable.relevant),
            fact("constraint", variable.constraint), fact("calculation", variable.calculation),
            fact("groups", variable.groups.isEmpty ? nil : variable.groups.joined(separator: " / ")),
            // What all versions ask in the same way needs no note.
            fact("versions", variable.versions.count == latest ? nil : versions),
        ].compactMap(\.self)
    }

    private func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }

    // MARK: Air

    private var air: [Markup] {
        let language = phrases.language
        let columns = dictionary.columns.map { column in
            let label = StudyWords(column.label, for: language)?.text ?? ""
            let unit = column.unit.map { ", \($0)" } ?? ""
            return Markup("li", [Markup("code", column.name), .text(" \(label)\(unit)")])
        }
        let measures = dictionary.measures.map { measure in
            let label = StudyWords(measure.label, for: language)?.text ?? measure.name
            return Markup("li", [Markup("code", measure.name), .text(" \(label), \(measure.unit)")])
        }
        return [
            Markup("p", phrases("study.dictionary.air.about")),
            Markup("ul", ["class": "small study-names"], columns),
            Markup("p", phrases("study.dictionary.air.measures")),
            Markup("ul", ["class": "small study-names"], measures),
        ]
    }
}
