extension Form {
    /// What the form is with some answers.
    ///
    /// What is not shown counts as not answered, for all expressions.
    package func state(of answers: FormAnswers, at clock: FormMoment) -> FormState {
        var filling = FormFilling(self, answers, at: clock)
        filling.evaluate()
        return filling.state()
    }

    /// The answers with which the form begins.
    ///
    /// - Parameters:
    ///   - clock: When it is begun.
    ///   - name: The repeat that begins another time, or `nil` outside of repeats.
    /// - Returns: The answers by name.
    package func startingAnswers(at clock: FormMoment, of name: String? = nil) -> [String: FormAnswer] {
        let mine = elements.filter { $0.enclosingRepeat == name.flatMap(place) && $0.item.kind.isAsked }
        var answers: [String: FormAnswer] = [:]
        for element in mine {
            answers[element.item.name] = element.item.default.flatMap(element.item.kind.answer)
        }
        // Such an expression sees the defaults, and no answer that another one yields.
        let given = answers
        let evaluation = FormEvaluation(clock: clock) { name in
            guard let answer = given[name], let element = self[name] else { return .none }
            return element.item.kind.value(of: answer, offset: clock.offset) ?? .none
        }
        for element in mine {
            guard let initial = element.initial else { continue }
            let value = evaluation.value(of: initial)
            let names = choices(of: element).map(\.name)
            guard !value.isNone, let answer = element.item.kind.answer(from: value.text),
                element.item.problem(of: answer, among: names) == nil
            else { continue }
            answers[element.item.name] = answer
        }
        return answers
    }
}

/// Evaluates a form with answers.
private struct FormFilling {
    private let form: Form
    private let answers: FormAnswers
    private let clock: FormMoment
    /// For each element and each time of the repeat around it, whether it is shown, and its value.
    private var isShown: [[Bool]]
    private var values: [[FormValue]]
    /// How often each repeat is asked.
    private var times: [Int: Int] = [:]

    init(_ form: Form, _ answers: FormAnswers, at clock: FormMoment) {
        (self.form, self.answers, self.clock) = (form, answers, clock)
        isShown = Array(repeating: [], count: form.elements.count)
        values = Array(repeating: [], count: form.elements.count)
    }

    mutating func evaluate() {
        for index in form.order {
            let element = form.elements[index]
            for time in 0..<(element.enclosingRepeat.map { times[$0] ?? 0 } ?? 1) {
                let shown = isShown(element, time)
                isShown[index].append(shown)
                values[index].append(shown ? value(of: element, time) : .none)
            }
            if element.item.kind == .repeat {
                times[index] = count(of: element, isShown: isShown[index] == [true])
            }
        }
    }

    private func evaluation(_ time: Int, own: FormValue = .none) -> FormEvaluation {
        FormEvaluation(
            clock: clock,
            answer: { name in
                guard let place = form.place(of: name) else { return .none }
                return values[place][form.elements[place].enclosingRepeat == nil ? 0 : time]
            }, own: own)
    }

    private func isShown(_ element: FormElement, _ time: Int) -> Bool {
        if let parent = element.parent {
            let isAlone = form.elements[parent].enclosingRepeat == nil
            guard isShown[parent][isAlone ? 0 : time] else { return false }
        }
        return element.relevant.map { evaluation(time).value(of: $0).boolean } ?? true
    }

    private func value(of element: FormElement, _ time: Int) -> FormValue {
        if let calculation = element.calculation {
            let value = evaluation(time).value(of: calculation)
            // Calculations of calculations could double a text again and again.
            return value.isNone || value.text.unicodeScalars.count > FormLimits.text ? .none : value
        }
        return answer(to: element, time).flatMap { element.item.kind.value(of: $0, offset: clock.offset) }
            ?? .none
    }

    private func answer(to element: FormElement, _ time: Int) -> FormAnswer? {
        guard element.item.kind.isAsked else { return nil }
        let found: FormAnswer?
        if let around = element.enclosingRepeat {
            let list = answers.repeats[form.elements[around].item.name] ?? []
            found = time < list.count ? list[time][element.item.name] : nil
        } else {
            found = answers.values[element.item.name]
        }
        return found?.isEmpty == false ? found : nil
    }

    private func count(of element: FormElement, isShown: Bool) -> Int {
        guard isShown else { return 0 }
        guard let count = element.count else {
            return min(answers.repeats[element.item.name]?.count ?? 0, FormLimits.repeats)
        }
        let number = evaluation(0).value(of: count).number(offset: clock.offset)
        return number.isNaN ? 0 : Int(max(0, min(Double(FormLimits.repeats), number)))
    }

    // MARK: What comes of it

    func state() -> FormState {
        var state = FormState()
        var begin = 0
        while begin < form.elements.count { begin = add(from: begin, to: &state) }
        addStrangers(to: &state)
        return state
    }

    /// Adds an element, or a repeat with all within it, time after time, and returns the place of the next.
    private func add(from index: Int, to state: inout FormState) -> Int {
        add(index, 0, to: &state)
        guard form.elements[index].item.kind == .repeat else { return index + 1 }
        let name = form.elements[index].item.name
        let end = form.elements[(index + 1)...].firstIndex { $0.enclosingRepeat != index }
        let within = (index + 1)..<(end ?? form.elements.count)
        let count = times[index] ?? 0
        if count > 0 { state.kept.repeats[name] = Array(repeating: [:], count: count) }
        for time in 0..<count {
            for inner in within { add(inner, time, to: &state) }
        }
        if answers.repeats[name]?.count ?? 0 > FormLimits.repeats {
            state.failures.append(FormFailure(path: FormPath(name: name), kind: .tooMany))
        }
        return within.upperBound
    }

    private func add(_ index: Int, _ time: Int, to state: inout FormState) {
        guard isShown[index][time] else { return }
        let element = form.elements[index]
        let repeated = element.enclosingRepeat.map { form.elements[$0].item.name }
        let path = FormPath(name: element.item.name, repeated: repeated, time: time)
        state.relevant.append(path)
        let value = values[index][time]
        if !value.isNone { state.values[path] = value }
        if let kind = failure(of: element, value, time) {
            state.failures.append(FormFailure(path: path, kind: kind))
        }
        let answer =
            element.calculation == nil ? answer(to: element, time) : value.isNone ? nil : .text(value.text)
        guard let answer else { return }
        if let repeated {
            state.kept.repeats[repeated]?[time][path.name] = answer
        } else {
            state.kept.values[path.name] = answer
        }
    }

    private func failure(of element: FormElement, _ value: FormValue, _ time: Int) -> FormFailure.Kind? {
        guard element.item.kind.isAsked else { return nil }
        guard let answer = answer(to: element, time) else {
            let isNeeded = element.required.map { evaluation(time).value(of: $0).boolean } ?? false
            return isNeeded ? .required : nil
        }
        if let kind = element.item.problem(of: answer, among: form.choices(of: element).map(\.name)) {
            return kind
        }
        guard let constraint = element.constraint else { return nil }
        return evaluation(time, own: value).value(of: constraint).boolean ? nil : .constraint
    }

    /// Notes answers to what the form does not ask: first single ones, then those of repeats.
    private func addStrangers(to state: inout FormState) {
        for (name, answer) in answers.values.sorted(by: { $0.key < $1.key }) where !isAsked(name) {
            // A list without entries may also be a repeat that is not answered.
            if answer.isEmpty, form[name]?.item.kind == .repeat { continue }
            state.failures.append(FormFailure(path: FormPath(name: name), kind: .unknown))
        }
        for (repeated, list) in answers.repeats.sorted(by: { $0.key < $1.key }) {
            guard form[repeated]?.item.kind == .repeat else {
                state.failures.append(FormFailure(path: FormPath(name: repeated), kind: .unknown))
                continue
            }
            for (time, answers) in list.prefix(FormLimits.repeats).enumerated() {
                for name in answers.keys.sorted()
                where form[name]?.enclosingRepeat != form.place(of: repeated) {
                    let path = FormPath(name: name, repeated: repeated, time: time)
                    state.failures.append(FormFailure(path: path, kind: .unknown))
                }
            }
        }
    }

    /// Whether something outside of repeats is asked or calculated.
    private func isAsked(_ name: String) -> Bool {
        guard let element = form[name], element.enclosingRepeat == nil else { return false }
        return element.item.kind.isAsked || element.calculation != nil
    }
}
