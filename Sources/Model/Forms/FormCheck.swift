/// Checks a definition and gathers every fault.
struct FormCheck {
    let definition: FormDefinition
    private(set) var elements: [FormElement] = []
    private(set) var faults: [FormFault] = []
    private var places: [String: Int] = [:]
    private var patternSteps = 0

    init(_ definition: FormDefinition) { self.definition = definition }

    /// Returns the form, or `nil` if there are faults.
    mutating func run() -> Form? {
        checkWhole()
        add(definition.items, parent: nil, enclosingRepeat: nil, depth: 1)
        for list in definition.choices.keys.sorted() { checkList(list) }
        for index in elements.indices { checkItem(at: index) }
        for index in elements.indices { readExpressions(of: index) }
        var order = FormOrder(elements, places)
        let sorted = order.sorted()
        faults += order.faults
        return faults.isEmpty ? Form(definition, elements: elements, order: sorted) : nil
    }

    mutating func note(_ kind: FormMistake.Kind, _ element: Int?, _ field: FormField, _ reason: String) {
        faults.append(FormFault(kind: kind, element: element, field: field, reason: reason))
    }

    private mutating func checkWhole() {
        if definition.format != FormDefinition.currentFormat {
            note(.format, nil, .kind, "the format \(definition.format) is not known")
        }
        if definition.items.isEmpty { note(.emptySurvey, nil, .items, "the form asks nothing") }
        if definition.languages.isEmpty { note(.missingLanguage, nil, .label, "the form has no language") }
        if definition.languages.count > FormLimits.languages {
            note(.tooMany, nil, .label, "a form has at most \(FormLimits.languages) languages")
        }
        if !Self.isName(definition.id) {
            note(.brokenName, nil, .name, "the form’s id has to be a name of \(Self.nameRule)")
        }
        if definition.choices.values.reduce(0, { $0 + $1.count }) > FormLimits.choices {
            note(.tooMany, nil, .choices, "a form has at most \(FormLimits.choices) choices")
        }
        let words =
            [definition.version, definition.licence ?? ""]
            + [definition.title, definition.notice ?? [:]].flatMap(\.values)
        if words.contains(where: { $0.contains("${") }) {
            note(.brokenReference, nil, .label, "answers are not shown in the title and the notice")
        }
        if words.contains(where: { $0.unicodeScalars.count > FormLimits.text }) {
            note(.tooLong, nil, .label, "a text has at most \(FormLimits.text) characters")
        }
    }

    static let nameRule =
        "letters without accents, digits, “_”, “-” and “.”, that begins with a letter or “_”,"
        + " of at most \(FormLimits.name) characters"

    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.count <= FormLimits.name else { return false }
        return ExpressionLexer.isNameStart(first)
            && text.unicodeScalars.allSatisfy(ExpressionLexer.isNamePart)
    }

    private mutating func add(_ items: [FormItem], parent: Int?, enclosingRepeat: Int?, depth: Int) {
        for item in items {
            let index = elements.count
            guard index < FormLimits.items else {
                if index == FormLimits.items, faults.last?.kind != .tooMany {
                    note(.tooMany, nil, .items, "a form has at most \(FormLimits.items) items")
                }
                return
            }
            elements.append(FormElement(item, parent: parent, enclosingRepeat: enclosingRepeat))
            checkName(of: index)
            if item.kind == .repeat, enclosingRepeat != nil {
                note(.nestedRepeat, index, .kind, "a repeat within a repeat is not supported")
            }
            guard depth < FormLimits.depth || item.items == nil else {
                note(.tooDeep, index, .kind, "groups are at most \(FormLimits.depth) deep")
                continue
            }
            add(
                item.items ?? [], parent: index,
                enclosingRepeat: item.kind == .repeat ? index : enclosingRepeat,
                depth: depth + 1)
        }
    }

    private mutating func checkName(of index: Int) {
        let name = elements[index].item.name
        guard Self.isName(name) else {
            let isEmpty = name.isEmpty
            note(
                isEmpty ? .missingName : .brokenName, index, .name,
                isEmpty ? "a name is missing" : "“\(name)” is no name of \(Self.nameRule)")
            return
        }
        guard places[name] == nil else {
            note(.repeatedName, index, .name, "“\(name)” is the name of another item, too")
            return
        }
        places[name] = index
    }

    private mutating func checkList(_ list: String) {
        var seen: Set<String> = []
        for (index, choice) in (definition.choices[list] ?? []).enumerated() {
            let place = FormFault.Choice(list: list, index: index)
            let isWhole = !choice.name.isEmpty && choice.name.unicodeScalars.count <= FormLimits.name
            if !isWhole || choice.name.unicodeScalars.contains(where: \.properties.isWhitespace) {
                note(.brokenName, place, .name, "“\(choice.name)” is no name without spaces")
            } else if !seen.insert(choice.name).inserted {
                note(.repeatedName, place, .name, "“\(choice.name)” is twice in the list “\(list)”")
            }
            if choice.label.values.contains(where: { $0.contains("${") }) {
                note(.brokenReference, place, .label, "answers are not shown in choices")
            }
            if !isComplete(choice.label) {
                note(
                    .missingLabel, place, .label, "“\(choice.name)” has no label in the form’s first language"
                )
            }
        }
    }

    private mutating func note(
        _ kind: FormMistake.Kind, _ choice: FormFault.Choice, _ field: FormField, _ reason: String
    ) {
        faults.append(FormFault(kind: kind, element: nil, field: field, reason: reason, choice: choice))
    }

    /// Whether words are there in the first language, and none are too long.
    private func isComplete(_ wording: FormWording?) -> Bool {
        guard let wording, let code = definition.languages.first?.code else { return false }
        return wording[code]?.isEmpty == false
            && wording.values.allSatisfy { $0.unicodeScalars.count <= FormLimits.text }
    }

    private mutating func readExpressions(of index: Int) {
        let item = elements[index].item
        elements[index].relevant = read(item.relevant, of: index, .relevant)
        elements[index].required = read(item.required, of: index, .required)
        elements[index].constraint = read(item.constraint, of: index, .constraint)
        elements[index].calculation = read(item.calculation, of: index, .calculation)
        elements[index].initial = read(item.initial, of: index, .initial)
        elements[index].count = read(item.count, of: index, .count)
        let words: [(FormWording?, FormField)] = [
            (item.label, .label), (item.hint, .hint), (item.requiredMessage, .requiredMessage),
            (item.constraintMessage, .constraintMessage),
        ]
        for (wording, field) in words { checkReferences(in: wording ?? [:], of: index, field) }
    }

    private mutating func read(_ text: String?, of index: Int, _ field: FormField) -> FormExpression? {
        guard let text else { return nil }
        do throws(ExpressionMistake) {
            let expression = try FormExpression(text)
            if let position = expression.ownPosition, field != .constraint {
                throw ExpressionMistake(.ownAnswer, at: position)
            }
            for reference in expression.references { try check(reference, from: index) }
            count(expression, of: index, field)
            return expression
        } catch {
            note(.expression, index, field, error.description)
            return nil
        }
    }

    /// Adds the steps of patterns, and notes where they become too many.
    private mutating func count(_ expression: FormExpression, of index: Int, _ field: FormField) {
        let before = patternSteps
        let times = elements[index].enclosingRepeat == nil ? 1 : FormLimits.repeats
        patternSteps += expression.patternSteps * times
        guard before <= FormLimits.patternSteps, patternSteps > FormLimits.patternSteps else { return }
        note(
            .tooMany, index, field,
            "the patterns of the form are too large together; shorten what they repeat")
    }

    private func check(_ reference: FormExpression.Reference, from index: Int) throws(ExpressionMistake) {
        guard let place = places[reference.name] else {
            throw ExpressionMistake(.unknownQuestion, at: reference.position, reference.name)
        }
        let named = elements[place]
        guard named.item.kind.isAsked || named.item.kind == .calculate else {
            throw ExpressionMistake(.noAnswer, at: reference.position, reference.name)
        }
        guard named.enclosingRepeat == nil || named.enclosingRepeat == elements[index].enclosingRepeat else {
            throw ExpressionMistake(.repeatedQuestion, at: reference.position, reference.name)
        }
    }

    private mutating func checkReferences(in wording: FormWording, of index: Int, _ field: FormField) {
        for language in wording.keys.sorted() {
            let text = wording[language] ?? ""
            if text.unicodeScalars.count > FormLimits.text {
                note(.tooLong, index, field, "a text has at most \(FormLimits.text) characters")
            }
            do throws(ExpressionMistake) {
                for piece in try FormWords.pieces(of: text) {
                    if case .answer(let reference) = piece { try check(reference, from: index) }
                }
            } catch {
                note(.brokenReference, index, field, error.description)
            }
        }
    }

    mutating func checkItem(at index: Int) {
        let check = ItemCheck(elements[index].item, in: definition)
        for (kind, field, reason) in check.faults { note(kind, index, field, reason) }
        let item = elements[index].item
        if !isComplete(item.label), item.kind != .calculate, !item.kind.isContainer {
            note(.missingLabel, index, .label, "the label is missing in the form’s first language")
        }
    }
}
