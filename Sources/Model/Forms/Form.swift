/// A form that was checked: every expression is understood, and every question that one names is there.
package struct Form: Sendable {
    package let definition: FormDefinition
    /// The items with those within them, in the order in which they are asked.
    package let elements: [FormElement]
    /// The elements such that each comes after all on which its relevance and value depend.
    let order: [Int]
    private let places: [String: Int]

    /// Checks a definition.
    ///
    /// - Throws: ``FormMistakes`` with all of them, placed by item.
    package init(_ definition: FormDefinition) throws(FormMistakes) {
        var check = FormCheck(definition)
        let form = check.run()
        guard let form, check.faults.isEmpty else {
            throw FormMistakes(mistakes: check.faults.map { $0.mistake(in: check.elements) })
        }
        self = form
    }

    init(_ definition: FormDefinition, elements: [FormElement], order: [Int]) {
        (self.definition, self.elements, self.order) = (definition, elements, order)
        places = Dictionary(
            elements.enumerated().map { ($1.item.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The element of this name.
    package subscript(name: String) -> FormElement? { place(of: name).map { elements[$0] } }

    func place(of name: String) -> Int? { places[name] }

    /// The names of a list's choices.
    func choices(of element: FormElement) -> [FormChoice] {
        element.item.choices.flatMap { definition.choices[$0] } ?? []
    }
}

/// An item with its expressions read.
package struct FormElement: Sendable {
    /// Without what it contains.
    package let item: FormItem
    /// The place of the group or repeat around it.
    let parent: Int?
    /// The place of the repeat around it.
    let enclosingRepeat: Int?
    package internal(set) var relevant: FormExpression?
    package internal(set) var required: FormExpression?
    package internal(set) var constraint: FormExpression?
    package internal(set) var calculation: FormExpression?
    package internal(set) var initial: FormExpression?
    package internal(set) var count: FormExpression?

    init(_ item: FormItem, parent: Int?, enclosingRepeat: Int?) {
        var alone = item
        alone.items = nil
        self.item = alone
        (self.parent, self.enclosingRepeat) = (parent, enclosingRepeat)
    }

    /// The questions on which its relevance and value depend.
    var dependencies: [(name: String, field: FormField)] {
        [(relevant, FormField.relevant), (calculation, .calculation), (count, .count)].flatMap {
            expression, field in
            (expression?.references ?? []).map { ($0.name, field) }
        }
    }
}
