import Allergens

/// Says a condition of a form in FHIR's words, where these are enough.
///
/// They are for comparisons with what is written in the form, all of which or any of which have to hold. An
/// inequality is left to expressions: without an answer, it holds in XPath and does not in FHIR.
struct EnablingRule {
    typealias Condition = FormQuestionnaire.Condition

    private let form: Form
    private let home: String

    init(_ form: Form, home: String) { (self.form, self.home) = (form, home) }

    /// The conditions, and whether all or any have to hold; `nil` if FHIR has no words for them.
    func conditions(of expression: FormExpression) -> ([Condition], String)? {
        for (operation, behaviour) in [(FormExpression.Operation.and, "all"), (.or, "any")] {
            let found = parts(of: expression.root, joinedBy: operation).map(condition)
            let conditions = found.compactMap(\.self)
            if conditions.count == found.count { return (conditions, behaviour) }
        }
        return nil
    }

    private func parts(
        of node: FormExpression.Node, joinedBy operation: FormExpression.Operation
    ) -> [FormExpression.Node] {
        guard case .operation(operation, let left, let right) = node else { return [node] }
        return parts(of: left, joinedBy: operation) + parts(of: right, joinedBy: operation)
    }

    private func condition(_ node: FormExpression.Node) -> Condition? {
        switch node {
        case .operation(let operation, .answer(let name), .text("")):
            // Only where somebody answers, “no answer” means the same.
            guard let item = form[name]?.item, item.kind.isAsked else { return nil }
            switch operation {
            case .equal: return Condition(question: name, operator: "exists", answerBoolean: false)
            case .unequal: return Condition(question: name, operator: "exists", answerBoolean: true)
            default: return nil
            }
        case .operation(let operation, .answer(let name), let other):
            return form[name].flatMap { comparison(operation, $0.item, other) }
        case .call(.selected, let arguments):
            guard case .answer(let name) = arguments[0], case .text(let choice) = arguments[1],
                let item = form[name]?.item
            else { return nil }
            return chosen(choice, in: item)
        default: return nil
        }
    }

    private func chosen(_ choice: String, in item: FormItem) -> Condition? {
        guard let list = item.choices,
            form.definition.choices[list]?.contains(where: { $0.name == choice }) == true
        else { return nil }
        let coding = FormQuestionnaire.Coding(system: ItemWriter.system(list, of: form, home), code: choice)
        return Condition(question: item.name, operator: "=", answerCoding: coding)
    }

    private func comparison(
        _ operation: FormExpression.Operation, _ item: FormItem, _ other: FormExpression.Node
    ) -> Condition? {
        guard [.equal, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(operation) else { return nil }
        var condition = Condition(question: item.name, operator: operation.rawValue)
        switch (item.kind, other) {
        case (.selectOne, .text(let choice)): return operation == .equal ? chosen(choice, in: item) : nil
        case (.text, .text(let text)):
            guard operation == .equal else { return nil }
            condition.answerString = text
        case (.acknowledge, .text(FormAnswer.acknowledged)):
            guard operation == .equal else { return nil }
            condition.answerBoolean = true
        case (.date, .text(let text)):
            guard CivilDate(text) != nil else { return nil }
            condition.answerDate = text
        case (.integer, _), (.decimal, _), (.range, _):
            guard let number = other.literalNumber, number.magnitude < 1e15 else { return nil }
            let isWhole = item.kind == .integer || item.range?.isWhole == true
            guard !isWhole || number == number.rounded() else { return nil }
            if isWhole { condition.answerInteger = Int(number) } else { condition.answerDecimal = number }
        default: return nil
        }
        return condition
    }
}
