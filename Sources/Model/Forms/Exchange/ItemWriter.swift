/// Writes the items of a form as items of a Questionnaire.
struct ItemWriter {
    typealias Extension = FormQuestionnaire.Extension
    typealias Item = FormQuestionnaire.Item

    private static let core = "http://hl7.org/fhir/StructureDefinition"
    private static let capture = "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire"

    private let form: Form
    private let home: String

    init(_ form: Form, home: String) { (self.form, self.home) = (form, home) }

    private var languages: [FormLanguage] { form.definition.languages }

    /// Words in the first language, with those in others as translations.
    func words(_ wording: FormWording) -> (String, FormQuestionnaire.Element?) {
        let others = languages.dropFirst().compactMap { language in
            wording[language.code].map { text in
                Extension(
                    url: "\(Self.core)/translation",
                    extension: [
                        Extension(url: "lang", valueCode: language.code),
                        Extension(url: "content", valueString: text),
                    ])
            }
        }
        let text = languages.first.flatMap { wording[$0.code] } ?? ""
        return (text, others.isEmpty ? nil : FormQuestionnaire.Element(extension: others))
    }

    /// Writes an item; a note, which can contain nothing, is followed by its hint.
    func items(_ source: FormItem) -> [Item] {
        let item = item(source)
        guard let wording = source.hint, source.kind == .note else { return [item] }
        return [item, hint(wording, of: source)]
    }

    private func item(_ source: FormItem) -> Item {
        let item = Item(source.name, type(of: source))
        if let label = source.label { (item.text, item._text) = words(label) }
        var notes: [Extension] = []
        writeConditions(of: source, to: item, &notes)
        writeAnswers(of: source, to: item, &notes)
        notes += bounds(of: source) + looks(of: source) + messages(of: source)
        item.extension = notes.isEmpty ? nil : notes
        let hint = source.kind == .note ? nil : source.hint
        let inner =
            (hint.map { [self.hint($0, of: source)] } ?? []) + (source.items ?? []).flatMap { items($0) }
        item.item = inner.isEmpty ? nil : inner
        return item
    }

    private func type(of source: FormItem) -> String {
        switch source.kind {
        case .text: source.appearance?.contains("multiline") == true ? "text" : "string"
        case .integer: "integer"
        case .decimal: "decimal"
        case .range: source.range?.isWhole == true ? "integer" : "decimal"
        case .date, .time, .dateTime: source.kind.rawValue
        case .note: "display"
        case .calculate: "string"
        case .acknowledge: "boolean"
        // A group without content has no meaning in FHIR.
        case .group, .repeat: source.items?.isEmpty == false || source.hint != nil ? "group" : "display"
        case .selectOne, .selectMultiple: "choice"
        }
    }

    private func expression(_ name: String, _ text: String) -> Extension {
        Extension(url: name, valueExpression: .init(expression: text))
    }

    /// An extension of our own.
    private func own(_ name: String) -> String { "\(home)/StructureDefinition/form-\(name)" }

    private func writeConditions(of source: FormItem, to item: Item, _ notes: inout [Extension]) {
        if let relevant = form[source.name]?.relevant {
            if let (conditions, behaviour) = EnablingRule(form, home: home).conditions(of: relevant) {
                item.enableWhen = conditions
                item.enableBehavior = conditions.count > 1 ? behaviour : nil
            } else {
                notes.append(expression("\(Self.capture)-enableWhenExpression", relevant.text))
            }
        }
        if let required = source.required {
            if required == "true()" {
                item.required = true
            } else {
                notes.append(expression(own("required"), required))
            }
        }
        if let calculation = source.calculation {
            notes.append(expression("\(Self.capture)-calculatedExpression", calculation))
            notes.append(Extension(url: "\(Self.core)/questionnaire-hidden", valueBoolean: true))
            item.readOnly = true
        }
        if let count = source.count { notes.append(expression(own("count"), count)) }
        if source.kind == .repeat || source.kind == .selectMultiple { item.repeats = true }
        if source.kind == .repeat, item.type == "display" { item.repeats = nil }
        if source.readOnly == true { item.readOnly = true }
    }

    private func writeAnswers(of source: FormItem, to item: Item, _ notes: inout [Extension]) {
        if source.kind == .text { item.maxLength = FormLimits.text }
        if let list = source.choices {
            item.answerOption = (form.definition.choices[list] ?? []).map { choice in
                var coding = FormQuestionnaire.Coding(
                    system: Self.system(list, of: form, home), code: choice.name)
                (coding.display, coding._display) = words(choice.label)
                return .init(valueCoding: coding)
            }
        }
        if let initial = source.initial {
            notes.append(expression("\(Self.capture)-initialExpression", initial))
        } else if let text = source.default, let answer = source.kind.answer(from: text) {
            item.initial = initials(answer, of: source)
            if item.initial == nil {
                notes.append(expression("\(Self.capture)-initialExpression", "'\(text)'"))
            }
        }
    }

    /// The codes of a list of choices.
    static func system(_ list: String, of form: Form, _ home: String) -> String {
        "\(home)/CodeSystem/\(form.definition.id)-\(list)"
    }

    /// The values with which a question begins; `nil` where FHIR wants more than the form says, such as a zone.
    private func initials(_ answer: FormAnswer, of source: FormItem) -> [FormQuestionnaire.Initial]? {
        let system = Self.system(source.choices ?? "", of: form, home)
        switch (source.kind, answer) {
        case (.integer, .number(let number)): return [.init(valueInteger: Int(number))]
        case (.range, .number(let number)):
            return source.range?.isWhole == true
                ? [.init(valueInteger: Int(number))] : [.init(valueDecimal: number)]
        case (.decimal, .number(let number)): return [.init(valueDecimal: number)]
        case (.date, .text(let day)): return [.init(valueDate: day)]
        case (.time, .text(let time)): return [.init(valueTime: time.utf8.count == 5 ? "\(time):00" : time)]
        case (.text, .text(let text)): return [.init(valueString: text)]
        case (.selectOne, .text(let name)): return [.init(valueCoding: .init(system: system, code: name))]
        case (.selectMultiple, .choices(let names)):
            return names.map { .init(valueCoding: .init(system: system, code: $0)) }
        default: return nil
        }
    }

    /// The bounds of a range, and those that a constraint says.
    private func bounds(of source: FormItem) -> [Extension] {
        if let range = source.range {
            let (least, most) = (min(range.start, range.end), max(range.start, range.end))
            let isWhole = range.isWhole
            return [
                number("\(Self.core)/minValue", least, isWhole: isWhole),
                number("\(Self.core)/maxValue", most, isWhole: isWhole),
                number(
                    isWhole ? "\(Self.core)/questionnaire-sliderStepValue" : own("step"), range.step,
                    isWhole: isWhole),
            ] + constraint(of: source)
        }
        return constraint(of: source)
    }

    private func number(_ url: String, _ number: Double, isWhole: Bool) -> Extension {
        isWhole ? Extension(url: url, valueInteger: Int(number)) : Extension(url: url, valueDecimal: number)
    }

    private func constraint(of source: FormItem) -> [Extension] {
        guard let constraint = form[source.name]?.constraint else { return [] }
        switch constraint.root {
        case .matches(.own, let pattern) where source.kind == .text:
            return [Extension(url: "\(Self.core)/regex", valueString: pattern.text)]
        case .operation(.and, let left, let right):
            if let one = bound(left, of: source), let other = bound(right, of: source), one.url != other.url {
                return [one, other]
            }
        default:
            if let bound = bound(constraint.root, of: source) { return [bound] }
        }
        return [expression(own("constraint"), constraint.text)]
    }

    /// A least or greatest number, as `. >= 0` says it.
    private func bound(_ node: FormExpression.Node, of source: FormItem) -> Extension? {
        guard case .operation(let operation, .own, let other) = node, let value = other.literalNumber,
            [.integer, .decimal].contains(source.kind),
            operation == .greaterOrEqual || operation == .lessOrEqual
        else { return nil }
        let isWhole = source.kind == .integer
        guard !isWhole || value == value.rounded() && value.magnitude < 1e9 else { return nil }
        return number(
            "\(Self.core)/\(operation == .greaterOrEqual ? "minValue" : "maxValue")", value, isWhole: isWhole)
    }

    private func looks(of source: FormItem) -> [Extension] {
        let control: String? =
            source.kind == .range
            ? "slider" : source.kind == .selectOne && source.appearance == ["minimal"] ? "drop-down" : nil
        var notes = control.map { [itemControl($0)] } ?? []
        if let looks = source.appearance {
            notes.append(Extension(url: own("appearance"), valueString: looks.joined(separator: " ")))
        }
        return notes
    }

    private func itemControl(_ code: String) -> Extension {
        let system = "http://hl7.org/fhir/questionnaire-item-control"
        return Extension(
            url: "\(Self.core)/questionnaire-itemControl",
            valueCodeableConcept: .init(coding: [.init(system: system, code: code)]))
    }

    private func messages(of source: FormItem) -> [Extension] {
        let wordings = [
            ("requiredMessage", source.requiredMessage), ("constraintMessage", source.constraintMessage),
        ]
        return wordings.flatMap { name, wording in
            languages.compactMap { language in
                wording?[language.code].map { text in
                    Extension(
                        url: own(name),
                        extension: [
                            Extension(url: "lang", valueCode: language.code),
                            Extension(url: "content", valueString: text),
                        ])
                }
            }
        }
    }

    private func hint(_ wording: FormWording, of source: FormItem) -> Item {
        let item = Item("\(source.name).hint", "display")
        (item.text, item._text) = words(wording)
        item.extension = [itemControl("help")]
        return item
    }
}

extension FormRange {
    /// Whether all its numbers are whole.
    var isWhole: Bool { [start, end, step].allSatisfy { $0 == $0.rounded() } }
}

extension FormExpression.Node {
    /// The number that stands there, with its sign.
    var literalNumber: Double? {
        switch self {
        case .number(let number): number
        case .negative(.number(let number)): -number
        default: nil
        }
    }
}
