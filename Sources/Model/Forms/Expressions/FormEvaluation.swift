import Allergens

/// What expressions are evaluated with.
struct FormEvaluation {
    let clock: FormMoment
    /// The answer to a question, by its name.
    let answer: (String) -> FormValue
    var own = FormValue.none

    func value(of expression: FormExpression) -> FormValue { value(expression.root) }

    private func value(_ node: FormExpression.Node) -> FormValue {
        switch node {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .answer(let name): answer(name)
        case .own: own
        case .negative(let node): .number(-number(node))
        case .matches(let node, let pattern): .boolean(pattern.matches(value(node).text))
        case .operation(let operation, let left, let right): value(operation, left, right)
        case .call(let function, let arguments): value(function, arguments)
        }
    }

    private func number(_ node: FormExpression.Node) -> Double { value(node).number(offset: clock.offset) }

    private func value(
        _ operation: FormExpression.Operation, _ left: FormExpression.Node, _ right: FormExpression.Node
    ) -> FormValue {
        switch operation {
        case .or: .boolean(value(left).boolean || value(right).boolean)
        case .and: .boolean(value(left).boolean && value(right).boolean)
        case .equal: .boolean(areEqual(value(left), value(right)))
        case .unequal: .boolean(!areEqual(value(left), value(right)))
        case .less: .boolean(number(left) < number(right))
        case .lessOrEqual: .boolean(number(left) <= number(right))
        case .greater: .boolean(number(left) > number(right))
        case .greaterOrEqual: .boolean(number(left) >= number(right))
        case .plus: .number(number(left) + number(right))
        case .minus: .number(number(left) - number(right))
        case .times: .number(number(left) * number(right))
        case .divided: .number(number(left) / number(right))
        case .modulo: .number(number(left).truncatingRemainder(dividingBy: number(right)))
        }
    }

    /// XPath 1.0, section 3.4: as booleans if one is, else as texts if both are, else as numbers.
    private func areEqual(_ left: FormValue, _ right: FormValue) -> Bool {
        switch (left, right) {
        case (.boolean, _), (_, .boolean): left.boolean == right.boolean
        case (.text(let left), .text(let right)): left.isExactly(right)
        default: left.number(offset: clock.offset) == right.number(offset: clock.offset)
        }
    }

    private func value(_ function: FormFunction, _ arguments: [FormExpression.Node]) -> FormValue {
        switch function {
        case .yes: return .boolean(true)
        case .no: return .boolean(false)
        case .today: return .day(clock.day)
        case .now: return .moment(clock)
        case .not: return .boolean(!value(arguments[0]).boolean)
        case .number: return .number(number(arguments[0]))
        case .string: return .text(value(arguments[0]).text)
        case .stringLength: return .number(Double(value(arguments[0]).text.unicodeScalars.count))
        case .countSelected: return .number(Double(value(arguments[0]).words.count))
        case .concat: return .text(arguments.map { value($0).text }.joined())
        case .condition: return value(arguments[value(arguments[0]).boolean ? 1 : 2])
        case .coalesce:
            let first = value(arguments[0])
            return first.isNone ? value(arguments[1]) : first
        case .selected:
            let choice = value(arguments[1]).text
            return .boolean(value(arguments[0]).words.contains { $0.isExactly(choice) })
        case .date: return day(value(arguments[0]))
        case .int: return .number(number(arguments[0]).rounded(.towardZero))
        case .round: return .number(rounded(arguments))
        case .regex: preconditionFailure("a call of regex() is read as a match")
        }
    }

    /// The day of a value, or none: a text that is no day, or a number of days beyond the calendar's.
    private func day(_ value: FormValue) -> FormValue {
        if case .moment(let moment) = value { return .day(moment.day) }
        if case .text(let text) = value, let moment = FormMoment(text, offset: clock.offset) {
            return .day(moment.day)
        }
        let days = value.number(offset: clock.offset).rounded(.down)
        guard days.magnitude < 1e9, CivilDate.accepted.contains(CivilDate(daysSinceEpoch: Int(days)))
        else { return .none }
        return .day(CivilDate(daysSinceEpoch: Int(days)))
    }

    /// Halves go away from zero, as in spreadsheets and in ODK, where XPath 1.0 has them go up.
    private func rounded(_ arguments: [FormExpression.Node]) -> Double {
        let places = arguments.count > 1 ? number(arguments[1]) : 0
        guard (-15...15).contains(places) else { return .nan }
        return DecimalText.rounded(number(arguments[0]), places: Int(places))
    }
}
