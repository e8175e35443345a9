import Forms

extension FormDefinition {
    /// The names of the questions that are answered in people's own words, and of what is calculated from them, also
    /// through other calculations.
    var namesOfWords: Set<String> {
        let all = items.flatMap(\.withThoseWithin)
        var names = Set(all.filter { $0.kind == .text }.map(\.name))
        var others = all.filter { $0.kind == .calculate }.map { ($0.name, $0.sources) }
        // What cannot be read may name anything.
        while let place = others.firstIndex(where: { $1.map { !$0.isDisjoint(with: names) } ?? true }) {
            names.insert(others.remove(at: place).0)
        }
        return names
    }
}

extension FormItem {
    fileprivate var withThoseWithin: [FormItem] { [self] + (items ?? []).flatMap(\.withThoseWithin) }

    /// The names of the questions from which it is calculated; `nil` if the expression cannot be read.
    fileprivate var sources: Set<String>? {
        guard let expression = try? FormExpression(calculation ?? "''") else { return nil }
        return Set(expression.references.map(\.name))
    }
}
