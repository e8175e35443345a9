import Allergens

/// Checks what an item says of itself, apart from its expressions.
struct ItemCheck {
    typealias Fault = (kind: FormMistake.Kind, field: FormField, reason: String)

    private let item: FormItem
    private let definition: FormDefinition
    private(set) var faults: [Fault] = []

    init(_ item: FormItem, in definition: FormDefinition) {
        (self.item, self.definition) = (item, definition)
        checkFields()
        checkChoices()
        checkRange()
        checkDefault()
        if item.kind == .calculate, item.calculation == nil {
            note(.missingCalculation, .calculation, "a calculation is missing")
        }
        for word in item.appearance ?? [] where !FormKind.isLook(word) {
            let known = FormKind.looks.sorted().joined(separator: ", ")
            note(
                .appearance, .appearance, "the appearance “\(word)” is not supported; supported are \(known)")
        }
    }

    private mutating func note(_ kind: FormMistake.Kind, _ field: FormField, _ reason: String) {
        faults.append((kind, field, reason))
    }

    /// What would change nothing is a misunderstanding.
    private mutating func checkFields() {
        let (kind, isAsked) = (item.kind, item.kind.isAsked)
        let rules: [(isThere: Bool, isAllowed: Bool, field: FormField)] = [
            (item.required != nil, isAsked, .required),
            (item.requiredMessage != nil, isAsked, .requiredMessage),
            (item.constraint != nil, isAsked && kind != .acknowledge, .constraint),
            (item.constraintMessage != nil, isAsked && kind != .acknowledge, .constraintMessage),
            (item.calculation != nil, kind == .calculate, .calculation),
            (item.default != nil, isAsked && kind != .acknowledge, .default),
            (item.initial != nil, isAsked && kind != .acknowledge, .initial),
            (item.readOnly != nil, isAsked, .readOnly),
            (item.hint != nil, kind != .calculate, .hint),
            (item.choices != nil, kind.isSelect, .choices),
            (item.range != nil, kind == .range, .range),
            (item.count != nil, kind == .repeat, .count),
            (item.items != nil, kind.isContainer, .items),
        ]
        for rule in rules where rule.isThere && !rule.isAllowed {
            note(.unusedField, rule.field, "this has no meaning for an item of the type “\(kind.rawValue)”")
        }
    }

    private mutating func checkChoices() {
        guard item.kind.isSelect else { return }
        guard let list = item.choices, let choices = definition.choices[list] else {
            note(.unknownList, .choices, "there is no list of choices “\(item.choices ?? "")”")
            return
        }
        if choices.isEmpty { note(.emptyList, .choices, "the list “\(list)” has no choices") }
    }

    private mutating func checkRange() {
        guard item.kind == .range else { return }
        let range = item.range ?? FormRange(start: 0, end: 0, step: 0)
        let width = (range.end - range.start).magnitude
        let isFinite = [range.start, range.end, range.step].allSatisfy { $0.isFinite && $0.magnitude < 1e9 }
        guard !isFinite || range.step <= 0 || range.step > width || width / range.step > 10_000 else {
            return
        }
        note(
            .brokenRange, .range,
            "a range needs numbers below a milliard: start, end, and a step above 0 that fits in up to 10,000 times"
        )
    }

    private mutating func checkDefault() {
        guard let text = item.default, item.kind.isAsked else { return }
        let names = item.choices.flatMap { definition.choices[$0] }?.map(\.name) ?? []
        guard let answer = item.kind.answer(from: text), item.problem(of: answer, among: names) == nil else {
            note(.brokenDefault, .default, "“\(text)” is no answer to this question")
            return
        }
    }
}
