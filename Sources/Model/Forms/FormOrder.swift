/// Sorts elements such that each comes after all on which it depends.
struct FormOrder {
    private enum Mark { case new, open, done }

    private let elements: [FormElement]
    private let places: [String: Int]
    private var marks: [Mark]
    private var path: [Int] = []
    private var order: [Int] = []
    private(set) var faults: [FormFault] = []

    init(_ elements: [FormElement], _ places: [String: Int]) {
        (self.elements, self.places) = (elements, places)
        marks = Array(repeating: .new, count: elements.count)
    }

    /// The order; circles are noted as faults, and the order is of no use then.
    mutating func sorted() -> [Int] {
        for index in elements.indices { visit(index, because: .relevant, of: index) }
        return order
    }

    private mutating func visit(_ index: Int, because field: FormField, of reader: Int) {
        switch marks[index] {
        case .done: return
        case .open:
            let circle =
                path.drop { $0 != index }.map { elements[$0].item.name } + [elements[index].item.name]
            let reason = "these depend on each other: \(circle.joined(separator: " → "))"
            faults.append(FormFault(kind: .cycle, element: reader, field: field, reason: reason))
            return
        case .new: break
        }
        marks[index] = .open
        path.append(index)
        // A group may be what closes the circle; it was opened by what it contains.
        if let parent = elements[index].parent { visit(parent, because: .relevant, of: index) }
        for (name, field) in elements[index].dependencies {
            if let place = places[name] { visit(place, because: field, of: index) }
        }
        path.removeLast()
        marks[index] = .done
        order.append(index)
    }
}
