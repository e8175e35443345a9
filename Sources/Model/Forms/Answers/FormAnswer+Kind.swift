import Allergens

extension FormKind {
    /// The largest whole number that every program keeps exactly: 2⁵³ − 1.
    private static let largestInteger = 9_007_199_254_740_991.0

    /// Reads an answer from a text, such as the default of a sheet; `nil` where a number was expected.
    func answer(from text: String) -> FormAnswer? {
        switch self {
        case .integer, .decimal, .range:
            let number = DecimalText.number(text)
            return number.isNaN ? nil : .number(number)
        case .selectMultiple: return .choices(FormValue.text(text).words)
        default: return .text(text)
        }
    }

    /// What an answer means in expressions; `nil` when it is none to a question of this kind.
    ///
    /// Times that say no offset have the one given, in minutes east of UTC.
    func value(of answer: FormAnswer, offset: Int) -> FormValue? {
        switch (self, answer) {
        case (.integer, .number(let number)):
            number == number.rounded() && number.magnitude <= Self.largestInteger ? .number(number) : nil
        case (.decimal, .number(let number)), (.range, .number(let number)):
            number.isFinite ? .number(number) : nil
        case (.date, .text(let text)): CivilDate(text).map { .day($0) }
        case (.dateTime, .text(let text)): FormMoment(text, offset: offset).map { .moment($0) }
        case (.time, .text(let text)): FormMoment.time(Array(text.utf8)[...]).map { _ in .text(text) }
        case (.acknowledge, .text(let text)): text == FormAnswer.acknowledged ? .text(text) : nil
        case (.text, .text(let text)): text.unicodeScalars.count <= FormLimits.text ? .text(text) : nil
        case (.selectOne, .text(let text)): .text(text)
        case (.selectMultiple, .choices(let names)):
            Set(names).count == names.count ? .text(names.joined(separator: " ")) : nil
        default: nil
        }
    }
}

extension FormItem {
    /// Why an answer is none to this question; `nil` if it is one.
    func problem(of answer: FormAnswer, among names: [String]) -> FormFailure.Kind? {
        guard kind.value(of: answer, offset: 0) != nil else { return .type }
        switch answer {
        case .number(let number): return range.map { $0.holds(number) } == false ? .range : nil
        case .text(let name): return kind == .selectOne && !names.contains(name) ? .choice : nil
        case .choices(let chosen): return chosen.allSatisfy(names.contains) ? nil : .choice
        }
    }
}
