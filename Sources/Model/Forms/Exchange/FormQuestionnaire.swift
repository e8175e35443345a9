import Allergens

/// A form as a Questionnaire of FHIR R4 (HL7, 4.0.1), under the names of its members there.
///
/// What FHIR has words for is in its words: conditions as `enableWhen`, bounds as minimum and maximum, patterns, and
/// translations. Other expressions are in extensions, of HL7 where there is one, in the language of XForms.
package struct FormQuestionnaire: Encodable {
    let resourceType = "Questionnaire"
    let id: String?
    let language: String?
    let url: String
    let version: String
    let title: String
    let _title: Element?
    let status = "active"
    let subjectType = ["Patient"]
    let description: String?
    let _description: Element?
    let copyright: String?
    let item: [Item]

    /// The translations of a member.
    struct Element: Encodable { let `extension`: [Extension] }

    struct Expression: Encodable {
        let language = "application/x-xforms-xpath"
        let expression: String
    }

    struct Coding: Encodable {
        let system: String
        let code: String
        var display: String?
        var _display: Element?
    }

    struct Concept: Encodable { let coding: [Coding] }

    struct Extension: Encodable {
        let url: String
        var `extension`: [Extension]?
        var valueBoolean: Bool?
        var valueCode: String?
        var valueCodeableConcept: Concept?
        var valueDate: String?
        var valueDecimal: Double?
        var valueExpression: Expression?
        var valueInteger: Int?
        var valueString: String?
    }

    /// A condition of an item: which answer to another is compared how with what.
    struct Condition: Encodable, Equatable {
        let question: String
        let `operator`: String
        var answerBoolean: Bool?
        var answerCoding: Coding?
        var answerDate: String?
        var answerDecimal: Double?
        var answerInteger: Int?
        var answerString: String?
    }

    /// A value with which an item begins.
    struct Initial: Encodable {
        var valueCoding: Coding?
        var valueDate: String?
        var valueDecimal: Double?
        var valueInteger: Int?
        var valueString: String?
        var valueTime: String?
    }

    struct Option: Encodable { let valueCoding: Coding }

    final class Item: Encodable {
        let linkId: String
        let type: String
        var `extension`: [Extension]?
        var text: String?
        var _text: Element?
        var enableWhen: [Condition]?
        var enableBehavior: String?
        var required: Bool?
        var repeats: Bool?
        var readOnly: Bool?
        var maxLength: Int?
        var answerOption: [Option]?
        var initial: [Initial]?
        var item: [Item]?

        init(_ linkId: String, _ type: String) { (self.linkId, self.type) = (linkId, type) }
    }

    /// Exports a form.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - home: The address below which our own names are, without a slash at its end.
    package init(_ form: Form, home: String) {
        let (definition, writer) = (form.definition, ItemWriter(form, home: home))
        id = definition.id.allSatisfy { $0 != "_" } ? definition.id : nil
        language = definition.languages.first.flatMap { $0 == .unnamed ? nil : $0.code }
        url = "\(home)/Questionnaire/\(definition.id)"
        version = definition.version
        (title, _title) = writer.words(definition.title)
        (description, _description) = definition.notice.map { writer.words($0) } ?? (nil, nil)
        copyright = definition.licence
        item = definition.items.flatMap { writer.items($0) }
    }
}

extension FormQuestionnaire.Coding: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        (left.system, left.code) == (right.system, right.code)
    }
}
