/// A mistake of an item, before it is known where the item was read.
struct FormFault {
    let kind: FormMistake.Kind
    /// The place of the element, or `nil` for the form as a whole.
    let element: Int?
    let field: FormField
    let reason: String
    /// The choice, by its list and its place in it, if it is about one.
    var choice: Choice?

    struct Choice: Hashable {
        let list: String
        let index: Int
    }

    func mistake(in elements: [FormElement]) -> FormMistake {
        if let choice { return FormMistake(kind, at: .choice(choice.list, choice.index), reason) }
        let place = element.map { FormMistake.Place.item(elements[$0].item.name, field) } ?? .form
        return FormMistake(kind, at: place, reason)
    }
}
