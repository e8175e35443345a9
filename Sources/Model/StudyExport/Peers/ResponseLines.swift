import Allergens
import Forms
package import Foundation

/// The answers of an export as QuestionnaireResponses of FHIR R4 (HL7, 4.0.1), one on each line.
///
/// Newline-delimited JSON is what FHIR's bulk data has; ``ResponseBundle`` has the same in one document. The items
/// stand as they do in the Questionnaire of ``FormQuestionnaire``.
package struct ResponseLines {
    private let export: StudyExport
    private let home: String
    private let next: () throws -> ReleasedResponse?
    private let encoder = JSONEncoder()
    /// What has no items, for each of the forms.
    private let leftOut: [Set<String>]

    /// - Parameters:
    ///   - export: The export.
    ///   - home: The address below which our own names are, without a slash at its end.
    /// - Throws: What the source throws.
    package init(_ export: StudyExport, home: String) throws {
        (self.export, self.home, next) = (export, home, try export.released(hasAnswers: true))
        leftOut = export.plan.forms.map { export.policy.includesFreeText ? [] : $0.namesOfWords }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// The next line with its newline, or `nil` at the end.
    package func line() throws -> Data? { try resource().map { $0 + Data("\n".utf8) } }

    /// The next QuestionnaireResponse, or `nil` at the end.
    func resource() throws -> Data? {
        guard let response = try next() else { return nil }
        let form = export.plan.forms[response.response.form]
        let writer = AnswerWriter(
            form: form, home: home, includesFreeText: export.policy.includesFreeText,
            leftOut: leftOut[response.response.form])
        let items = writer.items(form.items, response.response.answers, response.response.answers.values)
        let resource = QuestionnaireAnswers(
            id: "r\(response.number)", questionnaire: "\(home)/Questionnaire/\(form.id)|\(form.version)",
            subject: response.pseudonym.map {
                .init(identifier: .init(system: "\(home)/pseudonym", value: $0))
            },
            authored: response.response.day.description,
            extension: response.response.window.map { window in
                [.init(url: "\(home)/StructureDefinition/study-window", valueInteger: window)]
            }, item: items.isEmpty ? nil : items)
        return try encoder.encode(resource)
    }
}

/// A QuestionnaireResponse under the names of its members in FHIR.
struct QuestionnaireAnswers: Encodable {
    struct Subject: Encodable { let identifier: Identifier }
    struct Identifier: Encodable { let system, value: String }

    let resourceType = "QuestionnaireResponse"
    let id: String
    let questionnaire: String
    let status = "completed"
    let subject: Subject?
    let authored: String
    /// For which window of the day it is.
    let `extension`: [Extension]?
    let item: [Item]?

    struct Extension: Encodable {
        let url: String
        let valueInteger: Int
    }

    struct Item: Encodable {
        let linkId: String
        var answer: [Answer]?
        var item: [Item]?
    }

    struct Coding: Encodable { let system, code: String }

    struct Answer: Encodable {
        var valueBoolean: Bool?
        var valueCoding: Coding?
        var valueDate: String?
        var valueDateTime: String?
        var valueDecimal: Double?
        var valueInteger: Int?
        var valueString: String?
        var valueTime: String?
    }
}

/// Writes answers as items.
struct AnswerWriter {
    typealias Item = QuestionnaireAnswers.Item
    typealias Answer = QuestionnaireAnswers.Answer

    let form: FormDefinition
    let home: String
    let includesFreeText: Bool
    /// The names of what has no items.
    let leftOut: Set<String>

    /// The items that have an answer, in the form's order.
    func items(_ items: [FormItem], _ all: FormAnswers, _ values: [String: FormAnswer]) -> [Item] {
        items.filter { !leftOut.contains($0.name) }.flatMap { item -> [Item] in
            switch item.kind {
            case .note: return []
            case .group:
                let inner = self.items(item.items ?? [], all, values)
                return inner.isEmpty ? [] : [Item(linkId: item.name, item: inner)]
            case .repeat:
                return (all.repeats[item.name] ?? []).map { time in
                    let inner = self.items(item.items ?? [], all, time)
                    return Item(linkId: item.name, item: inner.isEmpty ? nil : inner)
                }
            default:
                let answers = values[item.name].map { self.answers($0, item) } ?? []
                return answers.isEmpty ? [] : [Item(linkId: item.name, answer: answers)]
            }
        }
    }

    private func answers(_ answer: FormAnswer, _ item: FormItem) -> [Answer] {
        switch (item.kind, answer) {
        case (.integer, .number(let number)):
            return Int(exactly: number).map { [Answer(valueInteger: $0)] } ?? []
        case (.range, .number(let number)) where isWhole(item.range):
            return Int(exactly: number).map { [Answer(valueInteger: $0)] } ?? []
        case (.decimal, .number(let number)), (.range, .number(let number)):
            return [Answer(valueDecimal: number)]
        case (.date, .text(let text)): return [Answer(valueDate: text)]
        case (.time, .text(let text)):
            return [Answer(valueTime: text.utf8.count == 5 ? "\(text):00" : text)]
        case (.dateTime, .text(let text)): return [Answer(valueDateTime: text)]
        case (.acknowledge, .text): return [Answer(valueBoolean: true)]
        case (.selectOne, .text(let name)): return [coding(name, item)]
        case (.selectMultiple, .choices(let names)): return names.map { coding($0, item) }
        case (.calculate, .text(let text)) where Double(text) != nil || includesFreeText:
            return [Answer(valueString: text)]
        case (.text, .text(let text)) where !text.isEmpty:
            return [Answer(valueString: text)]
        default: return []
        }
    }

    private func coding(_ name: String, _ item: FormItem) -> Answer {
        Answer(valueCoding: .init(system: "\(home)/CodeSystem/\(form.id)-\(item.choices ?? "")", code: name))
    }

    private func isWhole(_ range: FormRange?) -> Bool {
        guard let range else { return false }
        return [range.start, range.end, range.step].allSatisfy { $0 == $0.rounded() }
    }
}
